/** On a timer: what was left behind. Every sweep is idempotent; a failed one is tried again at the next turn. */

import { repeat } from '../lib/repeat.ts';
import type { Platform } from '../platform/platform.ts';
import type { Maintenance } from './maintenance-store.ts';

type Sweeper = Pick<Platform, 'clock' | 'log'>;

type Swept = {
  readonly maintenance: Maintenance;
  /** False where another server comes before this one, which sweeps as well. */
  readonly isFirst?: () => boolean;
  /** The problem of the clock, if there is one. */
  readonly checkClock?: () => Promise<string | undefined>;
  /** Work to be done beside the maintenance of the ledger. */
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
/** The others sweep at so many turns once: the first one may stand still, or have a wrong clock. */
const TURNS_OF_OTHERS = 3;
const STEPS = ['renewPlans', 'expirePots', 'emptyClosed', 'forgetAnswers'] as const;
/** An account that owes is blocked: it must not wait for what its requests have given back. */
const RETURNED_EVERY_MS = 1000;

/** Settles money and tokens that requests gave back after they were taken away. The time of day does not matter. */
const returnedSteps = (maintenance: Maintenance): readonly SweepStep[] => [
  { name: 'settleRefunds', run: (nowMs) => settleRefunds(maintenance, nowMs) },
  { name: 'payDebts', run: (nowMs) => maintenance.payDebts(nowMs) },
];

async function settleRefunds(maintenance: Maintenance, nowMs: number): Promise<number> {
  let done = 0;
  for (const accountId of await maintenance.refundsToSettle())
    done += await maintenance.settleRefunds(accountId, nowMs);
  return done;
}

/**
 * Each step does a bounded amount at once; it is repeated until nothing is left, so that no sweep blocks the database.
 */
async function sweep({ clock, log }: Sweeper, steps: readonly SweepStep[]): Promise<void> {
  for (const { name, run, isRoutine = false } of steps) {
    try {
      let done = 0;
      for (let some = 1; some > 0; done += some) some = await run(clock.nowMs());
      if (done > 0 && !isRoutine) log.info({ step: name, done }, 'swept');
    } catch (cause) {
      log.error({ step: name, cause }, 'a sweep failed; it will be tried again');
    }
  }
}

export function startSweeps(
  platform: Sweeper,
  { maintenance, isFirst = () => true, checkClock, more = [] }: Swept,
): { stop(): void } {
  const { log } = platform;
  let turns = 0;
  const steps = [...STEPS.map((name): SweepStep => ({ name, run: (nowMs) => maintenance[name](nowMs) })), ...more];
  let wasWrong = false;

  /** Things that a sweep takes by a wrong clock are gone: what depends on the time waits until the clock is right. */
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
    turns += 1;
    if (!isFirst() && turns % TURNS_OF_OTHERS !== 0) return;
    await sweep(platform, wasWrong ? steps.filter(({ isTimeless }) => isTimeless) : steps);
  }

  const sweeps = repeat({
    everyMs: EVERY_MS,
    work: sweepAsFarAsRight,
    onFailure: (cause) => log.error({ step: 'clock', cause }, 'a sweep failed; it will be tried again'),
  });
  const returned = repeat({
    everyMs: RETURNED_EVERY_MS,
    work: async () => {
      if (await maintenance.hasReturned()) await sweep(platform, returnedSteps(maintenance));
    },
    onFailure: (cause) => log.error({ cause }, 'a sweep failed; it will be tried again'),
  });
  return {
    stop: () => {
      void sweeps.stop();
      void returned.stop();
    },
  };
}
