/**
 * Messages → turns of the Messages API: users and assistant take turns, results of tools are a user's, and what the system
 * says stands before all of them.
 */
import {
  type Attachment,
  type JsonObject,
  type MarkedText,
  type Message,
  type Part,
  partsOf,
  type TurnPart,
} from '../../core/chat.ts';
import { toolInputOf } from '../../core/tool-input.ts';
import { cacheToWire } from '../../dialects/cache-marks.ts';
import { permitted, type ToolNames } from './tool-names.ts';

type Block = JsonObject & { readonly type: string };
type Turn = { readonly role: 'user' | 'assistant'; readonly content: Block[] };

type History = { readonly system: readonly MarkedText[]; readonly turns: readonly Turn[] };

/** A turn of the user has to come first. */
const BEGINNING: Turn = { role: 'user', content: [{ type: 'text', text: '…' }] };

type Form = {
  /** Attachments are left out, unless they are sent: then their bytes are bytes in the blocks. */
  readonly sendsParts: boolean;
  readonly names: ToolNames;
};

export function historyOf(messages: readonly Message[], form: Form): History {
  const system = messages.flatMap((message) => (message.role === 'system' ? textsOf(message) : []));
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role !== 'system')
      add(turns, message.role === 'assistant' ? 'assistant' : 'user', blocksOf(message, form));
  }
  trimLast(turns);
  if (turns.length > 0) return { system, turns: turns[0]!.role === 'user' ? turns : [BEGINNING, ...turns] };
  // A chat of nothing but instructions: the last one is what is asked.
  const asked = system.at(-1);
  return {
    system: system.slice(0, -1),
    turns: asked === undefined ? [] : [{ role: 'user', content: [...textBlocks(asked)] }],
  };
}

function add(turns: Turn[], role: Turn['role'], blocks: readonly Block[]): void {
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else if (blocks.length > 0) turns.push({ role, content: [...blocks] });
}

function blocksOf(message: Exclude<Message, { role: 'system' }>, { sendsParts, names }: Form): readonly Block[] {
  const parts = sendsParts ? partsOf(message)?.flatMap(blocksOfAttached) : undefined;
  if (message.role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: permitted(message.toolCallId) };
    const filled = message.content === '' ? result : { ...result, content: parts ?? message.content };
    return [{ ...filled, ...cacheToWire(message.cache) }];
  }
  if (message.role !== 'assistant') return parts ?? textsOf(message).flatMap(textBlocks);
  const { content, toolCalls } = message;
  const turn: readonly TurnPart[] = message.turn ?? [
    { type: 'text', text: content ?? '' },
    ...toolCalls.map((call) => ({ type: 'call', call }) as const),
  ];
  return turn.flatMap((part) => blocksOfPart(part, names));
}

function blocksOfPart(part: TurnPart, names: ToolNames): readonly Block[] {
  if (part.type === 'text') return textBlocks(part);
  if (part.type !== 'call') return [part];
  const { id, name, arguments: written } = part.call;
  const call = { id: permitted(id), name: names.sent(name), input: toolInputOf(written) };
  return [{ type: 'tool_use', ...call, ...cacheToWire(part.cache) }];
}

function blocksOfAttached(part: Part): readonly Block[] {
  if (part.type === 'text') return textBlocks(part);
  const source = sourceOf(part);
  const cache = cacheToWire(part.cache);
  if (part.type === 'image') return [{ type: 'image', source, ...cache }];
  return [{ type: 'document', source, ...(part.name !== undefined && { title: part.name }), ...cache }];
}

function sourceOf({ source }: Attachment): JsonObject {
  if ('url' in source) return { type: 'url', url: source.url };
  return { type: 'base64', media_type: source.mediaType, data: source.base64 };
}

/** Blocks of nothing are refused. */
export const textBlocks = ({ text, cache }: MarkedText): readonly Block[] =>
  text.trim() === '' ? [] : [{ type: 'text', text, ...cacheToWire(cache) }];

const textsOf = ({ content, marked }: { readonly content: string; readonly marked?: readonly MarkedText[] }) =>
  marked ?? [{ text: content }];

/** The beginning of an answer that the caller has written may not end with a space. */
function trimLast(turns: readonly Turn[]): void {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
  if (block?.type === 'text')
    last!.content[last!.content.length - 1] = { ...block, text: String(block.text).trimEnd() };
}
