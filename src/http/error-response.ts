import type { ServiceError } from '../domain/errors.ts';
import { retryHeaders, statusOf, tokenRateHeaders } from '../wire/error-body.ts';
import { familyOf } from './path-family.ts';

/** In the shape that clients of this path expect. */
export function toErrorResponse(
  error: ServiceError,
  { path, requestId }: { path: string; requestId: string },
): Response {
  const headers: Record<string, string> = { ...retryHeaders(error) };
  if (error.details.tokenRate) Object.assign(headers, tokenRateHeaders(error.details.tokenRate));
  if (error.details.allow) headers.allow = error.details.allow.join(', ');
  const family = familyOf(path);
  const status = (family.statusOf ?? statusOf)(error);
  return Response.json(family.toErrorBody(error, requestId), { status, headers });
}
