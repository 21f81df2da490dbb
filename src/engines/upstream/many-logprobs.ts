import type { EngineRequest } from '../../core/ports.ts';

/** Making this many values at once takes a few milliseconds, during which no other request is served. */
const LOGPROBS_MAX = 30_000;

/** An answer with so many logprobs is read piece by piece, also where the caller wants it whole. */
export const hasManyLogprobs = ({ chat, maxOutputTokens }: EngineRequest): boolean =>
  chat.logprobs === true && maxOutputTokens * (1 + (chat.topLogprobs ?? 0)) > LOGPROBS_MAX;
