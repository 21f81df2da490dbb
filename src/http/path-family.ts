/** What paths of one family have in common, whichever part answers there: the gate, the router, a reader or the handler. */
import type { ServiceError } from '../domain/errors.ts';
import { messagesStatusOf, toMessagesErrorBody } from '../wire/anthropic-messages/errors.ts';
import { toErrorBody } from '../wire/error-body.ts';
import { toResponsesErrorBody } from '../wire/openai-responses/errors.ts';

type PathFamily = {
  /** The path itself, and everything below it. */
  readonly path: string;
  /** A header beside `Authorization` in which a key may be sent. */
  readonly keyHeader?: string;
  toErrorBody(error: ServiceError, requestId: string): object;
  /** Where clients of the path expect another status than the one that is published for chat completions. */
  readonly statusOf?: (error: ServiceError) => number;
  /** A header beside `x-request-id` in which clients of the path look for the id. */
  readonly requestIdHeader?: string;
};

/** Whatever has no row of its own refuses as OpenAI does. */
const OPENAI: Omit<PathFamily, 'path'> = { toErrorBody };
const FAMILIES: readonly PathFamily[] = [
  { path: '/v1/responses', toErrorBody: toResponsesErrorBody },
  {
    path: '/v1/messages',
    keyHeader: 'x-api-key',
    requestIdHeader: 'request-id',
    toErrorBody: toMessagesErrorBody,
    statusOf: messagesStatusOf,
  },
  // Clients of the Messages API list the models with the same header.
  { path: '/v1/models', keyHeader: 'x-api-key', toErrorBody },
];

export const familyOf = (path: string): Omit<PathFamily, 'path'> =>
  FAMILIES.find(
    ({ path: root }) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'),
  ) ?? OPENAI;
