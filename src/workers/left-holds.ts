/** What workers that are gone have left in the books: the others free it at once, or the next one that starts. */
import type { Answers } from './peer.ts';

type LeftHolds = {
  /** What a worker tells and asks about tags. */
  answersFor(worker: number): Answers;
  ended(worker: number): void;
};

/** `tell`: has the workers that serve free what the one with this tag has left. */
export function createLeftHolds(tell: (tag: string, worker: number) => void): LeftHolds {
  const tags = new Map<number, string>();
  const left = new Set<string>();
  return {
    answersFor: (worker) => ({
      tagged: (tag: string) => void tags.set(worker, tag),
      endedTags: () => [...left],
      holdsFreed: (tag: string) => void left.delete(tag),
    }),
    ended: (worker) => {
      const tag = tags.get(worker);
      if (tag === undefined) return;
      tags.delete(worker);
      left.add(tag);
      tell(tag, worker);
    },
  };
}
