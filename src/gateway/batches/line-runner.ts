/** What becomes of one line that a server has taken: it is answered, it fails, or it waits for its next turn. */

import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { REQUEST_PREFIX } from '../../core/request-id.ts';
import { keptBy } from '../../features/batches/results.ts';
import {
  ATTEMPTS_MAX,
  attemptWaitMs,
  type Batch,
  BUDGET_REACHED,
  type LineEnd,
  scopeOf,
  sealedAs,
  type TakenLine,
} from '../../features/batches/rules.ts';
import type { Batches } from '../../features/batches/transactions.ts';
import { answeredLine, messageLine } from '../../features/batches/wire.ts';
import type { Keys } from '../../features/keys/index.ts';
import type { Ids } from '../../platform/clock.ts';
import { statusOf, toServiceError } from '../../platform/http/error-body.ts';
import type { Platform } from '../../platform/platform.ts';
import { dialectOf } from '../edge/path-family.ts';
import type { AskLine, LineAnswer } from './ask-line.ts';
import { callerOf } from './line-caller.ts';
import { type InputNeeds, readInput } from './read-input.ts';
import { GAVE_WAY, type Lines } from './runner.ts';

type LineNeeds = InputNeeds & {
  readonly batches: Batches;
  readonly keys: Pick<Keys, 'findById'>;
  readonly askLine: AskLine;
  /** In the order of time. */
  readonly requestIds: Ids;
  readonly limits: Pick<Limits, 'fileMs' | 'batchLinesAtOnce'>;
  /** Fires when the server waits no longer. */
  readonly stopping: AbortSignal;
};

/** Errors after which a line waits: the account, time or the operator cures them. */
const OF_ACCOUNT: readonly ErrorCode[] = [
  'insufficient_credit',
  'key_limit_reached',
  'member_limit_reached',
  'account_limit_reached',
  'account_blocked',
];
export const OF_ROOM: readonly ErrorCode[] = [
  'upstream_overloaded',
  'too_many_running',
  'store_unavailable',
  'shutting_down',
];
export const OF_ENGINE: readonly ErrorCode[] = ['upstream_failed', 'upstream_incomplete', 'no_engine', 'internal'];

/** How long a batch waits that has no credit, and a line for which there is no room. */
const CREDIT_WAIT_MS = 10_000;
export const ROOM_WAIT_MS = 2_000;

/** The reason with which a line is ended whose batch was cancelled. */
const CANCELLED = new ServiceError('shutting_down', 'The batch was cancelled. Nothing was charged.');
const EXPIRED = new ServiceError('shutting_down', 'The time of the batch is over. Nothing was charged.');
const NEVER = new AbortController().signal;

type Ended = {
  readonly end: LineEnd;
  readonly text: string | null;
  readonly requestId: string | null;
  readonly cost: Nanos;
};

type Wait = { readonly ms: number; readonly isAttempt?: boolean; readonly batchWaitsFor?: string };

export class LineRunner implements Lines {
  readonly isBackground = false;
  readonly #platform: Pick<Platform, 'clock' | 'log' | 'vault'>;
  readonly #needs: LineNeeds;
  readonly #owner: string;

  constructor(platform: Pick<Platform, 'clock' | 'log' | 'vault'>, needs: LineNeeds, owner: string) {
    this.#platform = platform;
    this.#needs = needs;
    this.#owner = owner;
  }

  get atOnce(): number {
    return this.#needs.limits.batchLinesAtOnce;
  }

  stopReason(): ServiceError {
    return CANCELLED;
  }

