/** The part of the audit that adds up hours anew, and looks for one that says something else. */

import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { eachPart } from '../journal-rows.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditStart } from './audit-start.ts';

const HOUR_MS = 3_600_000;
const COUNTED = [
  'requests',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_nanos',
  'plan_tokens',
  'package_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
] as const;

const ACCOUNTS_AT_ONCE = 200;
/** No answer takes longer: what was charged in an hour was admitted at most so long before. */
const LONGEST_MS = 48 * HOUR_MS;

/**
 * L11: an hour is the sum of the requests that were charged in it. What the hours say is taken as it is, what requests
 * used and entries took is taken away, and every hour must come to nothing. The database adds up: there may be more
 * hours than fit into memory. One statement for some accounts at a time sees both at the same moment, and no snapshot
 * has to last for all of them.
 */
export async function auditHours(
  sql: Sql,
  report: AuditReport,
  { hoursFromMs, archivedHours = new Map() }: AuditStart & { readonly archivedHours?: UsageSums },
): Promise<void> {
  let last = '';
  while (true) {
    const accounts = await sql.all('SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ?', last, ACCOUNTS_AT_ONCE);
    if (accounts.length === 0) break;
    const range = [text(accounts[0]!, 'id'), text(accounts.at(-1)!, 'id')] as const;
    const charged = [...range, hoursFromMs - LONGEST_MS, hoursFromMs] as const;
    const wrong = await sql.all(wrongHours(sql), ...range, hoursFromMs, ...charged, ...charged, ...charged);
    const off = wrong.filter((row) => !isArchived(archivedHours, row));
    for (const row of off) report.check('L11', false, () => problemOf(row));
    const { hours } = (await sql.one(
      'SELECT COUNT(*) AS hours FROM usage_hours WHERE account_id BETWEEN ? AND ? AND hour_ms >= ?',
      ...range,
      hoursFromMs,
    ))!;
    report.count('L11', Number(hours) - off.length);
    last = range[1];
  }
  for (const name of archivedHours.keys())
    report.check('L11', false, () => `the hour ${name} of archived requests is gone`);
}

/**
 * Use and payments of archived requests of an hour; looked up once, so that what is left over is missing in the ledger.
 */
function isArchived(archived: UsageSums, row: Row): boolean {
  const name = nameOf(row, number(row, 'hour_ms'));
  const sums = archived.get(name);
  archived.delete(name);
  return sums !== undefined && COUNTED.every((column) => bigint(row, column) === (sums.of[column] ?? 0n));
}

type Counted = (typeof COUNTED)[number];

/** Sums of an hour of a key and a model, which count each request once. */
class HourSums {
  readonly of: Partial<Record<Counted, bigint>> = {};
  readonly counted = new Set<string>();

  add(more: Partial<Record<Counted, bigint>>): void {
    for (const [name, amount] of Object.entries(more) as [Counted, bigint][]) {
      this.of[name] = (this.of[name] ?? 0n) + amount;
    }
  }
}

export type UsageSums = Map<string, HourSums>;

const nameOf = (row: Row, hourMs: number): string =>
  [row.account_id, new Date(hourMs).toISOString(), row.key_id, row.model].join(' ');

/** The sums to which a charge belongs. */
export function hourOf(hours: UsageSums, charge: Row): HourSums {
  const atMs = number(charge, 'at_ms');
  const name = nameOf(charge, atMs - (atMs % HOUR_MS));
  const sums = hours.get(name) ?? new HourSums();
  hours.set(name, sums);
  return sums;
}

/** Requests of before have their charges among the entries; the others are charges by themselves. */
const wrongHours = (sql: Sql): string => `
  SELECT account_id, hour_ms, key_id, model, ${COUNTED.map((name) => `SUM(${name}) AS ${name}`).join(', ')}
  FROM (
    SELECT account_id, hour_ms, key_id, model, ${COUNTED.join(', ')} FROM usage_hours
    WHERE account_id BETWEEN ? AND ? AND hour_ms >= ?
    UNION ALL
    SELECT account_id, at_ms - at_ms % ${HOUR_MS}, key_id, model, -1, -input_tokens, -cached_input_tokens, -output_tokens,
      -reasoning_tokens, credit, plan, package, 0, 0
    FROM (
      SELECT r.id, r.account_id, r.key_id, r.model, r.input_tokens, r.cached_input_tokens, r.output_tokens,
        r.reasoning_tokens, MIN(c.at_ms) AS at_ms,
        SUM(CASE WHEN p.kind = 'credit' THEN c.amount ELSE 0 END) AS credit,
        SUM(CASE WHEN p.kind = 'plan' THEN c.amount ELSE 0 END) AS plan,
        SUM(CASE WHEN p.kind = 'package' THEN c.amount ELSE 0 END) AS package
      FROM requests r JOIN ledger_entries c ON c.request_id = r.id AND c.kind = 'charge' JOIN pots p ON p.id = c.pot_id
      WHERE r.account_id BETWEEN ? AND ? AND r.admitted_at_ms >= ? AND r.state = 'settled' AND r.seq IS NULL GROUP BY r.id
    ) charged WHERE at_ms >= ?
    UNION ALL
    SELECT account_id, ended_at_ms - ended_at_ms % ${HOUR_MS}, key_id, model, -1, -input_tokens, -cached_input_tokens,
      -output_tokens, -reasoning_tokens, -cost_nanos, 0, 0, -COALESCE(cache_write_5m_tokens, 0),
      -COALESCE(cache_write_1h_tokens, 0)
    FROM requests WHERE account_id BETWEEN ? AND ? AND admitted_at_ms >= ? AND seq IS NOT NULL AND ended_at_ms >= ?
    UNION ALL
    SELECT r.account_id, r.ended_at_ms - r.ended_at_ms % ${HOUR_MS}, r.key_id, r.model, 0, 0, 0, 0, 0, 0,
      CASE WHEN p.kind = 'plan' THEN -CAST(COALESCE(part.value ->> 2, part.value ->> 1) AS BIGINT) ELSE 0 END,
      CASE WHEN p.kind = 'package' THEN -CAST(COALESCE(part.value ->> 2, part.value ->> 1) AS BIGINT) ELSE 0 END, 0, 0
    FROM requests r CROSS JOIN ${eachPart(sql, 'r.paid_parts')} JOIN pots p ON p.id = part.value ->> 0
    WHERE r.account_id BETWEEN ? AND ? AND r.admitted_at_ms >= ? AND r.seq IS NOT NULL AND r.ended_at_ms >= ?
      AND r.paid_parts <> '[]'
  ) parts
  GROUP BY account_id, hour_ms, key_id, model HAVING ${COUNTED.map((name) => `SUM(${name}) <> 0`).join(' OR ')}`;

function problemOf(row: Row): string {
  const off = COUNTED.filter((name) => bigint(row, name) !== 0n).map((name) => `${name} by ${row[name]}`);
  const hour = new Date(Number(row.hour_ms)).toISOString();
  const where = `the hour ${hour} of key ${text(row, 'key_id')} and model ${text(row, 'model')}`;
  return `${where} is wrong: ${off.join(', ')}`;
}
