/**
 * The part of the audit that makes every seal anew, from the rows as they are now and with code of its own. Sealed rows
 * are final, so this needs no snapshot: it reads a bounded number at a time and keeps no log from being emptied.
 */
import { createHash } from 'node:crypto';
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { auditSealMark, type Marks } from './audit-marks.ts';
import type { AuditReport } from './audit-report.ts';

/** Where the seals end. */
export type SealedUntil = {
  readonly seq: bigint;
  readonly hash: string;
  readonly entries: bigint;
  readonly actions: bigint;
  readonly versions: bigint;
};

type SealAudit = {
  /** Charges of seals up to this one are not read. */
  readonly chargesAfter: bigint;
  /** Seals that were written down somewhere else, as `number:hash`. */
  readonly heads: readonly string[];
  readonly marks: Marks;
};

const NO_SEAL: SealedUntil = { seq: 0n, hash: '', entries: 0n, actions: 0n, versions: 0n };

const SEALS_AT_ONCE = 500;
const ROWS_AT_ONCE = 20_000;

export async function auditSeals(sql: Sql, report: AuditReport, order: SealAudit): Promise<SealedUntil> {
  const end = await sql.one('SELECT COALESCE(MAX(seq), 0) AS seq FROM seals');
  let last = NO_SEAL;
  while (last.seq < bigint(end!, 'seq')) {
    const found = await sql.all('SELECT * FROM seals WHERE seq > ? ORDER BY seq LIMIT ?', last.seq, SEALS_AT_ONCE);
    const page = few(found);
    if (page.length === 0) break;
    const rows = await rowsOf(sql, last, { to: untilOf(page.at(-1)!), chargesAfter: order.chargesAfter });
    for (const seal of page) {
      auditChain(seal, last, report);
      auditSealMark(seal, report, order.marks);
      auditRows(seal, last, { rows, report, chargesAfter: order.chargesAfter });
      last = untilOf(seal);
    }
  }
  for (const head of order.heads) await auditHead(sql, report, head);
  return last;
}

/** As many seals as have some ten thousand rows together. */
function few(seals: readonly Row[]): readonly Row[] {
  let rows = 0;
  const over = seals.findIndex((seal) => {
    for (const part of Object.values(partsOf(seal))) rows += part.rows;
    return rows > ROWS_AT_ONCE;
  });
  return over === -1 ? seals : seals.slice(0, Math.max(1, over));
}

type Parts = Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
const partsOf = (seal: Row): Parts => JSON.parse(text(seal, 'parts')) as Parts;

const untilOf = (seal: Row): SealedUntil => ({
  seq: bigint(seal, 'seq'),
  hash: text(seal, 'hash'),
  entries: bigint(seal, 'entries_to'),
  actions: bigint(seal, 'actions_to'),
  versions: bigint(seal, 'versions_to'),
});

/** L14: a seal follows from the one before it. */
function auditChain(seal: Row, last: SealedUntil, report: AuditReport): void {
  const said = ['seq', 'at_ms', 'entries_to', 'actions_to', 'versions_to', 'parts', 'sums'].map(
    (name) => `${seal[name]}`,
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([last.hash, ...said]))
    .digest('hex');
  const follows = bigint(seal, 'seq') === last.seq + 1n && hash === seal.hash;
  report.check('L14', follows, () => `seal ${seal.seq} does not follow from seal ${last.seq}: one of them was changed`);
}

const PARTS = {
  charges: { table: 'ledger_entries', place: 'entries', what: 'charges and their requests' },
  requests: { table: 'requests', place: 'entries', what: 'settled requests' },
  entries: { table: 'ledger_entries', place: 'entries', what: 'grants, corrections and other entries' },
  actions: { table: 'operator_actions', place: 'actions', what: "lines of the operators' log" },
  versions: {
    table: 'row_versions',
    place: 'versions',
    what: 'versions of orders, vouchers, payment events and prices',
  },
} as const;
type Part = keyof typeof PARTS;

type Sum = readonly [name: string, amount: bigint];
type Found = { readonly seq: bigint; readonly line: string; readonly sums?: readonly Sum[] };
type FoundRows = Readonly<Record<Part, readonly Found[]>>;
type RowsAudit = { readonly rows: FoundRows; readonly report: AuditReport; readonly chargesAfter: bigint };

/** L14: what a seal covers is there, as it was, and nothing else. */
function auditRows(seal: Row, last: SealedUntil, { rows, report, chargesAfter }: RowsAudit): void {
  const until = untilOf(seal);
  const sealed = partsOf(seal);
  const sums: Record<string, bigint> = {};
  const isCounted = until.seq > chargesAfter;
  for (const part of Object.keys(PARTS) as Part[]) {
    if ((part === 'charges' || part === 'requests') && !isCounted) continue;
    const { place, what } = PARTS[part];
    const inside = rows[part].filter(({ seq }) => seq > last[place] && seq <= until[place]);
    const where = `seal ${seal.seq} (${place} ${last[place] + 1n} to ${until[place]})`;
    const { rows: count, hash } = sealed[part] ?? { rows: 0, hash: EMPTY };
    if (inside.length !== count) {
      report.check('L14', false, () => `${where} covers ${count} ${what}, ${inside.length} are there`);
    } else {
      const found = inside.length === 0 ? EMPTY : hashOf(inside);
      report.check('L14', found === hash, () => `among the ${count} ${what} of ${where} one was changed`);
    }
    for (const [name, amount] of inside.flatMap((one) => one.sums ?? [])) sums[name] = (sums[name] ?? 0n) + amount;
  }
  const said = JSON.parse(text(seal, 'sums')) as Record<string, string>;
  const isSame = Object.keys({ ...said, ...sums }).every(
    (name) => (!isCounted && name.startsWith('charge ')) || said[name] === String(sums[name]),
  );
  report.check('L14', isSame, () => `the entries of seal ${seal.seq} do not sum to what it says`);
}

