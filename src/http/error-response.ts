import type { ServiceError } from '../domain/errors.ts';
import { retryHeaders, statusOf, toErrorBody } from '../wire/error-body.ts';

/** Errors after which the rest of the request is not worth reading: the connection is closed. */
const CLOSES = new Set<ServiceError['code']>(['request_too_large', 'body_too_slow', 'invalid_api_key']);

export function toErrorResponse(error: ServiceError): Response {
  const headers: Record<string, string> = { ...retryHeaders(error) };
  if (error.details.allow) headers.allow = error.details.allow.join(', ');
  if (CLOSES.has(error.code)) headers.connection = 'close';
  return Response.json(toErrorBody(error), { status: statusOf(error), headers });
}
