/** On a timer: what was left behind. Every sweep is idempotent; a failed one is tried again at the next turn. */
import type { Clock, Log, Maintenance } from '../domain/ports.ts';
import { repeat } from '../lib/repeat.ts';

type SweepParts = {
  readonly maintenance: Maintenance;
  readonly clock: Clock;
  /** What is wrong with the clock, if anything is. */
  readonly checkClock?: () => Promise<string | undefined>;
  readonly log: Log;
  /** What is to be done beside the maintenance of the ledger. */
  readonly more?: readonly SweepStep[];
};

/** Returns how much it did; as long as it did something, it is run again. */
export type SweepStep = {
  readonly name: string;
  readonly run: (nowMs: number) => Promise<number>;
  /** There is something to do at every turn; that is not worth a log line. */
  readonly isRoutine?: boolean;
  /** It takes and gives nothing by the time, so a wrong clock does not stop it. */
  readonly isTimeless?: boolean;
};

const EVERY_MS = 10_000;
const STEPS = ['renewPlans', 'expirePots', 'payDebts', 'emptyClosed', 'forgetAnswers'] as const;

/**
 * Each step does a bounded amount at once; it is repeated until nothing is left, so that no sweep blocks the database.
 */
async function sweep({ maintenance, clock, log, more = [] }: SweepParts, isClockRight: boolean): Promise<void> {
  const steps = [...STEPS.map((name): SweepStep => ({ name, run: (nowMs) => maintenance[name](nowMs) })), ...more];
  for (const { name, run, isRoutine = false } of steps.filter((step) => isClockRight || step.isTimeless)) {
    try {
      let done = 0;
      for (let some = 1; some > 0; done += some) some = await run(clock.nowMs());
      if (done > 0 && !isRoutine) log.info({ step: name, done }, 'swept');
    } catch (cause) {
      log.error({ step: name, cause }, 'a sweep failed; it will be tried again');
    }
  }
}

export function startSweeps(parts: SweepParts): { stop(): void } {
  const { checkClock, log } = parts;
  let wasWrong = false;

  /** What a sweep takes by a wrong clock is gone: what depends on the time waits until the clock is right. */
  async function sweepAsFarAsRight(): Promise<void> {
    const problem = await checkClock?.();
    if (problem && !wasWrong) {
      log.error(
        { problem },
        'the clock of this machine is wrong: until it is right, the ledger is sealed and nothing else is swept',
      );
    }
    if (!problem && wasWrong) log.info({}, 'the clock of this machine is right again: sweeps go on');
    wasWrong = problem !== undefined;
    await sweep(parts, !wasWrong);
  }

  const sweeps = repeat({
    everyMs: EVERY_MS,
    work: sweepAsFarAsRight,
    onFailure: (cause) => log.error({ step: 'clock', cause }, 'a sweep failed; it will be tried again'),
  });
  return { stop: () => void sweeps.stop() };
}
