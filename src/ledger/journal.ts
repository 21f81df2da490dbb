/**
 * Writes requests that have ended, many in one transaction. What ends while a batch is on its way to the disk is the next
 * batch: there is no timer, and a request that comes alone goes alone.
 *
 *   no database         the batch is tried again for 30 seconds; what may have been written is looked up first
 *   a row is refused    the rows of its batch are written one by one, so that it harms no other
 */

import { ServiceError } from '../core/errors.ts';
import { type GrowingWait, waitMsAfter } from '../lib/growing-wait.ts';
import type { Clock } from '../platform/clock.ts';
import type { JournalRow, Leases } from './lease-ports.ts';

type Entry = {
  readonly serverId: string;
  readonly row: JournalRow;
  readonly sinceMs: number;
  /** True where an attempt ended without a word: the row may be written. */
  isDoubtful: boolean;
  readonly written: () => void;
  readonly failed: (thrown: unknown) => void;
};

/** So that a transaction stays short. */
const ROWS_MAX = 512;
/** A database that restarts or moves, a lock and a disk that is being cleaned are mostly over by then. */
const REPEATED_MS_MAX = 30_000;
const PAUSE: GrowingWait = { firstMs: 100, longestMs: 2000 };

export class Journal {
  readonly #leases: Leases;
  readonly #clock: Clock;
  #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;
  #failures = 0;

  constructor(leases: Leases, clock: Clock) {
    this.#leases = leases;
    this.#clock = clock;
  }

  /** Resolves when the row is durable. */
  add(serverId: string, row: JournalRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sinceMs = this.#clock.monotonicMs();
    this.#waiting.push({ serverId, row, sinceMs, isDoubtful: false, written: resolve, failed: reject });
    this.#writing ??= this.#writeAll();
    return promise;
  }

  /** Says whether the last attempt to write found the database out of reach. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        await this.#write(await this.#withoutWritten(batch));
        this.#failures = 0;
      } catch (thrown) {
        await this.#repeatLater(batch, thrown);
      }
    }
    this.#writing = undefined;
  }

  /** Rows of one server: its leases are gone together. */
  #nextBatch(): readonly Entry[] {
    const { serverId } = this.#waiting[0]!;
    const other = this.#waiting.findIndex((entry) => entry.serverId !== serverId);
    return this.#waiting.splice(0, Math.min(other < 0 ? ROWS_MAX : other, ROWS_MAX));
  }

  async #withoutWritten(batch: readonly Entry[]): Promise<readonly Entry[]> {
    const doubtful = batch.filter(({ isDoubtful }) => isDoubtful);
    if (doubtful.length === 0) return batch;
    const written = new Set(await this.#leases.written(doubtful.map(idOf)));
    for (const entry of doubtful) if (written.has(idOf(entry))) entry.written();
    return batch.filter((entry) => !written.has(idOf(entry)));
  }

  /** Throws where the database is out of reach; whatever else is wrong fails the one row that it is about. */
  async #write(batch: readonly Entry[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#leases.write({ serverId: batch[0]!.serverId, rows: batch.map(({ row }) => row) });
    } catch (thrown) {
      if (isPassing(thrown)) throw thrown;
      if (batch.length > 1) return this.#writeEach(batch);
      batch[0]!.isDoubtful = true;
      const [entry] = await this.#withoutWritten(batch);
      entry?.failed(thrown);
      return;
    }
    for (const { written } of batch) written();
  }

  async #writeEach(batch: readonly Entry[]): Promise<void> {
    for (const entry of batch) await this.#write([entry]);
  }

  /** Rows that have been answered may be answered again. */
  async #repeatLater(batch: readonly Entry[], thrown: unknown): Promise<void> {
    this.#failures += 1;
    const pauseMs = waitMsAfter(this.#failures, PAUSE);
    const nowMs = this.#clock.monotonicMs();
    const isTooLate = ({ sinceMs }: Entry) => nowMs + pauseMs - sinceMs > REPEATED_MS_MAX;
    for (const entry of batch) {
      entry.isDoubtful = true;
      if (!isPassing(thrown) || isTooLate(entry)) entry.failed(thrown);
    }
    if (!isPassing(thrown)) return;
    this.#waiting.unshift(...batch.filter((entry) => !isTooLate(entry)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const idOf = ({ row }: Entry): string => row.held.request.requestId;

/** Says whether the database was out of reach: the same may go well a little later. */
export const isPassing = (thrown: unknown): boolean =>
  thrown instanceof ServiceError && thrown.details.isPassing === true;
