import { FOREIGN_MARK } from '../../core/api-key.ts';
import type { Account } from '../../core/ledger.ts';
import { nanos } from '../../core/money.ts';
import type { PlanId } from '../../core/plan.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { insertKey, KEY_COLUMNS, type Keys, keyFromRow, USED_KEYS, usedKeyFromRow } from '../keys/index.ts';

const LISTED_AT_ONCE = 500;

export function createAccountStore(db: Database): Accounts {
  return {
    create: (account) => db.transaction((sql) => insertAccount(sql, account)),

    find: async (idOrEmail) => {
      const row = await db.sql.one(
        'SELECT * FROM accounts WHERE id = ? OR email = ?',
        idOrEmail,
        idOrEmail.toLowerCase(),
      );
      return row && accountFromRow(row);
    },

    list: async (afterId) => {
      const rows = await db.sql.all(
        `SELECT a.*, p.balance, s.plan FROM accounts a JOIN pots p ON p.account_id = a.id AND p.kind = 'credit'
         LEFT JOIN subscriptions s ON s.account_id = a.id WHERE a.id > ? ORDER BY a.id LIMIT ?`,
        afterId,
        LISTED_AT_ONCE,
      );
      return rows.map((row) => ({
        ...accountFromRow(row),
        credit: nanos(bigint(row, 'balance')),
        plan: row.plan === null ? null : (text(row, 'plan') as PlanId),
      }));
    },
  };
}

export async function insertAccount(sql: Sql, { id, email, status, createdAtMs }: Account): Promise<void> {
  await sql.run(
    'INSERT INTO accounts (id, email, status, created_at_ms) VALUES (?, ?, ?, ?)',
    id,
    email,
    status,
    createdAtMs,
  );
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms)
     VALUES (?, ?, 'credit', 'credit', 0, 0, ?, NULL)`,
    `credit-${id}`,
    id,
    createdAtMs,
  );
}

export function createKeyStore(db: Database): Keys {
  return {
    add: (newKey) => db.transaction((sql) => insertKey(sql, newKey)),

    findByFingerprint: async (fingerprint) => {
      const row = await db.sql.one(`${USED_KEYS} WHERE k.fingerprint = ?`, fingerprint);
      return row && usedKeyFromRow(row);
    },

    findById: async (keyId) => {
      const row = await db.sql.one(`${USED_KEYS} WHERE k.id = ?`, keyId);
      return row && usedKeyFromRow(row);
    },

    hasForeign: async () =>
      (await db.sql.one(
        'SELECT 1 AS found FROM api_keys WHERE fingerprint >= ? AND fingerprint < ? LIMIT 1',
        FOREIGN_MARK,
        `${FOREIGN_MARK}~`,
      )) !== undefined,

    list: async (accountId) => {
      const rows = await db.sql.all(
        `SELECT ${KEY_COLUMNS}, (SELECT COALESCE(SUM(spent_nanos), 0) FROM key_months WHERE key_id = k.id) AS spent_nanos
         FROM api_keys k WHERE k.account_id = ? ORDER BY k.created_at_ms, k.id`,
        accountId,
      );
      return rows.map((row) => ({ ...keyFromRow(row), spent: nanos(bigint(row, 'spent_nanos')) }));
    },

    revoke: (keyId, atMs) =>
      db.transaction(async (sql) => {
        const changed = await sql.run(
          'UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ?',
          atMs,
          keyId,
        );
        return changed > 0;
      }),
  };
}

/** A suspension is beside the status in its row: it neither hides that an account is over, nor is lifted by paying. */
export const accountFromRow = (row: Row): Account => ({
  id: text(row, 'id'),
  email: text(row, 'email'),
  ...(row.name !== null && { name: text(row, 'name') }),
  status: row.suspended_at_ms !== null && row.status !== 'closed' ? 'suspended' : (row.status as Account['status']),
  createdAtMs: number(row, 'created_at_ms'),
});
