/**
 * Runs the lines of batches, or of responses in the background, some at once, by turns between accounts. A server takes lines
 * by a lease that it renews; what a dead server had is taken by another when the lease is over. Nothing here remembers
 * anything that the database does not.
 */

import type { Batch, TakenLine } from '../../features/batches/rules.ts';
import type { Batches, Kept } from '../../features/batches/transactions.ts';
import { oneAtATime, type Repeated, repeat } from '../../lib/repeat.ts';
import type { Platform } from '../../platform/platform.ts';

/** What becomes of lines, of the kind that a runner is for. */
export type Lines = Pick<Batch, 'isBackground'> & {
  /** So many at once. */
  readonly atOnce: number;
  /** Resolves with `GAVE_WAY` where the line was ended for the sake of another request. */
  run(batch: Batch, line: TakenLine, signal: AbortSignal): Promise<unknown>;
  /** Why a line is stopped whose batch ends. */
  stopReason(status: Batch['status']): unknown;
  /** Reads the input of a batch into lines, where it has one. */
  readonly readInput?: (batch: Batch) => Promise<void>;
};

export const GAVE_WAY = 'gave way';

type RunnerNeeds = {
  readonly batches: Batches;
  readonly createLines: (owner: string) => Lines;
  readonly kept: () => Kept;
  /** Fires when the server waits no longer. */
  readonly stopping: AbortSignal;
};

/** As long as the claim of an answer, which is over at the same time. */
const LEASE_MS = 30_000;
const TURN_EVERY_MS = 1_000;
/** While nothing is live, here or elsewhere. */
const IDLE_EVERY_MS = 5_000;
/** So long the place of a line that gave way stays empty: the next one would have to give way as well. */
const REST_MS = 1_000;

type LineOf = { readonly batchId: string; readonly line: number };
type Running = LineOf & { readonly stop: AbortController };

export class BatchRunner {
  readonly #platform: Pick<Platform, 'clock' | 'log'>;
  readonly #needs: RunnerNeeds;
  readonly #owner: string;
  readonly #lines: Lines;
  readonly #running = new Set<Running>();
  /** Places that stay empty for a while. */
  #resting = 0;
  /** Lines whose end could not be written: they are given back when the database can be reached. */
  readonly #lost: LineOf[] = [];
  /** The batch whose input is being read. */
  #reading: string | null = null;
  readonly #looks: Repeated;
  readonly #turns: ReturnType<typeof oneAtATime>;
  readonly #inputs: ReturnType<typeof oneAtATime>;
  #lastAccount = '';
  /** Nothing was live when the database was asked last. */
  #isIdle = false;
  #isStopped = false;
  #filling: Promise<void> | undefined;
  #wasWoken = false;

