/**
 * An embedded engine whose process belongs to another worker: we send to its socket, and ask its owner only when it is
 * not there. To all other parts it is the same engine.
 */
import type { Engine, EngineHealth } from '../../core/engine.ts';
import type { StopSignal } from '../../core/stop.ts';
import { unlessAborted } from '../../lib/unless-aborted.ts';
import { unavailable } from '../unavailable.ts';
import type { EmbeddedEngine } from './embedded.ts';
import { openAgain } from './open-again.ts';
import { Suspects } from './suspects.ts';

/** The owner of the process does this for us. Each may fail with the reason why the engine cannot be used. */
export type EngineUse = {
  readonly socketPath: string;
  whenReady(): Promise<void>;
  whenBack(): Promise<boolean>;
  health(): Promise<EngineHealth>;
  giveBack(): Promise<void>;
};

type Joined = { readonly use: EngineUse; readonly engine: Engine };

/** `connect` gives the engine behind a socket. */
export function createSharedEngine(
  join: () => Promise<EngineUse>,
  connect: (socketPath: string) => Engine,
): EmbeddedEngine {
  let joining: Promise<Joined> | undefined;
  let wasReady = false;
  const suspects = new Suspects();

  const joined = (): Promise<Joined> => {
    joining ??= join().then(
      (use) => ({ use, engine: connect(use.socketPath) }),
      (cause) => {
        // The next one asks anew.
        joining = undefined;
        throw cause;
      },
    );
    return joining;
  };

  return {
    // The next request for an answer gets the failure.
    start: () => void joined().catch(() => {}),
    open: async (request, signal) => {
      const { use, engine } = await reached(joined(), signal);
      if (!wasReady) await reached(use.whenReady(), signal);
      wasReady = true;
      return openAgain(engine, { request, signal, suspects, whenBack: () => reached(use.whenBack(), signal) });
    },
    health: async () => {
      try {
        const { use, engine } = await joined();
        const own = await engine.health();
        return own.ok ? own : await use.health();
      } catch (cause) {
        return { ok: false, detail: `is not ready: ${cause instanceof Error ? cause.message : cause}` };
      }
    },
    stop: async () => {
      const found = await joining?.catch(() => undefined);
      await found?.use.giveBack().catch(() => {});
    },
  };
}

/** Waits no longer than the caller. */
const reached = <T>(asked: Promise<T>, signal: StopSignal): Promise<T> =>
  unlessAborted(
    asked.catch((cause: unknown) => Promise.reject(unavailable(cause))),
    signal,
  );
