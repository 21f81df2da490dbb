/** Asks the bank for movements again and again. */

import { localDateOf } from '../../core/calendar.ts';
import type { Attempts } from '../../core/people.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BankFile } from './bank.ts';
import { type BankBook, importMovements } from './bank-import.ts';

type PolledBank = BankBook & {
  readonly fetchMovements: (
    days: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ) => Promise<BankFile>;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly everyMs: number;
  /** The number of days back, today not counted. */
  readonly days: number;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** The bank allows no more. */
const APART_MS = 30_000;
/** A turn may come a little early by this machine's clock. */
const EARLY_MS = 1_000;

/** One turn. One of several servers asks: the bank counts calls of a token. */
export async function pollBank(platform: Platform, polled: PolledBank, signal: AbortSignal): Promise<void> {
  const { clock, log } = platform;
  const { fetchMovements, attempts, everyMs, days } = polled;
  const nowMs = clock.nowMs();
  const windowMs = Math.max(APART_MS, everyMs - EARLY_MS);
  const { waitMs } = await attempts.take([{ scope: 'bank:fio', max: 1, windowMs }], nowMs);
  if (waitMs > 0 || signal.aborted) return;
  const file = await fetchMovements({ from: dayOf(nowMs - days * DAY_MS), to: dayOf(nowMs) }, signal);
  const { added, confirmed, unmatched } = await importMovements(platform, polled, file);
  if (added > 0) log.info({ added, confirmed, unmatched }, 'the bank has reported movements');
}

/** In Prague, as the bank counts. */
function dayOf(atMs: number): string {
  const { year, month, day } = localDateOf(atMs);
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
