/**
 * Counts what an engine produces and pays for it, however the answer ends:
 *
 *   the engine ends it    → charged; the end is passed on only when the charge is durable
 *   the client leaves     → the engine is stopped; input and the output so far are charged
 *   it left before that   → no engine was asked, so nothing is charged
 *   the engine fails      → nothing is charged
 *   another server came   → its answer to the same Idempotency-Key is charged and kept, and nothing for this one
 *   the books fail        → the caller gets no end, so an answer that looks whole is always a paid one
 *
 * If even this does not run, the hold expires by itself.
 */
import { AnsweredElsewhere } from '../domain/answered-elsewhere.ts';
import type { AnswerEvent, AnswerHead, ChatRequest, EngineEvent, FinishReason, Usage } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import type { FreeReason, Settled, Settlement } from '../domain/ledger.ts';
import { NeverAsked } from '../domain/never-asked.ts';
import type { Clock, Ledger, Log, Metrics } from '../domain/ports.ts';
import { followed, type Span } from '../domain/trace.ts';
import { AnswerRecord } from './answer-record.ts';
import { type UsageBounds, UsageCount } from './usage-count.ts';

/** An answer that has begun. Leaving `events` is how a caller says that it no longer wants it. */
export type Answer = AnswerHead & {
  /** Whether this is an earlier answer given again. */
  readonly replayed: boolean;
  readonly events: AsyncIterableIterator<AnswerEvent, void>;
};

/** Where to keep the answer for its Idempotency-Key. */
export type RecordOrder = Omit<NonNullable<Settlement['record']>, 'answer'>;

export type MeteredRun = {
  readonly open: () => Promise<AsyncIterable<EngineEvent>>;
  readonly requestId: string;
  readonly head: AnswerHead;
  readonly request: ChatRequest;
  readonly bounds: UsageBounds;
  readonly signal: AbortSignal;
  readonly span: Span;
  readonly record?: RecordOrder;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
};

export async function* metered(run: MeteredRun): AsyncGenerator<AnswerEvent, void> {
  const count = new UsageCount(run.request, run.bounds);
  const record = run.record && new AnswerRecord(run.head);
  let firstEventAtMs: number | undefined;
  let isClosed = false;
  let wasAsked = false;
  const timing = () => (firstEventAtMs === undefined ? {} : { firstEventAtMs });
  try {
    let finishReason: FinishReason | undefined;
    run.signal.throwIfAborted();
    wasAsked = true;
    for await (const event of await run.open()) {
      count.see(event);
      if (firstEventAtMs === undefined) {
        firstEventAtMs = run.clock.nowMs();
        run.metrics.firstEvent(run.head.model, firstEventAtMs - run.head.createdAtMs);
      }
      if (event.type === 'end') finishReason = event.finishReason;
      else if (event.type !== 'usage') {
        record?.add(event);
        yield event;
      }
    }
    if (!finishReason)
      throw new ServiceError(
        'upstream_incomplete',
        'The model stopped before its answer was complete; nothing was charged.',
      );
    const usage = count.total();
    const kept = record && run.record && { record: { ...run.record, answer: record.finish(finishReason, usage) } };
    isClosed = true;
    const { cost } = await settle(run, count, { outcome: 'finished', ...timing(), ...kept }).catch((thrown) => {
      // Nothing was charged and nothing will be: what is held can be freed at once.
      isClosed = !(thrown instanceof AnsweredElsewhere);
      throw thrown;
    });
    yield { type: 'end', finishReason, usage, cost };
  } catch (thrown) {
    if (thrown instanceof NeverAsked) wasAsked = false;
    const cause = thrown instanceof NeverAsked ? thrown.cause : thrown;
    if (!isClosed && !(wasAsked && hasLeft(run.signal))) {
      isClosed = true;
      // Whoever waited for an engine until the server stopped did not leave.
      const hasStopped = thrown instanceof NeverAsked && !hasLeft(run.signal);
      await release(run, wasAsked || hasStopped ? reasonOf(cause) : 'left-early');
    }
    throw cause;
  } finally {
    if (!isClosed) await settleForLeaver(run, count, timing());
  }
}

/** A signal with a ServiceError as its reason is our own doing (a server that stops): the caller does not pay for it. */
const hasLeft = (signal: AbortSignal): boolean => signal.aborted && !(signal.reason instanceof ServiceError);

async function settle(
  run: MeteredRun,
  count: UsageCount,
  how: Pick<Settlement, 'outcome' | 'record' | 'firstEventAtMs'>,
): Promise<Settled> {
  const { anomaly } = count;
  if (anomaly !== undefined) {
    run.log.error(
      { requestId: run.requestId, ...run.span.logFields },
      'the engine reported more tokens than were possible: charged by our own count',
    );
  }
  const about = { requestId: run.requestId, usage: count.total(), atMs: run.clock.nowMs() };
  const settlement = { ...about, ...how, ...(anomaly !== undefined && { anomaly }) };
  const settled = await followed(settlementSpan(run, how.outcome, about.usage), run.ledger.settle(settlement));
  run.metrics.chatEnded({ requestId: run.requestId, model: run.head.model, outcome: how.outcome, settled });
  return settled;
}

/** Nobody waits for this charge, so its failure can only be logged; the hold then expires. */
async function settleForLeaver(
  run: MeteredRun,
  count: UsageCount,
  timing: Pick<Settlement, 'firstEventAtMs'>,
): Promise<void> {
  try {
    await settle(run, count, { outcome: 'client-left', ...timing });
  } catch (cause) {
    const about = { requestId: run.requestId, ...run.span.logFields, cause };
    run.log.error(about, 'a request whose client had left could not be settled');
  }
}

async function release(run: MeteredRun, reason: FreeReason): Promise<void> {
  run.metrics.chatEnded({ requestId: run.requestId, model: run.head.model, outcome: reason });
  try {
    await followed(settlementSpan(run, reason), run.ledger.release(run.requestId, reason, run.clock.nowMs()));
  } catch (cause) {
    const about = { requestId: run.requestId, ...run.span.logFields, cause };
    run.log.error(about, 'a hold could not be released; it will expire');
  }
}

function settlementSpan({ span }: MeteredRun, outcome: string, usage?: Usage): Span {
  const settlement = span.child('settlement');
  settlement.set('boreal.outcome', outcome);
  if (!usage) return settlement;
  settlement.set('gen_ai.usage.input_tokens', usage.inputTokens);
  settlement.set('gen_ai.usage.output_tokens', usage.outputTokens);
  return settlement;
}

function reasonOf(thrown: unknown): FreeReason {
  if (!(thrown instanceof ServiceError)) return 'engine-failed';
  if (thrown instanceof AnsweredElsewhere) return 'answered-elsewhere';
  if (thrown.code === 'no_engine') return 'no-engine';
  return thrown.code === 'shutting_down' ? 'service-stopped' : 'engine-failed';
}
