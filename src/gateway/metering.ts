/**
 * Counts what an engine produces and pays for it, however the answer ends:
 *
 *   the engine ends it    → charged; the end is passed on only when the charge is durable
 *   it is too long        → at its limit the engine is stopped, and the answer ends with `length`; charged like a whole one
 *   the client leaves     → the engine is stopped; input and the output so far are charged
 *   it left before that   → no engine was asked, so nothing is charged
 *   the engine fails      → nothing is charged
 *   its schema is not held → a whole answer is refused like that of an engine that failed; a stream is charged, and marked
 *   the lease is lost     → other servers took this one for dead: it ends at once, and nothing is charged
 *   another server came   → its answer to the same Idempotency-Key is charged and kept, and nothing for this one
 *   the ledger fails      → the caller gets no end, so an answer that looks whole is always a paid one
 *
 * If even this does not run, the process is dead, and its leases go back.
 */

import type { BuyingPrices, EngineSource } from '../core/buying.ts';
import {
  type Ending as AnswerEnding,
  type AnswerEvent,
  type AnswerEvents,
  type AnswerHead,
  type ChatRequest,
  type EngineEvent,
  type EngineEvents,
  type InputCount,
  isWhole,
  type Piece,
  type StructuredResult,
  type Usage,
} from '../core/chat.ts';
import type { FreeReason, HeldLease, Outcome, Settled, Settlement, TokenRate } from '../core/ledger.ts';
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
import { notHeld, resultOf, type StructuredAnswer } from './structured/structured-answer.ts';

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
  /** What counts several answers to it. */
  readonly counts?: Counted | undefined;
};

type Counted = Pick<
  UsageCount,
  'see' | 'input' | 'claim' | 'excess' | 'withinLimit' | 'whole' | 'cut' | 'letGoOfRequest'
>;

/** Everything that is needed while an answer comes: not the chat, which may be long. */
export type AnsweredRun = Pick<Platform, 'clock' | 'log'> & {
  readonly requestId: string;
  readonly head: AnswerHead;
  readonly bounds: UsageBounds;
  readonly signal: StopSignal;
  /** The caller gets the answer piece by piece. */
  readonly isStreamed: boolean;
  /** The answer is paid from it, where it can be lost. */
  readonly lease?: HeldLease | undefined;
  readonly span: Span;
  readonly record?: RecordTarget | undefined;
  readonly ledger: Pick<Ledger, 'settle' | 'release'>;
  readonly metrics: Metrics;
  /** Which engine was asked last: the one that answers. */
  readonly asked: { readonly source: EngineSource | undefined };
  readonly buying: BuyingPrices;
  /** Where the answer has to keep to a schema. */
  readonly structured?: StructuredAnswer | undefined;
};

type Begun = { readonly events: AnswerEvents; readonly input?: InputCount | undefined };

/** Resolves when something of the answer has come. One that came whole is paid for by then. */
export async function meterAnswer({ open, request, counts }: Question, run: AnsweredRun): Promise<Begun> {
  const meter = new AnswerMeter(run, request, counts);
  try {
    const events = await meter.ask(open);
    if (!isWhole(events)) {
      meter.count.letGoOfRequest();
      const metered = meterStream(events, meter);
      const first = await metered.next();
      return { events: prependFirst(first, metered), input: meter.count.input };
    }
    const pieces: Piece[] = [];
    for (const together of events) meter.take(together, pieces);
    return { events: [await meter.finish(pieces)] };
  } catch (thrown) {
    throw await meter.fail(thrown);
  }
}

async function* meterStream(
  events: AsyncIterable<readonly EngineEvent[]>,
  meter: AnswerMeter,
): AsyncGenerator<readonly AnswerEvent[], void> {
  let pieces: Piece[] = [];
  try {
    for await (const together of events) {
      const unsure = meter.stop.checkLease();
      if (unsure !== undefined) await unsure;
      meter.take(together, pieces);
      // The last of an answer in one piece goes with its end, and all of one that may be repaired.
      if (pieces.length > 0 && (meter.isStreamed || (!meter.end && !meter.isCollected))) {
        yield pieces;
        pieces = [];
      }
      // Leaving the loop closes the engine.
      if (meter.end === PAST_LIMIT) break;
    }
    yield await meter.finish(pieces);
  } catch (thrown) {
    throw await meter.fail(thrown);
  } finally {
    await meter.leave();
  }
}

