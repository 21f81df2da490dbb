import type { ServiceError } from '../../core/errors.ts';
import { retryHeaders, statusOf, tokenRateHeaders } from './error-body.ts';
import type { Dialect } from './error-shape.ts';

/** In the shape that the client expects. */
export function toErrorResponse(error: ServiceError, dialect: Dialect, requestId: string): Response {
  const headers: Record<string, string> = { ...retryHeaders(error) };
  if (error.details.tokenRate) Object.assign(headers, tokenRateHeaders(error.details.tokenRate));
  if (error.details.allow) headers.allow = error.details.allow.join(', ');
  const status = (dialect.statusOf ?? statusOf)(error);
  return Response.json(dialect.toErrorBody(error, requestId), { status, headers });
}
