/**
 * Asks the engine's process, which may end at any moment. What never reached it can wait for the next one. What did reach
 * it may be the reason for its end, so it is asked nowhere again.
 */
import type { Engine } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import type { StopSignal } from '../../core/stop.ts';
import { HttpFailure } from '../upstream/http.ts';
import type { Suspects } from './suspects.ts';

type OpeningAgain = {
  readonly request: Parameters<Engine['open']>[0];
  readonly signal: StopSignal;
  readonly suspects: Suspects;
  /** Waits for the next process. False when the one before lives. */
  readonly whenBack: (signal: StopSignal) => Promise<boolean>;
};

export async function openAgain(engine: Engine, asking: OpeningAgain): ReturnType<Engine['open']> {
  const { request, signal, suspects, whenBack } = asking;
  suspects.refuse(request);
  try {
    return await engine.open(request, signal);
  } catch (thrown) {
    if (isMissing(thrown) && !signal.aborted && (await whenBack(signal))) {
      request.span.event('sent-again');
      return engine.open(request, signal);
    }
    if (thrown instanceof ServiceError && thrown.details.endedEngine) suspects.add(request);
    throw thrown;
  }
}

/** True where the request was never sent, because nothing listened. */
function isMissing(thrown: unknown): boolean {
  const cause =
    thrown instanceof ServiceError && thrown.details.cause instanceof Error ? thrown.details.cause.cause : undefined;
  return cause instanceof HttpFailure && cause.kind === 'connect';
}
