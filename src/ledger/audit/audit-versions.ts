/** The part of the audit that compares rows with what was written down of them when they last changed. */

import { type Row, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

/** Tables whose every state is kept, and their keys. */
const VERSIONED: Readonly<Record<string, readonly string[]>> = {
  orders: ['id'],
  payment_events: ['id'],
  vouchers: ['id'],
  voucher_uses: ['voucher_id', 'account_id'],
  trial_credits: ['person_hash'],
  price_versions: ['id'],
  price_group_versions: ['id'],
  price_group_members: ['account_id', 'version'],
  plan_terms: ['plan', 'version'],
  plan_periods: ['pot_id'],
  debts: ['id'],
  proofs: ['id'],
  archives: ['id'],
  pots: ['id'],
  subscriptions: ['account_id'],
  paid_subscriptions: ['id'],
  accounts: ['id'],
  api_keys: ['id'],
  members: ['account_id', 'user_id'],
  documents: ['number'],
  bank_movements: ['id'],
  offer_versions: ['item', 'version'],
  saved_cards: ['customer'],
  top_ups: ['account_id'],
  operator_actions: ['id'],
  servers: ['id'],
  trial_mailboxes: ['account_id'],
  left_budgets: ['account_id', 'user_id'],
  limits: ['id'],
};

/** Few rows, whose keys are no texts. */
const NUMBERED = ['proofs', 'archives'];

const AT_ONCE = 5000;

/** L15: a row is what its last version says, and every one has both. */
export async function auditVersions(sql: Sql, report: AuditReport): Promise<void> {
  for (const [table, key] of Object.entries(VERSIONED)) {
    if (key.length > 1 || NUMBERED.includes(table)) await auditTogether(sql, report, { table, key });
    else await auditInPages(sql, report, { table, key });
  }
}

type Table = { readonly table: string; readonly key: readonly string[] };

const LAST_VERSIONS = `SELECT v.id, v.body FROM row_versions v WHERE v.kind = ? AND v.id > ?
  AND v.seq = (SELECT MAX(w.seq) FROM row_versions w WHERE w.kind = v.kind AND w.id = v.id) ORDER BY v.id`;

/** A key of several columns is in no index as one text; such tables are small. */
async function auditTogether(sql: Sql, report: AuditReport, { table, key }: Table): Promise<void> {
  const versions = await sql.all(LAST_VERSIONS, table, '');
  const rows = await sql.all(`SELECT * FROM ${table}`);
  compare(report, table, { versions, rows: byKey(rows, key) });
}

async function auditInPages(sql: Sql, report: AuditReport, { table, key }: Table): Promise<void> {
  const column = key[0]!;
  let last = '';
  for (let isMore = true; isMore; ) {
    const versions = await sql.all(`${LAST_VERSIONS} LIMIT ?`, table, last, AT_ONCE);
    isMore = versions.length === AT_ONCE;
    const end = isMore ? text(versions.at(-1)!, 'id') : undefined;
    const rows =
      end === undefined
        ? await sql.all(`SELECT * FROM ${table} WHERE ${column} > ?`, last)
        : await sql.all(`SELECT * FROM ${table} WHERE ${column} > ? AND ${column} <= ?`, last, end);
    compare(report, table, { versions, rows: byKey(rows, key) });
    last = end ?? last;
  }
}

const byKey = (rows: readonly Row[], key: readonly string[]): Map<string, Row> =>
  new Map(rows.map((row) => [key.map((column) => String(row[column])).join('/'), row]));

type Both = { readonly versions: readonly Row[]; readonly rows: Map<string, Row> };

function compare(report: AuditReport, table: string, { versions, rows }: Both): void {
  for (const version of versions) {
    const id = text(version, 'id');
    const row = rows.get(id);
    rows.delete(id);
    const said = JSON.parse(text(version, 'body')) as Record<string, string | null> | null;
    if (!said) report.check('L15', !row, () => `${table} ${id} was deleted, and is there again`);
    else if (!row) report.check('L15', false, () => `${table} ${id} is gone`);
    else {
      const changed = Object.keys(said).filter((name) => said[name] !== asText(row[name]));
      const how = () => changed.map((name) => `${name} is ${row[name]}, was ${said[name]}`).join('; ');
      report.check('L15', changed.length === 0, () => `${table} ${id} was changed: ${how()}`);
    }
  }
  for (const id of rows.keys()) report.check('L15', false, () => `${table} ${id} was added by no recorded action`);
}

const asText = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
