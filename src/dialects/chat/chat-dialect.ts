/** Chat completions: the first dialect, and the one that is published. */
import type { ChatRequest } from '../../core/chat.ts';
import { toErrorBody } from '../../platform/http/error-body.ts';
import { frame, PING_BYTES } from '../../platform/http/sse.ts';
import type { Dialect } from '../dialect.ts';
import { toCompletion, toFrames } from './chat-answer.ts';
import { createRequestReader } from './chat-request.ts';

const NO_SEARCH = 'web_search_options left out: this service does not search';

export const chatDialect: Dialect<Pick<ChatRequest, 'includeUsage' | 'callsInOlderForm' | 'choices'>> = {
  name: 'chat',
  limit: { field: 'max_tokens', isHint: false },
  createReader: (rules) => {
    const read = createRequestReader(rules);
    return (body) => {
      const chat = read(body);
      const { includeUsage, callsInOlderForm = false, choices = 1 } = chat;
      const form = { includeUsage, callsInOlderForm, choices };
      return body.web_search_options == null ? { chat, form } : { chat, form, warnings: [NO_SEARCH] };
    };
  },
  toBody: toCompletion,
  toStream: (events, head, form) => ({
    frames: toFrames(events, head, form),
    ping: PING_BYTES,
    failure: (error) => frame(JSON.stringify(toErrorBody(error))),
  }),
};
