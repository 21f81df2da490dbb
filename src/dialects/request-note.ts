/** What a caller says of a request for itself: bounded, because it is kept with every receipt. */
import { z } from 'zod';
import type { JsonObject, RequestNote } from '../core/chat.ts';
import { optional } from './schema-parts.ts';

const PAIRS_MAX = 16;
const NAME_MAX = 64;
const VALUE_MAX = 512;

/** The caller's name for whom a request is for. */
export const endUser = optional(z.string().max(VALUE_MAX));

export const metadata = z
  .record(z.string().max(NAME_MAX, `must have keys of at most ${NAME_MAX} characters`), z.string().max(VALUE_MAX))
  .refine((pairs) => Object.keys(pairs).length <= PAIRS_MAX, `must have at most ${PAIRS_MAX} pairs`);

/** Clients of chats have put anything into `metadata`: what is no short text, or too much, is not kept. */
export function keptPairs(sent: JsonObject | undefined): Readonly<Record<string, string>> | undefined {
  if (sent === undefined) return undefined;
  const kept = Object.entries(sent)
    .filter(([name, value]) => name.length <= NAME_MAX && typeof value === 'string' && value.length <= VALUE_MAX)
    .slice(0, PAIRS_MAX);
  return kept.length > 0 ? (Object.fromEntries(kept) as Record<string, string>) : undefined;
}

/** Undefined where there is nothing to keep. */
export function noteFrom({
  user,
  metadata: pairs,
}: {
  user?: string | undefined;
  metadata?: RequestNote['metadata'] | undefined;
}): RequestNote | undefined {
  const hasPairs = pairs !== undefined && Object.keys(pairs).length > 0;
  if (!user && !hasPairs) return undefined;
  return { ...(user && { user }), ...(hasPairs && { metadata: pairs }) };
}
