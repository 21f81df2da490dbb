/**
 * The sales of a quarter for the one-stop shop: a row for each country and rate. A credit note for an invoice of an earlier
 * quarter corrects that quarter, as the return wants it. Amounts are in CZK; the return is in EUR.
 */
import { midnightMs, type TimeSpan } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import { type CsvForm, csvTable } from '../../lib/csv.ts';
import { type Documents, isProved, type SalesDocument } from './document.ts';
import { allWithin } from './document-export.ts';
import { isoDate } from './words.ts';

type OssRow = {
  /** The quarter that the row is about: this one, or an earlier one that is corrected. */
  readonly quarter: string;
  readonly country: string;
  readonly rate: number;
  readonly baseHellers: number;
  readonly taxHellers: number;
  readonly documents: number;
  /** Documents without two pieces of evidence that agree with the country. */
  readonly unproved: number;
};

const QUARTER = /^(\d{4})-Q([1-4])$/;

/** `2026-Q4`, in Prague. */
const quarterOf = (atMs: number): string => {
  const [year, month] = isoDate(atMs).split('-').map(Number) as [number, number];
  return `${year}-Q${Math.ceil(month / 3)}`;
};

function spanOf(quarter: string): TimeSpan {
  const [, year, part] = QUARTER.exec(quarter) ?? [];
  if (!year) throw new ServiceError('invalid_request', 'The quarter must be written as 2026-Q4.', { param: 'quarter' });
  const first = (Number(part) - 1) * 3 + 1;
  const next = first === 10 ? { year: Number(year) + 1, month: 1 } : { year: Number(year), month: first + 3 };
  return { fromMs: midnightMs({ year: Number(year), month: first, day: 1 }), toMs: midnightMs({ ...next, day: 1 }) };
}

/** The quarter that a document counts for. */
type Supply = { readonly document: SalesDocument; readonly quarter: string };

function ossRowsOf(supplies: readonly Supply[]): readonly OssRow[] {
  const rows = new Map<string, OssRow>();
  for (const { document, quarter } of supplies) {
    const { country, line } = document.vat;
    if (!country || !line) continue;
    const key = `${quarter} ${country} ${line.rate}`;
    const before = rows.get(key);
    rows.set(key, {
      quarter,
      country,
      rate: line.rate,
      baseHellers: (before?.baseHellers ?? 0) + line.base,
      taxHellers: (before?.taxHellers ?? 0) + line.tax,
      documents: (before?.documents ?? 0) + 1,
      unproved: (before?.unproved ?? 0) + (isProved(document) ? 0 : 1),
    });
  }
  return [...rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

export async function ossExport(documents: Documents, quarter: string): Promise<readonly OssRow[]> {
  const supplies: Supply[] = [];
  for await (const document of allWithin(documents, spanOf(quarter))) {
    if (document.vat.treatment !== 'oss') continue;
    const invoice = document.corrects === null ? document : await documents.find(document.corrects);
    supplies.push({ document, quarter: quarterOf((invoice ?? document).issuedAtMs) });
  }
  return ossRowsOf(supplies);
}

const OSS_CSV = csvTable<OssRow>([
  ['quarter', ({ quarter }) => quarter],
  ['country', ({ country }) => country],
  ['rate_percent', ({ rate }) => rate],
  ['base_czk', ({ baseHellers }) => baseHellers / 100],
  ['vat_czk', ({ taxHellers }) => taxHellers / 100],
  ['total_czk', ({ baseHellers, taxHellers }) => (baseHellers + taxHellers) / 100],
  ['documents', ({ documents }) => documents],
  ['without_two_proofs', ({ unproved }) => unproved],
]);

export const ossToCsv = (rows: readonly OssRow[], form: CsvForm): string =>
  OSS_CSV.head(form) + OSS_CSV.rows(rows, form);
