/** Refusals on the paths of messages: Anthropic's shape, types and statuses, in the words that its clients look for. */
import type { ErrorCode, ServiceError } from '../../core/errors.ts';
import { statusOf } from '../../platform/http/error-body.ts';

type MessagesError = {
  readonly type: 'error';
  readonly error: { readonly type: string; readonly message: string };
  readonly request_id: string;
};

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  502: 'api_error',
};

/** A model that does not exist, or not for this key, is something that was not found. */
const NOT_FOUND: readonly ErrorCode[] = ['model_not_found', 'model_not_allowed'];

export const messagesStatusOf = (error: ServiceError): number =>
  NOT_FOUND.includes(error.code) ? 404 : statusOf(error);

export const toMessagesErrorBody = (error: ServiceError, requestId: string): MessagesError => ({
  type: 'error',
  error: { type: typeOf(error), message: messageOf(error) },
  request_id: requestId,
});

const typeOf = (error: ServiceError): string =>
  error.code === 'upstream_overloaded' ? 'overloaded_error' : (TYPES[messagesStatusOf(error)] ?? 'api_error');

/** Agents know by these words that they must shorten the history. */
const TOO_LONG = 'prompt is too long';
const LENGTHS = /maximum context length is (\d+) \w+\. However, your [a-z ]+ (\d+) (tokens|messages)/;

function messageOf({ code, message }: ServiceError): string {
  if (code !== 'context_length_exceeded') return message.replace(' (or max_completion_tokens)', '');
  const [, max, count, unit] = LENGTHS.exec(message) ?? [];
  return max === undefined ? `${TOO_LONG}: ${message}` : `${TOO_LONG}: ${count} ${unit} > ${max} maximum`;
}
