/**
 * The part of the audit that reads archived charges and compares them with the seals and sums that stayed in the
 * ledger.
 */

import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { isSealed, sumsOf } from './archive-store.ts';
import { auditBought, type BuyingRows, readBuyingRows } from './audit-bought.ts';
import { auditGroup, type GroupRows, readGroupRows } from './audit-groups.ts';
import type { AuditReport } from './audit-report.ts';
import { auditSettled, chargesOf, type TermsByPot } from './audit-requests.ts';
import { hashOfSums } from './audit-start.ts';
import { hourOf, type UsageSums } from './audit-usage.ts';
import { type ChargeLine, chargeFromLine } from './charge-lines.ts';

/** The lines of a file; throws where it is not what was written. */
export type ReadArchive = (file: { readonly name: string; readonly sha256: string }) => AsyncIterable<string>;

/** L18: a file holds what was sealed, its sums are those in the ledger, and each request in it was priced right. */
export async function auditArchives(sql: Sql, report: AuditReport, read: ReadArchive): Promise<UsageSums> {
  const prices = new Map((await sql.all('SELECT * FROM price_versions')).map((row) => [text(row, 'id'), row]));
  const pots = new Map((await sql.all('SELECT id, kind FROM pots')).map((row) => [text(row, 'id'), text(row, 'kind')]));
  const buying = await readBuyingRows(sql);
  const groups = await readGroupRows(sql);
  const withTerms = await sql.all('SELECT id, terms FROM pots WHERE terms IS NOT NULL');
  const terms = new Map(withTerms.map((row) => [text(row, 'id'), text(row, 'terms')]));
  const hours: UsageSums = new Map();
  let after = { seal: 0n, entries: 0n };
  for (const archive of await sql.all('SELECT * FROM archives ORDER BY id')) {
    const file = { name: text(archive, 'file'), sha256: text(archive, 'sha256') };
    try {
      const lines = await chargeLines(read(file));
      const seals = await sql.all(
        'SELECT * FROM seals WHERE seq > ? AND seq <= ? ORDER BY seq',
        after.seal,
        bigint(archive, 'seal_to'),
      );
      auditFile(report, { archive, lines, seals, after: after.entries, prices, buying, groups, terms });
      for (const row of lines.flatMap(({ charges }) => charges)) addToHour(hours, row, pots.get(text(row, 'pot_id')));
    } catch (thrown) {
      report.check('L18', false, () => (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, ''));
    }
    after = { seal: bigint(archive, 'seal_to'), entries: bigint(archive, 'entries_to') };
  }
  return hours;
}

async function chargeLines(lines: AsyncIterable<string>): Promise<readonly ChargeLine[]> {
  const charges: ChargeLine[] = [];
  // What begins otherwise is a note about a request.
  for await (const line of lines) if (line.startsWith('[')) charges.push(chargeFromLine(line));
  return charges;
}

type ArchivedFile = {
  readonly archive: Row;
  readonly lines: readonly ChargeLine[];
  readonly seals: readonly Row[];
  readonly after: bigint;
  readonly prices: ReadonlyMap<string, Row>;
  readonly buying: BuyingRows;
  readonly groups: GroupRows;
  readonly terms: TermsByPot;
};

function auditFile(report: AuditReport, file: ArchivedFile): void {
  const { archive, lines, seals, after, prices, buying, groups, terms } = file;
  const what = `archive ${archive.id} (${text(archive, 'file')})`;
  let from = after;
  for (const seal of seals) {
    const until = bigint(seal, 'entries_to');
    const inside = lines.filter(({ seq }) => seq > from && seq <= until);
    report.check('L18', isSealed(seal, inside), () => `${what} does not hold the charges of seal ${seal.seq}`);
    from = until;
  }
  const isSum = hashOfSums(sumsOf(lines)) === archive.sums_hash && lines.length === number(archive, 'charges');
  report.check('L18', isSum, () => `the charges of ${what} do not sum to what the ledger says`);
  const rows = lines.flatMap((line) => line.charges);
  const charges = chargesOf(rows);
  const requests = new Map(rows.map((row) => [text(row, 'request_id'), row]));
  for (const [id, row] of requests) {
    const price = prices.get(text(row, 'price_version'));
    if (price) auditSettled({ ...price, ...row, id }, { paid: charges.get(id)!, terms }, report);
    else report.check('L18', false, () => `the price of request ${id} in ${what} is gone`);
    auditBought({ ...row, id }, buying, report);
    auditGroup({ ...price, ...row, id }, groups, report);
  }
}

/** As the hours count it: a request once, with its first charge, and what each kind of pot has paid. */
function addToHour(hours: UsageSums, row: Row, kind: string | undefined): void {
  const sums = hourOf(hours, row);
  const id = text(row, 'request_id');
  if (!sums.counted.has(id)) {
    sums.counted.add(id);
    sums.add({ requests: 1n });
    for (const name of ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens'] as const) {
      sums.add({ [name]: bigint(row, name) });
    }
    for (const name of ['cache_write_5m_tokens', 'cache_write_1h_tokens'] as const) {
      sums.add({ [name]: BigInt(row[name] ?? 0) });
    }
  }
  const taken = -bigint(row, 'amount');
  if (kind === 'credit') sums.add({ cost_nanos: taken });
  const tokens = row.tokens == null ? taken : bigint(row, 'tokens');
  if (kind === 'plan') sums.add({ plan_tokens: tokens });
  if (kind === 'package') sums.add({ package_tokens: tokens });
}
