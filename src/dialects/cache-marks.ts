/** Marks that end what is to be cached, as clients of Anthropic set them behind blocks, and some of OpenAI behind parts. */
import { z } from 'zod';
import type { CacheTtl, MarkedText } from '../core/chat.ts';
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

export const markedField = (marked: readonly MarkedText[]): { readonly marked?: readonly MarkedText[] } =>
  marked.some(({ cache }) => cache) ? { marked } : {};
