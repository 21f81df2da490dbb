/** The part of the audit that adds up what keys have used by calendar month: limits and budgets count by it. */
import { monthOf, monthSpanMs } from '../../core/calendar.ts';
import { bigint, number, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';
import { type AuditStart, NOTHING, type SumsByName } from './audit-start.ts';

const HOUR_MS = 3_600_000;
const NO_END = 2n ** 63n - 1n;

/** L5: what a key has spent and used in a month is the sum of its requests in it. */
export async function auditMonths(sql: Sql, report: AuditReport, start: AuditStart): Promise<void> {
  if (start.scope === 'full') return auditByHours(sql, report);
  const right: SumsByName = new Map([...start.sums].filter(([name]) => name.includes('/')));
  for (const [name, { total, charged }] of await usedBehind(sql, start.entries)) {
    const before = right.get(name) ?? NOTHING;
    right.set(name, { total: before.total + total, charged: before.charged + charged });
  }
  for (const [name, said] of await monthsIn(sql)) {
    const { total, charged } = right.get(name) ?? NOTHING;
    const isRight = said.charged === charged && said.total === total;
    const of = (sums: { total: bigint; charged: bigint }) => `${sums.charged} and ${sums.total} tokens`;
    report.check('L5', isRight, () => `${name} is ${of(said)}, its requests come to ${of({ total, charged })}`);
    right.delete(name);
  }
  for (const [name, { total, charged }] of right) {
    report.check('L5', total === 0n && charged === 0n, () => `the month ${name} is gone`);
  }
}

/** The sums that are proved by now: what months say, without requests behind a place in the journal. */
export async function monthsUntil(sql: Sql, { sums }: AuditStart, until: bigint): Promise<SumsByName> {
  const proved = await monthsIn(sql);
  for (const [name, { total, charged }] of await usedBehind(sql, until)) {
    const now = proved.get(name) ?? NOTHING;
    proved.set(name, { total: now.total - total, charged: now.charged - charged });
  }
  const isNew = ([name, { total, charged }]: [string, { total: bigint; charged: bigint }]) =>
    sums.get(name)?.total !== total || sums.get(name)?.charged !== charged;
  return new Map([...proved].filter(isNew));
}

/** The total is tokens, what was charged is nano-crowns. */
async function monthsIn(sql: Sql): Promise<SumsByName> {
  const rows = await sql.all('SELECT key_id, month, spent_nanos, tokens FROM key_months');
  return new Map(
    rows.map((row) => [
      nameOf(text(row, 'key_id'), text(row, 'month')),
      { total: bigint(row, 'tokens'), charged: bigint(row, 'spent_nanos') },
    ]),
  );
}

const nameOf = (keyId: string, month: string): string => `key ${keyId}/${month}`;

/** Adds up by the hour, because a month in Prague is made of whole hours. */
async function usedBehind(sql: Sql, after: bigint): Promise<SumsByName> {
  const hour = `ended_at_ms - ended_at_ms % ${HOUR_MS}`;
  const rows = await sql.all(
    `SELECT key_id, ${hour} AS hour_ms, SUM(cost_nanos) AS nanos, SUM(input_tokens + output_tokens) AS tokens
     FROM requests WHERE seq > ? AND seq <= ? GROUP BY key_id, ${hour}`,
    after,
    NO_END,
  );
  const used: SumsByName = new Map();
  for (const row of rows) {
    const name = nameOf(text(row, 'key_id'), monthOf(number(row, 'hour_ms')));
    const { total, charged } = used.get(name) ?? NOTHING;
    used.set(name, { total: total + bigint(row, 'tokens'), charged: charged + bigint(row, 'nanos') });
  }
  return used;
}

/** Hours are added up from requests by themselves, also those of which the requests were archived since. */
async function auditByHours(sql: Sql, report: AuditReport): Promise<void> {
  const known = await sql.all('SELECT DISTINCT month FROM key_months');
  // What is no month is off all hours. An hour of another one is found by L11, or the key has spent too little in all.
  const spans = known.flatMap(({ month }) => {
    const span = monthSpanMs(String(month));
    return span ? [`('${month}', ${span.fromMs}, ${span.toMs})`] : [];
  });
  const wrong = await sql.all(
    `WITH spans (month, from_ms, to_ms) AS (VALUES ${['(NULL, 0, 0)', ...spans].join(', ')})
     SELECT key_id, month, SUM(nanos) AS nanos, SUM(tokens) AS tokens FROM (
       SELECT key_id, month, spent_nanos AS nanos, tokens FROM key_months
       UNION ALL SELECT h.key_id, s.month, -h.cost_nanos, -(h.input_tokens + h.output_tokens)
       FROM usage_hours h JOIN spans s ON h.hour_ms >= s.from_ms AND h.hour_ms < s.to_ms
     ) both_sums GROUP BY key_id, month HAVING SUM(nanos) <> 0 OR SUM(tokens) <> 0`,
  );
  for (const row of wrong) {
    const what = () => `key ${text(row, 'key_id')} in ${text(row, 'month')}`;
    report.check('L5', false, () => `${what()} is off its hours by ${row.nanos} and ${row.tokens} tokens`);
  }
}
