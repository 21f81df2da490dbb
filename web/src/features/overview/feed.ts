/** The list behind the live page: newest first, each request once, and of bounded length. */
import type { FeedEntry } from '../../../../src/features/overview/contract.ts';

const SHOWN = 100;

/** One that comes again, with its cost, replaces the first. */
export function withEntry(entries: readonly FeedEntry[], entry: FeedEntry): readonly FeedEntry[] {
  if (entries.some(({ id }) => id === entry.id)) return entries.map((one) => (one.id === entry.id ? entry : one));
  return [entry, ...entries].slice(0, SHOWN);
}
