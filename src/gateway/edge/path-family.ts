/**
 * Calls of one dialect have this in common, whichever part answers: the gate, the router, a reader or the handler. A path
 * with a dialect of its own is spoken to in it; on all others the client's headers say which one it understands.
 */
import { messagesStatusOf, toMessagesErrorBody } from '../../dialects/messages/errors.ts';
import { toResponsesErrorBody } from '../../dialects/responses/errors.ts';
import { toErrorBody } from '../../platform/http/error-body.ts';
import type { Dialect } from '../../platform/http/error-shape.ts';

const OPENAI: Dialect = { toErrorBody };
const MESSAGES: Dialect = {
  requestIdHeader: 'request-id',
  toErrorBody: toMessagesErrorBody,
  statusOf: messagesStatusOf,
};

/** The path itself, and everything below it. */
const OWN: readonly (readonly [root: string, dialect: Dialect])[] = [
  ['/v1/chat', OPENAI],
  ['/v1/completions', OPENAI],
  ['/v1/embeddings', OPENAI],
  ['/v1/responses', { toErrorBody: toResponsesErrorBody }],
  ['/v1/conversations', OPENAI],
  ['/v1/messages', MESSAGES],
];

/** Whatever says nothing of itself is answered as OpenAI does. */
export function dialectOf(path: string, headers: Headers): Dialect {
  const own = OWN.find(([root]) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'));
  if (own) return own[1];
  return path.startsWith('/v1/') && isAnthropic(headers) ? MESSAGES : OPENAI;
}

/** Every client of Anthropic's API names the version that it was written for. */
export const isAnthropic = (headers: Headers): boolean => headers.has('anthropic-version');
