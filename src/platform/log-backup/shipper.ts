/**
 * Ships the log of SQLite into a folder. A generation begins where the log does: while the database file is copied as it
 * is, the log is only added to, so whatever was half written in the copy is in the segments since. Until the copy is whole
 * the generation before it goes on.
 *
 * Where the folder cannot be written, nothing more is read: the log waits in SQLite, up to its limit. Where frames were
 * missed, because the log was begun anew by another, a new generation begins.
 */
import { randomBytes } from 'node:crypto';
import { fstatSync, mkdirSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInTurn } from '../../lib/in-turn.ts';
import { type Draft, writeBackup } from '../backup-folder.ts';
import type { LogWish, ShippedPiece } from '../database/log-restart.ts';
import { claimFolder, generationName, logFolderOf, removeOld } from './generations.ts';
import { writeSegment } from './segments.ts';

export type ShippingSettings = {
  readonly folder: string;
  readonly recipient: string;
  readonly keepMs: number;
  readonly schema: number;
  /** What a backup holds beside the database: names and texts. One is the secret. */
  readonly filesBeside: ReadonlyMap<string, string>;
};

type ShipperEnds = {
  readonly nowMs: () => number;
  readonly readLog: (wish: LogWish) => Promise<ShippedPiece>;
  /** The database file, for reading. To close it would take SQLite's locks away from the whole process. */
  readonly databaseFile: number;
  /** Everything that was committed before this time is in the folder. */
  readonly onShipped: (beforeMs: number) => void;
  readonly onProblem: (problem: unknown) => void;
};

/** A copy is made anew each day, or after an hour once its segments are larger than itself. */
const COPY_AGE_MS = 86_400_000;
const COPY_AGE_MS_LEAST = 3_600_000;
/** A segment without pages tells that nothing has changed. */
const SEGMENT_AGE_MS = 60_000;
/** A copy that failed, such as on a full disk, is not tried again at once. */
const COPY_PAUSE_MS = 300_000;
const COPY_BYTES = 1 << 20;
const NOTHING = { pageBytes: 0, databasePages: 0, pages: new Uint8Array() };

type Segment = Pick<ShippedPiece, 'pageBytes' | 'databasePages' | 'pages'>;

class Generation {
  readonly id = randomBytes(16).toString('hex');
  readonly path: string;
  readonly beganMs: number;
  readonly #recipient: string;
  isWhole = false;
  isBroken = false;
  copyBytes = 0;
  segmentBytes = 0;
  segments = 0;
  lastAtMs: number;
  #hash: string;
  #last: Segment | undefined;

  constructor({ folder, recipient }: ShippingSettings, nowMs: number) {
    this.path = join(folder, generationName(nowMs));
    this.beganMs = nowMs;
    this.lastAtMs = nowMs;
    this.#recipient = recipient;
    this.#hash = this.id;
    // The folder itself must be there: where a disk is not mounted, a new one would be on another disk.
    mkdirSync(logFolderOf(this.path), { mode: 0o700 });
  }

