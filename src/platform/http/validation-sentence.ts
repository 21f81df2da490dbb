/** Turns what the schema found into one sentence that says what is wrong, where, and what is allowed. */
import type { z } from 'zod';
import { tooManyMessages } from '../../core/context-length.ts';
import { invalidField, ServiceError } from '../../core/errors.ts';

type Issue = z.core.$ZodIssue;

/** The value as the schema gives it; or a refusal in one sentence. */
export function checked<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent, { error: describe });
  if (result.success) return result.data;
  throw invalidRequest(result.error);
}

export function invalidRequest(error: z.ZodError): ServiceError {
  const { path, message } = deepest(error.issues[0]!, []);
  const param = paramOf(path);
  return param ? invalidField(param, message) : new ServiceError('invalid_request', `The request body ${message}.`);
}

/** Before all other checks: a history that is too long is shortened, and what is wrong with a request is not. */
export function refuseTooMany(messages: unknown, max: number): void {
  if (Array.isArray(messages) && messages.length > max) throw tooManyMessages(max, messages.length);
}

/** Words for the built-in checks; a schema's own message, where it has one, wins. */
export function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing; it must be ${article(issue.expected)}`
        : `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `must ${describeSize(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${describeSize(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'unrecognized_keys':
      return `has fields that are not known: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_union':
      return 'has a form that is not allowed';
    // Own checks have their own words.
    case 'custom':
      return undefined;
    default:
      return 'has a value that is not allowed';
  }
}

/** The failed branch of a union that got furthest is the one the caller meant. */
function deepest(issue: Issue, base: readonly PropertyKey[]): { path: readonly PropertyKey[]; message: string } {
  const path: readonly PropertyKey[] = [...base, ...issue.path];
  const branches: readonly (readonly Issue[])[] =
    issue.code === 'invalid_union' ? issue.errors : issue.code === 'invalid_key' ? [issue.issues] : [];
  let best = { path, message: issue.message };
  for (const [first] of branches) {
    if (!first) continue;
    const found = deepest(first, path);
    // A key that is not allowed is named by its object: the caller may have written anything there.
    if (issue.code === 'invalid_key') best = { path: path.slice(0, -1), message: found.message };
    else if (found.path.length > best.path.length) best = found;
  }
  return best;
}

const paramOf = (path: readonly PropertyKey[]): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${String(step)}`)).join('');

const ARTICLES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const article = (expected: string): string => ARTICLES[expected] ?? `a ${expected}`;

function describeSize(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'array') return `have ${bound} ${limit} element${limit === 1 ? '' : 's'}`;
  if (origin === 'string') return limit === 1 ? 'not be empty' : `have ${bound} ${limit} characters`;
  return `be ${bound} ${limit}`;
}
