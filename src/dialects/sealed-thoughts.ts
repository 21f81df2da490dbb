/**
 * Thoughts that an engine has sealed, on their way to clients and back. Each dialect has a place for them: blocks of a
 * message, `thinking_blocks` of a chat, `encrypted_content` of a response.
 */
import type { Message, SealedThought, ToolCall, TurnPart } from '../core/chat.ts';
import { parseJson } from '../lib/parse-json.ts';
import { isRecord } from '../lib/record.ts';

/** Clients want a signature with every thought. Those of engines that sign nothing have this one, and go no further. */
export const NO_SEAL = 'boreal';

/** The thought that a client has brought back; undefined for one without a seal. */
export function thoughtFrom(raw: unknown): SealedThought | undefined {
  if (!isRecord(raw)) return undefined;
  const { type, thinking, signature, data } = raw;
  if (type === 'redacted_thinking') return typeof data === 'string' && data !== '' ? { type, data } : undefined;
  const isSealed = typeof signature === 'string' && signature !== '' && signature !== NO_SEAL;
  if (type !== 'thinking' || typeof thinking !== 'string' || !isSealed) return undefined;
  return { type, thinking, signature };
}

export const thoughtsFrom = (raw: unknown): readonly SealedThought[] =>
  Array.isArray(raw) ? raw.map(thoughtFrom).filter((thought) => thought !== undefined) : [];

const PREFIX = 'boreal-thoughts.';

/** One text for all thoughts of an item. */
export const packThoughts = (thoughts: readonly SealedThought[]): string =>
  `${PREFIX}${Buffer.from(JSON.stringify(thoughts)).toString('base64url')}`;

/** None where the text is not ours: clients bring reasoning of other services, too. */
export function unpackThoughts(packed: unknown): readonly SealedThought[] {
  if (typeof packed !== 'string' || !packed.startsWith(PREFIX)) return [];
  return thoughtsFrom(parseJson(Buffer.from(packed.slice(PREFIX.length), 'base64url').toString()));
}

/** The field `turn` of a message, where a sealed thought or the mark of a cache is among its parts. */
export const turnField = (parts: readonly TurnPart[]): { readonly turn?: readonly TurnPart[] } =>
  parts.some((part) => isSealed(part) || part.cache !== undefined) ? { turn: parts } : {};

export const isSealed = (part: TurnPart): part is SealedThought =>
  part.type === 'thinking' || part.type === 'redacted_thinking';

type Assistant = Extract<Message, { role: 'assistant' }>;

/** The parts of a turn without thoughts. */
export const plainTurn = ({ content, toolCalls }: Pick<Assistant, 'content' | 'toolCalls'>): readonly TurnPart[] => [
  ...(content ? [{ type: 'text', text: content } as const] : []),
  ...toolCalls.map(callPart),
];

export const callPart = (call: ToolCall): TurnPart => ({ type: 'call', call });
