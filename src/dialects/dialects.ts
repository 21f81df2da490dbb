import { chatDialect } from './chat/chat-dialect.ts';
import { completionsDialect } from './chat/completions-dialect.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { embeddingsDialect } from './embeddings/embeddings-dialect.ts';
import { countDialect, messagesDialect } from './messages/dialect.ts';
import { compactDialect } from './responses/compact.ts';
import { conversationDialect } from './responses/conversations.ts';
import { responsesDialect } from './responses/dialect.ts';

/** All dialects by name, for the thread that reads large bodies: functions do not travel between threads. */
export const DIALECTS: Readonly<Record<DialectName, Pick<Dialect<unknown>, 'name' | 'createReader'>>> = {
  chat: chatDialect,
  completions: completionsDialect,
  responses: responsesDialect,
  'responses-compact': compactDialect,
  conversation: conversationDialect,
  embeddings: embeddingsDialect,
  messages: messagesDialect,
  'messages-count': countDialect,
};
