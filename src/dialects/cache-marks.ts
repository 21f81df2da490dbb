/** Marks that end what is to be cached, as clients of Anthropic set them behind blocks, and some of OpenAI behind parts. */
import { z } from 'zod';
import type { CacheTtl, ChatRequest, JsonObject, MarkedText, Message } from '../core/chat.ts';
import { isRecord } from '../lib/record.ts';

/** For engines that cache only what is marked. What is no mark is ignored. */
export const cacheControl = z.unknown().optional();

type Marked = { readonly cache_control?: unknown };

/** The mark that a caller has set behind a block. */
export function cacheOf(control: unknown): CacheTtl | undefined {
  if (!isRecord(control) || control.type !== 'ephemeral') return undefined;
  return control.ttl === '1h' ? '1h' : '5m';
}

export const cacheField = (block: Marked): { readonly cache?: CacheTtl } => {
  const cache = cacheOf(block.cache_control);
  return cache ? { cache } : {};
};

/** A mark as engines take it; without a time it is for five minutes. */
export const cacheToWire = (cache: CacheTtl | undefined): JsonObject | undefined =>
  cache && { cache_control: { type: 'ephemeral', ...(cache === '1h' && { ttl: cache }) } };

type NamedPrompt = {
  readonly prompt_cache_key?: string | undefined;
  readonly prompt_cache_retention?: string | undefined;
};

/**
 * A caller that names its prompts, or says how long they are to be kept, wants all of the prompt cached, unless it has
 * marked what: engines take only a few marks, and those of an hour first.
 */
export function wholeCache(
  { prompt_cache_key: key, prompt_cache_retention: retention }: NamedPrompt,
  messages: readonly Message[],
): CacheTtl | undefined {
  const wanted = retention === '24h' || retention === '1h' ? '1h' : key ? '5m' : undefined;
  return wanted && !messages.some(isMarked) ? wanted : undefined;
}

/** The times of all marks in a chat, and of the one for the whole prompt. */
export const marksOf = ({ messages, tools = [], cache }: ChatRequest): readonly CacheTtl[] =>
  [...tools.map((tool) => tool.cache), ...messages.flatMap(marksOfMessage), cache].filter((mark) => mark !== undefined);

const isMarked = (message: Message): boolean => marksOfMessage(message).some((mark) => mark !== undefined);

function marksOfMessage(message: Message): readonly (CacheTtl | undefined)[] {
  if (message.role === 'tool') return [message.cache];
  const parts = message.role === 'assistant' ? message.turn : (message.marked ?? message.parts);
  return parts?.map((part) => ('cache' in part ? part.cache : undefined)) ?? [];
}

export const markedField = (marked: readonly MarkedText[]): { readonly marked?: readonly MarkedText[] } =>
  marked.some(({ cache }) => cache) ? { marked } : {};
