/** Shares of amounts, and amounts as people type them. */
import { nanosOf } from '../../czk.ts';

/** How much of a limit is spent: 0 to 1 and above. Good for a bar, not for accounting. */
export function shareOf(spent: string, limit: string): number {
  const whole = nanosOf(limit);
  return whole > 0n ? Number((nanosOf(spent) * 10_000n) / whole) / 10_000 : 1;
}

/** What people type as an amount, as the server takes it; undefined where it is none. */
export function amountOf(typed: string): string | undefined {
  const text = typed
    .replaceAll(/\s|Kč|CZK/gi, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '');
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) && /[1-9]/.test(text) ? text : undefined;
}
