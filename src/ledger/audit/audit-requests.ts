/** The part of the audit that looks at every request: its price, its entries, its hold. */

import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { auditBought, type BuyingRows, readBuyingRows } from './audit-bought.ts';
import { auditGroup, type GroupRows, readGroupRows } from './audit-groups.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditStart } from './audit-start.ts';

const PAGE = 5000;

const PRICED = `SELECT r.*, p.input, p.cached_input, p.output, p.reasoning, p.cache_write_5m, p.cache_write_1h, p.list_version, p.group_version, p.tier_percent,
  k.id AS known_key
  FROM requests r JOIN price_versions p ON p.id = r.price_version
  LEFT JOIN api_keys k ON k.id = r.key_id AND k.account_id = r.account_id`;

/**
 * L3, L4, L21, L23: of requests that have ended. They are final, so this needs no snapshot: what is read in several steps is the same
 * in each of them.
 */
export async function auditEnded(sql: Sql, report: AuditReport, start: AuditStart): Promise<void> {
  // Prices are only added, and before anything is bought at them.
  const look = { report, buying: () => readBuyingRows(sql), groups: () => readGroupRows(sql) };
  if (start.scope === 'full') await auditAllEnded(sql, look);
  else await auditNewEnded(sql, look, start.entries);
  const stray = await sql.one(
    `SELECT COUNT(*) AS n FROM ledger_entries e
     WHERE e.kind = 'charge' AND e.seq > ? AND NOT EXISTS (SELECT 1 FROM requests r WHERE r.id = e.request_id)`,
    start.entries,
  );
  report.check('L4', bigint(stray!, 'n') === 0n, () => `${stray!.n} charges belong to no request`);
}

type Look = {
  readonly report: AuditReport;
  readonly buying: () => Promise<BuyingRows>;
  readonly groups: () => Promise<GroupRows>;
};

async function auditAllEnded(sql: Sql, look: Look): Promise<void> {
  let last = '';
  while (true) {
    const rows = await sql.all(`${PRICED} WHERE r.id > ? ORDER BY r.id LIMIT ?`, last, PAGE);
    if (rows.length === 0) break;
    const first = text(rows[0]!, 'id');
    last = text(rows.at(-1)!, 'id');
    const entries = await sql.all(
      "SELECT request_id, pot_id, amount FROM ledger_entries WHERE kind = 'charge' AND request_id BETWEEN ? AND ?",
      first,
      last,
    );
    await auditPage(sql, look, { rows, entries });
  }
}

/** Finds them by their numbers, or the entries of before; of one that was charged without either only a full audit knows. */
async function auditNewEnded(sql: Sql, look: Look, after: bigint): Promise<void> {
  await auditNewEntries(sql, look, after);
  let last = after;
  while (true) {
    const rows = await sql.all(`${PRICED} WHERE r.seq > ? ORDER BY r.seq LIMIT ?`, last, PAGE);
    if (rows.length === 0) break;
    const until = bigint(rows.at(-1)!, 'seq');
    const entries = await sql.all(
      `SELECT e.request_id, e.pot_id, e.amount FROM requests r JOIN ledger_entries e
         ON e.request_id = r.id AND e.kind = 'charge' WHERE r.seq > ? AND r.seq <= ?`,
      last,
      until,
    );
    await auditPage(sql, look, { rows, entries });
    last = until;
  }
}

async function auditNewEntries(sql: Sql, look: Look, after: bigint): Promise<void> {
  let last = after;
  while (true) {
    const end = await sql.one(
      `SELECT MAX(seq) AS seq FROM (SELECT seq FROM ledger_entries WHERE seq > ? ORDER BY seq LIMIT ?) AS page`,
      last,
      PAGE,
    );
    if (end?.seq == null) break;
    const within = "(SELECT request_id FROM ledger_entries WHERE kind = 'charge' AND seq > ? AND seq <= ?)";
    const range = [last, bigint(end, 'seq')] as const;
    const rows = await sql.all(`${PRICED} WHERE r.seq IS NULL AND r.id IN ${within}`, ...range);
    const entries = await sql.all(
      `SELECT request_id, pot_id, amount FROM ledger_entries WHERE kind = 'charge' AND request_id IN ${within}`,
      ...range,
    );
    await auditPage(sql, look, { rows, entries });
    last = range[1];
  }
}

type Page = { readonly rows: readonly Row[]; readonly entries: readonly Row[] };

async function auditPage(
  sql: Sql,
  { report, buying, groups: readGroups }: Look,
  { rows, entries }: Page,
): Promise<void> {
  const charges = chargesOf(entries);
  const terms = await readPotTerms(sql, rows);
  const bought = await buying();
  const groups = await readGroups();
  for (const row of rows) {
    auditOne(row, { entries: charges.get(text(row, 'id')) ?? new Map(), terms }, report);
    auditBought(row, bought, report);
    auditGroup(row, groups, report);
  }
}

