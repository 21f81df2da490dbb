/**
 * Counts what an engine produces and pays for it, however the answer ends:
 *
 *   the engine ends it    → charged; the end is passed on only when the charge is durable
 *   it is too long        → at its limit the engine is stopped, and the answer ends with `length`; charged like a whole one
 *   the client leaves     → the engine is stopped; input and the output so far are charged
 *   it left before that   → no engine was asked, so nothing is charged
 *   the engine fails      → nothing is charged
 *   another server came   → its answer to the same Idempotency-Key is charged and kept, and nothing for this one
 *   the ledger fails      → the caller gets no end, so an answer that looks whole is always a paid one
 *
 * If even this does not run, the process is dead, and its leases go back.
 */
import { AnsweredElsewhere } from '../domain/answered-elsewhere.ts';
import type { AnswerEvent, AnswerHead, ChatRequest, EngineEvent, EngineEvents, Piece, Usage } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import type { FreeReason, Settled, Settlement } from '../domain/ledger.ts';
import { NeverAsked } from '../domain/never-asked.ts';
import type { Clock, Ledger, Log, Metrics } from '../domain/ports.ts';
import { type Span, traceStep } from '../domain/trace.ts';
import { AnswerRecord } from './answer-record.ts';
import { type UsageBounds, UsageCount } from './usage-count.ts';

/** An answer that has begun. Leaving `events` is how a caller says that it no longer wants it. */
export type Answer = AnswerHead & {
  /** Whether this is an earlier answer given again. */
  readonly replayed: boolean;
  readonly events: AsyncIterableIterator<readonly AnswerEvent[], void>;
};

/** Where to keep the answer for its Idempotency-Key. */
export type RecordOrder = Omit<NonNullable<Settlement['record']>, 'answer'>;

