import { formatCzk, type Nanos } from '../../core/money.ts';
import { refuseClosed } from '../../ledger/credit-store.ts';
import { nextVariableSymbol } from '../../platform/database/counter.ts';
import { type Database, type Sql, text } from '../../platform/database/database.ts';
import { toWrite } from '../../platform/notices/notice.ts';
import { insertNotice, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { failedPayment } from './failed-payment-rows.ts';
import { ORDER_PAID, ORDER_TRANSFER } from './notices.ts';
import { readOrders } from './order-list.ts';
import { orderFromRow } from './order-row.ts';
import {
  cancelSubscription,
  changeSubscription,
  endSubscription,
  subscriptionOf,
  subscriptionsToEnd,
} from './paid-subscriptions.ts';
import { accountToTakeFrom, applyEvent } from './payment-event-store.ts';
import type { NewOrder, Order, Orders, ReceiptWish, TransferTelling } from './payment-ports.ts';
import type { SaleTerms } from './sale-terms.ts';

const LIST_MAX = 100;
const AT_ONCE = 50;

export function createOrderStore(db: Database, terms: SaleTerms): Orders {
  return {
    create: (order, telling) =>
      db.transaction(async (sql) => {
        const made = await addOrder(sql, order);
        if (telling) await tellHowToPay(sql, made, telling);
        return made;
      }),

    setSession: (orderId, session) =>
      db.transaction(
        async (sql) => void (await sql.run('UPDATE orders SET provider_session = ? WHERE id = ?', session, orderId)),
      ),

    find: async (accountId, orderId) => {
      const row = await db.sql.one('SELECT * FROM orders WHERE id = ? AND account_id = ?', orderId, accountId);
      return row && orderFromRow(row);
    },

    list: async (accountId) => {
      const rows = await db.sql.all(
        'SELECT * FROM orders WHERE account_id = ? ORDER BY created_at_ms DESC, id LIMIT ?',
        accountId,
        LIST_MAX,
      );
      return rows.map(orderFromRow);
    },

    paidWithin: async ({ accountId, fromMs, toMs }) => {
      const rows = await db.sql.all(
        'SELECT * FROM orders WHERE account_id = ? AND paid_at_ms >= ? AND paid_at_ms < ? ORDER BY paid_at_ms, id',
        accountId,
        fromMs,
        toMs,
      );
      return rows.map(orderFromRow);
    },

    listAll: (filter) => readOrders(db.sql, filter),

    takesFrom: (about) => accountToTakeFrom(db.sql, about),

    apply: (event, by) => db.transaction((sql) => applyEvent(sql, event, { ...by, ...terms })),

    expire: (nowMs) =>
      db.transaction((sql) =>
        sql.run(
          `UPDATE orders SET status = 'expired', ended_at_ms = ?
           WHERE status = 'open' AND expires_at_ms <= ? AND card_method IS NULL`,
          nowMs,
          nowMs,
        ),
      ),

    addReceipts: (wish) => db.transaction((sql) => addReceipts(sql, wish)),

    subscriptionOf: (accountId) => subscriptionOf(db.sql, accountId),
    cancelSubscription: (id) => db.transaction((sql) => cancelSubscription(sql, id)),
    changeSubscription: (change) => db.transaction((sql) => changeSubscription(sql, change)),
    failedPayment: (about) => failedPayment(db.sql, about),
    subscriptionsToEnd: () => subscriptionsToEnd(db.sql),
    endSubscription: (id) => db.transaction(async (sql) => void (await endSubscription(sql, id))),
  };
}

async function tellHowToPay(sql: Sql, made: Order, { email, bank, pageUrl, channels }: TransferTelling): Promise<void> {
  const { id, accountId, amount, language, variableSymbol, createdAtMs, expiresAtMs } = made;
  if (variableSymbol === null) return;
  const about = { accountId, orderId: id, amountCzk: formatCzk(amount), dueAtMs: expiresAtMs };
  const happened = {
    id: `order.transfer/${id}`,
    atMs: createdAtMs,
    data: { ...about, variableSymbol, bank, pageUrl },
    owner: { email, language },
  };
  await insertNotice(sql, toWrite(ORDER_TRANSFER, happened, channels));
}

export async function addOrder(sql: Sql, order: NewOrder): Promise<Order> {
  const { id, accountId, offer, method, language, vatId, createdAtMs, expiresAtMs, card, agreed } = order;
  const { termsVersion = null, beginsAtOnce = null } = agreed ?? {};
  await refuseClosed(sql, accountId);
  const variableSymbol = method === 'bank' ? await nextVariableSymbol(sql, createdAtMs) : null;
  await sql.run(
    `INSERT INTO orders (id, account_id, kind, offer, method, amount_nanos, currency, tokens, days, plan, status,
       language, vat_id, created_at_ms, expires_at_ms, variable_symbol, card_customer, card_method, ask_at_ms,
       terms_version, begins_at_once, plan_name, every)
     VALUES (?, ?, ?, ?, ?, ?, 'CZK', ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    accountId,
    offer.kind,
    offer.id,
    method,
    offer.amount,
    offer.kind === 'package' ? offer.tokens : null,
    offer.kind === 'package' ? offer.days : null,
    offer.kind === 'plan' ? offer.plan : null,
    language,
    vatId,
    createdAtMs,
    expiresAtMs,
    variableSymbol,
    card?.customer ?? null,
    card?.method ?? null,
    card ? createdAtMs : null,
    termsVersion,
    beginsAtOnce === null ? null : Number(beginsAtOnce),
    offer.kind === 'plan' ? JSON.stringify(offer.name) : null,
    offer.kind === 'plan' ? offer.every : null,
  );
  return {
    ...offer,
    id,
    offer: offer.id,
    accountId,
    method,
    language,
    vatId,
    paymentCountry: null,
    termsVersion,
    beginsAtOnce,
    createdAtMs,
    expiresAtMs,
    variableSymbol,
    status: 'open',
    paidAtMs: null,
    refunded: 0n as Nanos,
    invoiceNumber: null,
    waitsForRenewal: false,
    isAutomatic: card !== undefined,
  };
}

/** The mark and the notice are one transaction: from then on the outbox sees to it that the receipt is sent. */
async function addReceipts(sql: Sql, { atMs, origin, channels }: ReceiptWish): Promise<readonly string[]> {
  const due = await sql.all(
    `SELECT o.id, o.account_id, o.language, ${OWNER_EMAIL} FROM orders o JOIN accounts a ON a.id = o.account_id
     WHERE o.paid_at_ms IS NOT NULL AND o.receipt_sent_at_ms IS NULL LIMIT ?`,
    AT_ONCE,
  );
  const added: string[] = [];
  for (const row of due) {
    const orderId = text(row, 'id');
    const mark = 'UPDATE orders SET receipt_sent_at_ms = ? WHERE id = ? AND receipt_sent_at_ms IS NULL';
    if ((await sql.run(mark, atMs, orderId)) === 0) continue;
    const data = { accountId: text(row, 'account_id'), orderId, pageUrl: `${origin}/orders/${orderId}` };
    const happened = { id: `order.paid/${orderId}`, atMs, data, owner: ownerFromRow(row) };
    await insertNotice(sql, toWrite(ORDER_PAID, happened, channels));
    added.push(orderId);
  }
  return added;
}
