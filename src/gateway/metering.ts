/**
 * Counts what an engine produces and pays for it, however the answer ends:
 *
 *   the engine ends it    → charged; the end is passed on only when the charge is durable
 *   it is too long        → at its limit the engine is stopped, and the answer ends with `length`; charged like a whole one
 *   the client leaves     → the engine is stopped; input and the output so far are charged
 *   it left before that   → no engine was asked, so nothing is charged
 *   the engine fails      → nothing is charged
 *   the lease is lost     → other servers took this one for dead: it ends at once, and nothing is charged
 *   another server came   → its answer to the same Idempotency-Key is charged and kept, and nothing for this one
 *   the ledger fails      → the caller gets no end, so an answer that looks whole is always a paid one
 *
 * If even this does not run, the process is dead, and its leases go back.
 */

import type { BuyingPrices, EngineSource } from '../core/buying.ts';
import {
  type AnswerEvent,
  type AnswerEvents,
  type AnswerHead,
  type ChatRequest,
  type EngineEvent,
  type EngineEvents,
  type InputCount,
  isWhole,
  type Piece,
  type Usage,
} from '../core/chat.ts';
import type { FreeReason, HeldLease, Settled, Settlement, TokenRate } from '../core/ledger.ts';
import { NeverAsked } from '../core/never-asked.ts';
import type { StopSignal } from '../core/stop.ts';
import { type Span, traceStep } from '../core/trace.ts';
import { type UsageBounds, UsageCount } from '../features/usage/usage-count.ts';
import { AnsweredElsewhere } from '../ledger/answered-elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { prependFirst } from '../lib/prepend-first.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { AnswerRecord } from './answer-record.ts';
import { AnswerStop, freeReasonOf, incomplete } from './answer-stop.ts';

/** An answer that has begun. Leaving `events` is how a caller says that it no longer wants it. */
export type Answer = AnswerHead & {
  /** True where this is an earlier answer given again. */
  readonly replayed: boolean;
  /** Where tokens a minute are limited. */
  readonly tokenRate?: TokenRate;
  readonly events: AnswerEvents;
};

/** Where to keep the answer for its Idempotency-Key. */
export type RecordTarget = Omit<NonNullable<Settlement['record']>, 'answer'>;

/** The question to an engine. */
export type Question = {
  readonly open: (signal: StopSignal) => Promise<EngineEvents>;
  readonly request: ChatRequest;
};

/** Everything that is needed while an answer comes: not the chat, which may be long. */
export type AnsweredRun = Pick<Platform, 'clock' | 'log'> & {
  readonly requestId: string;
  readonly head: AnswerHead;
  readonly bounds: UsageBounds;
  readonly signal: StopSignal;
  /** The answer is paid from it, where it can be lost. */
  readonly lease?: HeldLease | undefined;
  readonly span: Span;
  readonly record?: RecordTarget | undefined;
  readonly ledger: Pick<Ledger, 'settle' | 'release'>;
  readonly metrics: Metrics;
  /** Which engine was asked last: the one that answers. */
  readonly asked: { readonly source: EngineSource | undefined };
  readonly buying: BuyingPrices;
};

type Begun = { readonly events: AnswerEvents; readonly input?: InputCount | undefined };

/** Resolves when something of the answer has come. One that came whole is paid for by then. */
export async function meterAnswer({ open, request }: Question, run: AnsweredRun): Promise<Begun> {
  const meter = new AnswerMeter(run, request);
  try {
    const events = await meter.ask(open);
    if (!isWhole(events)) {
      meter.count.letGoOfRequest();
      const metered = meterStream(events, meter, request.stream);
      const first = await metered.next();
      return { events: prependFirst(first, metered), input: meter.count.input };
    }
    const pieces: Piece[] = [];
    for (const together of events) meter.take(together, pieces);
    return { events: [[...pieces, await meter.finish()]] };
  } catch (thrown) {
    throw await meter.fail(thrown);
  }
}

