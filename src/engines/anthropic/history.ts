/**
 * Messages → turns of the Messages API: users and assistant take turns, results of tools are a user's, and what the system
 * says stands before all of them.
 */
import type { JsonObject, Message, TurnPart } from '../../core/chat.ts';
import { toolInputOf } from '../../core/tool-input.ts';

type Block = JsonObject & { readonly type: string };
type Turn = { readonly role: 'user' | 'assistant'; readonly content: Block[] };

type History = { readonly system: readonly string[]; readonly turns: readonly Turn[] };

/** A turn of the user has to come first. */
const BEGINNING: Turn = { role: 'user', content: [{ type: 'text', text: '…' }] };

export function historyOf(messages: readonly Message[]): History {
  const system = messages.flatMap(({ role, content }) => (role === 'system' && content ? [content] : []));
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role !== 'system') add(turns, message.role === 'assistant' ? 'assistant' : 'user', blocksOf(message));
  }
  trimLast(turns);
  if (turns.length > 0) return { system, turns: turns[0]!.role === 'user' ? turns : [BEGINNING, ...turns] };
  // A chat of nothing but instructions: the last one is what is asked.
  const asked = system.at(-1);
  return {
    system: system.slice(0, -1),
    turns: asked === undefined ? [] : [{ role: 'user', content: [{ type: 'text', text: asked }] }],
  };
}

function add(turns: Turn[], role: Turn['role'], blocks: readonly Block[]): void {
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else if (blocks.length > 0) turns.push({ role, content: [...blocks] });
}

function blocksOf(message: Exclude<Message, { role: 'system' }>): readonly Block[] {
  if (message.role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: callId(message.toolCallId) };
    return [message.content === '' ? result : { ...result, content: message.content }];
  }
  if (message.role !== 'assistant') return textBlocks(message.content);
  const { content, toolCalls } = message;
  const turn: readonly TurnPart[] = message.turn ?? [
    { type: 'text', text: content ?? '' },
    ...toolCalls.map((call) => ({ type: 'call', call }) as const),
  ];
  return turn.flatMap(blocksOfPart);
}

function blocksOfPart(part: TurnPart): readonly Block[] {
  if (part.type === 'text') return textBlocks(part.text);
  if (part.type !== 'call') return [part];
  const { id, name, arguments: written } = part.call;
  return [{ type: 'tool_use', id: callId(id), name, input: toolInputOf(written) }];
}

/** Blocks of nothing are refused. */
const textBlocks = (text: string): readonly Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

/** Ids of other engines may have signs that are refused here. */
const callId = (id: string): string => id.replace(/[^\w-]/g, '_');

/** The beginning of an answer that the caller has written may not end with a space. */
function trimLast(turns: readonly Turn[]): void {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
  if (block?.type === 'text')
    last!.content[last!.content.length - 1] = { ...block, text: String(block.text).trimEnd() };
}
