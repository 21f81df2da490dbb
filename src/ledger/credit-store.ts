/** Money and tokens that people move: grants, corrections, and payments that were taken back. */

import type { Cause, Movement } from '../core/ledger.ts';
import { CREDIT_MAX, formatCzk, type Nanos, nanos } from '../core/money.ts';
import { bigint, type Database, type Row, type Sql, text } from '../platform/database/database.ts';
import { AccountFull } from './account-full.ts';
import { lockAccount } from './account-lock.ts';
import { nextSeq } from './journal-rows.ts';

/** Money and tokens that people move. Every call is durable, with its actor and reason, before it returns. */
export interface Credits {
  /** Adds credit. An open debt is paid from it first; when none is left, the account is active again. */
  grant(movement: Movement): Promise<void>;
  /** Adds or takes credit to mend a mistake. Takes no more than is free; throws a RangeError otherwise. */
  correct(movement: Movement): Promise<void>;
  /**
   * Takes credit back whose payment was returned. What is no longer there becomes a debt, and the account is blocked.
   * Returns the debt.
   */
  takeBack(movement: Movement): Promise<Nanos>;
  grantPackage(
    grant: Omit<Movement, 'amount'> & { readonly tokens: bigint; readonly expiresAtMs: number },
  ): Promise<void>;
}

export function createCreditStore(db: Database): Credits {
  return {
    grant: (movement) =>
      db.transaction(async (sql) => grantCredit(sql, { ...movement, cause: await causeOf(sql, 'grant', movement) })),

    correct: (movement) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, movement.accountId);
        const pot = await creditPot(sql, movement.accountId);
        const free = bigint(pot, 'balance') - bigint(pot, 'held');
        if (free + movement.amount < 0n) {
          throw new RangeError(`Only ${formatCzk(nanos(free))} CZK are free; a correction cannot take more.`);
        }
        const cause = await causeOf(sql, 'correct', movement);
        await move(sql, text(pot, 'id'), { ...movement, cause, kind: 'correction' });
      }),

    takeBack: (movement) => db.transaction((sql) => takeCreditBack(sql, movement)),

    grantPackage: (grant) =>
      db.transaction(async (sql) => {
        const cause = await causeOf(sql, 'package', { ...grant, amount: grant.tokens });
        await grantPackage(sql, { ...grant, cause });
      }),
  };
}

type Asked = Omit<Movement, 'amount'> & { readonly amount: bigint };

/** A movement that is no part of something larger is written down by itself, to be compared with its entry. */
async function causeOf(sql: Sql, kind: 'grant' | 'correct' | 'package', asked: Asked): Promise<Cause> {
  const { accountId, amount, cause } = asked;
  if (cause) return cause;
  await lockAccount(sql, accountId);
  const entries = await sql.one(
    "SELECT COUNT(*) AS n FROM ledger_entries WHERE account_id = ? AND kind <> 'charge'",
    accountId,
  );
  const id = `${accountId}-${entries?.n}`;
  const body = JSON.stringify({ kind, account_id: accountId, amount: String(amount) });
  await sql.run("INSERT INTO row_versions (kind, id, body) VALUES ('commands', ?, ?)", id, body);
  return `command:${id}`;
}

/** A movement that says what it is for. */
type Caused<T = Movement> = T & { readonly cause: Cause };

/** Also within a larger transaction: locking twice is locking once. */
export async function grantCredit(sql: Sql, movement: Caused): Promise<void> {
  await lockAccount(sql, movement.accountId);
  await refuseClosed(sql, movement.accountId);
  const pot = await creditPot(sql, movement.accountId);
  await move(sql, text(pot, 'id'), { ...movement, kind: 'grant' });
  await payDebts(sql, movement);
}

/** Returns the debt that is left for what is no longer there. */
export async function takeCreditBack(sql: Sql, movement: Movement): Promise<Nanos> {
  await lockAccount(sql, movement.accountId);
  const pot = await creditPot(sql, movement.accountId);
  const free = bigint(pot, 'balance') - bigint(pot, 'held');
  const taken = free < movement.amount ? free : movement.amount;
  if (taken > 0n) await move(sql, text(pot, 'id'), { ...movement, amount: nanos(-taken), kind: 'refund' });
  const debt = nanos(movement.amount - taken);
  if (debt > 0n) await writeDebt(sql, { ...movement, amount: debt });
  return debt;
}

/** Returns the id of the package's pot. */
export async function grantPackage(
  sql: Sql,
  { accountId, tokens, expiresAtMs, ...about }: Caused<Parameters<Credits['grantPackage']>[0]>,
): Promise<string> {
  await lockAccount(sql, accountId);
  await creditPot(sql, accountId);
  await refuseClosed(sql, accountId);
  const potId = `package-${accountId}-${about.atMs}-${await nextNumber(sql, accountId)}`;
  await openTokenPot(sql, { id: potId, accountId, kind: 'package', label: 'package', expiresAtMs, atMs: about.atMs });
  await move(sql, potId, { ...about, accountId, amount: nanos(tokens), kind: 'grant' });
  return potId;
}

