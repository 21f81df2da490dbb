/** Documents of sales: written with the payment or the refund, in its transaction, and read as they were written. */

import { fromHellers, type Nanos, nanos, toHellers } from '../../core/money.ts';
import type { Seller } from '../../core/offer.ts';
import { nextDocumentNumber } from '../../platform/database/counter.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { type Buyer, type Order, readBuyer, readVatCheck } from '../shop/index.ts';
import type { DocumentEntry, Documents, SalesDocument } from './document.ts';
import { creditNoteFor, invoiceFor } from './document.ts';

const AT_ONCE = 200;

export function createDocumentStore(db: Database): Documents {
  return {
    ofOrder: async ({ accountId, orderId }) => {
      const rows = await db.sql.all(
        `${ENTRIES} WHERE order_id = ? AND account_id = ? ORDER BY issued_at_ms, number`,
        orderId,
        accountId,
      );
      return rows.map(entryFromRow);
    },

    ofOrders: async (orderIds) => {
      if (orderIds.length === 0) return [];
      const places = orderIds.map(() => '?').join(', ');
      const rows = await db.sql.all(
        `${ENTRIES} WHERE order_id IN (${places}) ORDER BY issued_at_ms, number`,
        ...orderIds,
      );
      return rows.map(entryFromRow);
    },

    find: async (documentNumber, accountId) => {
      const row = await db.sql.one('SELECT account_id, body FROM documents WHERE number = ?', documentNumber);
      if (!row || (accountId !== undefined && row.account_id !== accountId)) return undefined;
      return documentFromRow(row);
    },

    within: async ({ fromMs, toMs, after }) => {
      const rows = await db.sql.all(
        `SELECT body FROM documents WHERE issued_at_ms >= ? AND issued_at_ms < ?
           AND (issued_at_ms > ? OR number > ?) ORDER BY issued_at_ms, number LIMIT ?`,
        after?.issuedAtMs ?? fromMs,
        toMs,
        after?.issuedAtMs ?? -1,
        after?.number ?? '',
        AT_ONCE,
      );
      return rows.map(documentFromRow);
    },

    count: async ({ fromMs, toMs }) => {
      const row = await db.sql.one(
        'SELECT COUNT(*) AS n FROM documents WHERE issued_at_ms >= ? AND issued_at_ms < ?',
        fromMs,
        toMs,
      );
      return number(row!, 'n');
    },
  };
}

const ENTRIES = 'SELECT kind, number, order_id, issued_at_ms, total_nanos FROM documents';

const entryFromRow = (row: Row): DocumentEntry => ({
  kind: text(row, 'kind') as DocumentEntry['kind'],
  number: text(row, 'number'),
  orderId: text(row, 'order_id'),
  issuedAtMs: number(row, 'issued_at_ms'),
  totalHellers: toHellers(nanos(bigint(row, 'total_nanos'))),
});

const documentFromRow = (row: Row): SalesDocument => JSON.parse(text(row, 'body')) as SalesDocument;

type Sale = { readonly seller: Seller | null; readonly atMs: number };

/** Returns the number of the invoice. The buyer is who the account says at this moment. */
export async function issueInvoice(sql: Sql, order: Order, { seller, atMs }: Sale): Promise<string> {
  const issue = { number: await nextDocumentNumber(sql, seller?.series.invoice ?? '', atMs), atMs };
  const buyer = (await readBuyer(sql, order.accountId)) ?? null;
  const check = await readVatCheck(sql, order.accountId);
  await insert(sql, invoiceFor(order, { seller, buyer, check }, issue), order.amount);
  return issue.number;
}

export async function buyerOn(sql: Sql, orderId: string): Promise<Buyer | null> {
  const row = await sql.one("SELECT body FROM documents WHERE order_id = ? AND kind = 'invoice'", orderId);
  return row ? documentFromRow(row).buyer : null;
}

/** Brings credit notes up to what has gone back in all. An order that was paid before there were documents has none. */
export async function issueCreditNote(sql: Sql, order: Pick<Order, 'id'>, { seller, atMs, returned }: Sale & Returned) {
  const rows = await sql.all('SELECT kind, total_nanos, body FROM documents WHERE order_id = ?', order.id);
  const invoice = rows.find(({ kind }) => kind === 'invoice');
  if (!invoice) return;
  const notes = rows.filter(({ kind }) => kind === 'credit-note');
  const returnedBefore = notes.reduce((sum, row) => sum - toHellers(nanos(bigint(row, 'total_nanos'))), 0);
  const hellers = toHellers(returned) - returnedBefore;
  if (hellers <= 0) return;
  const documentNumber = await nextDocumentNumber(sql, seller?.series.creditNote ?? 'D', atMs);
  const about = { number: documentNumber, atMs, hellers, returnedBefore };
  await insert(sql, creditNoteFor(documentFromRow(invoice), about), fromHellers(-hellers));
}

type Returned = { readonly returned: Nanos };

const insert = (sql: Sql, made: SalesDocument, total: Nanos): Promise<number> =>
  sql.run(
    `INSERT INTO documents (number, kind, order_id, account_id, issued_at_ms, total_nanos, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    made.number,
    made.kind,
    made.orderId,
    made.accountId,
    made.issuedAtMs,
    total,
    JSON.stringify(made),
  );
