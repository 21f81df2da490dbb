import type { Anomaly } from '../core/audit-result.ts';
import { number, type Sql, text } from '../platform/database/database.ts';

const LIST_MAX = 50;

/** The newest first: ids of requests begin with their time, so the primary key has them in order. */
export async function readAnomalies(sql: Sql): Promise<readonly Anomaly[]> {
  const rows = await sql.all(
    `SELECT a.request_id, a.claim, a.at_ms, r.account_id, r.model
     FROM anomalies a JOIN requests r ON r.id = a.request_id ORDER BY a.request_id DESC LIMIT ?`,
    LIST_MAX,
  );
  return rows.map((row) => ({
    requestId: text(row, 'request_id'),
    accountId: text(row, 'account_id'),
    model: text(row, 'model'),
    atMs: number(row, 'at_ms'),
    details: text(row, 'claim'),
  }));
}
