import type { ApiKey, KeyLimit } from '../domain/api-key.ts';
import type { Account } from '../domain/ledger.ts';
import { nanos } from '../domain/money.ts';
import type { Accounts, Keys } from '../domain/ports.ts';
import { bigint, type Database, number, optionalNumber, type Row, text } from './database.ts';

export function createAccountStore(db: Database): Accounts {
  return {
    create: (account) =>
      db.transaction(async (sql) => {
        const { id, email, status, createdAtMs } = account;
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
      }),

    find: async (idOrEmail) => {
      const row = await db.sql.one(
        'SELECT * FROM accounts WHERE id = ? OR email = ?',
        idOrEmail,
        idOrEmail.toLowerCase(),
      );
      return row && accountFromRow(row);
    },
  };
}

export function createKeyStore(db: Database): Keys {
  return {
    add: ({ key, fingerprint }) =>
      db.transaction(async (sql) => {
        await sql.run(
          `INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, expires_at_ms, revoked_at_ms,
             allowed_models, allowed_ranges, limit_nanos, limit_window)
           VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)`,
          key.id,
          key.accountId,
          fingerprint,
          key.name,
          key.hint,
          key.createdAtMs,
          key.expiresAtMs ?? null,
          JSON.stringify(key.allowedModels),
          JSON.stringify(key.allowedRanges),
          key.limit?.amount ?? null,
          key.limit?.window ?? null,
        );
      }),

    findByFingerprint: async (fingerprint) => {
      const row = await db.sql.one('SELECT * FROM api_keys WHERE fingerprint = ?', fingerprint);
      return row && keyFromRow(row);
    },

    list: async (accountId) => {
      const rows = await db.sql.all(
        `SELECT k.*, (SELECT COALESCE(SUM(spent_nanos), 0) FROM key_months WHERE key_id = k.id) AS spent_nanos
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

const accountFromRow = (row: Row): Account => ({
  id: text(row, 'id'),
  email: text(row, 'email'),
  status: text(row, 'status') as Account['status'],
  createdAtMs: number(row, 'created_at_ms'),
});

function keyFromRow(row: Row): ApiKey {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  const revokedAtMs = optionalNumber(row, 'revoked_at_ms');
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    name: text(row, 'name'),
    hint: text(row, 'hint'),
    createdAtMs: number(row, 'created_at_ms'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
    allowedModels: JSON.parse(text(row, 'allowed_models')),
    allowedRanges: JSON.parse(text(row, 'allowed_ranges')),
    ...(row.limit_nanos !== null && {
      limit: { amount: nanos(bigint(row, 'limit_nanos')), window: text(row, 'limit_window') as KeyLimit['window'] },
    }),
  };
}
