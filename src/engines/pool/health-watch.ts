/** Looks after the engines in pools: at open circuits when their time is over, at the others now and then. */
import { paced } from '../../lib/paced.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from './member.ts';
import type { Pool } from './pool.ts';

type Watched = { readonly members: readonly Member[]; readonly pools: readonly Pick<Pool, 'review'>[] };

/** While an engine is not usable, so that it is asked again in time. */
const TICK_MS = 100;
/** While all are: what makes one unusable lasts longer. */
const CALM_TICK_MS = 1000;

export function watchHealth({ clock }: Pick<Platform, 'clock'>, { members, pools }: Watched): () => void {
  if (members.length === 0) return () => {};
  const probing = new Set<Member>();
  const probedAtMs = new Map(members.map((member) => [member, clock.monotonicMs()]));

  const isDue = ({ circuit, settings }: Member, sinceMs: number): boolean =>
    circuit.kind === 'open'
      ? clock.monotonicMs() >= circuit.untilMs
      : clock.monotonicMs() - sinceMs >= settings.probeMs;

  async function look(member: Member): Promise<void> {
    probing.add(member);
    try {
      await member.probe();
    } finally {
      probing.delete(member);
      probedAtMs.set(member, clock.monotonicMs());
    }
  }

  const calmMs = Math.min(CALM_TICK_MS, ...members.flatMap(({ settings }) => [settings.probeMs, settings.openMs]));
  const paceMs = () => (members.every(({ isUsable }) => isUsable) ? Math.max(TICK_MS, calmMs) : TICK_MS);
  const { end } = paced(() => {
    for (const member of members) {
      if (!probing.has(member) && isDue(member, probedAtMs.get(member) ?? 0)) void look(member);
    }
    // An engine that had asked for a rest is back without saying so.
    for (const pool of pools) pool.review();
  }, paceMs);
  return end;
}
