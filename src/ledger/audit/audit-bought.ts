/** The part of the audit that looks at what requests cost the operator. */
import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { eachPart } from '../journal-rows.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditStart } from './audit-start.ts';

export type BuyingRows = { readonly prices: ReadonlyMap<string, Row>; readonly rates: ReadonlyMap<string, Row> };

/** All buying prices and rates, by their ids: they are few. */
export async function readBuyingRows(sql: Sql): Promise<BuyingRows> {
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [text(row, 'id'), row]));
  return {
    prices: byId(await sql.all('SELECT * FROM buying_versions')),
    rates: byId(await sql.all('SELECT * FROM currency_rates')),
  };
}

/** L21: what a request cost is its usage at a buying price and a rate that had begun when it was admitted. */
export function auditBought(row: Row, { prices, rates }: BuyingRows, report: AuditReport): void {
  const id = text(row, 'id');
  if (row.buying_version == null) {
    const isNothing = row.bought_nanos == null && row.rate_version == null;
    if (!isNothing) report.check('L21', false, () => `request ${id} was bought without a buying price`);
    return;
  }
  const price = prices.get(text(row, 'buying_version'));
  const rate = row.rate_version == null ? undefined : rates.get(text(row, 'rate_version'));
  const problem = priceProblem(row, price, rate);
  if (!price || problem) {
    report.check('L21', false, () => `request ${id} ${problem}`);
    return;
  }
  const right = costOf(row, price, rate);
  const bought = bigint(row, 'bought_nanos');
  report.check('L21', bought === right, () => `request ${id} was bought for ${bought}, its usage comes to ${right}`);
}

function priceProblem(row: Row, price: Row | undefined, rate: Row | undefined): string | undefined {
  if (row.state !== undefined && row.state !== 'settled') return 'was bought and not settled';
  if (!price) return `has the buying price ${row.buying_version}, which is gone`;
  const hasRate = price.currency === 'CZK' ? row.rate_version == null : rate?.currency === price.currency;
  if (!hasRate) return `was bought in ${price.currency} at the rate ${row.rate_version}`;
  const begins = Math.max(number(price, 'from_ms'), rate ? number(rate, 'from_ms') : 0);
  return begins > Number(row.admitted_at_ms) ? 'was admitted before its buying price' : undefined;
}

function costOf(row: Row, price: Row, rate: Row | undefined): bigint {
  const input = bigint(row, 'input_tokens');
  const cached = bigint(row, 'cached_input_tokens');
  const output = bigint(row, 'output_tokens');
  const reasoning = bigint(row, 'reasoning_tokens');
  const fiveMinutes = BigInt(row.cache_write_5m_tokens ?? 0);
  const hour = BigInt(row.cache_write_1h_tokens ?? 0);
  const billionths =
    (input - cached - fiveMinutes - hour) * bigint(price, 'input') +
    fiveMinutes * BigInt(price.cache_write_5m ?? price.input ?? 0) +
    hour * BigInt(price.cache_write_1h ?? price.input ?? 0) +
    cached * bigint(price, 'cached_input') +
    (output - reasoning) * bigint(price, 'output') +
    reasoning * bigint(price, 'reasoning');
  // Both sides doubled: half a nano-crown is rounded up.
  const divisor = rate ? 10n ** 15n : 10n ** 6n;
  return (2n * billionths * (rate ? bigint(rate, 'rate') : 1n) + divisor) / (2n * divisor);
}

const HOUR_MS = 3_600_000;
const COUNTED = ['requests', 'tokens', 'paid', 'bought_nanos'] as const;
const ACCOUNTS_AT_ONCE = 200;
/** No answer takes longer: what was charged in an hour was admitted at most so long before. */
const LONGEST_MS = 48 * HOUR_MS;

/** L21: an hour of margins is the sum of the requests that were charged in it and have a buying price. */
export async function auditMargins(
  sql: Sql,
  report: AuditReport,
  { marginsFromMs: fromMs }: AuditStart & { readonly marginsFromMs: number },
): Promise<void> {
  let last = '';
  while (true) {
    const accounts = await sql.all('SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?', last, ACCOUNTS_AT_ONCE);
    if (accounts.length === 0) break;
    const range = [text(accounts[0]!, 'id'), text(accounts.at(-1)!, 'id')] as const;
    const charged = [...range, fromMs - LONGEST_MS, fromMs] as const;
    const wrong = await sql.all(wrongHours(sql), ...range, fromMs, ...charged, ...charged);
    for (const row of wrong) report.check('L21', false, () => problemOf(row));
    last = range[1];
  }
}

const wrongHours = (sql: Sql): string => `
  SELECT account_id, hour_ms, model, engine, pot_id, ${COUNTED.map((name) => `SUM(${name}) AS ${name}`).join(', ')}
  FROM (
    SELECT account_id, hour_ms, model, engine, pot_id, ${COUNTED.join(', ')} FROM margin_hours
    WHERE account_id BETWEEN ? AND ? AND hour_ms >= ?
    UNION ALL
    SELECT r.account_id, r.ended_at_ms - r.ended_at_ms % ${HOUR_MS}, r.model, b.engine, r.credit_pot_id, -1,
      -r.input_tokens - r.output_tokens, -r.cost_nanos, -r.bought_nanos
    FROM requests r JOIN buying_versions b ON b.id = r.buying_version
    WHERE r.account_id BETWEEN ? AND ? AND r.admitted_at_ms >= ? AND r.seq IS NOT NULL AND r.ended_at_ms >= ?
    UNION ALL
    SELECT r.account_id, r.ended_at_ms - r.ended_at_ms % ${HOUR_MS}, r.model, b.engine, part.value ->> 0, 0, 0,
      -CAST(part.value ->> 1 AS BIGINT), 0
    FROM requests r JOIN buying_versions b ON b.id = r.buying_version CROSS JOIN ${eachPart(sql, 'r.paid_parts')}
    WHERE r.account_id BETWEEN ? AND ? AND r.admitted_at_ms >= ? AND r.seq IS NOT NULL AND r.ended_at_ms >= ?
      AND r.paid_parts <> '[]'
  ) parts
  GROUP BY account_id, hour_ms, model, engine, pot_id HAVING ${COUNTED.map((name) => `SUM(${name}) <> 0`).join(' OR ')}`;

function problemOf(row: Row): string {
  const off = COUNTED.filter((name) => bigint(row, name) !== 0n).map((name) => `${name} by ${row[name]}`);
  const hour = new Date(Number(row.hour_ms)).toISOString();
  return `the margin of ${row.model} by ${row.engine} in the hour ${hour} of pot ${row.pot_id} is wrong: ${off.join(', ')}`;
}
