/**
 * A request and the answer it makes share their random characters, so that either id finds the receipt and neither needs
 * an index of its own.
 */
const REQUEST = 'req_';
const COMPLETION = 'chatcmpl-';
/** The beginnings of ids of answers, each in the dialect that it was asked for in. */
const ANSWERS = [COMPLETION, 'cmpl-', 'resp_', 'msg_', 'embd_'] as const;

export const REQUEST_PREFIX = REQUEST;

export const completionIdOf = (requestId: string): string => COMPLETION + requestId.slice(REQUEST.length);

/** The id of an answer as another dialect writes it. */
export const answerIdOf = (completionId: string, prefix: (typeof ANSWERS)[number]): string =>
  prefix + completionId.slice(COMPLETION.length);

/** The request behind a request id or the id of an answer; undefined for anything else. */
export function requestIdOf(id: string): string | undefined {
  if (id.startsWith(REQUEST)) return id;
  const prefix = ANSWERS.find((one) => id.startsWith(one));
  return prefix && REQUEST + id.slice(prefix.length);
}

/** How many characters of an id, behind its prefix, are its time in milliseconds. */
export const ID_TIME_LENGTH = 8;
/** With its prefix, its time and 26 characters of chance. */
export const REQUEST_ID_LENGTH = REQUEST.length + ID_TIME_LENGTH + 26;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The beginnings of every request id that a search for `text` may mean: an id of either kind, its beginning, or its
 * characters alone. Undefined when no id can begin like that.
 */
export function requestIdPrefixOf(text: string): string | undefined {
  if ([REQUEST, ...ANSWERS].some((prefix) => prefix.startsWith(text))) return REQUEST;
  const written = requestIdOf(text) ?? REQUEST + text;
  return /^req_[0-9A-Za-z]*$/.test(written) ? written : undefined;
}

/** When the requests were made whose ids begin like this: from the first number to before the second. */
export function timesOfPrefix(prefix: string): { readonly fromMs: number; readonly toMs: number } {
  const known = prefix.slice(REQUEST.length, REQUEST.length + ID_TIME_LENGTH);
  const number = [...known].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0);
  const span = DIGITS.length ** (ID_TIME_LENGTH - known.length);
  return { fromMs: number * span, toMs: (number + 1) * span };
}
