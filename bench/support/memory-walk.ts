/**
 * The cost of rest on this machine: a walk through a little memory, over and over, and after short rests. Whatever a
 * processor does after a rest it does with cold caches, and on a virtual machine its neighbours use them meanwhile.
 */
import { medianOf } from './figures.ts';

const WALK_BYTES = 1024 * 1024;
const STEPS = 3000;
const WALKS = 800;
const REST_MS = 1.25;

type MemoryWalk = { readonly steadyUs: number; readonly restedUs: number; readonly restMs: number };

/** Medians in microseconds. Takes about a second and a half. */
export function walkMemory(): MemoryWalk {
  const next = ringOf(WALK_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  const times = (rest: () => void): number[] => {
    let at = 0;
    return Array.from({ length: WALKS }, () => {
      rest();
      const startMs = performance.now();
      for (let step = 0; step < STEPS; step++) at = next[at]!;
      return (performance.now() - startMs) * 1000;
    });
  };
  times(() => {});
  const steadyUs = medianOf(times(() => {}));
  const restedUs = medianOf(times(() => Bun.sleepSync(REST_MS)));
  return { steadyUs, restedUs, restMs: REST_MS };
}

/** Each place names the next one, far away; following them visits all. */
function ringOf(length: number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  const next = new Uint32Array(length);
  for (let i = 0; i < length; i++) next[order[i]!] = order[(i + 1) % length]!;
  return next;
}
