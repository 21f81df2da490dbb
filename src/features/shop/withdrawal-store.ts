/**
 * Withdrawals: the declaration, what the ledger makes of it, the credit note and the e-mails are one transaction. The money
 * leaves after it, once: by the provider, or by the operator who says so.
 */

import { ServiceError } from '../../core/errors.ts';
import type { Cause } from '../../core/ledger.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { monthsIn } from '../../core/plan.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { atLeastZero } from '../../ledger/lease.ts';
import { endPlanPeriod, giveMonthsBack, monthsAhead } from '../../ledger/plan-store.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import {
  bigint,
  type Database,
  number,
  optionalNumber,
  type Row,
  type Sql,
  text,
} from '../../platform/database/database.ts';
import { toWrite } from '../../platform/notices/notice.ts';
import { insertNotice } from '../../platform/notices/outbox-store.ts';
import { isConsumer } from './buyer.ts';
import { ORDER_WITHDRAWN } from './notices.ts';
import { everyIn, orderFromRow } from './order-row.ts';
import { applyInTurn } from './payment-event-store.ts';
import type { SaleTerms } from './sale-terms.ts';
import {
  refundOf,
  type Unused,
  WITHDRAWAL_MS_MAX,
  type WithdrawalRefusal,
  withdrawalEndsMs,
  withdrawalRefusal,
} from './withdrawal.ts';
import type { Declaration, RefundToSend, Withdrawal, WithdrawalLook, Withdrawals } from './withdrawals.ts';

const AT_ONCE = 50;
const LIST_MAX = 200;

const SAYS: Readonly<Record<WithdrawalRefusal, string>> = {
  unpaid: 'This order is not paid, so there is nothing to withdraw from.',
  company: 'This order was bought by a company; only consumers can withdraw.',
  renewal: 'This order renews a plan; the right to withdraw was that of the first period.',
  disputed: 'The payment of this order is disputed at the bank.',
  returned: 'The payment of this order has gone back already.',
  over: 'The 14 days in which this order could be withdrawn from are over.',
};

export function createWithdrawalStore(db: Database, terms: SaleTerms): Withdrawals {
  return {
    open: (accountId, nowMs) => db.snapshot((sql) => openOrders(sql, terms, { accountId, nowMs })),
    look: (asked) => db.snapshot((sql) => look(sql, terms, asked)),
    declare: (declaration) => db.transaction((sql) => declare(sql, declaration, terms)),

    list: async () => {
      const rows = await db.sql.all(`${WITHDRAWN} ORDER BY w.at_ms DESC, w.order_id LIMIT ?`, LIST_MAX);
      return rows.map(fromRow);
    },

    toSend: async (nowMs) => {
      const rows = await db.sql.all(
        `SELECT w.order_id, w.refund_nanos, o.provider_payment FROM withdrawals w JOIN orders o ON o.id = w.order_id
         WHERE w.sent_at_ms IS NULL AND w.ask_at_ms <= ? ORDER BY w.ask_at_ms LIMIT ?`,
        nowMs,
        AT_ONCE,
      );
      return rows.map(
        (row): RefundToSend => ({
          orderId: text(row, 'order_id'),
          payment: row.provider_payment as string | null,
          amount: nanos(bigint(row, 'refund_nanos')),
        }),
      );
    },

    askAgain: (orderId, askAtMs) =>
      db.transaction(
        async (sql) =>
          void (await sql.run(
            'UPDATE withdrawals SET ask_at_ms = ? WHERE order_id = ? AND sent_at_ms IS NULL',
            askAtMs,
            orderId,
          )),
      ),

    sent: (orderId, atMs) => db.transaction(async (sql) => void (await markSent(sql, orderId, atMs))),
  };
}

/** False where it was sent before, or there is none. */
export const markSent = async (sql: Sql, orderId: string, atMs: number): Promise<boolean> =>
  (await sql.run('UPDATE withdrawals SET sent_at_ms = ? WHERE order_id = ? AND sent_at_ms IS NULL', atMs, orderId)) > 0;

