/** Vouchers as operators see them: found, page by page, and read from their rows. */
import { nanos } from '../../core/money.ts';
import { bigint, number, type Row, type Sql, type SqlValue, text } from '../../platform/database/database.ts';
import type { Voucher, VoucherFilter, VoucherGift } from './payment-ports.ts';

const LIST_MAX = 1000;

export async function readVouchers(sql: Sql, filter: VoucherFilter): Promise<readonly Voucher[]> {
  const { search, fingerprint = '', after, rowsMax = LIST_MAX } = filter;
  const wishes: (readonly [string, readonly SqlValue[]])[] = [];
  if (search) {
    const words = '(id = ? OR hint = ? OR fingerprint = ? OR LOWER(note) LIKE ? ESCAPE ?)';
    wishes.push([words, [search, search.toUpperCase(), fingerprint, `%${literally(search.toLowerCase())}%`, ESCAPE]]);
  }
  if (after) {
    const { createdAtMs, id } = after;
    wishes.push(['created_at_ms <= ? AND (created_at_ms < ? OR id > ?)', [createdAtMs, createdAtMs, id]]);
  }
  const where = wishes.length > 0 ? `WHERE ${wishes.map(([words]) => words).join(' AND ')}` : '';
  const rows = await sql.all(
    `SELECT * FROM vouchers ${where} ORDER BY created_at_ms DESC, id LIMIT ?`,
    ...wishes.flatMap(([, values]) => values),
    rowsMax,
  );
  return rows.map(voucherFromRow);
}

const ESCAPE = '!';

/** So that a percent sign is looked for, and does not match anything else. */
const literally = (text: string): string =>
  [ESCAPE, '%', '_'].reduce((escaped, sign) => escaped.replaceAll(sign, `${ESCAPE}${sign}`), text);

export const voucherFromRow = (row: Row): Voucher => ({
  id: text(row, 'id'),
  hint: text(row, 'hint'),
  gift: giftFromRow(row),
  usesMax: number(row, 'uses_max'),
  uses: number(row, 'uses'),
  note: text(row, 'note'),
  createdBy: text(row, 'created_by'),
  createdAtMs: number(row, 'created_at_ms'),
  expiresAtMs: row.expires_at_ms === null ? null : number(row, 'expires_at_ms'),
  revokedAtMs: row.revoked_at_ms === null ? null : number(row, 'revoked_at_ms'),
});

function giftFromRow(row: Row): VoucherGift {
  switch (text(row, 'kind')) {
    case 'package':
      return { kind: 'package', tokens: bigint(row, 'tokens'), days: number(row, 'days') };
    case 'plan':
      return { kind: 'plan', plan: text(row, 'plan'), months: number(row, 'months') };
    default:
      return { kind: 'credit', amount: nanos(bigint(row, 'amount_nanos')) };
  }
}
