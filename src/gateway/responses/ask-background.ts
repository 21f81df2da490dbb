/** One response in the background on the path of every chat. It is charged once, as a line of a batch is. */

import type { Caller } from '../../core/api-key.ts';
import type { AnswerEvents, AnswerHead, Piece } from '../../core/chat.ts';
import type { ServiceError } from '../../core/errors.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { completionIdOf, requestIdOf } from '../../core/request-id.ts';
import type { Tracer } from '../../core/trace.ts';
import { responsesDialect } from '../../dialects/responses/dialect.ts';
import type { ResponsesForm } from '../../dialects/responses/reader.ts';
import { NO_HEADERS, toRefusal, watchCost } from '../batches/ask-line.ts';
import type { ChatEdge } from '../edge/chat-handler.ts';
import type { Idempotency } from '../idempotency.ts';
import { type Lookup, type PreparedResponse, prepareFor } from './prepare-response.ts';

type AskedResponse = {
  /** Its own, whatever the request that makes it is called. */
  readonly id: string;
  readonly createdAtMs: number;
  readonly bodyJson: string;
  readonly caller: Caller;
  /** Under which its answer is kept. */
  readonly scope: string;
  readonly signal: AbortSignal;
  /** Why it may not be asked any more. An answer that was kept is given all the same. */
  readonly refusal: ServiceError | undefined;
  /** Gets the request that answers, before anything is said. */
  readonly onBegun: (requestId: string) => Promise<void>;
  /** Gets what is said as it comes. */
  readonly onSaid: (pieces: readonly Piece[]) => void;
  readonly onBrokenOff: NonNullable<ResponsesForm['onBrokenOff']>;
};

export type MadeResponse = { readonly responseJson: string; readonly requestId: string; readonly cost: Nanos };

/** Resolves when the response is whole and paid for; rejects with what a caller would have got. */
export type AskResponse = (asked: AskedResponse) => Promise<MadeResponse>;

type Asking = {
  readonly edge: ChatEdge;
  /** Keeps answers for longer than a response can take. */
  readonly answers: Idempotency;
  readonly responses: Lookup;
  readonly tracer: Tracer;
};

export function createAskResponse({ edge, answers, responses, tracer }: Asking): AskResponse {
  return async ({ id, createdAtMs, bodyJson, caller, scope, signal, refusal, onBegun, ...hear }) => {
    const span = tracer.begin(NO_HEADERS);
    span.set('boreal.request_id', caller.requestId);
    span.set('boreal.account_id', caller.accountId);
    span.set('http.route', '/v1/responses');
    try {
      const asked = await edge.readChat(new TextEncoder().encode(bodyJson), responsesDialect);
      const prepared: Omit<PreparedResponse, 'items'> = await prepareFor(asked, {
        ...responses,
        accountId: caller.accountId,
      }).catch(toRefusal(asked));
      const why = refusal ?? prepared.refusal;
      const answer = await answers.run({ scope, fingerprint: asked.fingerprint() }, async (record) => {
        if (why) throw why;
        const { isHint: isLimitHint } = responsesDialect.limit;
        const chat = { ...prepared.chat, note: { ...prepared.chat.note, responseId: id } };
        return edge.openChat(caller, chat, { signal, span, record, isLimitHint });
      });
      const requestId = requestIdOf(answer.id) ?? caller.requestId;
      await onBegun(requestId);
      let cost = nanos(0n);
      const events = watchCost(passOn(answer.events, hear.onSaid), (paid) => {
        cost = paid;
      });
      const head: AnswerHead = { ...answer, id: completionIdOf(requestIdOf(id)!), createdAtMs };
      // The end of its line keeps it.
      const form = { ...prepared.form, keep: async () => true, onBrokenOff: hear.onBrokenOff };
      const json = await responsesDialect.toBody(events, head, form);
      return { responseJson: (json as readonly string[]).join(''), requestId, cost };
    } finally {
      span.end();
    }
  };
}

async function* passOn(events: AnswerEvents, onSaid: AskedResponse['onSaid']): ReturnType<typeof watchCost> {
  for await (const together of events) {
    const pieces = together.filter((event) => event.type !== 'end');
    if (pieces.length > 0) onSaid(pieces);
    yield together;
  }
}