export type MeteredRun = {
  readonly open: () => Promise<EngineEvents>;
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

export async function* meterAnswer(run: MeteredRun): AsyncGenerator<readonly AnswerEvent[], void> {
  const count = new UsageCount(run.request, run.bounds);
  const record = run.record && new AnswerRecord(run.head);
  let firstEventAtMs: number | undefined;
  let isClosed = false;
  let wasAsked = false;
  const timing = () => (firstEventAtMs === undefined ? {} : { firstEventAtMs });
  try {
    let end: EngineEnd | undefined;
    let pieces: Piece[] = [];
    run.signal.throwIfAborted();
    wasAsked = true;
    for await (const together of await run.open()) {
      for (const event of together) {
        count.see(event);
        if (event.type === 'end') end = event;
        else if (event.type !== 'usage' && event.type !== 'odd-usage') {
          const piece = count.withinLimit(event);
          if (piece) pieces.push(piece);
          if (count.excess > 0) end = PAST_LIMIT;
        }
        if (end) break;
      }
      if (firstEventAtMs === undefined) {
        firstEventAtMs = run.clock.nowMs();
        run.metrics.firstEvent(run.head.model, firstEventAtMs - run.head.createdAtMs);
      }
      if (record) for (const piece of pieces) record.add(piece);
      // The last of an answer in one piece goes with its end.
      if (pieces.length > 0 && (!end || run.request.stream)) {
        yield pieces;
        pieces = [];
      }
      // Leaving the loop closes the engine.
      if (end === PAST_LIMIT) break;
    }
    if (!end) throw incomplete();
    const { finishReason, stopSequence } = end;
    const finish = { finishReason, ...(stopSequence !== undefined && { stopSequence }) };
    const usage = end.isCut ? count.cut() : count.whole();
    const kept = record && run.record && { record: { ...run.record, answer: record.finish(finish, usage) } };
    isClosed = true;
    const anomaly = anomalyOf({ run, count, usage, end });
    const how = { outcome: 'finished', usage, ...anomaly, ...timing(), ...kept } as const;
    const { cost } = await settle(run, how).catch((thrown) => {
      // Nothing was charged and nothing will be: what is held can be freed at once.
      isClosed = !(thrown instanceof AnsweredElsewhere);
      throw thrown;
    });
    yield [...pieces, { type: 'end', ...finish, usage, cost }];
  } catch (thrown) {
    if (thrown instanceof NeverAsked) wasAsked = false;
    const cause = thrown instanceof NeverAsked ? thrown.cause : thrown;
    if (!isClosed && !(wasAsked && hasLeft(run.signal))) {
      isClosed = true;
      // A client that waited for an engine until the server stopped did not leave.
      const hasStopped = thrown instanceof NeverAsked && !hasLeft(run.signal);
      await release(run, wasAsked || hasStopped ? reasonOf(cause) : 'left-early', count);
    }
    throw cause;
  } finally {
    if (!isClosed) await settleForLeaver(run, count, timing());
  }
}

/** A signal with a ServiceError as its reason is our own doing (a server that stops): the caller does not pay for it. */
const hasLeft = (signal: AbortSignal): boolean => signal.aborted && !(signal.reason instanceof ServiceError);

async function settle(run: MeteredRun, how: Omit<Settlement, 'requestId' | 'atMs'>): Promise<Settled> {
  const { requestId, head, metrics } = run;
  const { outcome, usage, anomaly } = how;
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  const settlement = { requestId, atMs: run.clock.nowMs(), ...how };
  const settled = await traceStep(settlementSpan(run, outcome, usage), run.ledger.settle(settlement));
  metrics.chatEnded({ requestId, model: head.model, outcome, settled });
  return settled;
}

type EngineEnd = Extract<EngineEvent, { type: 'end' }>;

/** How an answer ends whose engine has gone on past its limit. */
const PAST_LIMIT: EngineEnd = { type: 'end', finishReason: 'length', isCut: true };

type Ending = {
  readonly run: MeteredRun;
  readonly count: UsageCount;
  /** Missing where nothing is charged. */
  readonly usage?: Usage;
  readonly end?: EngineEnd;
};

/** What the operator should look at: what was claimed, what was possible, and what was charged instead. */
function anomalyOf({ run, count: { claim }, usage, end }: Ending): { readonly anomaly?: string } {
  if (claim === undefined && end !== PAST_LIMIT) return {};
  const { inputTokensMax, outputTokensMax } = run.bounds;
  const what = claim === undefined ? 'went past max_tokens' : 'impossible usage';
  return { anomaly: JSON.stringify({ what, claim, inputTokensMax, outputTokensMax, charged: usage ?? null }) };
}

function noteAnomaly({ requestId, head, span, metrics, log }: MeteredRun, anomaly: string): void {
  log.error({ requestId, ...span.logFields, anomaly }, 'an engine has broken the rules of counting');
  metrics.anomaly(head.model);
}

const incomplete = (): ServiceError =>
  new ServiceError('upstream_incomplete', 'The model stopped before its answer was complete; nothing was charged.');

/** This charge is not waited for, so its failure can only be logged. */
async function settleForLeaver(
  run: MeteredRun,
  count: UsageCount,
  timing: Pick<Settlement, 'firstEventAtMs'>,
): Promise<void> {
  const usage = count.cut();
  try {
    await settle(run, { outcome: 'client-left', usage, ...anomalyOf({ run, count, usage }), ...timing });
  } catch (cause) {
    const about = { requestId: run.requestId, ...run.span.logFields, cause };
    run.log.error(about, 'a request whose client had left could not be settled');
  }
}

async function release(run: MeteredRun, reason: FreeReason, count: UsageCount): Promise<void> {
  const { requestId, head, metrics, clock } = run;
  const { anomaly } = anomalyOf({ run, count });
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  metrics.chatEnded({ requestId, model: head.model, outcome: reason });
  const how = { requestId, reason, atMs: clock.nowMs(), ...(anomaly !== undefined && { anomaly }) };
  await traceStep(settlementSpan(run, reason), run.ledger.release(how));
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
