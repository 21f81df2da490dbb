/** Buyers, as customers want them on documents. */

import { type Database, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { Buyers } from './buyer.ts';
import type { Buyer } from './buyer-contract.ts';
import type { VatCheck } from './vat-check.ts';

export function createBuyerStore(db: Database): Buyers {
  return {
    of: (accountId) => readBuyer(db.sql, accountId),

    checkOf: (accountId) => readVatCheck(db.sql, accountId),

    keepCheck: (accountId, check) =>
      db.transaction(
        async (sql) =>
          void (await sql.run(
            'UPDATE buyers SET vat_check = ? WHERE account_id = ? AND vat_id = ?',
            JSON.stringify(check),
            accountId,
            check.vatId,
          )),
      ),

    set: ({ accountId, buyer, atMs }) =>
      db.transaction(async (sql) => {
        await forgetBuyer(sql, accountId);
        if (!buyer) return;
        const { name, street, city, postalCode, country, companyId, vatId } = buyer;
        await sql.run(
          `INSERT INTO buyers (account_id, name, street, city, postal_code, country, company_id, vat_id, changed_at_ms)
           SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM accounts WHERE id = ? AND status <> 'closed'
           ON CONFLICT (account_id) DO NOTHING`,
          name,
          street,
          city,
          postalCode,
          country,
          companyId,
          vatId,
          atMs,
          accountId,
        );
      }),
  };
}

export async function readBuyer(sql: Sql, accountId: string): Promise<Buyer | undefined> {
  const row = await sql.one('SELECT * FROM buyers WHERE account_id = ?', accountId);
  return row && fromRow(row);
}

export async function readVatCheck(sql: Sql, accountId: string): Promise<VatCheck | null> {
  const row = await sql.one('SELECT vat_check FROM buyers WHERE account_id = ?', accountId);
  return row?.vat_check ? (JSON.parse(text(row, 'vat_check')) as VatCheck) : null;
}

export async function forgetBuyer(sql: Sql, accountId: string): Promise<void> {
  await sql.run('DELETE FROM buyers WHERE account_id = ?', accountId);
}

const fromRow = (row: Row): Buyer => ({
  name: text(row, 'name'),
  street: text(row, 'street'),
  city: text(row, 'city'),
  postalCode: text(row, 'postal_code'),
  country: text(row, 'country'),
  companyId: text(row, 'company_id'),
  vatId: text(row, 'vat_id'),
});