const WITHDRAWN = `SELECT w.*, o.amount_nanos, o.method, o.variable_symbol, o.invoice_number, o.begins_at_once
  FROM withdrawals w JOIN orders o ON o.id = w.order_id`;

const fromRow = (row: Row): Withdrawal => ({
  orderId: text(row, 'order_id'),
  accountId: text(row, 'account_id'),
  name: text(row, 'name'),
  email: text(row, 'email'),
  atMs: number(row, 'at_ms'),
  refund: nanos(bigint(row, 'refund_nanos')),
  sentAtMs: optionalNumber(row, 'sent_at_ms') ?? null,
  amount: nanos(bigint(row, 'amount_nanos')),
  method: text(row, 'method') as Withdrawal['method'],
  variableSymbol: row.variable_symbol as string | null,
  invoiceNumber: row.invoice_number as string | null,
  hasConsent: Number(row.begins_at_once ?? 0) === 1,
});

export async function withdrawalOf(sql: Sql, orderId: string): Promise<Withdrawal | undefined> {
  const row = await sql.one(`${WITHDRAWN} WHERE w.order_id = ?`, orderId);
  return row && fromRow(row);
}

/** Those of an account, oldest first. */
export const withdrawalsOf = async (sql: Sql, accountId: string): Promise<readonly Withdrawal[]> =>
  (await sql.all(`${WITHDRAWN} WHERE w.account_id = ? ORDER BY w.at_ms, w.order_id`, accountId)).map(fromRow);

type Asked = { readonly accountId: string; readonly orderId: string; readonly nowMs: number };

async function orderRow(sql: Sql, { accountId, orderId }: Pick<Asked, 'accountId' | 'orderId'>): Promise<Row> {
  const row = await sql.one('SELECT * FROM orders WHERE id = ? AND account_id = ?', orderId, accountId);
  if (!row) throw new ServiceError('not_found', 'This account has no such order.');
  return row;
}

/** The buyer is the one on the invoice: what the account says later changes nothing. */
async function refusalOf(sql: Sql, row: Row, { documents, nowMs }: SaleTerms & { readonly nowMs: number }) {
  const { id, status, paidAtMs } = orderFromRow(row);
  const isRenewal = row.provider_invoice !== null && id === `ord_${row.provider_invoice}`;
  const buyer = await documents.buyerOn(sql, id);
  return withdrawalRefusal({ status, paidAtMs, isRenewal, isConsumer: isConsumer(buyer) }, nowMs);
}

async function openOrders(
  sql: Sql,
  terms: SaleTerms,
  { accountId, nowMs }: Pick<Asked, 'accountId' | 'nowMs'>,
): Promise<readonly string[]> {
  const rows = await sql.all(
    `SELECT o.* FROM orders o WHERE o.account_id = ? AND o.paid_at_ms >= ?
       AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.order_id = o.id)`,
    accountId,
    nowMs - WITHDRAWAL_MS_MAX,
  );
  const open: string[] = [];
  for (const row of rows) if (!(await refusalOf(sql, row, { ...terms, nowMs }))) open.push(text(row, 'id'));
  return open;
}

async function look(sql: Sql, terms: SaleTerms, { nowMs, ...asked }: Asked): Promise<WithdrawalLook> {
  const row = await orderRow(sql, asked);
  const { paidAtMs } = orderFromRow(row);
  const declared = (await withdrawalOf(sql, asked.orderId)) ?? null;
  const refused = (await refusalOf(sql, row, { ...terms, nowMs })) ?? null;
  const refund = declared || refused ? null : refundOf(paidOf(row), (await givenBy(sql, row, nowMs)).unused);
  return { declared, refused, refund, untilMs: paidAtMs === null ? null : withdrawalEndsMs(paidAtMs) };
}

