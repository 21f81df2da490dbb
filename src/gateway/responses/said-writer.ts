/** Writes down what a response says while it is made, for the streams that follow it at any server. */

import type { Piece } from '../../core/chat.ts';
import { SaidBefore } from '../../dialects/responses/background.ts';

type Writing = {
  /** Seals and writes the row of this number; throws where the response is no longer made here. */
  readonly write: (n: number, pieces: readonly Piece[]) => Promise<void>;
  /** The rows that are there, of a server before this one. */
  readonly rows: readonly (readonly Piece[])[];
};

/** A stream is written so often at most: what comes meanwhile is written together. */
const WRITE_EVERY_MS = 100;

export class SaidWriter {
  readonly #write: Writing['write'];
  readonly #before: SaidBefore;
  #n: number;
  #waiting: Piece[] = [];
  #writing: Promise<void> | undefined;
  #failure: { readonly cause: unknown } | undefined;

  constructor({ write, rows }: Writing) {
    this.#write = write;
    this.#n = rows.length;
    this.#before = new SaidBefore(rows.flat());
  }

  /** The response has begun. */
  async begin(): Promise<void> {
    if (this.#n === 0) await this.#write(++this.#n, []);
  }

  /** Throws what an earlier row could not be written for: the response ends then. */
  add(pieces: readonly Piece[]): void {
    if (this.#failure) throw this.#failure.cause;
    for (const piece of pieces) {
      const rest = this.#before.restOf(piece);
      if (rest) this.#waiting.push(rest);
    }
    if (this.#waiting.length > 0) this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    await this.#writing;
    if (this.#failure) throw this.#failure.cause;
    await this.#writeWaiting();
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#writeWaiting();
        await Bun.sleep(WRITE_EVERY_MS);
      }
    } catch (cause) {
      this.#failure = { cause };
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeWaiting(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    if (pieces.length > 0) await this.#write(++this.#n, pieces);
  }
}
