/**
 * What becomes of a response in the background that a server has taken: it is whole, it fails, it is cancelled, or it waits
 * for its next turn. Of a stream that others have seen in part no second answer is made: it would not fit the first.
 */

import type { JsonObject, Piece } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Receipt } from '../../core/ledger.ts';
import type { Limits } from '../../core/limits.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { REQUEST_PREFIX } from '../../core/request-id.ts';
import { usageToWire } from '../../dialects/responses/response.ts';
import {
  ATTEMPTS_MAX,
  attemptWaitMs,
  type Batch,
  type InputError,
  type LineEnd,
  scopeOf,
  sealedAs,
  type TakenLine,
} from '../../features/batches/rules.ts';
import type { Batches, Kept } from '../../features/batches/transactions.ts';
import type { Keys } from '../../features/keys/index.ts';
import type { Ids } from '../../platform/clock.ts';
import { toServiceError } from '../../platform/http/error-body.ts';
import type { Platform } from '../../platform/platform.ts';
import { callerOf } from '../batches/line-caller.ts';
import { isPassing, OF_ENGINE, OF_ROOM, ROOM_WAIT_MS } from '../batches/line-runner.ts';
import type { Lines } from '../batches/runner.ts';
import type { AskResponse, MadeResponse } from './ask-background.ts';
import { saidAs } from './background.ts';
import type { BackgroundResponses } from './background-store.ts';
import type { Followers } from './followers.ts';
import type { KeptResponses } from './kept-responses.ts';
import { SaidWriter } from './said-writer.ts';

type BackgroundNeeds = {
  readonly batches: Pick<Batches, 'putBack'>;
  readonly backgrounds: BackgroundResponses;
  readonly keys: Pick<Keys, 'findById'>;
  readonly responses: Pick<KeptResponses, 'find' | 'sealResponse'>;
  readonly receiptOf: (requestId: string) => Promise<Receipt | undefined>;
  readonly ask: AskResponse;
  readonly followers: Followers;
  /** In the order of time. */
  readonly requestIds: Ids;
  readonly kept: () => Kept;
  readonly limits: Pick<Limits, 'backgroundAtOnce'>;
  /** Fires when the server waits no longer. */
  readonly stopping: AbortSignal;
};

/** No error of ours: what was made until then is charged, as when a client leaves. */
const CANCELLED = new DOMException('The response was cancelled.', 'AbortError');
const EXPIRED = new ServiceError('shutting_down', 'The time of the response is over. Nothing was charged.');
const INTERRUPTED = new ServiceError(
  'internal',
  'The server was stopped while it made this response. Nothing was charged; please try again.',
);
const NOT_OURS = new ServiceError('shutting_down', 'Another server has taken this response.');
const NEVER = new AbortController().signal;

type Ended = {
  readonly end: LineEnd;
  readonly requestId?: string | null;
  readonly cost?: Nanos;
  readonly error?: InputError;
  readonly responseJson?: string;
};

type Wait = { readonly ms: number; readonly isAttempt: boolean };

/** One that is being made. */
type Running = {
  readonly batch: Batch;
  readonly line: TakenLine;
  /** The request that makes it; one that was begun before may have been charged when it was cancelled. */
  requestId: string | null;
  /** There where it is streamed. */
  readonly said: { readonly writer: SaidWriter; readonly isSeen: boolean } | undefined;
  /** What there is of one that has broken off here. */
  output?: readonly JsonObject[];
};

export class BackgroundLines implements Lines {
  readonly isBackground = true;
  readonly #platform: Pick<Platform, 'clock' | 'log' | 'vault'>;
  readonly #needs: BackgroundNeeds;
  readonly #owner: string;

  constructor(platform: Pick<Platform, 'clock' | 'log' | 'vault'>, needs: BackgroundNeeds, owner: string) {
    this.#platform = platform;
    this.#needs = needs;
    this.#owner = owner;
  }

  get atOnce(): number {
    return this.#needs.limits.backgroundAtOnce;
  }

  stopReason(status: Batch['status']): unknown {
    return status === 'cancelling' ? CANCELLED : EXPIRED;
  }

