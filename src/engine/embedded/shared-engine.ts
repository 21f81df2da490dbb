/**
 * An embedded engine whose process belongs to somebody else: we send to its socket, and ask its owner only when it is
 * not there. To everybody else it is the same engine.
 */
import type { Engine, EngineHealth } from '../../domain/ports.ts';
import { unlessAborted } from '../../lib/unless-aborted.ts';
import { unavailable } from '../unavailable.ts';
import type { EmbeddedEngine } from './embedded.ts';
import { openAgain } from './open-again.ts';
import { Suspects } from './suspects.ts';

/** What the owner of the process does for us. Each may fail with the reason why the engine cannot be used. */
export type Loan = {
  readonly socketPath: string;
  whenReady(): Promise<void>;
  whenBack(): Promise<boolean>;
  health(): Promise<EngineHealth>;
  giveBack(): Promise<void>;
};

export type LentParts = {
  readonly borrow: () => Promise<Loan>;
  /** The engine behind the socket. */
  readonly connect: (socketPath: string) => Engine;
};

type Borrowed = { readonly loan: Loan; readonly engine: Engine };

export function createLent({ borrow, connect }: LentParts): EmbeddedEngine {
  let borrowing: Promise<Borrowed> | undefined;
  let wasReady = false;
  const suspects = new Suspects();

  const borrowed = (): Promise<Borrowed> => {
    borrowing ??= borrow().then(
      (loan) => ({ loan, engine: connect(loan.socketPath) }),
      (cause) => {
        // The next one asks anew.
        borrowing = undefined;
        throw cause;
      },
    );
    return borrowing;
  };

  return {
    // A failure is told to whoever asks for an answer.
    start: () => void borrowed().catch(() => {}),
    open: async (request, signal) => {
      const { loan, engine } = await reached(borrowed(), signal);
      if (!wasReady) await reached(loan.whenReady(), signal);
      wasReady = true;
      return openAgain(engine, { request, signal, suspects, whenBack: () => reached(loan.whenBack(), signal) });
    },
    health: async () => {
      try {
        const { loan, engine } = await borrowed();
        const own = await engine.health();
        return own.ok ? own : await loan.health();
      } catch (cause) {
        return { ok: false, detail: `is not ready: ${cause instanceof Error ? cause.message : cause}` };
      }
    },
    stop: async () => {
      const found = await borrowing?.catch(() => undefined);
      await found?.loan.giveBack().catch(() => {});
    },
  };
}

/** Waits no longer than the caller. */
const reached = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  unlessAborted(
    asked.catch((cause: unknown) => Promise.reject(unavailable(cause))),
    signal,
  );
