/** On a timer: what nobody came back for. Every sweep is idempotent; a failed one is tried again at the next turn. */
import type { Clock, Log, RecordedAnswers } from '../domain/ports.ts';

export type SweepParts = {
  readonly stores: {
    readonly ledger: { expireHolds(nowMs: number): Promise<number> };
    readonly answers: RecordedAnswers;
  };
  readonly clock: Clock;
  readonly log: Log;
};

const EVERY_MS = 10_000;

export function startSweeps({ stores, clock, log }: SweepParts): { stop(): void } {
  async function sweep(): Promise<void> {
    try {
      const expired = await stores.ledger.expireHolds(clock.nowMs());
      if (expired > 0) log.warn({ expired }, 'holds expired that nobody settled');
      await stores.answers.forgetExpired(clock.nowMs());
    } catch (cause) {
      log.error({ cause }, 'a sweep failed; it will be tried again');
    }
  }
  const timer = setInterval(() => void sweep(), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
