import type { ServiceError } from '../domain/errors.ts';
import { retryHeaders, statusOf } from '../wire/error-body.ts';
import { familyOf } from './path-family.ts';

/** In the shape that clients of this path expect. */
export function toErrorResponse(
  error: ServiceError,
  { path, requestId }: { path: string; requestId: string },
): Response {
  const headers: Record<string, string> = { ...retryHeaders(error) };
  if (error.details.allow) headers.allow = error.details.allow.join(', ');
  return Response.json(familyOf(path).toErrorBody(error, requestId), { status: statusOf(error), headers });
}
