/** The failure of an engine in one word: for metrics, and for deciding whether to ask it again. */
import { ServiceError } from '../../core/errors.ts';
import { EventTooLarge } from '../../platform/http/sse.ts';
import { HttpFailure, type HttpFailureKind } from './http.ts';
import { BrokenAnswer } from './upstream-answer.ts';
import { UnexpectedStatus } from './upstream-refusal.ts';

export type FailureKind =
  | HttpFailureKind
  | 'busy' // it says so: 429 or 503
  | 'key-refused' // 401 or 403: the operator has to act
  | 'status' // any other status that is no answer
  | 'garbage' // an answer that makes no sense, or no end
  | 'total-timeout'
  | 'unavailable'; // it is not there, in its own words

/** Undefined where it is not the engine's fault: what the caller sent was refused, or the caller left. */
export function failureKindOf(thrown: unknown): FailureKind | undefined {
  if (!(thrown instanceof ServiceError)) return undefined;
  if (thrown.code === 'upstream_overloaded') return 'busy';
  if (thrown.code !== 'upstream_failed' && thrown.code !== 'upstream_incomplete') return undefined;
  const fault = causesOf(thrown).find(isEngineFault);
  return (fault && kindOf(fault)) ?? 'unavailable';
}

/** The failure with the engine's name and what it was, for operators. */
export function withEngine(failed: ServiceError, engine: string, kind: FailureKind): ServiceError {
  const status = causesOf(failed).find((cause) => cause instanceof UnexpectedStatus)?.status;
  const engineFailure = { engine, how: `${status ?? kind}` };
  return new ServiceError(failed.code, failed.message, { ...failed.details, engineFailure });
}

function causesOf(thrown: ServiceError): readonly Error[] {
  const causes: Error[] = [];
  for (let error = thrown.details.cause; error instanceof Error; error = error.cause) causes.push(error);
  return causes;
}

/** True where something went wrong at the engine or on the way to it, and not with us or the caller. */
export const isEngineFault = (thrown: unknown): boolean => thrown instanceof Error && kindOf(thrown) !== undefined;

function kindOf(error: Error): FailureKind | undefined {
  if (error instanceof HttpFailure) return error.kind;
  if (error instanceof UnexpectedStatus) return error.isKeyRefused ? 'key-refused' : 'status';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'total-timeout';
  const isGarbage = error instanceof BrokenAnswer || error instanceof EventTooLarge || error instanceof SyntaxError;
  return isGarbage ? 'garbage' : undefined;
}
