/** Looks after the engines in pools: at open circuits when their time is over, at the others now and then. */
import type { Platform } from '../../platform/platform.ts';
import type { Member } from './member.ts';
import type { Pool } from './pool.ts';

type Watched = { readonly members: readonly Member[]; readonly pools: readonly Pick<Pool, 'review'>[] };

const TICK_MS = 100;

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

  const timer = setInterval(() => {
    for (const member of members) {
      if (!probing.has(member) && isDue(member, probedAtMs.get(member) ?? 0)) void look(member);
    }
    // An engine that had asked for a rest is back without saying so.
    for (const pool of pools) pool.review();
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
