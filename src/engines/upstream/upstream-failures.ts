/** The failures of one engine: what callers hear of them, and what operators do. */
import type { EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { unavailable } from '../unavailable.ts';
import { type FailureKind, failureKindOf, isEngineFault, withEngine } from './failure-kind.ts';
import { HttpFailure } from './http.ts';

export type AskedBy = Pick<EngineRequest, 'requestId' | 'span'>;
export type OnFailure = (engine: string, kind: FailureKind) => void;

export type UpstreamFailures = {
  /** The failure before anything of an answer has come. */
  beforeAnswer(thrown: unknown, request: AskedBy): unknown;
  /** The failure in the middle of an answer. */
  midAnswer(thrown: unknown, request: AskedBy): unknown;
  /** The failure of an engine that ended with the request. */
  endedBy(thrown: unknown, request: AskedBy): unknown;
};

export function createUpstreamFailures(
  engine: string,
  { log, onFailure }: Pick<Platform, 'log'> & { readonly onFailure?: OnFailure },
): UpstreamFailures {
  const failed = (cause: unknown) => new Error(`Engine ${engine} failed.`, { cause });

  function reported(thrown: unknown, { requestId, span }: AskedBy): unknown {
    const kind = failureKindOf(thrown);
    if (kind) onFailure?.(engine, kind);
    // Every request to it fails until the operator acts, and the callers do not learn why.
    const about = { engine, requestId, ...span.logFields };
    if (kind === 'key-refused') log.error(about, 'an engine refuses our key: check its apiKey');
    return kind && thrown instanceof ServiceError ? withEngine(thrown, engine, kind) : thrown;
  }

  return {
    beforeAnswer: (thrown, request) => reported(isEngineFault(thrown) ? unavailable(failed(thrown)) : thrown, request),
    midAnswer: (thrown, request) => reported(isEngineFault(thrown) ? brokenOff(failed(thrown)) : thrown, request),
    endedBy: (thrown, request) => {
      const cause = new Error(`Engine ${engine} ended while it had the request.`, { cause: thrown });
      return reported(unavailable(cause, { endedEngine: true }), request);
    },
  };
}

const brokenOff = (cause: Error): ServiceError =>
  new ServiceError('upstream_incomplete', 'The model stopped before its answer was complete; nothing was charged.', {
    cause,
  });

/** The connection was lost after the request was sent. */
export const hasDied = (thrown: unknown): thrown is HttpFailure =>
  thrown instanceof HttpFailure && thrown.kind === 'closed';
