/** The clock of this machine can be believed where it has not jumped, and agrees with that of the database. */
import type { Clock } from './clock.ts';

export type ClockCheck = {
  /** Looks, and returns what is wrong, if anything is. */
  check(): Promise<string | undefined>;
  /** The problem that was found at the last look. */
  problem(): string | undefined;
  movedMs(): number;
};

const APART_MS_MAX = 60_000;

export function createClockCheck(
  clock: Clock & { movedMs(): number },
  database: { databaseMs(): Promise<number | null> },
): ClockCheck {
  let problem: string | undefined;

  async function look(): Promise<string | undefined> {
    const movedMs = clock.movedMs();
    if (movedMs !== 0) return `the clock of this machine has moved by ${Math.round(movedMs / 1000)} seconds`;
    // A database that does not answer is reported elsewhere.
    const databaseMs = await database.databaseMs().catch(() => null);
    const apartMs = databaseMs === null ? 0 : clock.nowMs() - databaseMs;
    if (Math.abs(apartMs) < APART_MS_MAX) return undefined;
    const how = apartMs > 0 ? 'ahead of' : 'behind';
    return `the clock of this machine is ${Math.round(Math.abs(apartMs) / 1000)} seconds ${how} that of the database`;
  }

  return {
    check: async () => {
      problem = await look();
      return problem;
    },
    problem: () => problem,
    movedMs: clock.movedMs,
  };
}
