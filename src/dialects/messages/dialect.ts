import type { Dialect } from '../dialect.ts';
import { toMessage, toMessageStream } from './message.ts';
import { createCountReader, createMessagesReader, type MessagesForm } from './reader.ts';

/** POST /v1/messages: content blocks instead of messages, and events with names. */
export const messagesDialect: Dialect<MessagesForm> = {
  name: 'messages',
  limit: { field: 'max_tokens', isHint: true },
  createReader: createMessagesReader,
  toBody: toMessage,
  toStream: toMessageStream,
};

/** POST /v1/messages/count_tokens: the same body, of which nothing is answered. */
export const countDialect: Pick<Dialect<MessagesForm>, 'name' | 'createReader'> = {
  name: 'messages-count',
  createReader: createCountReader,
};
