/** Sums and shares of amounts. They are whole billionths of a crown inside: no float touches money. */
const DECIMALS = 9;

export function sumCzk(amounts: readonly string[]): string {
  const nanos = amounts.reduce((sum, amount) => sum + nanosOf(amount), 0n);
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}

/** How much of a limit is spent: 0 to 1 and above. Good for a bar, not for the books. */
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

function nanosOf(amount: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) return 0n;
  const nanos = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign ? -nanos : nanos;
}
