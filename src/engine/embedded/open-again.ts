import { ServiceError } from '../../domain/errors.ts';
import type { Engine } from '../../domain/ports.ts';
import { HttpFailure } from '../upstream/http.ts';

export type OpeningAgain = {
  readonly request: Parameters<Engine['open']>[0];
  readonly signal: AbortSignal;
  /** Waits for the next process. False when the one before lives. */
  readonly whenBack: (signal: AbortSignal) => Promise<boolean>;
};

/** The process may have died a moment ago without our knowing: what never reached it can wait for the next one. */
export async function openAgain(
  engine: Engine,
  { request, signal, whenBack }: OpeningAgain,
): ReturnType<Engine['open']> {
  try {
    return await engine.open(request, signal);
  } catch (thrown) {
    if (!neverArrived(thrown) || signal.aborted || !(await whenBack(signal))) throw thrown;
    request.span.event('sent-again');
    return engine.open(request, signal);
  }
}

/** Whether the request was never sent, because nobody listened. */
function neverArrived(thrown: unknown): boolean {
  const cause =
    thrown instanceof ServiceError && thrown.details.cause instanceof Error ? thrown.details.cause.cause : undefined;
  return cause instanceof HttpFailure && cause.kind === 'connect';
}