type EngineEnd = Extract<EngineEvent, { type: 'end' }>;

/** Field by field: most ends are only a reason. */
const finishOf = ({ finishReason, stopSequence, choices }: EngineEnd): AnswerEnding => ({
  finishReason,
  ...(stopSequence !== undefined && { stopSequence }),
  ...(choices && { choices }),
});

/** How an answer ends whose engine has gone on past its limit. */
const PAST_LIMIT: EngineEnd = { type: 'end', finishReason: 'length', isCut: true };

/** Counts one answer, and pays for it once: what is said of its end first is what counts. */
class AnswerMeter {
  end: EngineEnd | undefined;
  readonly #run: AnsweredRun;
  readonly count: Counted;
  readonly #record: AnswerRecord | undefined;
  readonly stop: AnswerStop;
  #firstEventAtMs: number | undefined;
  #isClosed = false;
  #wasAsked = false;
  #result: StructuredResult | undefined;

  constructor(run: AnsweredRun, request: ChatRequest, counts?: Counted) {
    this.#run = run;
    this.count = counts ?? new UsageCount(request, run.bounds);
    this.#record = run.record && new AnswerRecord(run.head);
    this.stop = new AnswerStop(run.signal, run.lease);
  }

  get isStreamed(): boolean {
    return this.#run.isStreamed;
  }

