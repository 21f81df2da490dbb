/**
 * A slice: the requests of a key that a server has set aside. It is counted in the database already, at a moment that is
 * still to come, so a chat that takes one is admitted at once and exactly. Later the database hears when it was taken. What a
 * dead server has set aside counts as taken.
 *
 *   take      while something is set aside and its moment has not come
 *   report    what was taken, what is kept, and how much more is wanted; nothing is kept after a second of rest
 *   learn     what was set aside anew
 */
import type { Admission, RateLimit } from '../core/rate-limit.ts';

/** A report to the database about a slice. */
export type SliceReport = {
  /** Admitted since the last report. */
  readonly used: number;
  readonly kept: number;
  /** The number that is set aside in the database so far, and the moment at which it counts. */
  readonly size: number;
  readonly atUs: bigint;
  /** How much more is wanted. */
  readonly spare: number;
};

type SliceNews = {
  readonly extra: number;
  readonly atUs: bigint;
  /** The numbers of the next answer, as `Admission` has it. */
  readonly remaining: number;
  readonly resetMs: number;
};

type Slice = {
  free: number;
  used: number;
  size: number;
  atUs: bigint;
  /** A moment by the clock of this server, before that of the database has come to `atUs`. */
  endsMs: number;
  usedMs: number;
  remaining: number;
  resetAtMs: number;
  /** The key is too near to its limit to set anything aside. */
  isNear: boolean;
  lastReport: SliceReport;
};

/** A slice counts between these two moments after the database was asked for it. */
export const SLICE_US = { tick: 500_000, ticks: 4 };
const USABLE_MS = ((SLICE_US.ticks - 1) * SLICE_US.tick) / 1000;
const REST_MS = 1000;
const LEAST = 2;

/** So much of the limit a slice may be. */
const sliceMax = ({ max }: RateLimit): number => Math.max(LEAST, Math.floor(max / 16));
/** Up to this count something is set aside: other servers find the rest of the limit free. */
export const farFrom = (max: number): number => Math.floor((max * 3) / 4);

export const NO_SLICE: SliceReport = { used: 0, kept: 0, size: 0, atUs: 0n, spare: 0 };

export class AdmissionSlices {
  readonly #limit: RateLimit;
  readonly #slices = new Map<string, Slice>();
  /** Used up, or wanted by others. */
  readonly #urgent = new Set<string>();
  #isClosing = false;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#slices.size;
  }

  take(keyId: string, nowMs: number): Admission | undefined {
    const slice = this.#slices.get(keyId);
    if (!slice || slice.free === 0 || nowMs >= slice.endsMs) return undefined;
    slice.free -= 1;
    slice.used += 1;
    slice.usedMs = nowMs;
    slice.remaining = Math.max(0, slice.remaining - 1);
    if (slice.free === 0) this.#urgent.add(keyId);
    return { admitted: true, remaining: slice.remaining, resetMs: Math.max(0, slice.resetAtMs - nowMs) };
  }

  get hasUrgent(): boolean {
    return this.#urgent.size > 0;
  }

  /** Keys about which the database should hear something now. */
  urgent(): string[] {
    return [...this.#urgent];
  }

  /** The same, and those of which something was used, or nothing for a while. Of one that has nothing there is no news. */
  due(nowMs: number): string[] {
    const isOver = (slice: Slice) => this.#isClosing || this.#isResting(slice, nowMs);
    for (const [keyId, slice] of this.#slices) if (slice.size === 0 && isOver(slice)) this.#slices.delete(keyId);
    const some = [...this.#slices].filter(([, slice]) => slice.used > 0 || isOver(slice));
    return some.map(([keyId]) => keyId);
  }

  /** `asking`: how many chats of the key wait to be admitted. */
  report(keyId: string, asking: number, nowMs: number): SliceReport {
    this.#urgent.delete(keyId);
    const slice = this.#slices.get(keyId);
    if (!slice && asking === 0) return NO_SLICE;
    const known = slice ?? newSlice(nowMs);
    // A chat that comes alone would have it set aside and given back for nothing.
    const isAlone = asking === 1 && (!slice || this.#isResting(slice, nowMs));
    this.#slices.set(keyId, known);
    if (asking > 0) known.usedMs = nowMs;
    const isOver = this.#isClosing || known.isNear || this.#isResting(known, nowMs);
    if (isOver || nowMs >= known.endsMs) known.free = 0;
    const wanted = Math.min(sliceMax(this.#limit), Math.max(LEAST, 2 * (known.used + asking)));
    const spare = isOver || isAlone ? 0 : Math.max(0, wanted - known.free);
    known.lastReport = { used: known.used, kept: known.free, size: known.size, atUs: known.atUs, spare };
    known.used = 0;
    return known.lastReport;
  }

  /** `sentMs`: when the report left. What was taken since comes with the next one. */
  learn(keyId: string, news: SliceNews, sentMs: number): void {
    const slice = this.#slices.get(keyId);
    if (!slice) return;
    const { kept, spare } = slice.lastReport;
    slice.free += news.extra;
    slice.size = kept + news.extra;
    slice.atUs = news.atUs;
    slice.endsMs = sentMs + USABLE_MS;
    slice.remaining = Math.max(0, news.remaining - slice.used);
    slice.resetAtMs = sentMs + news.resetMs;
    slice.isNear = spare > 0 && news.extra === 0;
    if (slice.size === 0 && (slice.isNear || this.#isClosing)) this.#slices.delete(keyId);
    else if (slice.isNear) this.#urgent.add(keyId);
  }

  /** It is not known what the database has heard: what is set aside there counts as taken. */
  forget(keyId: string): void {
    this.#slices.delete(keyId);
    this.#urgent.delete(keyId);
  }

  /** From now on everything goes back. */
  close(): void {
    this.#isClosing = true;
  }

  #isResting({ usedMs }: Slice, nowMs: number): boolean {
    return nowMs - usedMs >= REST_MS;
  }
}

const newSlice = (nowMs: number): Slice => ({
  free: 0,
  used: 0,
  size: 0,
  atUs: 0n,
  endsMs: nowMs,
  usedMs: nowMs,
  remaining: 0,
  resetAtMs: nowMs,
  isNear: false,
  lastReport: NO_SLICE,
});
