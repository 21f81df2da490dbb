/** The part of the audit that adds up what was used of plans within their windows. */
import { PLAN_WINDOWS, planWindowAt } from '../../core/plan.ts';
import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { eachPart } from '../journal-rows.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditStart } from './audit-start.ts';

const HOUR_MS = 3_600_000;
/** No answer takes longer: what was charged in an hour was admitted at most so long before. */
const LONGEST_MS = 48 * HOUR_MS;

/** L22: the hours of a pot with windows are the sums of its requests, and no window has more than may be used within it. */
export async function auditWindows(sql: Sql, report: AuditReport, start: AuditStart): Promise<void> {
  const pots = await sql.all(`SELECT id, created_at_ms, terms FROM pots WHERE terms LIKE '%"windows"%'`);
  if (pots.length === 0) return;
  const archive = await sql.one('SELECT COALESCE(MAX(until_ms), -1) AS until_ms FROM archives');
  const archivedMs = Math.ceil((number(archive!, 'until_ms') + 1) / HOUR_MS) * HOUR_MS;
  const fromMs = Math.max(archivedMs, start.scope === 'new' ? start.hoursFromMs : 0);
  const wrong = await sql.all(wrongHours(sql), fromMs, fromMs - LONGEST_MS, fromMs);
  for (const row of wrong) {
    const hour = () => new Date(number(row, 'hour_ms')).toISOString();
    report.check('L22', false, () => `the hour ${hour()} of pot ${text(row, 'pot_id')} is off by ${row.amount}`);
  }
  const hours = Map.groupBy(await sql.all('SELECT pot_id, hour_ms, amount FROM pot_hours'), (row) => row.pot_id);
  for (const pot of pots) auditPot(pot, hours.get(text(pot, 'id')) ?? [], report);
}

/** One statement sees both at the same moment. */
const wrongHours = (sql: Sql): string => `
  SELECT pot_id, hour_ms, SUM(amount) AS amount FROM (
    SELECT pot_id, hour_ms, amount FROM pot_hours WHERE hour_ms >= ?
    UNION ALL
    SELECT p.id, r.ended_at_ms - r.ended_at_ms % ${HOUR_MS}, -CAST(part.value ->> 1 AS BIGINT)
    FROM requests r CROSS JOIN ${eachPart(sql, 'r.paid_parts')} JOIN pots p ON p.id = part.value ->> 0
    WHERE r.admitted_at_ms >= ? AND r.seq IS NOT NULL AND r.ended_at_ms >= ? AND r.paid_parts <> '[]'
      AND r.account_id = p.account_id AND p.terms LIKE '%"windows"%'
  ) both_sums GROUP BY pot_id, hour_ms HAVING SUM(amount) <> 0`;

function auditPot(pot: Row, hours: readonly Row[], report: AuditReport): void {
  const { windows } = JSON.parse(text(pot, 'terms')) as { windows: Record<string, number | undefined> };
  const startsAtMs = number(pot, 'created_at_ms');
  for (const window of PLAN_WINDOWS) {
    const max = windows[window];
    if (max === undefined) continue;
    const used = new Map<number, bigint>();
    for (const hour of hours) {
      const { fromMs } = planWindowAt(window, { startsAtMs, atMs: number(hour, 'hour_ms') });
      used.set(fromMs, (used.get(fromMs) ?? 0n) + bigint(hour, 'amount'));
    }
    for (const [fromMs, amount] of used) {
      const since = () => new Date(fromMs).toISOString();
      const what = () => `pot ${text(pot, 'id')} lost ${amount} in the window ${window} from ${since()}`;
      report.check('L22', amount <= BigInt(max), () => `${what()}, ${max} may be used`);
    }
  }
}
