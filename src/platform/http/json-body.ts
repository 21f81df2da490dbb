/**
 * Reads a JSON request body strictly: valid UTF-8, one object, no key twice at the top, bounded structure. JSON.parse
 * alone would turn broken UTF-8 into replacement characters and let the last of two `model` fields win in silence.
 */
import type { JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** The bounds of a body in all. Long texts are cheap to parse; many small values take seconds. */
type JsonLimits = {
  /** Deepest nesting. */
  readonly depthMax: number;
  /** Names in objects. */
  readonly keysMax: number;
  /** Elements of arrays, fields of objects, and the arrays and objects themselves. */
  readonly valuesMax: number;
};

export function parseJsonBody(bytes: Uint8Array, limits: JsonLimits): JsonObject {
  if (bytes.length === 0) throw invalid('The request body is empty; send a JSON object.');
  const text = decode(bytes);
  const writtenKeys = countTopLevelKeys(text, limits);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The request body must be a JSON object.');
  }
  const keys = Object.keys(value);
  if (keys.length !== writtenKeys) throw invalid('The request body has the same field twice at its top level.');
  for (const key of keys) {
    if (FORBIDDEN_KEYS.has(key)) throw invalid(`The request body may not have a field named ${key}.`);
  }
  return value as JsonObject;
}

function decode(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw invalid('The request body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The request body is not valid JSON.');
  }
}

/**
 * One look at the punctuation outside strings, before any value is made: refuses too much structure, and counts the keys
 * of the outer object. (Fewer keys in the parsed object than written here means that one came twice.)
 */
function countTopLevelKeys(text: string, { depthMax, keysMax, valuesMax }: JsonLimits): number {
  let depth = 0;
  let topLevelKeys = 0;
  let keys = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA) {
      if (++values > valuesMax) throw tooMany('values', valuesMax);
    } else if (code === COLON) {
      if (++keys > keysMax) throw tooMany('fields', keysMax);
      if (depth === 1) topLevelKeys++;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > depthMax) throw invalid(`The request body is nested deeper than ${depthMax} levels.`);
      if (++values > valuesMax) throw tooMany('values', valuesMax);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return topLevelKeys;
}

/** The index of the quote that ends the string opened at `start`, or the text's end when it never ends. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** A quote is escaped when an odd number of backslashes is before it. */
function isEscaped(text: string, quoteAt: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quoteAt - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const tooMany = (what: string, max: number): ServiceError =>
  invalid(`The request body has more than ${max} ${what} in all.`);

const invalid = (message: string): ServiceError => new ServiceError('invalid_body', message);