  /** The same piece again, after a failure of another generation, is not written twice. */
  async append(piece: Segment, atMs: number): Promise<void> {
    if (piece === this.#last && piece !== NOTHING) return;
    const number = this.segments + 1;
    const segment = { number, previous: this.#hash, atMs, piece, recipient: this.#recipient };
    const { hash, bytes } = await writeSegment(logFolderOf(this.path), segment);
    this.#hash = hash;
    this.#last = piece;
    this.segments = number;
    this.segmentBytes += bytes;
    this.lastAtMs = atMs;
  }
}

export type Shipper = {
  /** Brings everything that was committed before this call into the folder. */
  ship(): Promise<void>;
  /** Resolves when no copy is under way. One that is not finished is given up. */
  close(): Promise<void>;
};

export const createShipper = (settings: ShippingSettings, ends: ShipperEnds): Shipper => new LogShipper(settings, ends);

class LogShipper implements Shipper {
  readonly #settings: ShippingSettings;
  readonly #ends: ShipperEnds;
  readonly #inTurn = createInTurn();
  /** Those that are written, the newest last: two while a copy is made. */
  #open: readonly Generation[] = [];
  /** Read and not written yet. */
  #waiting: ShippedPiece | undefined;
  #copying: Promise<void> = Promise.resolve();
  #noCopyBeforeMs = 0;
  /** The generation that a piece has begun, so that a second try does not begin another. */
  readonly #begunBy = new WeakMap<ShippedPiece, string>();

  constructor(settings: ShippingSettings, ends: ShipperEnds) {
    this.#settings = settings;
    this.#ends = ends;
  }

  ship(): Promise<void> {
    return this.#inTurn(() => this.#ship());
  }

  async close(): Promise<void> {
    for (const generation of this.#open) generation.isBroken ||= !generation.isWhole;
    await this.#copying;
  }

  get #isCopying(): boolean {
    return this.#open.some(({ isWhole }) => !isWhole);
  }

  async #ship(): Promise<void> {
    const { nowMs, readLog, onShipped } = this.#ends;
    if (this.#waiting) await this.#write(this.#waiting);
    let beforeMs: number;
    do {
      beforeMs = nowMs();
      this.#waiting = await readLog({ restart: this.#isCopying ? 'never' : this.#isCopyDue() ? 'now' : 'when-long' });
    } while (await this.#write(this.#waiting));
    for (const generation of this.#open)
      if (beforeMs - generation.lastAtMs > SEGMENT_AGE_MS) await generation.append(NOTHING, beforeMs);
    if (this.#open.some(({ isWhole }) => isWhole)) onShipped(beforeMs);
  }

  /** Returns whether there is more. What fails is done again by the next call. */
  async #write(piece: ShippedPiece): Promise<boolean> {
    const atMs = this.#ends.nowMs();
    if (piece.isAnew && !this.#open.some(({ id }) => this.#begunBy.get(piece) === id)) {
      for (const generation of this.#open) generation.isBroken = true;
      this.#open = [];
      this.#begin(atMs, piece);
    }
    if (piece.pages.length > 0) for (const generation of this.#open) await generation.append(piece, atMs);
    this.#waiting = undefined;
    if (piece.hasRestarted && this.#isCopyDue()) this.#begin(atMs, piece);
    return piece.hasMore;
  }

  #isCopyDue(): boolean {
    const nowMs = this.#ends.nowMs();
    const newest = this.#open.at(-1);
    if (nowMs < this.#noCopyBeforeMs) return false;
    if (!newest) return true;
    const ageMs = nowMs - newest.beganMs;
    return ageMs > COPY_AGE_MS || (ageMs > COPY_AGE_MS_LEAST && newest.segmentBytes > newest.copyBytes);
  }

  #begin(nowMs: number, piece: ShippedPiece): void {
    claimFolder(this.#settings.folder, this.#settings.filesBeside.get('secret')!);
    const generation = new Generation(this.#settings, nowMs);
    this.#begunBy.set(piece, generation.id);
    this.#open = [...this.#open, generation];
    this.#copying = this.#copying.then(() => this.#copy(generation)).catch(this.#ends.onProblem);
  }

  async #copy(generation: Generation): Promise<void> {
    const { folder, recipient, schema, filesBeside, keepMs } = this.#settings;
    const fill = async ({ put }: Draft) => {
      for (const [name, text] of filesBeside) await put(name, piecesOf(text));
      await put('boreal.db', this.#databaseFor(generation));
      await this.ship();
      const { id, segments: from } = generation;
      const log = { id, from, wholeAt: new Date(this.#ends.nowMs()).toISOString() };
      // The log was begun anew meanwhile, or the server stops.
      if (generation.isBroken)
        throw new Error('The copy was given up: the log was begun anew, or the server has stopped.');
      return { database: { kind: 'sqlite' as const, schema }, log };
    };
    try {
      await writeBackup(generation.path, { nowMs: generation.beganMs, recipient, fill });
    } catch (error) {
      this.#open = this.#open.filter((one) => one !== generation);
      if (!generation.isBroken) this.#noCopyBeforeMs = this.#ends.nowMs() + COPY_PAUSE_MS;
      await rm(logFolderOf(generation.path), { recursive: true, force: true });
      throw error;
    }
    generation.isWhole = true;
    // In turn, so that no generation begins meanwhile.
    await this.#inTurn(async () => {
      if (!generation.isBroken) this.#open = this.#open.slice(this.#open.indexOf(generation));
      const open = this.#open.map(({ path }) => basename(path));
      await removeOld(folder, { beforeMs: this.#ends.nowMs() - keepMs, open });
    });
  }

  async *#databaseFor(generation: Generation): AsyncGenerator<Uint8Array> {
    const { databaseFile } = this.#ends;
    const size = fstatSync(databaseFile).size;
    generation.copyBytes = size;
    for (let at = 0; at < size && !generation.isBroken; ) {
      const piece = new Uint8Array(Math.min(COPY_BYTES, size - at));
      const read = readSync(databaseFile, piece, 0, piece.length, at);
      if (read === 0) return;
      yield piece.subarray(0, read);
      at += read;
    }
  }
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