async function* meterStream(
  events: AsyncIterable<readonly EngineEvent[]>,
  meter: AnswerMeter,
  isStreamed: boolean,
): AsyncGenerator<readonly AnswerEvent[], void> {
  let pieces: Piece[] = [];
  try {
    for await (const together of events) {
      const unsure = meter.stop.checkLease();
      if (unsure !== undefined) await unsure;
      meter.take(together, pieces);
      // The last of an answer in one piece goes with its end.
      if (pieces.length > 0 && (!meter.end || isStreamed)) {
        yield pieces;
        pieces = [];
      }
      // Leaving the loop closes the engine.
      if (meter.end === PAST_LIMIT) break;
    }
    yield [...pieces, await meter.finish()];
  } catch (thrown) {
    throw await meter.fail(thrown);
  } finally {
    await meter.leave();
  }
}

type EngineEnd = Extract<EngineEvent, { type: 'end' }>;

/** How an answer ends whose engine has gone on past its limit. */
const PAST_LIMIT: EngineEnd = { type: 'end', finishReason: 'length', isCut: true };

/** Counts one answer, and pays for it once: what is said of its end first is what counts. */
class AnswerMeter {
  end: EngineEnd | undefined;
  readonly #run: AnsweredRun;
  readonly count: UsageCount;
  readonly #record: AnswerRecord | undefined;
  readonly stop: AnswerStop;
  #firstEventAtMs: number | undefined;
  #isClosed = false;
  #wasAsked = false;

  constructor(run: AnsweredRun, request: ChatRequest) {
    this.#run = run;
    this.count = new UsageCount(request, run.bounds);
    this.#record = run.record && new AnswerRecord(run.head);
    this.stop = new AnswerStop(run.signal, run.lease);
  }

  ask(open: Question['open']): Promise<EngineEvents> {
    this.stop.signal.throwIfAborted();
    this.#wasAsked = true;
    return open(this.stop.signal);
  }