  /** Nothing of the answer is given before all of it has come, because its text may become another one. */
  get isCollected(): boolean {
    return this.#run.structured !== undefined && !this.isStreamed;
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
    const { structured } = this.#run;
    if (!this.#record && !structured) return;
    for (const piece of pieces.slice(known)) {
      if (!this.isCollected) this.#record?.add(piece);
      structured?.see(piece);
    }
  }

  #noteFirst(): void {
    const { clock, metrics, head } = this.#run;
    this.#firstEventAtMs = clock.nowMs();
    metrics.firstEvent(head.model, this.#firstEventAtMs - head.createdAtMs);
  }

  /** Resolves with the last pieces and the end when the charge is durable. */
  async finish(pieces: readonly Piece[]): Promise<readonly AnswerEvent[]> {
    const run = this.#run;
    if (!this.end) throw incomplete();
    const { isCut } = this.end;
    const ending = finishOf(this.end);
    const finish = run.structured ? await this.#checked(ending, run.structured) : ending;
    const last = run.structured?.repaired(pieces) ?? pieces;
    if (this.isCollected) for (const piece of last) this.#record?.add(piece);
    const usage = isCut ? this.count.cut() : this.count.whole();
    const record = this.#record && run.record && { ...run.record, answer: this.#record.finish(finish, usage) };
    const anomaly = anomalyOf({ run, count: this.count, usage, end: this.end });
    this.#close();
    const how = { usage, anomaly, firstEventAtMs: this.#firstEventAtMs, record, structured: this.#result };
    try {
      const { cost } = await settle(run, 'finished', how);
      return [...last, { type: 'end', ...finish, usage, cost }];
    } catch (thrown) {
      // Nothing was charged and nothing will be: what is held can be freed at once.
      this.#isClosed = !(thrown instanceof AnsweredElsewhere);
      throw thrown;
    }
  }

  /** Throws for a whole answer that does not keep to its schema. Of a stream the text is given already. */
  async #checked(finish: AnswerEnding, structured: StructuredAnswer): Promise<AnswerEnding> {
    const { metrics, head } = this.#run;
    const checked = await structured.check(finish);
    this.#result = resultOf(checked);
    if (this.#result) metrics.structuredOutput(head.model, this.#result);
    if (!this.isStreamed && structured.mayRefuse(checked)) throw notHeld();
    return checked;
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
    const reason = wasAsked || hasStopped ? freeReasonOf(cause) : 'left-early';
    await release(this.#run, { reason, structured: this.#result }, this.count);
    return cause;
  }

  /** The caller wants no more of it. */
  async leave(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    await settleForLeaver(this.#run, this.count, this.#firstEventAtMs);
  }

  #close(): void {
    this.#isClosed = true;
    this.stop.clear();
  }
}

type Charged = Pick<Settlement, 'usage' | 'anomaly' | 'firstEventAtMs' | 'record' | 'structured'>;

async function settle(run: AnsweredRun, outcome: Outcome, how: Charged): Promise<Settled> {
  const { requestId, metrics } = run;
  const { usage, anomaly, firstEventAtMs, record, structured } = how;
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  const atMs = run.clock.nowMs();
  const about = { firstEventAtMs, anomaly, structured, record, buying: buyingOf(run) };
  const span = settlementSpan(run, outcome, usage);
  const settled = await traceStep(span, run.ledger.settle({ requestId, usage, outcome, atMs, ...about }));
  metrics.chatEnded({ ...endOf(run, { atMs, firstEventAtMs }), outcome, settled });
  return settled;
}

/** The facts of an end for metrics. Only the first piece of a stream was waited for by itself. */
function endOf(
  { requestId, head, asked: { source }, isStreamed }: AnsweredRun,
  { atMs, firstEventAtMs }: Pick<Settlement, 'atMs' | 'firstEventAtMs'>,
) {
  return {
    requestId,
    model: head.model,
    source,
    durationMs: Math.max(0, atMs - head.createdAtMs),
    firstPieceMs: isStreamed && firstEventAtMs !== undefined ? firstEventAtMs - head.createdAtMs : undefined,
  };
}

/** A buying price is that of the admission, as the price is. */
const buyingOf = ({ asked: { source }, buying, head }: AnsweredRun): Settlement['buying'] =>
  source && buying.of(source, head.createdAtMs);

type Ending = {
  readonly run: AnsweredRun;
  readonly count: Counted;
  /** Missing where nothing is charged. */
  readonly usage?: Usage;
  readonly end?: EngineEnd;
};

/** The operator should look at it: what was claimed, what was possible, and what was charged instead. */
function anomalyOf({ run, count: { claim }, usage, end }: Ending): string | undefined {
  if (claim === undefined && end !== PAST_LIMIT) return undefined;
  const { inputTokensMax, outputTokensMax } = run.bounds;
  const what = claim === undefined ? 'went past max_tokens' : 'impossible usage';
  return JSON.stringify({ what, claim, inputTokensMax, outputTokensMax, charged: usage ?? null });
}

function noteAnomaly({ requestId, head, span, metrics, log }: AnsweredRun, anomaly: string): void {
  log.error({ requestId, ...span.logFields, anomaly }, 'an engine has broken the rules of counting');
  metrics.anomaly(head.model);
}

/** This charge is not waited for, so its failure can only be logged. */
async function settleForLeaver(run: AnsweredRun, count: Counted, firstEventAtMs: number | undefined): Promise<void> {
  const usage = count.cut();
  try {
    await settle(run, 'client-left', { usage, anomaly: anomalyOf({ run, count, usage }), firstEventAtMs });
  } catch (cause) {
    const about = { requestId: run.requestId, ...run.span.logFields, cause };
    run.log.error(about, 'a request whose client had left could not be settled');
  }
}

type Free = { readonly reason: FreeReason } & Pick<Settlement, 'structured'>;

async function release(run: AnsweredRun, free: Free, count: Counted): Promise<void> {
  const { requestId, metrics, clock } = run;
  const { reason, structured } = free;
  const anomaly = anomalyOf({ run, count });
  if (anomaly !== undefined) noteAnomaly(run, anomaly);
  const atMs = clock.nowMs();
  metrics.chatEnded({ ...endOf(run, { atMs }), outcome: reason, ...(structured && { structured }) });
  await traceStep(settlementSpan(run, reason), run.ledger.release({ requestId, reason, atMs, anomaly, structured }));
}

function settlementSpan({ span }: AnsweredRun, outcome: string, usage?: Usage): Span {
  const settlement = span.child('settlement');
  settlement.set('boreal.outcome', outcome);
  if (!usage) return settlement;
  settlement.set('boreal.charged.input_tokens', usage.inputTokens);
  settlement.set('boreal.charged.output_tokens', usage.outputTokens);
  return settlement;
}
