/** The answer to a caller whose engine cannot answer: the same words whatever the cause, which is the operator's. */
import { type ErrorDetails, ServiceError } from '../core/errors.ts';

export const unavailable = (cause: unknown, details: Pick<ErrorDetails, 'endedEngine'> = {}): ServiceError =>
  new ServiceError('upstream_failed', 'The model is temporarily unavailable; the request may be retried.', {
    cause,
    ...details,
  });

export const busy = (cause: unknown, retryAfterMs?: number): ServiceError =>
  new ServiceError('upstream_overloaded', 'The model is busy; the request may be retried.', {
    cause,
    ...(retryAfterMs && { retryAfterMs }),
  });