  constructor(platform: Pick<Platform, 'clock' | 'ids' | 'log'>, needs: RunnerNeeds) {
    this.#platform = platform;
    this.#needs = needs;
    this.#owner = platform.ids.next('batches_');
    this.#lines = needs.createLines(this.#owner);
    const { stopping } = needs;
    // One listener for all lines: each would be remembered for as long as the server lives.
    stopping.addEventListener('abort', () => {
      for (const { stop } of this.#running) stop.abort(stopping.reason);
    });
    this.#turns = oneAtATime(() => this.#turn(), this.#onFailure);
    this.#inputs = oneAtATime(() => this.#readInputs(), this.#onFailure);
    const everyMs = () => (this.#isIdle ? IDLE_EVERY_MS : TURN_EVERY_MS);
    this.#looks = repeat({ everyMs, work: () => this.#look(), onFailure: this.#onFailure });
  }

  /** Lines that are being answered here. */
  get running(): number {
    return this.#running.size;
  }

  /** There is something to do. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isIdle = false;
    this.#looks.again();
    this.#inputs.turn();
    this.#turns.turn();
  }

  /** Begins no more lines. Those that run may end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#looks.stop(), this.#turns.ended(), this.#inputs.ended(), this.#filling]);
  }

  readonly #onFailure = (cause: unknown): void => {
    this.#platform.log.error({ cause }, 'batches: a step failed; it will be tried again');
  };

  #lease() {
    return { owner: this.#owner, leasedUntilMs: this.#platform.clock.nowMs() + LEASE_MS };
  }

  /** Most servers have no batch most of the time. */
  async #look(): Promise<void> {
    const { isBackground } = this.#lines;
    const hasOwn = this.#running.size > 0 || this.#lost.length > 0 || this.#reading !== null;
    // Before the answer comes: who wakes it meanwhile has something that the answer may not know.
    this.#isIdle = !hasOwn;
    if (hasOwn || (await this.#needs.batches.hasLive({ isBackground }))) this.wake();
  }

  async #turn(): Promise<void> {
    const { batches } = this.#needs;
    await this.#giveBackLost();
    const running = [...this.#running].map(({ batchId, line }) => ({ batchId, line }));
    const renewed = await batches.renew({ ...this.#lease(), running, reading: this.#reading });
    const ended = new Map(renewed.map(({ id, status }) => [id, status]));
    for (const { batchId, stop } of this.#running) {
      const status = ended.get(batchId);
      if (status !== undefined) stop.abort(this.#lines.stopReason(status));
    }
    await batches.expire({ isBackground: this.#lines.isBackground }, this.#needs.kept());
    await this.#fill();
  }

  async #readInputs(): Promise<void> {
    const { batches } = this.#needs;
    const { readInput } = this.#lines;
    while (readInput && !this.#isStopped) {
      const batch = await batches.claimInput(this.#lease(), this.#platform.clock.nowMs());
      if (!batch) return;
      this.#reading = batch.id;
      try {
        await readInput(batch);
      } finally {
        // One that failed is read again when its lease is over.
        this.#reading = null;
      }
      await this.#fill();
    }
  }

  /** Without this a line would stay with a server that does nothing for it. */
  async #giveBackLost(): Promise<void> {
    const wait = { owner: this.#owner, notBeforeMs: 0, isAttempt: false, batchWaitsFor: null };
    for (let lost = this.#lost.shift(); lost; lost = this.#lost.shift()) {
      try {
        await this.#needs.batches.putBack({ ...lost, ...wait });
      } catch (thrown) {
        this.#lost.push(lost);
        throw thrown;
      }
    }
  }

  /** One at a time; a line that ends meanwhile has it look again. */
  async #fill(): Promise<void> {
    this.#wasWoken = true;
    this.#filling ??= this.#fillAll().finally(() => {
      this.#filling = undefined;
    });
    await this.#filling;
  }

  async #fillAll(): Promise<void> {
    while (this.#wasWoken && !this.#isStopped) {
      this.#wasWoken = false;
      while ((await this.#takeRound()) > 0);
    }
  }

  get #free(): number {
    return this.#isStopped ? 0 : this.#lines.atOnce - this.#running.size - this.#resting;
  }

  /** Each account in its turn gets its part of what is free. Returns how many lines have begun. */
  async #takeRound(): Promise<number> {
    if (this.#free <= 0) return 0;
    const open = await this.#needs.batches.open(
      { isBackground: this.#lines.isBackground },
      this.#platform.clock.nowMs(),
    );
    const byAccount = Map.groupBy(open, ({ accountId }) => accountId);
    let begun = 0;
    for (const accountId of inTurn([...byAccount.keys()].sort(), this.#lastAccount)) {
      if (this.#free <= 0) break;
      this.#lastAccount = accountId;
      begun += await this.#takeOf(byAccount.get(accountId)!, Math.ceil(this.#free / byAccount.size));
    }
    return begun;
  }

  async #takeOf(open: readonly Batch[], limit: number): Promise<number> {
    for (const batch of open) {
      const nowMs = this.#platform.clock.nowMs();
      const lines = await this.#needs.batches.take({ ...this.#lease(), batchId: batch.id, limit, nowMs });
      for (const line of lines) this.#begin(batch, line);
      if (lines.length > 0) return lines.length;
    }
    return 0;
  }

  #begin(batch: Batch, line: TakenLine): void {
    const one = { batchId: batch.id, line: line.line, stop: new AbortController() };
    this.#running.add(one);
    if (this.#needs.stopping.aborted) one.stop.abort(this.#needs.stopping.reason);
    void this.#lines
      .run(batch, line, one.stop.signal)
      .then((end) => {
        if (end === GAVE_WAY) this.#rest();
      })
      .catch((cause: unknown) => {
        this.#lost.push({ batchId: batch.id, line: line.line });
        this.#onFailure(cause);
      })
      .finally(() => {
        this.#running.delete(one);
        void this.#fill().catch(this.#onFailure);
      });
  }

  #rest(): void {
    this.#resting += 1;
    const end = () => {
      this.#resting -= 1;
      void this.#fill().catch(this.#onFailure);
    };
    setTimeout(end, REST_MS).unref();
  }
}

/** From the one behind the last. */
const inTurn = (accounts: readonly string[], last: string): readonly string[] => [
  ...accounts.filter((one) => one > last),
  ...accounts.filter((one) => one <= last),
];
