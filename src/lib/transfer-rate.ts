/** How fast something comes and when it will be there. The caller owns the clock. */
export type Transfer = { readonly doneBytes: number; readonly totalBytes: number };

type TransferFigures = Transfer & {
  readonly percent: number;
  /** Over the last seconds; unknown at the beginning. */
  readonly bytesPerSecond?: number;
  readonly secondsLeft?: number;
};

/** A stall shall show, and a single slow moment shall not. */
const WINDOW_MS = 10_000;
const KNOWN_AFTER_MS = 500;

export class TransferRate {
  #seen: { readonly atMs: number; readonly doneBytes: number }[] = [];

  see({ doneBytes, totalBytes }: Transfer, nowMs: number): TransferFigures {
    // What is on the disk already has not come now; a new beginning is none of the past.
    if (doneBytes < (this.#seen.at(-1)?.doneBytes ?? 0)) this.#seen = [];
    this.#seen.push({ atMs: nowMs, doneBytes });
    const firstKept = this.#seen.findIndex(({ atMs }) => nowMs - atMs <= WINDOW_MS);
    this.#seen.splice(0, firstKept);
    const [first] = this.#seen;
    const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100);
    const figures = { doneBytes, totalBytes, percent };
    const spentMs = nowMs - first!.atMs;
    if (spentMs < KNOWN_AFTER_MS) return figures;
    const bytesPerSecond = Math.round(((doneBytes - first!.doneBytes) / spentMs) * 1000);
    if (bytesPerSecond <= 0) return { ...figures, bytesPerSecond: 0 };
    return { ...figures, bytesPerSecond, secondsLeft: Math.ceil((totalBytes - doneBytes) / bytesPerSecond) };
  }
}

/** Such as `1.9 of 4.4 GB, 52 MB/s, 48 s left`. */
export function describeTransfer({ doneBytes, totalBytes, bytesPerSecond, secondsLeft }: TransferFigures): string {
  const unit = unitFor(totalBytes);
  const parts = [`${inUnit(doneBytes, unit)} of ${inUnit(totalBytes, unit)} ${unit.name}`];
  if (bytesPerSecond !== undefined) parts.push(`${sizeOf(bytesPerSecond)}/s`);
  if (secondsLeft !== undefined) parts.push(`${durationOf(secondsLeft)} left`);
  return parts.join(', ');
}

type Unit = { readonly name: string; readonly bytes: number };
const UNITS: readonly Unit[] = [
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
  { name: 'kB', bytes: 1e3 },
];

const unitFor = (bytes: number): Unit => UNITS.find((unit) => bytes >= unit.bytes) ?? { name: 'B', bytes: 1 };

function inUnit(bytes: number, unit: Unit): string {
  const value = bytes / unit.bytes;
  return value.toFixed(value < 10 && unit.bytes > 1 ? 1 : 0);
}

export function sizeOf(bytes: number): string {
  const unit = unitFor(bytes);
  return `${inUnit(bytes, unit)} ${unit.name}`;
}

function durationOf(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
