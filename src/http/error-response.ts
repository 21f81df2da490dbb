import type { ServiceError } from '../domain/errors.ts';
import { retryHeaders, statusOf, toErrorBody } from '../wire/error-body.ts';

export function toErrorResponse(error: ServiceError): Response {
  const headers: Record<string, string> = { ...retryHeaders(error) };
  if (error.details.allow) headers.allow = error.details.allow.join(', ');
  return Response.json(toErrorBody(error), { status: statusOf(error), headers });
}