const EMPTY = '';

function hashOf(found: readonly Found[]): string {
  const hash = createHash('sha256');
  for (const { line } of found) hash.update(line).update('\n');
  return hash.digest('hex');
}

type Range = { readonly to: SealedUntil; readonly chargesAfter: bigint };

async function rowsOf(sql: Sql, after: SealedUntil, { to, chargesAfter }: Range): Promise<FoundRows> {
  const within = (text: string, place: 'entries' | 'actions' | 'versions') =>
    sql.all(`${text} ORDER BY 1`, after[place], to[place]);
  const entries = await within(
    `SELECT e.seq, e.account_id, e.pot_id, e.kind, e.amount, e.at_ms, e.actor, e.reason, e.cause, p.kind AS pot
     FROM ledger_entries e JOIN pots p ON p.id = e.pot_id WHERE e.kind <> 'charge' AND e.seq > ? AND e.seq <= ?`,
    'entries',
  );
  const isRead = to.seq > chargesAfter;
  const charges = isRead ? await within(CHARGES, 'entries') : [];
  const requests = isRead ? await within(SETTLED, 'entries') : [];
  const actions = await within(
    `SELECT seq, id, at_ms, actor, kind, account_id, object, wanted, state_before, state_after, reason
     FROM operator_actions WHERE seq > ? AND seq <= ?`,
    'actions',
  );
  const versions = await within('SELECT seq, kind, id, body FROM row_versions WHERE seq > ? AND seq <= ?', 'versions');
  return {
    charges: charges.map((row) => withSum(row, 'charge')),
    requests: requests.map(withPaid),
    entries: entries.map((row) => withSum(row, text(row, 'kind'))),
    actions: actions.map((row) => ({ seq: bigint(row, 'seq'), line: lineOf(Object.values(row)) })),
    versions: versions.map((row) => ({ seq: bigint(row, 'seq'), line: lineOf(Object.values(row)) })),
  };
}

const CHARGES = `
  SELECT e.seq, e.account_id, e.pot_id, e.amount, e.at_ms, e.actor, e.reason, e.request_id, r.key_id, r.credit_pot_id,
    r.model, r.price_version, r.outcome, r.held_nanos, r.held_parts, r.input_tokens_max, r.output_tokens_max,
    r.admitted_at_ms, r.expires_at_ms, r.first_event_at_ms, r.ended_at_ms, r.input_tokens, r.cached_input_tokens,
    r.output_tokens, r.reasoning_tokens, r.cost_nanos, p.kind AS pot
  FROM ledger_entries e JOIN pots p ON p.id = e.pot_id LEFT JOIN requests r ON r.id = e.request_id
  WHERE e.kind = 'charge' AND e.seq > ? AND e.seq <= ?`;

/** The kind of the pot says the unit and is no part of the line. */
function withSum({ pot, ...row }: Row, kind: string): Found {
  const unit = pot === 'credit' ? 'nanos' : 'tokens';
  const sums = [[`${kind} ${unit}`, bigint(row, 'amount')]] as const;
  return { seq: bigint(row, 'seq'), line: lineOf(Object.values(row)), sums };
}

const SETTLED = `
  SELECT seq, id, account_id, key_id, credit_pot_id, model, price_version, outcome, held_nanos, held_parts,
    input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, first_event_at_ms, ended_at_ms, input_tokens,
    cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos, paid_parts, buying_version, rate_version, bought_nanos,
    cache_write_5m_tokens, cache_write_1h_tokens
  FROM requests WHERE seq > ? AND seq <= ?`;

function withPaid(row: Row): Found {
  const sums: Sum[] = [['charge nanos', -bigint(row, 'cost_nanos')]];
  for (const amount of amountsIn(text(row, 'paid_parts'))) sums.push(['charge tokens', -amount]);
  const { cache_write_5m_tokens: fiveMinutes, cache_write_1h_tokens: hour, ...plain } = row;
  const { buying_version: buying, rate_version, bought_nanos, ...settled } = plain;
  if (buying !== null) sums.push(['charge bought', bigint(row, 'bought_nanos')]);
  // A request that has written into a cache has a longer line.
  if (fiveMinutes !== null) {
    return { seq: bigint(row, 'seq'), line: lineOf([...Object.values(plain), fiveMinutes, hour]), sums };
  }
  // What has no buying price has the line of the time before there were any.
  if (buying === null) return { seq: bigint(row, 'seq'), line: lineOf(Object.values(settled)), sums };
  const line = lineOf([...Object.values(settled), buying, rate_version, bought_nanos]);
  return { seq: bigint(row, 'seq'), line, sums };
}

/** A seal that cannot be read was changed, and its line says so. */
function amountsIn(parts: string): readonly bigint[] {
  try {
    return (JSON.parse(parts) as [string, string][]).map(([, amount]) => BigInt(amount));
  } catch {
    return [];
  }
}

const lineOf = (values: readonly unknown[]): string =>
  JSON.stringify(values.map((value) => (value === null ? null : `${value}`)));

/** L14: a head that was kept elsewhere is still in the chain. */
async function auditHead(sql: Sql, report: AuditReport, head: string): Promise<void> {
  const [seq = '', hash = ''] = head.split(':');
  const seal = await sql.one('SELECT hash FROM seals WHERE seq = ?', BigInt(seq));
  const problem = seal
    ? 'has another hash now: the chain was written anew'
    : 'is gone: the end of the chain was cut off';
  report.check('L14', seal?.hash === hash, () => `seal ${seq}, whose hash was kept as ${hash}, ${problem}`);
}