/** Terms by pot, as they are written. */
export type TermsByPot = ReadonlyMap<string, string>;

const ACCOUNTS_AT_ONCE = 200;

/** Of the pots of accounts where more than credit has paid. A page has requests of many accounts, and most are not asked for. */
async function readPotTerms(sql: Sql, rows: readonly Row[]): Promise<TermsByPot> {
  const paidByPots = rows.filter((row) => row.state === 'settled' && row.paid_parts !== '[]');
  const accounts = [...new Set(paidByPots.map((row) => text(row, 'account_id')))];
  const terms = new Map<string, string>();
  for (let from = 0; from < accounts.length; from += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(from, from + ACCOUNTS_AT_ONCE);
    const pots = await sql.all(
      `SELECT id, terms FROM pots WHERE terms IS NOT NULL AND account_id IN (${some.map(() => '?').join(', ')})`,
      ...some,
    );
    for (const pot of pots) terms.set(text(pot, 'id'), text(pot, 'terms'));
  }
  return terms;
}

/** L2, L10: what a pot holds is what servers have leased of it, and each of these is entered. */
export async function auditLeases(sql: Sql, report: AuditReport): Promise<void> {
  const pots = await sql.all(
    `SELECT p.id, p.held, COALESCE(l.leased, 0) AS leased FROM pots p
     LEFT JOIN (SELECT pot_id, SUM(amount) AS leased FROM leases GROUP BY pot_id) l ON l.pot_id = p.id`,
  );
  for (const pot of pots) {
    const held = bigint(pot, 'held');
    const leased = bigint(pot, 'leased');
    report.check('L2', held === leased, () => `pot ${text(pot, 'id')} holds ${held}, servers have leased ${leased}`);
  }
  const servers = await sql.all(
    'SELECT l.server_id, s.id FROM leases l LEFT JOIN servers s ON s.id = l.server_id GROUP BY l.server_id, s.id',
  );
  for (const { server_id: serverId, id } of servers) {
    report.check('L10', id !== null, () => `server ${serverId} has leases and is not entered`);
  }
}

/** A request that has a number is a charge by itself, and has no entries. */
function auditOne(
  row: Row,
  { entries, terms }: { readonly entries: Paid; readonly terms: TermsByPot },
  report: AuditReport,
): void {
  const id = text(row, 'id');
  const isSettled = row.state === 'settled';
  report.check('L10', row.state !== 'open', () => `request ${id} is open: only what has ended is a row`);
  report.check('L4', row.known_key !== null, () => `request ${id} is of a key that its account does not have`);
  const isCharge = row.seq !== null;
  const isRight = isCharge ? isSettled && entries.size === 0 : isSettled === entries.size > 0;
  report.check(
    'L4',
    isRight,
    () => `request ${id} is ${row.state} and has ${entries.size + (isCharge ? 1 : 0)} charges`,
  );
  if (!isSettled) return;
  const paid = isCharge ? paidOf(row) : entries;
  if (paid) auditSettled(row, { paid, terms }, report);
  else report.check('L3', false, () => `what pots paid of request ${id} cannot be read`);
}

/** By pot, in the order in which they paid: what each has lost, and the tokens that it paid for. */
type Paid = ReadonlyMap<string, { readonly amount: bigint; readonly tokens: bigint }>;

/** The payments of each pot by the row itself; nothing where it cannot be read. */
function paidOf(row: Row): Paid | undefined {
  const paid = new Map<string, { amount: bigint; tokens: bigint }>();
  try {
    for (const [potId, amount, tokens = amount] of JSON.parse(text(row, 'paid_parts')) as [string, string, string?][]) {
      if (paid.has(potId) || BigInt(amount) <= 0n || BigInt(tokens) <= 0n) return undefined;
      paid.set(potId, { amount: BigInt(amount), tokens: BigInt(tokens) });
    }
  } catch {
    return undefined;
  }
  return paid.set(text(row, 'credit_pot_id'), { amount: bigint(row, 'cost_nanos'), tokens: 0n });
}

/** L3: also of a request that is in an archive, with its price. */
export function auditSettled(
  row: Row,
  { paid: charges, terms }: { readonly paid: Paid; readonly terms: TermsByPot },
  report: AuditReport,
): void {
  const id = text(row, 'id');
  const held = heldOf(row);
  for (const [potId, { amount }] of charges) {
    report.check(
      'L3',
      amount <= (held.get(potId) ?? 0n),
      () => `request ${id} took ${amount} of ${potId}, more than it held`,
    );
  }
  const creditPotId = text(row, 'credit_pot_id');
  const fromCredit = charges.get(creditPotId)?.amount ?? 0n;
  const cost = bigint(row, 'cost_nanos');
  report.check('L3', fromCredit === cost, () => `request ${id} cost ${cost}, its charge says ${fromCredit}`);
  let covered = 0n;
  for (const [potId, { amount, tokens }] of charges) {
    if (potId === creditPotId) continue;
    const wrong = termsProblem(row, { amount, tokens, before: covered, terms: terms.get(potId) });
    report.check('L3', wrong === undefined, () => `request ${id} took ${amount} of ${potId}, ${wrong}`);
    covered += tokens;
  }
  const right = priceOf(row, covered);
  report.check('L3', cost === right, () => `request ${id} cost ${cost}, its usage and price come to ${right}`);
}

