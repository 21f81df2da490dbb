/**
 * A request and the completion it makes share their random characters, so that either id finds the receipt and neither
 * needs an index of its own.
 */
const REQUEST = 'req_';
const COMPLETION = 'chatcmpl-';

export const REQUEST_PREFIX = REQUEST;

export const completionIdOf = (requestId: string): string => COMPLETION + requestId.slice(REQUEST.length);

/** The request behind a request id or a completion id; undefined for anything else. */
export function requestIdOf(id: string): string | undefined {
  if (id.startsWith(REQUEST)) return id;
  return id.startsWith(COMPLETION) ? REQUEST + id.slice(COMPLETION.length) : undefined;
}
