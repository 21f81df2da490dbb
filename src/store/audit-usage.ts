/** The part of the audit that adds up hours anew, and looks for one that says something else. */
import type { AuditReport } from './audit-report.ts';
import { bigint, type Sql, text } from './database.ts';

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
] as const;

/**
 * L11: an hour is the sum of the requests that were charged in it. What the hours say is taken as it is, what requests
 * used and entries took is taken away, and every hour must come to nothing. The database adds up: there may be more
 * hours than fit into memory.
 */
export async function auditHours(sql: Sql, report: AuditReport): Promise<void> {
  const wrong = await sql.all(
    `SELECT account_id, hour_ms, key_id, model, ${COUNTED.map((name) => `SUM(${name}) AS ${name}`).join(', ')}
     FROM (
       SELECT account_id, hour_ms, key_id, model, ${COUNTED.join(', ')} FROM usage_hours
       UNION ALL
       SELECT r.account_id, e.at_ms - e.at_ms % ${HOUR_MS}, r.key_id, r.model, -1, -r.input_tokens,
         -r.cached_input_tokens, -r.output_tokens, -r.reasoning_tokens, e.credit, e.plan, e.package
       FROM requests r JOIN (
         SELECT c.request_id, MIN(c.at_ms) AS at_ms,
           SUM(CASE WHEN p.kind = 'credit' THEN c.amount ELSE 0 END) AS credit,
           SUM(CASE WHEN p.kind = 'plan' THEN c.amount ELSE 0 END) AS plan,
           SUM(CASE WHEN p.kind = 'package' THEN c.amount ELSE 0 END) AS package
         FROM ledger_entries c JOIN pots p ON p.id = c.pot_id WHERE c.kind = 'charge' GROUP BY c.request_id
       ) e ON e.request_id = r.id WHERE r.state = 'settled'
     ) parts
     GROUP BY account_id, hour_ms, key_id, model HAVING ${COUNTED.map((name) => `SUM(${name}) <> 0`).join(' OR ')}`,
  );
  for (const row of wrong) {
    const off = COUNTED.filter((name) => bigint(row, name) !== 0n).map((name) => `${name} by ${row[name]}`);
    const hour = new Date(Number(row.hour_ms)).toISOString();
    const where = `the hour ${hour} of key ${text(row, 'key_id')} and model ${text(row, 'model')}`;
    report.check('L11', false, () => `${where} is wrong: ${off.join(', ')}`);
  }
  const { hours } = (await sql.one('SELECT COUNT(*) AS hours FROM usage_hours'))!;
  report.count('L11', Number(hours) - wrong.length);
}
