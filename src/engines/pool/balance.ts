/**
 * Which of several engines gets a request. A conversation goes where it was before, because its beginning is already
 * computed there; but only up to a bound, so that this never makes one engine much busier than the others.
 */

import type { EngineRequest } from '../../core/engine.ts';

export type Candidate = { readonly name: string; readonly weight: number; readonly running: number };

/** So much more than its share an engine may carry for the sake of what it remembers. */
const OVERLOAD_MAX = 2;

export function choose<C extends Candidate>(candidates: readonly C[], prefix: number): C | undefined {
  const [first] = candidates;
  if (!first || candidates.length === 1) return first;
  let affine = first;
  let least = first;
  let running = 0;
  let weight = 0;
  for (const one of candidates) {
    running += one.running;
    weight += one.weight;
    if (affinity(one, prefix) > affinity(affine, prefix)) affine = one;
    if (isLessLoaded(one, least, prefix)) least = one;
  }
  const bound = Math.ceil((OVERLOAD_MAX * (running + 1) * affine.weight) / weight);
  return affine.running < bound ? affine : least;
}

/**
 * Weighted rendezvous hashing: each engine draws a number from the conversation, and the highest wins. When an engine
 * comes or goes, only its own conversations move, and every server draws the same numbers without asking another.
 */
function affinity({ name, weight }: Candidate, prefix: number): number {
  const fraction = (Bun.hash.xxHash32(name, prefix) + 0.5) / 2 ** 32;
  return -weight / Math.log(fraction);
}

function isLessLoaded(one: Candidate, other: Candidate, prefix: number): boolean {
  const difference = (one.running + 1) / one.weight - (other.running + 1) / other.weight;
  return difference < 0 || (difference === 0 && affinity(one, prefix) > affinity(other, prefix));
}

/** Looking through megabytes would hold up the other requests, and longer beginnings are seldom the same. */
const TOLD_APART_BY_CHARS = 16 * 1024;

/** The part that all requests of a conversation have in common: who asks, and all up to the first thing that a user said. */
export function prefixOf({ accountId, chat }: Pick<EngineRequest, 'accountId' | 'chat'>): number {
  let hash = Bun.hash.xxHash32(accountId);
  for (const { role, content } of chat.messages) {
    hash = Bun.hash.xxHash32(content?.slice(0, TOLD_APART_BY_CHARS) ?? '', hash);
    if (role === 'user') break;
  }
  return hash;
}
