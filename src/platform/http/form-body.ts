/** The body of a page: a small JSON object whose texts can be written into any of the databases. */
import type { JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { parseJsonBody } from './json-body.ts';

const LIMITS = { depthMax: 8, keysMax: 1000, valuesMax: 2000 };

/** PostgreSQL has no place for the character NUL. People do not type it, so it is refused on both databases. */
export function parseFormBody(bytes: Uint8Array): JsonObject {
  const body = parseJsonBody(bytes, LIMITS);
  for (const [param, value] of Object.entries(body)) {
    if (hasNul(value)) {
      throw new ServiceError('invalid_request', `${param} must not contain the character NUL.`, { param });
    }
  }
  return body;
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}
