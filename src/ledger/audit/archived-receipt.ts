/** The receipt of a request that was archived: from its file, and from the prices and pots that stay in the ledger. */
import type { PotKind, Receipt } from '../../core/ledger.ts';
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { unitIn } from '../pot-row.ts';
import { PRICE_COLUMNS, PRICE_JOINS, pricedFromRow, receiptFromRow } from '../receipt.ts';
import type { ReadArchive } from './audit-archive.ts';
import { chargeFromLine } from './charge-lines.ts';

type ArchivedFile = { readonly folder: string; readonly name: string; readonly sha256: string };

/** Every archive, the oldest first. */
export async function archivedFiles(sql: Sql): Promise<readonly ArchivedFile[]> {
  const rows = await sql.all('SELECT folder, file, sha256 FROM archives ORDER BY id');
  return rows.map((row) => ({ folder: text(row, 'folder'), name: text(row, 'file'), sha256: text(row, 'sha256') }));
}

/** Undefined where this file has no such request. */
export async function archivedReceipt(
  sql: Sql,
  requestId: string,
  lines: ReturnType<ReadArchive>,
): Promise<Receipt | undefined> {
  const own: Row[] = [];
  const written = JSON.stringify(requestId);
  for await (const line of lines) {
    if (!line.startsWith('[') || !line.includes(written)) continue;
    const found = chargeFromLine(line);
    if (found.requestId === requestId) own.push(...found.charges);
  }
  const [row] = own;
  if (!row) return undefined;
  const price = await sql.one(
    `SELECT ${PRICE_COLUMNS} FROM (SELECT CAST(? AS TEXT) AS price_version) r ${PRICE_JOINS}`,
    text(row, 'price_version'),
  );
  const paidBy: Receipt['paidBy'][number][] = [];
  for (const charge of own) {
    const pot = await sql.one('SELECT kind, label, terms FROM pots WHERE id = ?', text(charge, 'pot_id'));
    const amount = -bigint(charge, 'amount');
    const tokens = charge.tokens == null || charge.tokens === amount ? {} : { tokens: bigint(charge, 'tokens') };
    paidBy.push({
      kind: text(pot!, 'kind') as PotKind,
      ...unitIn(pot!),
      label: text(pot!, 'label'),
      amount,
      ...tokens,
    });
  }
  return receiptFromRow(row, { requestId, ...pricedFromRow(price!), paidBy });
}