type WeightedPart = {
  readonly amount: bigint;
  readonly tokens: bigint;
  /** Tokens that other pots have paid for. */
  readonly before: bigint;
  readonly terms: string | undefined;
};

/** The terms of a pot say which models it pays for, and how many thousandths a token takes; a tier, how much of that. */
function termsProblem(row: Row, { amount, tokens, before, terms }: WeightedPart): string | undefined {
  const { unit, models, weights } = JSON.parse(terms ?? '{}') as {
    unit?: string;
    models?: string[];
    weights?: Record<string, Record<string, number>>;
  };
  const model = text(row, 'model');
  if (models && !models.includes(model)) return `which does not pay for ${model}`;
  if (unit === 'CZK') {
    const price = priceOf(row, before) - priceOf(row, before + tokens);
    return price === amount ? undefined : `${tokens} tokens cost ${price}`;
  }
  const own = weights?.[model];
  const thousandths = own ? weightOf(row, own, { before, tokens }) : tokens * 1000n;
  const right = (thousandths * BigInt(row.tier_percent ?? 100) + 99_999n) / 100_000n;
  return right === amount ? undefined : `${tokens} tokens come to ${right}`;
}

/** The thousandths of so many tokens behind others, in the order in which they are processed. */
function weightOf(row: Row, own: Record<string, number>, { before, tokens }: Pick<WeightedPart, 'before' | 'tokens'>) {
  const per = (type: string) => BigInt(own[type] ?? 0);
  const types = { input: per('input'), cached_input: per('cachedInput'), output: per('output') };
  const written = (type: string) => (own[type] === undefined ? null : per(type));
  const writes = { cache_write_5m: written('cacheWrite5m'), cache_write_1h: written('cacheWrite1h') };
  const weighted = { ...row, ...types, ...writes, reasoning: per('reasoning') };
  return priceOf(weighted, before) - priceOf(weighted, before + tokens);
}

/** The rest that is to pay when `covered` tokens, counted in the order they are processed, are paid by token pots. */
function priceOf(row: Row, covered: bigint): bigint {
  const input = bigint(row, 'input_tokens');
  const cached = bigint(row, 'cached_input_tokens');
  const output = bigint(row, 'output_tokens');
  const reasoning = bigint(row, 'reasoning_tokens');
  const fiveMinutes = BigInt(row.cache_write_5m_tokens ?? 0);
  const hour = BigInt(row.cache_write_1h_tokens ?? 0);
  const steps: [bigint, bigint][] = [
    [input - cached - fiveMinutes - hour, bigint(row, 'input')],
    [cached, bigint(row, 'cached_input')],
    [fiveMinutes, BigInt(row.cache_write_5m ?? row.input ?? 0)],
    [hour, BigInt(row.cache_write_1h ?? row.input ?? 0)],
    [reasoning, bigint(row, 'reasoning')],
    [output - reasoning, bigint(row, 'output')],
  ];
  let skip = covered;
  let cost = 0n;
  for (const [count, price] of steps) {
    const paid = count > skip ? count - skip : 0n;
    skip = skip > count ? skip - count : 0n;
    cost += paid * price;
  }
  return cost;
}

function heldOf(row: Row): ReadonlyMap<string, bigint> {
  const held = new Map<string, bigint>([[text(row, 'credit_pot_id'), bigint(row, 'held_nanos')]]);
  for (const [potId, amount] of JSON.parse(text(row, 'held_parts')) as [string, string][])
    held.set(potId, BigInt(amount));
  return held;
}

/** Amounts by request and pot. */
export function chargesOf(entries: readonly Row[]): Map<string, Paid> {
  const charges = new Map<string, Map<string, { amount: bigint; tokens: bigint }>>();
  for (const entry of entries) {
    const id = text(entry, 'request_id');
    const parts = charges.get(id) ?? new Map<string, { amount: bigint; tokens: bigint }>();
    const before = parts.get(text(entry, 'pot_id')) ?? { amount: 0n, tokens: 0n };
    const amount = -bigint(entry, 'amount');
    const tokens = entry.tokens == null ? amount : bigint(entry, 'tokens');
    parts.set(text(entry, 'pot_id'), { amount: before.amount + amount, tokens: before.tokens + tokens });
    charges.set(id, parts);
  }
  return charges;
}
