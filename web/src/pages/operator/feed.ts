/** The list behind the live page: newest first, each request once, and not longer than anybody reads. */
import type { FeedEntry } from '../../../../src/wire/operator-feed.ts';

const SHOWN = 100;

/** One that is told again, with its cost, takes the place of the first. */
export function withEntry(entries: readonly FeedEntry[], entry: FeedEntry): readonly FeedEntry[] {
  if (entries.some(({ id }) => id === entry.id)) return entries.map((one) => (one.id === entry.id ? entry : one));
  return [entry, ...entries].slice(0, SHOWN);
}