const paidOf = (row: Row) => ({
  amount: nanos(bigint(row, 'amount_nanos')),
  taken: nanos(bigint(row, 'taken_nanos')),
});

/** A declaration that was made before is answered as it was. */
async function declare(sql: Sql, declaration: Declaration, terms: SaleTerms): Promise<Withdrawal> {
  const { accountId, orderId, name, email, atMs } = declaration;
  // Messages of providers take both locks in this order.
  await nextEventNumber(sql);
  await orderRow(sql, declaration);
  const known = await withdrawalOf(sql, orderId);
  if (known) return known;
  await lockAccount(sql, accountId);
  const row = await orderRow(sql, declaration);
  const refused = await refusalOf(sql, row, { ...terms, nowMs: atMs });
  if (refused) throw new ServiceError('withdrawal_refused', SAYS[refused]);
  const given = await givenBy(sql, row, atMs);
  const refund = refundOf(paidOf(row), given.unused);
  await takeRefund(sql, { row, given, refund }, { ...terms, actor: email, atMs });
  await endContract(sql, row, { given, atMs });
  await sql.run(
    `INSERT INTO withdrawals (order_id, account_id, name, email, at_ms, refund_nanos, sent_at_ms, ask_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    orderId,
    accountId,
    name,
    email,
    atMs,
    refund,
    refund === 0n ? atMs : null,
    row.method === 'stripe' ? atMs : null,
  );
  const made = (await withdrawalOf(sql, orderId))!;
  const language = declaration.language ?? orderFromRow(row).language;
  await acknowledge(sql, made, { ...declaration, language });
  return made;
}

type Given = { readonly potId: string | null; readonly unused: Unused };

/** Of credit the rest of the account, as far as it was paid with the order: what was there before is used first. */
async function givenBy(sql: Sql, row: Row, nowMs: number): Promise<Given> {
  const potId = row.pot_id as string | null;
  if (potId !== null)
    return { potId, unused: await orderLeft(sql, row, { potId, granted: bigint(row, 'tokens'), nowMs }) };
  if (row.kind === 'plan' && !(await gaveCredit(sql, row))) return monthOf(sql, row, nowMs);
  const pot = await sql.one("SELECT balance, held FROM pots WHERE account_id = ? AND kind = 'credit'", row.account_id!);
  const free = pot ? atLeastZero(bigint(pot, 'balance') - bigint(pot, 'held')) : 0n;
  return { potId: null, unused: { kind: 'credit', free } };
}

async function gaveCredit(sql: Sql, row: Row): Promise<boolean> {
  const cause: Cause = `order:${text(row, 'id')}`;
  const entry = "SELECT 1 AS found FROM ledger_entries WHERE account_id = ? AND kind = 'grant' AND cause = ?";
  return (await sql.one(entry, text(row, 'account_id'), cause)) !== undefined;
}

/** A month that was paid in advance: it waits for its turn, or has begun as the running period. Of a year, those that wait. */
async function monthOf(sql: Sql, row: Row, nowMs: number): Promise<Given> {
  const accountId = text(row, 'account_id');
  const months = monthsIn(everyIn(row));
  const left = Math.min(months, await monthsAhead(sql, accountId));
  if (left > 0) return { potId: null, unused: { kind: 'months', left, of: months } };
  const period = await sql.one(
    `SELECT p.pot_id, p.tokens FROM plan_periods p WHERE p.account_id = ? AND p.starts_at_ms >= ? AND p.starts_at_ms <= ?
       AND p.ends_at_ms > ? AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.pot_id = p.pot_id)`,
    accountId,
    number(row, 'paid_at_ms'),
    nowMs,
    nowMs,
  );
  if (!period) return { potId: null, unused: { kind: 'credit', free: 0n } };
  const potId = text(period, 'pot_id');
  return { potId, unused: await tokensLeft(sql, { potId, granted: bigint(period, 'tokens'), nowMs }) };
}

/** Of a year, the months that have not begun are left as a whole. */
async function orderLeft(sql: Sql, row: Row, pot: TokenPot): Promise<Unused & { readonly kind: 'tokens' }> {
  const months = monthsIn(everyIn(row));
  const running = await tokensLeft(sql, pot);
  if (months === 1) return running;
  const ahead = Math.min(months - 1, await monthsAhead(sql, text(row, 'account_id')));
  return { ...running, free: running.free + (pot.granted / BigInt(months)) * BigInt(ahead) };
}

type TokenPot = { readonly potId: string; readonly granted: bigint; readonly nowMs: number };

/** Those that running requests hold count as used. */
async function tokensLeft(
  sql: Sql,
  { potId, granted, nowMs }: TokenPot,
): Promise<Unused & { readonly kind: 'tokens' }> {
  const pot = (await sql.one('SELECT balance, held, awaited, expires_at_ms FROM pots WHERE id = ?', potId))!;
  const isOver = number(pot, 'expires_at_ms') <= nowMs;
  const free = isOver ? 0n : atLeastZero(bigint(pot, 'balance') - bigint(pot, 'held') - bigint(pot, 'awaited'));
  return { kind: 'tokens', free, granted };
}

type Taking = { readonly row: Row; readonly given: Given; readonly refund: Nanos };

/** As a refund that is reported, with its credit note: whole or in part, and never twice. */
async function takeRefund(
  sql: Sql,
  { row, given, refund }: Taking,
  acting: SaleTerms & { readonly actor: string; readonly atMs: number },
): Promise<void> {
  if (refund === 0n) return;
  const orderId = text(row, 'id');
  const total = nanos(bigint(row, 'refunded_nanos') + refund);
  if (given.unused.kind === 'months') {
    await giveMonthsBack(sql, text(row, 'account_id'), given.unused.left);
    await sql.run('UPDATE orders SET taken_nanos = ? WHERE id = ?', total, orderId);
  }
  if (given.unused.kind === 'tokens') {
    const { granted } = given.unused;
    await sql.run('UPDATE orders SET pot_id = ?, tokens = ? WHERE id = ?', given.potId, granted, orderId);
  }
  const about = { by: 'refunded-order', orderId, total } as const;
  await applyInTurn(sql, { id: `withdrawal-${orderId}`, kind: 'withdrawal', about }, acting);
}

/** No tokens are left that were not paid for, and no plan goes on by itself. */
async function endContract(sql: Sql, row: Row, { given, atMs }: { readonly given: Given; readonly atMs: number }) {
  if (given.potId === null) return;
  await sql.run('UPDATE pots SET expires_at_ms = ? WHERE id = ? AND expires_at_ms > ?', atMs, given.potId, atMs);
  if (row.kind !== 'plan') return;
  await endPlanPeriod(sql, { accountId: text(row, 'account_id'), potId: given.potId, atMs });
  if (row.provider_subscription === null) return;
  await sql.run(
    "UPDATE paid_subscriptions SET status = 'replaced' WHERE id = ? AND status IN ('active', 'cancelled')",
    text(row, 'provider_subscription'),
  );
}

type Telling = Pick<Declaration, 'pageUrl' | 'channels'> & { readonly language: 'cs' | 'en' };

async function acknowledge(sql: Sql, made: Withdrawal, { language, pageUrl, channels }: Telling): Promise<void> {
  const { orderId, accountId, name, email, atMs, amount, refund, method, invoiceNumber, hasConsent } = made;
  const happened = {
    id: `order.withdrawn/${orderId}`,
    atMs,
    data: {
      accountId,
      orderId,
      name,
      email,
      invoiceNumber,
      method,
      hasConsent,
      pageUrl,
      declaredAtMs: atMs,
      amountCzk: formatCzk(amount),
      refundCzk: formatCzk(refund),
    },
    owner: { email, language },
  };
  await insertNotice(sql, toWrite(ORDER_WITHDRAWN, happened, channels));
}