  async run(batch: Batch, line: TakenLine, signal: AbortSignal): Promise<void> {
    const running = await this.#begin(batch, line);
    try {
      if (batch.status !== 'in_progress') await this.#endUnasked(running, this.stopReason(batch.status));
      else if (running.said?.isSeen) await this.#endUnasked(running, INTERRUPTED);
      else await this.#make(running, signal);
    } finally {
      this.#needs.followers.wake(batch.id);
    }
  }

  async #begin(batch: Batch, line: TakenLine): Promise<Running> {
    const [run, rows] = await Promise.all([
      this.#needs.backgrounds.find(batch.accountId, batch.id),
      this.#rowsOf(batch),
    ]);
    const requestId = run?.requestId ?? null;
    if (!rows) return { batch, line, requestId, said: undefined };
    const writer = new SaidWriter({ rows, write: (n, pieces) => this.#write(batch, n, pieces) });
    return { batch, line, requestId, said: { writer, isSeen: rows.some(({ length }) => length > 0) } };
  }

  /** What was said of it already; nothing where it is not streamed. */
  async #rowsOf({ id, accountId }: Batch): Promise<readonly (readonly Piece[])[] | undefined> {
    const found: string[] = [];
    for (;;) {
      const { rows } = await this.#needs.backgrounds.pieces(id, found.length - 1);
      if (rows.length === 0) break;
      found.push(...rows);
    }
    if (found.length === 0) return undefined;
    const opened = found.slice(1).map((content, i) => this.#platform.vault.open(accountId, saidAs(id, i + 1), content));
    return (await Promise.all(opened)).map((json) => JSON.parse(json) as readonly Piece[]);
  }

  async #write({ id, accountId }: Batch, n: number, pieces: readonly Piece[]): Promise<void> {
    const content = await this.#platform.vault.seal(accountId, saidAs(id, n), JSON.stringify(pieces));
    if (!(await this.#needs.backgrounds.addPieces({ id, owner: this.#owner, n, content }))) throw NOT_OURS;
    this.#needs.followers.wake(id);
  }

  async #make(running: Running, signal: AbortSignal): Promise<void> {
    const { batch, line } = running;
    const { requestIds, stopping } = this.#needs;
    await this.#beginRequest(running, requestIds.next(REQUEST_PREFIX));
    await running.said?.writer.begin();
    let isSeen = false;
    const onSaid = () => {
      isSeen = running.said !== undefined;
    };
    try {
      await this.#succeed(running, await this.#ask(running, { signal, refusal: undefined, onSaid }));
    } catch (thrown) {
      if (thrown === NOT_OURS) return;
      if (signal.aborted && !stopping.aborted) return this.#endUnasked(running, signal.reason);
      const wait = this.#waitFor(thrown, line, isSeen);
      if (wait) return this.#putBack(running, wait);
      // It may have been paid for before it failed: then it is whole.
      await this.#endUnasked(await this.#begin(batch, line), toServiceError(thrown));
    }
  }

  /** Written down before anything is asked: a server that goes on with it finds what was charged. */
  async #beginRequest(running: Running, requestId: string): Promise<void> {
    running.requestId = requestId;
    const isOurs = await this.#needs.backgrounds.begin({ id: running.batch.id, owner: this.#owner, requestId });
    if (!isOurs) throw NOT_OURS;
  }

  /** Nothing where another attempt makes no sense. */
  #waitFor(thrown: unknown, { attempts }: TakenLine, isSeen: boolean): Wait | undefined {
    const { code, details } = toServiceError(thrown);
    // The next server finds what was seen, and ends it.
    if (this.#needs.stopping.aborted) return { ms: 0, isAttempt: false };
    if (code === 'internal') this.#platform.log.error({ cause: thrown }, 'a response in the background failed');
    if (isSeen) return undefined;
    const ms = details.retryAfterMs ?? ROOM_WAIT_MS;
    if (code === 'rate_limited' || OF_ROOM.includes(code)) return { ms, isAttempt: false };
    if (!OF_ENGINE.includes(code) || attempts + 1 >= ATTEMPTS_MAX) return undefined;
    return { ms: attemptWaitMs(attempts), isAttempt: true };
  }

