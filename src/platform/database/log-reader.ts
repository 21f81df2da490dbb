/**
 * Reads what was committed to SQLite's write-ahead log, in its order, beside those who write it. A frame is a page behind
 * a head of 24 bytes. It counts where the salts are those of the log's own head and its checksum is over every frame
 * before it, so a frame that is half written, or of an earlier log, is never taken for one of this log.
 *
 * A log that is begun anew gets another head. A reader that did not foresee that (`follow`) may have missed frames, and
 * says so.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** The pages that whole transactions have changed, each once, as the last of them left it. */
export type LogPiece = {
  /** Frames may have been missed before these: they are everything since the log's beginning. */
  readonly isAnew: boolean;
  /** There is more behind it already. */
  readonly hasMore: boolean;
  readonly pageBytes: number;
  /** The size of the database behind these transactions; 0 where there are none. */
  readonly databasePages: number;
  /** Each page behind its number, as four bytes. */
  readonly pages: Uint8Array<ArrayBuffer>;
};

/** A page number in a piece. */
export const NUMBER_BYTES = 4;
const FRAMES_FIRST = 64;
const HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** Of a log whose checksums are of little-endian words, as all machines that this runs on write it. */
const MAGIC = 0x377f0682;

/** The two halves of a checksum, over everything up to a place in the log. */
type Sums = readonly [number, number];

type Place = {
  readonly head: Buffer;
  readonly pageBytes: number;
  /** Behind the last whole transaction. */
  readonly at: number;
  readonly sums: Sums;
  /** The head of the frame before it, which must stay what it was. */
  readonly last: Buffer | undefined;
};

export class LogReader {
  readonly #file: number;
  #place: Place | undefined;

  constructor(databasePath: string) {
    // SQLite never locks the log, so another descriptor on it is harmless.
    this.#file = openSync(`${databasePath}-wal`, 'r');
  }

  /** How much of the log was read. */
  get bytes(): number {
    return this.#place?.at ?? 0;
  }

  get frames(): number {
    return this.#place ? (this.#place.at - HEAD_BYTES) / frameBytesOf(this.#place) : 0;
  }

  /** What was committed since the last call: at most about so many bytes, and never a part of a transaction. */
  read(bytesMax: number): LogPiece | undefined {
    const isAnew = !this.#isWhereItWas();
    if (isAnew) this.#place = this.#beginning();
    if (!this.#place) return undefined;
    const frameBytes = frameBytesOf(this.#place);
    // Mostly there is little, and behind it lie frames of an earlier log.
    for (let framesMax = FRAMES_FIRST; ; framesMax *= 4) {
      const bytes = this.#bytesAt(this.#place.at, framesMax * frameBytes);
      const walked = walk(this.#place, bytes);
      const isAll = walked.validBytes < framesMax * frameBytes;
      // Also a transaction that is larger than a piece is one piece.
      if (!isAll && (walked.wholeBytes === 0 || bytes.length < bytesMax)) continue;
      this.#place = walked.place;
      return { isAnew, hasMore: !isAll, pageBytes: this.#place.pageBytes, ...latestPages(walked, bytes) };
    }
  }

  /** No frame follows what was read, whether of a whole transaction or not. */
  isAtEnd(): boolean {
    if (!this.#place || !this.#isWhereItWas()) return false;
    return walk(this.#place, this.#bytesAt(this.#place.at, frameBytesOf(this.#place))).validBytes === 0;
  }

  /** Everything of the log was read, and it may be another one now. Returns whether it is. */
  follow(): boolean {
    if (this.#isWhereItWas()) return false;
    this.#place = this.#beginning();
    return this.#place !== undefined;
  }

  /** The next piece is one anew. */
  forget(): void {
    this.#place = undefined;
  }

  close(): void {
    closeSync(this.#file);
  }

  #isWhereItWas(): boolean {
    const place = this.#place;
    if (!place?.head.equals(this.#bytesAt(0, HEAD_BYTES))) return false;
    return !place.last || place.last.equals(this.#bytesAt(place.at - frameBytesOf(place), FRAME_HEAD_BYTES));
  }

  /** Undefined where nothing was written to the log yet. */
  #beginning(): Place | undefined {
    const head = this.#bytesAt(0, HEAD_BYTES);
    if (head.length < HEAD_BYTES || head.readUInt32BE(0) !== MAGIC) return undefined;
    const sums = sumsOver(wordsOf(head), 0, 6, [0, 0]);
    if (!isSum(sums, head, 24)) return undefined;
    return { head, pageBytes: head.readUInt32BE(8), at: HEAD_BYTES, sums, last: undefined };
  }

  /** Fewer, where the log ends. */
  #bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, position));
  }
}

type Walked = {
  readonly place: Place;
  /** Up to the last frame that is one of this log. */
  readonly validBytes: number;
  /** Up to the end of the last whole transaction. */
  readonly wholeBytes: number;
  readonly databasePages: number;
};

/** `bytes` begin at the place. */
function walk(place: Place, bytes: Buffer): Walked {
  const frameBytes = frameBytesOf(place);
  const words = wordsOf(bytes);
  const salts = place.head.subarray(16, 24);
  let { sums } = place;
  let walked: Walked = { place, validBytes: 0, wholeBytes: 0, databasePages: 0 };
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    if (!salts.equals(bytes.subarray(at + 8, at + 16))) break;
    sums = sumsOver(words, at / 4, 2, sums);
    sums = sumsOver(words, (at + FRAME_HEAD_BYTES) / 4, place.pageBytes / 4, sums);
    if (!isSum(sums, bytes, at + 16)) break;
    const end = at + frameBytes;
    const databasePages = bytes.readUInt32BE(at + 4);
    if (databasePages === 0) walked = { ...walked, validBytes: end };
    else {
      const last = Buffer.from(bytes.subarray(at, at + FRAME_HEAD_BYTES));
      walked = { place: { ...place, at: place.at + end, sums, last }, validBytes: end, wholeBytes: end, databasePages };
    }
  }
  return walked;
}

function latestPages({ place, wholeBytes, databasePages }: Walked, bytes: Buffer) {
  const frameBytes = frameBytesOf(place);
  const latest = new Map<number, number>();
  for (let at = 0; at < wholeBytes; at += frameBytes) latest.set(bytes.readUInt32BE(at), at);
  const each = NUMBER_BYTES + place.pageBytes;
  const pages = new Uint8Array(latest.size * each);
  let to = 0;
  for (const at of latest.values()) {
    pages.set(bytes.subarray(at, at + NUMBER_BYTES), to);
    pages.set(bytes.subarray(at + FRAME_HEAD_BYTES, at + frameBytes), to + NUMBER_BYTES);
    to += each;
  }
  return { databasePages, pages };
}

const frameBytesOf = ({ pageBytes }: Pick<Place, 'pageBytes'>): number => FRAME_HEAD_BYTES + pageBytes;

/** Both halves wrap at 32 bits. */
function sumsOver(words: Int32Array, from: number, count: number, [first, second]: Sums): Sums {
  let a = first;
  let b = second;
  for (let at = from; at < from + count; at += 2) {
    a = (a + words[at]! + b) | 0;
    b = (b + words[at + 1]! + a) | 0;
  }
  return [a, b];
}

const isSum = ([a, b]: Sums, bytes: Buffer, at: number): boolean =>
  bytes.readInt32BE(at) === a && bytes.readInt32BE(at + 4) === b;

const wordsOf = (bytes: Buffer): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
