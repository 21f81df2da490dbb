/** POST /v1/messages, as Anthropic's clients ask: the path of every chat, with their header. */
import { ServiceError } from '../core/errors.ts';
import { countDialect, messagesDialect } from '../dialects/messages/dialect.ts';
import type { KeyCall } from '../platform/http/call.ts';
import { type ChatEdge, chatHandler, readRequest } from './edge/chat-handler.ts';
import type { CountTokens } from './token-count.ts';

/** The later one takes less than the first, and answers alike; we take of both what the first one took. */
const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'];

export function messagesHandler(edge: ChatEdge): (call: KeyCall) => Promise<Response> {
  const handle = chatHandler(edge, messagesDialect);
  return (call) => {
    refuseOtherVersion(call.request.headers);
    return handle(call);
  };
}

/** POST /v1/messages/count_tokens: nothing is held, and nothing costs. */
export const countHandler =
  (edge: ChatEdge, countTokens: CountTokens) =>
  async (call: KeyCall): Promise<Response> => {
    refuseOtherVersion(call.request.headers);
    const { chat } = await readRequest(call, edge, countDialect);
    call.note.model = chat.model;
    const { tokens, countedBy } = await countTokens(call.caller, chat, call);
    return Response.json({ input_tokens: tokens, counted_by: countedBy });
  };

export function refuseOtherVersion(headers: Headers): void {
  const version = headers.get('anthropic-version');
  if (version === null || VERSIONS.includes(version)) return;
  throw new ServiceError('invalid_request', `anthropic-version must be ${VERSIONS.join(' or ')}.`, {
    param: 'anthropic-version',
  });
}
