/** Money and tokens that people move: grants, corrections, and payments that were taken back. */
import type { Movement } from '../domain/ledger.ts';
import { formatCzk, nanos } from '../domain/money.ts';
import type { Treasury } from '../domain/ports.ts';
import { lockAccount } from './account-lock.ts';
import { bigint, type Database, type Row, type Sql, text } from './database.ts';

export function createTreasuryStore(db: Database): Treasury {
  return {
    grant: (movement) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, movement.accountId);
        if (movement.id !== undefined && (await isRepeated(sql, movement.id, movement))) return 'repeated';
        await refuseClosed(sql, movement.accountId);
        const pot = await creditPot(sql, movement.accountId);
        await move(sql, text(pot, 'id'), { ...movement, kind: 'grant' });
        await payDebts(sql, movement);
        return 'booked';
      }),

    correct: (movement) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, movement.accountId);
        const pot = await creditPot(sql, movement.accountId);
        const free = bigint(pot, 'balance') - bigint(pot, 'held');
        if (free + movement.amount < 0n) {
          throw new RangeError(`Only ${formatCzk(nanos(free))} CZK are free; a correction cannot take more.`);
        }
        await move(sql, text(pot, 'id'), { ...movement, kind: 'correction' });
      }),

    takeBack: (movement) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, movement.accountId);
        const pot = await creditPot(sql, movement.accountId);
        const free = bigint(pot, 'balance') - bigint(pot, 'held');
        const taken = free < movement.amount ? free : movement.amount;
        if (taken > 0n) await move(sql, text(pot, 'id'), { ...movement, amount: nanos(-taken), kind: 'refund' });
        const debt = nanos(movement.amount - taken);
        if (debt > 0n) await writeDebt(sql, { ...movement, amount: debt });
        return debt;
      }),

    grantPackage: ({ accountId, tokens, expiresAtMs, ...about }) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, accountId);
        await creditPot(sql, accountId);
        await refuseClosed(sql, accountId);
        const potId = `package-${accountId}-${about.atMs}-${await nextNumber(sql, accountId)}`;
        await openTokenPot(sql, {
          id: potId,
          accountId,
          kind: 'package',
          label: 'package',
          expiresAtMs,
          atMs: about.atMs,
        });
        await move(sql, potId, { ...about, accountId, amount: nanos(tokens), kind: 'grant' });
      }),
  };
}

/** Of two at once the second waits for the first one's end, and then finds its id. */
async function isRepeated(sql: Sql, id: string, { accountId, amount, atMs }: Movement): Promise<boolean> {
  const written = await sql.run(
    'INSERT INTO grant_ids (id, account_id, amount_nanos, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    accountId,
    amount,
    atMs,
  );
  if (written > 0) return false;
  const first = await sql.one('SELECT account_id, amount_nanos FROM grant_ids WHERE id = ?', id);
  if (first && text(first, 'account_id') === accountId && bigint(first, 'amount_nanos') === amount) return true;
  throw new RangeError(`The id ${id} belongs to another grant: to another account, or of another amount.`);
}

export type TokenPot = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'plan' | 'package';
  readonly label: string;
  readonly atMs: number;
  readonly expiresAtMs: number;
};

export async function openTokenPot(sql: Sql, pot: TokenPot): Promise<void> {
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, 0, 0, ?, ?)`,
    pot.id,
    pot.accountId,
    pot.kind,
    pot.label,
    pot.atMs,
    pot.expiresAtMs,
  );
}

/** `amount` is signed, and in the unit of the pot: nano-crowns or tokens. */
export type Entry = Omit<Movement, 'amount'> & {
  readonly amount: bigint;
  readonly kind: 'grant' | 'correction' | 'refund' | 'debt' | 'expiry';
};

/** The entry and the balance it changes, always together. */
export async function move(sql: Sql, potId: string, entry: Entry): Promise<void> {
  await sql.run('UPDATE pots SET balance = balance + ? WHERE id = ?', entry.amount, potId);
  await sql.run(
    `INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount, at_ms, actor, reason)
     VALUES (?, ?, ?, NULL, ?, ?, ?, ?)`,
    entry.accountId,
    potId,
    entry.kind,
    entry.amount,
    entry.atMs,
    entry.actor,
    entry.reason,
  );
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

/** Pays the oldest debts first from what is free. Whoever owes nothing any more is not blocked any more. */
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