  readonly readInput = (batch: Batch): Promise<void> =>
    readInput(this.#platform, this.#needs, { batch, owner: this.#owner });

  async run(batch: Batch, line: TakenLine, signal: AbortSignal): Promise<unknown> {
    if (batch.status !== 'in_progress') return this.#endUnasked(batch, line);
    try {
      return await this.#succeed(batch, line, await this.#ask(batch, line, { signal, refusal: undefined }));
    } catch (thrown) {
      if (signal.reason === CANCELLED) return this.#endUnasked({ ...batch, status: 'cancelling' }, line);
      const wait = this.#waitFor(thrown, line);
      if (!wait) return this.#fail(batch, line, toServiceError(thrown));
      await this.#putBack(batch, line, wait);
      return toServiceError(thrown).code === 'shutting_down' && !signal.aborted ? GAVE_WAY : undefined;
    }
  }

  /** Nothing where another attempt makes no sense. */
  #waitFor(thrown: unknown, { attempts }: TakenLine): Wait | undefined {
    const { code, details } = toServiceError(thrown);
    if (this.#needs.stopping.aborted) return { ms: 0 };
    if (OF_ACCOUNT.includes(code)) return { ms: CREDIT_WAIT_MS, batchWaitsFor: code };
    const ms = details.retryAfterMs ?? ROOM_WAIT_MS;
    if (code === 'rate_limited') return { ms, batchWaitsFor: code };
    if (OF_ROOM.includes(code)) return { ms };
    if (code === 'internal') this.#platform.log.error({ cause: thrown }, 'a line of a batch failed');
    if (OF_ENGINE.includes(code) && attempts + 1 < ATTEMPTS_MAX)
      return { ms: attemptWaitMs(attempts), isAttempt: true };
    return undefined;
  }

  #putBack({ id }: Batch, { line }: TakenLine, { ms, isAttempt = false, batchWaitsFor }: Wait): Promise<void> {
    const notBeforeMs = this.#platform.clock.nowMs() + ms;
    const wait = { notBeforeMs, isAttempt, batchWaitsFor: batchWaitsFor ?? null };
    return this.#needs.batches.putBack({ batchId: id, line, owner: this.#owner, ...wait });
  }

  async #ask(
    batch: Batch,
    line: TakenLine,
    how: { readonly signal: AbortSignal; readonly refusal: ServiceError | undefined },
  ): Promise<LineAnswer> {
    const of = { batchId: batch.id, line: line.line };
    const needs = { clock: this.#platform.clock, ...this.#needs };
    const { caller, refusal } = await callerOf(needs, batch, this.#needs.requestIds.next(REQUEST_PREFIX));
    const bodyJson = await this.#platform.vault.open(batch.accountId, sealedAs(of, 'request'), line.request);
    const asked = { endpoint: batch.endpoint, bodyJson, caller, scope: scopeOf(of), signal: how.signal };
    return this.#needs.askLine({ ...asked, refusal: how.refusal ?? refusal });
  }

  /** The batch is over: the line was answered before, or it is not answered at all. */
  async #endUnasked(batch: Batch, line: TakenLine): Promise<void> {
    const isExpired = batch.status === 'finalizing' && batch.waitingFor !== BUDGET_REACHED;
    const refusal = isExpired ? EXPIRED : CANCELLED;
    let answer: LineAnswer;
    try {
      answer = await this.#ask(batch, line, { signal: NEVER, refusal });
    } catch (thrown) {
      // It is not known whether there is an answer: the line is given back, and the next one looks.
      if (thrown !== refusal && isPassing(toServiceError(thrown))) throw thrown;
      return this.#end(batch, line, { ...UNANSWERED, end: isExpired ? 'expired' : 'cancelled' });
    }
    await this.#succeed(batch, line, answer);
  }

  #succeed(batch: Batch, line: TakenLine, { bodyJson, requestId, cost }: LineAnswer): Promise<void> {
    const text =
      batch.dialect === 'messages'
        ? messageLine(line, 'succeeded', bodyJson)
        : answeredLine(batch.id, line, { status: 200, requestId, bodyJson });
    return this.#end(batch, line, { end: 'succeeded', text, requestId, cost });
  }

  #fail(batch: Batch, line: TakenLine, error: ServiceError): Promise<void> {
    const dialect = dialectOf(batch.endpoint, new Headers());
    const requestId = this.#needs.requestIds.next(REQUEST_PREFIX);
    const bodyJson = JSON.stringify(dialect.toErrorBody(error, requestId));
    const status = (dialect.statusOf ?? statusOf)(error);
    const text =
      batch.dialect === 'messages'
        ? messageLine(line, 'errored', bodyJson)
        : answeredLine(batch.id, line, { status, requestId, bodyJson });
    return this.#end(batch, line, { ...UNANSWERED, end: 'errored', text });
  }

  async #end(batch: Batch, { line }: TakenLine, { text, ...ended }: Ended): Promise<void> {
    const of = { batchId: batch.id, line };
    const { clock, vault } = this.#platform;
    const result = text === null ? null : await vault.seal(batch.accountId, sealedAs(of, 'result'), text);
    const resultBytes = text === null ? 0 : Buffer.byteLength(text);
    const kept = keptBy({ clock, ...this.#needs });
    await this.#needs.batches.answered(
      { ...of, ...ended, owner: this.#owner, result, resultBytes, scope: scopeOf(of), atMs: kept.nowMs },
      kept,
    );
  }
}

export const isPassing = ({ code }: ServiceError): boolean => code === 'rate_limited' || OF_ROOM.includes(code);

const UNANSWERED = { text: null, requestId: null, cost: nanos(0n) } as const;