  /** Adds to `pieces` what the caller gets. */
  take(together: readonly EngineEvent[], pieces: Piece[]): void {
    const known = pieces.length;
    for (const event of together) {
      this.count.see(event);
      if (event.type === 'end') this.end = event;
      else if (event.type !== 'usage' && event.type !== 'odd-usage') {
        const piece = this.count.withinLimit(event);
        if (piece) pieces.push(piece);
        if (this.count.excess > 0) this.end = PAST_LIMIT;
      }
      if (this.end) break;
    }
    if (this.#firstEventAtMs === undefined) this.#noteFirst();
    if (this.#record) for (const piece of pieces.slice(known)) this.#record.add(piece);
  }

  #noteFirst(): void {
    const { clock, metrics, head } = this.#run;
    this.#firstEventAtMs = clock.nowMs();
    metrics.firstEvent(head.model, this.#firstEventAtMs - head.createdAtMs);
  }

  /** Resolves with the end when the charge is durable. */
  async finish(): Promise<AnswerEvent> {
    const run = this.#run;
    if (!this.end) throw incomplete();
    const { finishReason, stopSequence, isCut } = this.end;
    const finish = { finishReason, ...(stopSequence !== undefined && { stopSequence }) };
    const usage = isCut ? this.count.cut() : this.count.whole();
    const kept = this.#record &&
      run.record && { record: { ...run.record, answer: this.#record.finish(finish, usage) } };
    const anomaly = anomalyOf({ run, count: this.count, usage, end: this.end });
    this.#close();
    try {
      const { cost } = await settle(run, { outcome: 'finished', usage, ...anomaly, ...this.#timing(), ...kept });
      return { type: 'end', ...finish, usage, cost };
    } catch (thrown) {
      // Nothing was charged and nothing will be: what is held can be freed at once.
      this.#isClosed = !(thrown instanceof AnsweredElsewhere);
      throw thrown;
    }
  }

  /** Resolves with what the caller gets, when nothing is held any more. */
  async fail(thrown: unknown): Promise<unknown> {
    const { hasLeft } = this.stop;
    const wasAsked = this.#wasAsked && !(thrown instanceof NeverAsked);
    const cause = thrown instanceof NeverAsked ? thrown.cause : thrown;
    if (wasAsked && hasLeft) await this.leave();
    if (this.#isClosed) return cause;
    this.#close();
    // A client that waited for an engine until the server stopped did not leave.
    const hasStopped = thrown instanceof NeverAsked && !hasLeft;
    await release(this.#run, wasAsked || hasStopped ? freeReasonOf(cause) : 'left-early', this.count);
    return cause;
  }

  /** The caller wants no more of it. */
  async leave(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    await settleForLeaver(this.#run, this.count, this.#timing());
  }

  #close(): void {
    this.#isClosed = true;
    this.stop.clear();
  }

  #timing(): Pick<Settlement, 'firstEventAtMs'> {
    return this.#firstEventAtMs === undefined ? {} : { firstEventAtMs: this.#firstEventAtMs };
  }
}

async function settle(run: AnsweredRun, how: Omit<Settlement, 'requestId' | 'atMs'>): Promise<Settled> {
  const { requestId, head, metrics } = run;
  const { outcome, usage, anomaly } = how;
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  const settlement = { requestId, atMs: run.clock.nowMs(), ...how, ...buyingOf(run) };
  const settled = await traceStep(settlementSpan(run, outcome, usage), run.ledger.settle(settlement));
  metrics.chatEnded({ requestId, model: head.model, outcome, settled });
  return settled;
}

/** A buying price is that of the admission, as the price is. */
function buyingOf({ asked: { source }, buying, head }: AnsweredRun): Pick<Settlement, 'buying'> | undefined {
  const found = source && buying.of(source, head.createdAtMs);
  return found && { buying: found };
}

type Ending = {
  readonly run: AnsweredRun;
  readonly count: UsageCount;
  /** Missing where nothing is charged. */
  readonly usage?: Usage;
  readonly end?: EngineEnd;
};

/** The operator should look at it: what was claimed, what was possible, and what was charged instead. */
function anomalyOf({ run, count: { claim }, usage, end }: Ending): { readonly anomaly?: string } {
  if (claim === undefined && end !== PAST_LIMIT) return {};
  const { inputTokensMax, outputTokensMax } = run.bounds;
  const what = claim === undefined ? 'went past max_tokens' : 'impossible usage';
  return { anomaly: JSON.stringify({ what, claim, inputTokensMax, outputTokensMax, charged: usage ?? null }) };
}

function noteAnomaly({ requestId, head, span, metrics, log }: AnsweredRun, anomaly: string): void {
  log.error({ requestId, ...span.logFields, anomaly }, 'an engine has broken the rules of counting');
  metrics.anomaly(head.model);
}

/** This charge is not waited for, so its failure can only be logged. */
async function settleForLeaver(
  run: AnsweredRun,
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

async function release(run: AnsweredRun, reason: FreeReason, count: UsageCount): Promise<void> {
  const { requestId, head, metrics, clock } = run;
  const { anomaly } = anomalyOf({ run, count });
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  metrics.chatEnded({ requestId, model: head.model, outcome: reason });
  const how = { requestId, reason, atMs: clock.nowMs(), ...(anomaly !== undefined && { anomaly }) };
  await traceStep(settlementSpan(run, reason), run.ledger.release(how));
}

function settlementSpan({ span }: AnsweredRun, outcome: string, usage?: Usage): Span {
  const settlement = span.child('settlement');
  settlement.set('boreal.outcome', outcome);
  if (!usage) return settlement;
  settlement.set('gen_ai.usage.input_tokens', usage.inputTokens);
  settlement.set('gen_ai.usage.output_tokens', usage.outputTokens);
  return settlement;
}
