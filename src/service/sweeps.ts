/** On a timer: what nobody came back for. Every sweep is idempotent; a failed one is tried again at the next turn. */
import type { Clock, Log, Upkeep } from '../domain/ports.ts';

export type SweepParts = { readonly upkeep: Upkeep; readonly clock: Clock; readonly log: Log };

const EVERY_MS = 10_000;
const STEPS = ['renewPlans', 'expireHolds', 'expirePots', 'payDebts', 'forgetAnswers'] as const;

/** Each step does a bounded amount at once; it is repeated until nothing is left, so that no sweep blocks the books. */
export async function sweep({ upkeep, clock, log }: SweepParts): Promise<void> {
  for (const step of STEPS) {
    try {
      let done = 0;
      for (let some = 1; some > 0; done += some) some = await upkeep[step](clock.nowMs());
      if (done > 0) log.info({ step, done }, 'swept');
    } catch (cause) {
      log.error({ step, cause }, 'a sweep failed; it will be tried again');
    }
  }
}

export function startSweeps(parts: SweepParts): { stop(): void } {
  const timer = setInterval(() => void sweep(parts), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