type TokenPot = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'plan' | 'package';
  readonly label: string;
  readonly atMs: number;
  readonly expiresAtMs: number;
  readonly terms?: string | null;
};

export async function openTokenPot(sql: Sql, pot: TokenPot): Promise<void> {
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms, terms)
     VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?)`,
    pot.id,
    pot.accountId,
    pot.kind,
    pot.label,
    pot.atMs,
    pot.expiresAtMs,
    pot.terms ?? null,
  );
}

/** `amount` is signed, and in the unit of the pot: nano-crowns or tokens. */
export type Entry = Omit<Movement, 'amount'> & {
  readonly amount: bigint;
  readonly kind: 'grant' | 'correction' | 'refund' | 'debt' | 'expiry';
};

/** The entry and the balance it changes, always together. */
export async function move(sql: Sql, potId: string, entry: Entry): Promise<void> {
  const moved = await sql.run(
    'UPDATE pots SET balance = balance + ? WHERE id = ? AND balance <= ?',
    entry.amount,
    potId,
    CREDIT_MAX - entry.amount,
  );
  if (moved === 0) throw new AccountFull();
  const row = await sql.one(
    `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, request_id, amount, at_ms, actor, reason, cause)
     VALUES (${nextSeq(sql)}, ?, ?, ?, NULL, ?, ?, ?, ?, ?)
     RETURNING seq, account_id, pot_id, kind, amount, at_ms, actor, reason, cause`,
    entry.accountId,
    potId,
    entry.kind,
    entry.amount,
    entry.atMs,
    entry.actor,
    entry.reason,
    entry.cause ?? null,
  );
  await writeVersion(sql, row!);
}

/** No trigger does it: entries of before that were charges are archived, and have none. */
async function writeVersion(sql: Sql, { seq, ...entry }: Row): Promise<void> {
  const said = Object.entries(entry).map(([name, value]) => [name, value === null ? null : String(value)]);
  const body = JSON.stringify(Object.fromEntries(said));
  await sql.run("INSERT INTO row_versions (kind, id, body) VALUES ('entries', ?, ?)", String(seq), body);
}

async function writeDebt(sql: Sql, { accountId, amount, reason, actor, atMs }: Movement): Promise<void> {
  await sql.run(
    'INSERT INTO debts (id, account_id, amount_nanos, reason, actor, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    `debt-${accountId}-${atMs}-${await nextNumber(sql, accountId)}`,
    accountId,
    amount,
    reason,
    actor,
    atMs,
  );
  await sql.run("UPDATE accounts SET status = 'blocked' WHERE id = ? AND status = 'active'", accountId);
}

/** Pays the oldest debts first from what is free. An account that owes nothing any more is not blocked any more. */
export async function payDebts(
  sql: Sql,
  { accountId, actor, atMs }: Pick<Movement, 'accountId' | 'actor' | 'atMs'>,
): Promise<number> {
  const debts = await sql.all(
    'SELECT * FROM debts WHERE account_id = ? AND repaid_nanos < amount_nanos ORDER BY at_ms, id',
    accountId,
  );
  let isClear = true;
  let payments = 0;
  for (const debt of debts) {
    const pot = await creditPot(sql, accountId);
    const free = bigint(pot, 'balance') - bigint(pot, 'held');
    const owed = bigint(debt, 'amount_nanos') - bigint(debt, 'repaid_nanos');
    const paid = free < owed ? free : owed;
    if (paid < owed) isClear = false;
    if (paid <= 0n) break;
    await sql.run('UPDATE debts SET repaid_nanos = repaid_nanos + ? WHERE id = ?', paid, text(debt, 'id'));
    payments += 1;
    await move(sql, text(pot, 'id'), {
      accountId,
      amount: -paid,
      reason: `pays ${text(debt, 'id')}`,
      actor,
      atMs,
      kind: 'debt',
    });
  }
  if (isClear && debts.length > 0)
    await sql.run("UPDATE accounts SET status = 'active' WHERE id = ? AND status = 'blocked'", accountId);
  return payments;
}

/** Nothing that is given to a closed account could ever be used. */
export async function refuseClosed(sql: Sql, accountId: string): Promise<void> {
  const account = await sql.one('SELECT status FROM accounts WHERE id = ?', accountId);
  if (account?.status === 'closed') throw new RangeError(`Account ${accountId} is closed.`);
}

async function creditPot(sql: Sql, accountId: string): Promise<Row> {
  const pot = await sql.one("SELECT * FROM pots WHERE account_id = ? AND kind = 'credit'", accountId);
  if (!pot) throw new Error(`There is no account ${accountId}.`);
  return pot;
}

/** A number no other row of the account's entries has taken yet: two things may happen in one millisecond. */
async function nextNumber(sql: Sql, accountId: string): Promise<string> {
  const row = await sql.one(
    `SELECT (SELECT COUNT(*) FROM pots WHERE account_id = ?) + (SELECT COUNT(*) FROM debts WHERE account_id = ?) AS n`,
    accountId,
    accountId,
  );
  return String(row?.n ?? 0);
}
