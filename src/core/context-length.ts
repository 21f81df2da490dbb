import type { ChatRequest } from './chat.ts';
import { ServiceError } from './errors.ts';
import type { Model } from './model.ts';
import { messageBytes } from './token-bound.ts';

/** The longest token of any vocabulary that we know has 128 bytes; a text has at least this part of its bytes as tokens. */
const TOKEN_BYTES_MAX = 256;

/** Refuses messages that cannot fit, however few tokens an engine may make of them. */
export function refuseTooLong(chat: ChatRequest, { contextTokens }: Model): void {
  if (contextTokens === undefined) return;
  const tokensMin = Math.ceil(messageBytes(chat) / TOKEN_BYTES_MAX);
  if (tokensMin >= contextTokens) throw contextLengthExceeded(contextTokens, tokensMin);
}

/** More messages than one request may have. It ends as a history that is too long does: agents then shorten theirs. */
export const tooManyMessages = (messagesMax: number, messages: number): ServiceError =>
  new ServiceError(
    'context_length_exceeded',
    `This model's maximum context length is ${messagesMax} messages. However, your request has ${messages} messages. Please reduce the length of the messages.`,
    { param: 'messages' },
  );

/** In the words that clients look for. */
export const contextLengthExceeded = (contextTokens: number, tokensMin: number): ServiceError =>
  new ServiceError(
    'context_length_exceeded',
    `This model's maximum context length is ${contextTokens} tokens. However, your messages have at least ${tokensMin} tokens. Please reduce the length of the messages.`,
    { param: 'messages' },
  );
