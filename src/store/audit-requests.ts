/** The part of the audit that looks at every request: its price, its entries, its hold. */
import type { AuditReport } from './audit-report.ts';
import { bigint, type Row, type Sql, text } from './database.ts';

const PAGE = 5000;
/** A hold that is open this long after its deadline was forgotten by everybody. */
const FORGOTTEN_MS = 120_000;

export async function auditRequests(sql: Sql, report: AuditReport, nowMs: number): Promise<void> {
  const heldByPot = new Map<string, bigint>();
  let last = '';
  while (true) {
    const rows = await sql.all(
      `SELECT r.*, p.input, p.cached_input, p.output, p.reasoning
       FROM requests r JOIN price_versions p ON p.id = r.price_version WHERE r.id > ? ORDER BY r.id LIMIT ?`,
      last,
      PAGE,
    );
    if (rows.length === 0) break;
    const first = text(rows[0]!, 'id');
    last = text(rows.at(-1)!, 'id');
    const charges = await chargesBetween(sql, first, last);
    for (const row of rows) auditOne(row, charges.get(text(row, 'id')) ?? new Map(), { report, heldByPot, nowMs });
  }
  await auditHeld(sql, report, heldByPot);
  const stray = await sql.one(
    `SELECT COUNT(*) AS n FROM ledger_entries e
     WHERE e.kind = 'charge' AND NOT EXISTS (SELECT 1 FROM requests r WHERE r.id = e.request_id)`,
  );
  report.check('L4', bigint(stray!, 'n') === 0n, () => `${stray!.n} charges belong to no request`);
}

type Context = { readonly report: AuditReport; readonly heldByPot: Map<string, bigint>; readonly nowMs: number };

function auditOne(row: Row, charges: ReadonlyMap<string, bigint>, { report, heldByPot, nowMs }: Context): void {
  const id = text(row, 'id');
  const held = heldOf(row);
  const isSettled = row.state === 'settled';
  report.check(
    'L4',
    isSettled === charges.size > 0,
    () => `request ${id} is ${row.state} and has ${charges.size} charges`,
  );
  if (row.state === 'open') {
    for (const [potId, amount] of held) heldByPot.set(potId, (heldByPot.get(potId) ?? 0n) + amount);
    const isForgotten = Number(row.expires_at_ms) + FORGOTTEN_MS < nowMs;
    report.check('L10', !isForgotten, () => `request ${id} is still open long after its deadline`);
  }
  if (!isSettled) return;
  for (const [potId, amount] of charges) {
    report.check(
      'L3',
      amount <= (held.get(potId) ?? 0n),
      () => `request ${id} took ${amount} of ${potId}, more than it held`,
    );
  }
  const creditPotId = text(row, 'credit_pot_id');
  const fromCredit = charges.get(creditPotId) ?? 0n;
  const cost = bigint(row, 'cost_nanos');
  report.check('L3', fromCredit === cost, () => `request ${id} cost ${cost}, its entry says ${fromCredit}`);
  let tokens = 0n;
  for (const [potId, amount] of charges) if (potId !== creditPotId) tokens += amount;
  const right = priceOf(row, tokens);
  report.check('L3', cost === right, () => `request ${id} cost ${cost}, its usage and price come to ${right}`);
}

/** What is left to pay when `covered` tokens, counted in the order they are processed, are paid by token pots. */
function priceOf(row: Row, covered: bigint): bigint {
  const input = bigint(row, 'input_tokens');
  const cached = bigint(row, 'cached_input_tokens');
  const output = bigint(row, 'output_tokens');
  const reasoning = bigint(row, 'reasoning_tokens');
  const steps: [bigint, bigint][] = [
    [input - cached, bigint(row, 'input')],
    [cached, bigint(row, 'cached_input')],
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

async function chargesBetween(sql: Sql, first: string, last: string): Promise<Map<string, Map<string, bigint>>> {
  const entries = await sql.all(
    "SELECT request_id, pot_id, amount FROM ledger_entries WHERE kind = 'charge' AND request_id BETWEEN ? AND ?",
    first,
    last,
  );
  const charges = new Map<string, Map<string, bigint>>();
  for (const entry of entries) {
    const id = text(entry, 'request_id');
    const parts = charges.get(id) ?? new Map<string, bigint>();
    parts.set(text(entry, 'pot_id'), (parts.get(text(entry, 'pot_id')) ?? 0n) - bigint(entry, 'amount'));
    charges.set(id, parts);
  }
  return charges;
}

/** L2: what a pot holds is what the open requests hold of it. */
async function auditHeld(sql: Sql, report: AuditReport, heldByPot: ReadonlyMap<string, bigint>): Promise<void> {
  for (const pot of await sql.all('SELECT id, held FROM pots')) {
    const open = heldByPot.get(text(pot, 'id')) ?? 0n;
    report.check(
      'L2',
      bigint(pot, 'held') === open,
      () => `pot ${text(pot, 'id')} holds ${pot.held}, open requests ${open}`,
    );
  }
}
