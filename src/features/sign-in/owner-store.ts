import type { Language } from '../../core/people.ts';
import { grantCredit } from '../../ledger/credit-store.ts';
import { type Database, type Sql, text } from '../../platform/database/database.ts';
import { accountsOf, forgetClosing, wasLeftByClosing } from '../organisations/index.ts';
import type { Adoption, Owners } from './rules.ts';

/** The tables of one person only. The person is last, because the others point there. */
const OF_A_PERSON = ['auth_sessions', 'auth_accounts', 'auth_two_factors', 'auth_passkeys', 'management_tokens'];

const TRIALS_AT_ONCE = 200;

export function createOwnerStore(db: Database): Owners {
  return {
    accountsOf: (userId) => accountsOf(db.sql, userId),
    wasLeftByClosing: (userId) => wasLeftByClosing(db.sql, userId),

    adopt: (adoption) =>
      db.transaction(async (sql) => {
        const { userId, email, newId, atMs } = adoption;
        const [known] = await accountsOf(sql, userId);
        if (known) return known;
        await forgetClosing(sql, userId);
        // Also where two ask at once: one inserts, the other finds the conflict and then the row.
        const isNew = await sql.one(
          `INSERT INTO accounts (id, email, status, created_at_ms, user_id) VALUES (?, ?, 'active', ?, ?)
           ON CONFLICT DO NOTHING RETURNING id`,
          newId,
          email,
          atMs,
          userId,
        );
        if (isNew) {
          await openCreditPot(sql, newId, atMs);
          await giveTrialCredit(sql, adoption);
        } else await sql.run('UPDATE accounts SET user_id = ? WHERE email = ? AND user_id IS NULL', userId, email);
        const [account] = await accountsOf(sql, userId);
        if (account) return account;
        throw new Error(`The account of ${userId} belongs to another person.`);
      }),

    rename: (userId, email) =>
      db.transaction(async (sql) => {
        // A second account of a person is known by its id.
        const row = await sql.one(
          'SELECT id, email FROM accounts WHERE user_id = ? AND email <> ? AND email <> id',
          userId,
          email,
        );
        if (row) await sql.run('UPDATE accounts SET email = ? WHERE id = ?', email, text(row, 'id'));
        return row && text(row, 'email');
      }),

    forget: (userId, accountId) =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE accounts SET user_id = NULL WHERE id = ? AND user_id = ?', accountId, userId);
        await sql.run('DELETE FROM members WHERE account_id = ? AND user_id = ?', accountId, userId);
        if ((await accountsOf(sql, userId)).length > 0) return;
        await forgetClosing(sql, userId);
        for (const table of OF_A_PERSON) await sql.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
        await sql.run('DELETE FROM auth_verifications WHERE value = ?', userId);
        await sql.run('DELETE FROM auth_users WHERE id = ?', userId);
      }),

    hasOperator: async () =>
      (await db.sql.one("SELECT 1 AS found FROM auth_users WHERE role = 'operator'")) !== undefined,

    operatorLanguage: (email) => languageOfOperator(db.sql, email),

    trialsToRead: () => trialsToRead(db.sql),

    knowMailboxes: (found) =>
      db.transaction(async (sql) => {
        for (const { accountId, mailboxHash } of found) await knowMailbox(sql, accountId, mailboxHash);
      }),
  };
}

async function trialsToRead(sql: Sql) {
  const rows = await sql.all(
    `SELECT t.account_id, a.email FROM trial_credits t JOIN accounts a ON a.id = t.account_id
     WHERE NOT EXISTS (SELECT 1 FROM trial_mailboxes m WHERE m.account_id = t.account_id) LIMIT ${TRIALS_AT_ONCE}`,
  );
  return rows.map((row) => ({ accountId: text(row, 'account_id'), email: text(row, 'email') }));
}

/** One who has chosen no language reads English. */
async function languageOfOperator(sql: Sql, email: string): Promise<Language> {
  const row = await sql.one(
    `SELECT language FROM auth_users WHERE role = 'operator'
     ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END, created_at_ms, id LIMIT 1`,
    email.toLowerCase(),
  );
  return row && text(row, 'language') === 'cs' ? 'cs' : 'en';
}

async function openCreditPot(sql: Sql, accountId: string, atMs: number): Promise<void> {
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms)
     VALUES (?, ?, 'credit', 'credit', 0, 0, ?, NULL)`,
    `credit-${accountId}`,
    accountId,
    atMs,
  );
}

async function knowMailbox(sql: Sql, accountId: string, mailboxHash: string): Promise<void> {
  await sql.run(
    'INSERT INTO trial_mailboxes (account_id, mailbox_hash) VALUES (?, ?) ON CONFLICT (account_id) DO NOTHING',
    accountId,
    mailboxHash,
  );
}

/** The first of several accounts of one person that are made at once gets it: the others wait for its row, and find it. */
async function giveTrialCredit(sql: Sql, { newId, trial, atMs }: Adoption): Promise<void> {
  if (!trial) return;
  const { personHash, formerHash, amount } = trial;
  const had = await sql.one(
    `SELECT account_id FROM trial_credits WHERE person_hash = ?
     UNION ALL SELECT account_id FROM trial_mailboxes WHERE mailbox_hash = ? LIMIT 1`,
    formerHash,
    personHash,
  );
  if (had) return;
  const isFirst = await sql.run(
    `INSERT INTO trial_credits (person_hash, account_id, amount_nanos, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_hash) DO NOTHING`,
    personHash,
    newId,
    amount,
    atMs,
  );
  if (isFirst === 0) return;
  await knowMailbox(sql, newId, personHash);
  const about = { reason: 'trial credit', actor: 'service', atMs, cause: `trial:${personHash}` } as const;
  await grantCredit(sql, { ...about, accountId: newId, amount });
}
