/**
 * Tells that an engine is down, and that it is up again. Only what lasts is reported: an engine that is restarted within a
 * minute, or comes and goes, is no news each time.
 *
 *   up --no answer for a minute--> down (notice) --answers for a minute--> up (notice)
 */

import type { Clock } from '../../platform/clock.ts';
import type { Notices } from '../../platform/notices/notice.ts';
import { ENGINE_DOWN, ENGINE_UP } from './notices.ts';

/** Asks every engine how it is. */
export type AskHealth = () => Promise<readonly { readonly name: string; readonly ok: boolean }[]>;

export const LASTING_MS = 60_000;

type Seen = {
  /** The last report: that an engine is up is reported only after it was down. */
  readonly reported: 'up' | 'down';
  /** Since when it is otherwise. */
  readonly otherwiseSince?: { readonly monotonicMs: number; readonly atMs: number };
};

/** Returns the check that is to run every few seconds. */
export function createEngineWatch(
  { notices, clock }: { readonly notices: Notices; readonly clock: Clock },
  health: AskHealth,
): () => Promise<void> {
  let seen: ReadonlyMap<string, Seen> = new Map();

  async function next(name: string, state: 'up' | 'down'): Promise<Seen> {
    const before = seen.get(name) ?? { reported: 'up' };
    if (state === before.reported) return { reported: state };
    const since = before.otherwiseSince ?? { monotonicMs: clock.monotonicMs(), atMs: clock.nowMs() };
    if (clock.monotonicMs() - since.monotonicMs < LASTING_MS)
      return { reported: before.reported, otherwiseSince: since };
    const kind = state === 'up' ? ENGINE_UP : ENGINE_DOWN;
    await notices.tell(kind, { id: `${kind.type}/${name}/${since.atMs}`, atMs: since.atMs, data: { engine: name } });
    return { reported: state };
  }

  return async () => {
    const all = await health();
    const pairs: (readonly [string, Seen])[] = [];
    for (const { name, ok } of all) pairs.push([name, await next(name, ok ? 'up' : 'down')]);
    // Engines that a reload has removed are forgotten.
    seen = new Map(pairs);
  };
}
