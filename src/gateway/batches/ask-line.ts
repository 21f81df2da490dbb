/**
 * One line of a batch on the path of every chat, without a connection. Its answer is kept under the name of the line in the
 * transaction of its charge: a server that asks the line again gets that answer, and it is not charged again.
 */

import type { Caller } from '../../core/api-key.ts';
import type { AnswerEvent, AnswerEvents } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { requestIdOf } from '../../core/request-id.ts';
import type { Tracer } from '../../core/trace.ts';
import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import type { Asked, Dialect } from '../../dialects/dialect.ts';
import { embeddingsDialect } from '../../dialects/embeddings/embeddings-dialect.ts';
import { messagesDialect } from '../../dialects/messages/dialect.ts';
import { responsesDialect } from '../../dialects/responses/dialect.ts';
import type { BatchEndpoint } from '../../features/batches/rules.ts';
import type { KeyCall } from '../../platform/http/call.ts';
import { type ChatEdge, chatHandler, type PrepareChat } from '../edge/chat-handler.ts';
import type { Idempotency } from '../idempotency.ts';
import { type Lookup, prepareResponse } from '../responses/prepare-response.ts';
import { NOT_COUNTED } from '../running-requests.ts';

type AskedLine = {
  readonly endpoint: BatchEndpoint;
  readonly bodyJson: string;
  readonly caller: Caller;
  /** Under which its answer is kept. */
  readonly scope: string;
  readonly signal: AbortSignal;
  /** Why it may not be asked any more. An answer that was kept is given all the same. */
  readonly refusal: ServiceError | undefined;
};

export type LineAnswer = { readonly bodyJson: string; readonly requestId: string; readonly cost: Nanos };

type Asking = {
  readonly edge: ChatEdge;
  /** Keeps answers for longer than a batch can last. */
  readonly answers: Idempotency;
  readonly responses: Lookup;
  readonly tracer: Tracer;
};

/** Resolves when the answer is whole and paid for; rejects with what a caller would have got. */
export type AskLine = (line: AskedLine) => Promise<LineAnswer>;

type Handler = (edge: ChatEdge, refusal: ServiceError | undefined) => (call: KeyCall) => Promise<Response>;

export function createAskLine({ edge, answers, responses, tracer }: Asking): AskLine {
  const handlers: Readonly<Record<BatchEndpoint, Handler>> = {
    '/v1/chat/completions': handlerOf(chatDialect),
    '/v1/responses': handlerOf(responsesDialect, prepareResponse(responses)),
    '/v1/messages': handlerOf(messagesDialect),
    '/v1/embeddings': handlerOf(embeddingsDialect),
  };

  return async ({ endpoint, bodyJson, caller, scope, signal, refusal }) => {
    let { requestId } = caller;
    let cost = nanos(0n);
    const watched: Idempotency = {
      running: 0,
      run: async (call, start) => {
        const answer = await answers.run({ ...call, scope }, start);
        requestId = requestIdOf(answer.id) ?? requestId;
        const onPaid = (paid: Nanos) => {
          cost = paid;
        };
        return { ...answer, events: watchCost(answer.events, onPaid) };
      },
    };
    const span = tracer.begin(NO_HEADERS);
    span.set('boreal.request_id', caller.requestId);
    span.set('boreal.account_id', caller.accountId);
    span.set('http.route', endpoint);
    const request = new Request(`http://batch${endpoint}`, {
      method: 'POST',
      // Any key will do: the answer is kept under the name of the line.
      headers: { 'content-type': 'application/json', 'idempotency-key': 'line' },
      body: bodyJson,
    });
    const call: KeyCall = {
      request,
      requestId,
      client: { address: '' },
      params: {},
      note: {},
      span,
      caller,
      running: NOT_COUNTED,
      onStreamEnd: () => {},
    };
    try {
      const lineEdge = { ...edge, stopping: signal, idempotency: watched };
      const response = await handlers[endpoint](lineEdge, refusal)(call);
      return { bodyJson: await response.text(), requestId, cost };
    } finally {
      span.end();
    }
  };
}

export const NO_HEADERS = { get: () => null };

const handlerOf =
  <Form>(dialect: Dialect<Form>, prepare?: PrepareChat<Form>): Handler =>
  (edge, refusal) =>
    chatHandler(edge, dialect, async (asked, call) => {
      const prepared: Awaited<ReturnType<PrepareChat<Form>>> = prepare
        ? await prepare(asked, call).catch(toRefusal(asked))
        : asked;
      return { ...prepared, chat: { ...prepared.chat, tier: 'batch' }, ...(refusal && { refusal }) };
    });

/** What it refers to may be gone since it was answered: an answer that was paid for is given all the same. */
export const toRefusal =
  <Form>(asked: Asked<Form>) =>
  (thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { ...asked, refusal: thrown };
  };

export async function* watchCost(
  events: AnswerEvents,
  onPaid: (cost: Nanos) => void,
): AsyncGenerator<readonly AnswerEvent[], void> {
  for await (const together of events) {
    for (const event of together) if (event.type === 'end') onPaid(event.cost);
    yield together;
  }
}
