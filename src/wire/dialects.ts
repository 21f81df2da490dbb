import { countDialect, messagesDialect } from './anthropic-messages/dialect.ts';
import { chatDialect } from './chat-dialect.ts';
import { completionsDialect } from './completions-dialect.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { embeddingsDialect } from './embeddings-dialect.ts';
import { compactDialect } from './openai-responses/compact.ts';
import { responsesDialect } from './openai-responses/dialect.ts';

/** By name, for the thread that reads large bodies: functions do not travel between threads. */
export const DIALECTS: Readonly<Record<DialectName, Pick<Dialect<unknown>, 'name' | 'createReader'>>> = {
  chat: chatDialect,
  completions: completionsDialect,
  responses: responsesDialect,
  'responses-compact': compactDialect,
  embeddings: embeddingsDialect,
  messages: messagesDialect,
  'messages-count': countDialect,
};