  #putBack({ batch, line }: Running, { ms, isAttempt }: Wait): Promise<void> {
    const notBeforeMs = this.#platform.clock.nowMs() + ms;
    const wait = { notBeforeMs, isAttempt, batchWaitsFor: null };
    return this.#needs.batches.putBack({ batchId: batch.id, line: line.line, owner: this.#owner, ...wait });
  }

  async #ask(
    running: Running,
    how: {
      readonly signal: AbortSignal;
      readonly refusal: ServiceError | undefined;
      readonly onBegun?: () => void;
      readonly onSaid?: () => void;
    },
  ): Promise<MadeResponse> {
    const { batch, line, said } = running;
    const { id, createdAtMs, accountId } = batch;
    const requestId = running.requestId ?? this.#needs.requestIds.next(REQUEST_PREFIX);
    const of = { batchId: id, line: line.line };
    const needs = { clock: this.#platform.clock, ...this.#needs };
    const { caller, refusal } = await callerOf(needs, batch, requestId);
    const bodyJson = await this.#platform.vault.open(accountId, sealedAs(of, 'request'), line.request);
    const made = await this.#needs.ask({
      id,
      createdAtMs,
      bodyJson,
      caller,
      scope: scopeOf(of),
      signal: how.signal,
      refusal: how.refusal ?? refusal,
      // A model that answers instead of another one has a request of its own.
      onBegun: async (begun) => {
        how.onBegun?.();
        if (begun !== requestId && !how.refusal) await this.#beginRequest(running, begun);
      },
      onSaid: (pieces) => {
        how.onSaid?.();
        said?.writer.add(pieces);
      },
      onBrokenOff: (output) => {
        running.output = output;
      },
    });
    await said?.writer.end();
    return made;
  }

  /** It was paid for before, or it is not made at all. */
  async #endUnasked(running: Running, reason: unknown): Promise<void> {
    const refusal = reason instanceof ServiceError ? reason : EXPIRED;
    let made: MadeResponse;
    let isPaid = false;
    const onBegun = () => {
      isPaid = true;
    };
    try {
      made = await this.#ask(running, { signal: NEVER, refusal, onBegun });
    } catch (thrown) {
      if (thrown === NOT_OURS) return;
      // It is paid for, or it is not known whether it is: it is given back, and the next one looks.
      if (isPaid || (thrown !== refusal && isPassing(toServiceError(thrown)))) throw thrown;
      if (reason === CANCELLED) return this.#cancel(running);
      if (reason === EXPIRED) return this.#end(running, { end: 'expired' });
      return this.#fail(running, refusal);
    }
    await this.#succeed(running, made);
  }

  /** What was made until then may have been charged. */
  async #cancel(running: Running): Promise<void> {
    const { batch, requestId, output = [] } = running;
    const receipt = requestId === null ? undefined : await this.#needs.receiptOf(requestId);
    if (!receipt) return this.#end(running, { end: 'cancelled' });
    await running.said?.writer.end();
    const { usage, cost } = receipt;
    const kept = await this.#needs.responses.find(batch.accountId, batch.id);
    const cancelled = kept && { ...kept.response, status: 'cancelled', usage: usageToWire(usage, cost), output };
    await this.#end(running, {
      end: 'cancelled',
      requestId,
      cost,
      ...(cancelled && { responseJson: JSON.stringify(cancelled) }),
    });
  }

  #succeed(running: Running, { responseJson, requestId, cost }: MadeResponse): Promise<void> {
    return this.#end(running, { end: 'succeeded', responseJson, requestId, cost });
  }

  #fail(running: Running, error: ServiceError): Promise<void> {
    const isOurs = OF_ENGINE.includes(error.code) || OF_ROOM.includes(error.code);
    const code = isOurs ? 'server_error' : error.code;
    return this.#end(running, { end: 'errored', error: { code, message: error.message, param: null, line: null } });
  }

  async #end({ batch, line }: Running, ended: Ended): Promise<void> {
    const of = { batchId: batch.id, line: line.line };
    const { responseJson, error = null, requestId = null, cost = nanos(0n), end } = ended;
    const { responses, backgrounds, kept: keeping } = this.#needs;
    const response =
      responseJson === undefined ? null : await responses.sealResponse(batch.accountId, batch.id, responseJson);
    const kept = keeping();
    const about = { ...of, owner: this.#owner, scope: scopeOf(of), atMs: kept.nowMs };
    const result = { ...about, end, requestId, cost, result: null, resultBytes: 0 };
    await backgrounds.end({ ...result, error, response }, kept);
  }
}
