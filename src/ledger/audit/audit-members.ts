import { number, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

/** L19: an account with members has an owner, who is none of them, and it is open. */
export async function auditMembers(sql: Sql, report: AuditReport): Promise<void> {
  const rows = await sql.all(
    `SELECT DISTINCT a.id, a.user_id, a.status,
       (SELECT COUNT(*) FROM members o WHERE o.account_id = a.id AND o.user_id = a.user_id) AS twice
     FROM members m JOIN accounts a ON a.id = m.account_id ORDER BY a.id`,
  );
  for (const row of rows) {
    const isRight = row.user_id !== null && row.status !== 'closed' && number(row, 'twice') === 0;
    report.check('L19', isRight, () => `the account ${text(row, 'id')} has members, and no owner beside them`);
  }
}
