/**
 * Marks of prompt caches for engines that take them in OpenAI's form: `cache_control` behind parts of messages, calls and
 * tools, as OpenRouter and LiteLLM do.
 */
import type { CacheTtl, ChatRequest, MarkedText, Message, Part, ToolCall, TurnPart } from '../../core/chat.ts';
import type { Supported } from '../../core/engine-changes.ts';
import { cacheToWire, marksOf } from '../../dialects/cache-marks.ts';

export const isMarkedFor = (chat: ChatRequest, supports: readonly Supported[] | undefined): boolean =>
  supports?.includes('cache_control') === true && marksOf(chat).length > 0;

/** How long what the engine has written is kept, where the engine does not say: as long as all marks ask for. */
export const writtenFor = (chat: ChatRequest, supports: readonly Supported[] | undefined): CacheTtl =>
  isMarkedFor(chat, supports) && marksOf(chat).every((mark) => mark === '1h') ? '1h' : '5m';

/** A message as it is written without marks → the same with them. */
export function markedMessageToWire(message: Message, plain: object): object {
  if (message.role === 'tool') {
    return message.cache ? { ...plain, content: textParts([{ text: message.content, cache: message.cache }]) } : plain;
  }
  if (message.role !== 'assistant') return message.marked ? { ...plain, content: textParts(message.marked) } : plain;
  const { turn, toolCalls } = message;
  if (!turn) return plain;
  const texts = turn.filter((part) => part.type === 'text');
  const calls = (plain as { readonly tool_calls?: readonly object[] }).tool_calls;
  return {
    ...plain,
    ...(texts.some(({ cache }) => cache) && { content: textParts(texts) }),
    ...(calls && { tool_calls: calls.map((call, at) => ({ ...call, ...cacheToWire(markOf(toolCalls[at]!, turn)) })) }),
  };
}

function markOf({ id }: ToolCall, turn: readonly TurnPart[]): CacheTtl | undefined {
  const part = turn.find((one) => one.type === 'call' && one.call.id === id);
  return part?.type === 'call' ? part.cache : undefined;
}

/** Parts of nothing are refused by engines that cache. */
const textParts = (texts: readonly MarkedText[]): readonly object[] =>
  texts.flatMap(({ text, cache }) => (text.trim() === '' ? [] : [{ type: 'text', text, ...cacheToWire(cache) }]));

/** With the mark behind the last one. Of a result these are its attachments, because they come after its text. */
export const endMarked = <T extends object>(list: readonly T[], cache: CacheTtl | undefined): readonly T[] =>
  cache ? list.map((one, at) => (at === list.length - 1 ? { ...one, cache } : one)) : list;

type Asked = Exclude<Message, { role: 'assistant' }>;

/** A chat that is to be cached whole, with the mark behind its last message. The beginning of an answer cannot have it. */
export function withLastMarked(chat: ChatRequest): ChatRequest {
  const last = chat.messages.at(-1);
  if (!chat.cache || !last || last.role === 'assistant') return chat;
  const parts = chat.sendsParts && last.role !== 'tool' ? last.parts : undefined;
  return { ...chat, messages: [...chat.messages.slice(0, -1), markedAtEnd(last, parts, chat.cache)] };
}

function markedAtEnd(message: Asked, parts: readonly Part[] | undefined, cache: CacheTtl): Message {
  if (message.role === 'tool') return { ...message, cache };
  const marked = message.marked ?? [{ text: message.content }];
  return parts ? { ...message, parts: endMarked(parts, cache) } : { ...message, marked: endMarked(marked, cache) };
}
