/** Repeated work: one turn at a time, so a turn that takes longer than the interval is not begun twice. */
import { paced } from './paced.ts';

export type Repeated = {
  /** Begins a turn, unless one runs. */
  turn(): void;
  /** The interval may be another one now. */
  again(): void;
  /** Begins no more turns, and waits for the one that runs. */
  stop(): Promise<void>;
};

type RepeatOptions = {
  /** A function is asked after each turn. */
  readonly everyMs: number | (() => number);
  readonly work: () => Promise<unknown>;
  /** The next turn comes all the same. */
  readonly onFailure: (cause: unknown) => void;
};

/** The first turn comes after the interval. The timer does not keep the process alive. */
export function repeat({ everyMs, work, onFailure }: RepeatOptions): Repeated {
  const { turn, ended } = oneAtATime(work, onFailure);
  const { again, end } = paced(turn, typeof everyMs === 'number' ? () => everyMs : everyMs);
  return {
    turn,
    again,
    stop: async () => {
      end();
      await ended();
    },
  };
}

/** `turn` begins the work, unless it runs; `ended` waits for what runs. */
export function oneAtATime(work: RepeatOptions['work'], onFailure: RepeatOptions['onFailure']) {
  let running: Promise<void> | undefined;
  const turn = (): void => {
    running ??= work()
      .then(() => {}, onFailure)
      .finally(() => {
        running = undefined;
      });
  };
  return { turn, ended: async (): Promise<void> => running };
}
