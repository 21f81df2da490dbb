/** The part of the audit that adds up the journal by pot and by key. */

import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { eachPart } from '../journal-rows.ts';
import { monthsUntil } from './audit-months.ts';
import type { AuditReport } from './audit-report.ts';
import { type AuditStart, NOTHING, type SumsByName } from './audit-start.ts';

/** Sums of whole crowns (or thousand millions of tokens) and of the rest, apart: together they may not fit into 64 bits. */
const sumOf = (amount: string, name: string): string =>
  `COALESCE(SUM(${amount} / 1000000000), 0) AS ${name}_whole, COALESCE(SUM(${amount} % 1000000000), 0) AS ${name}_rest`;
const sumIn = (row: Row, name: string): bigint =>
  bigint(row, `${name}_whole`) * 1_000_000_000n + bigint(row, `${name}_rest`);

const CHARGED = "CASE WHEN kind = 'charge' THEN -amount ELSE 0 END";
const NO_END = 2n ** 63n - 1n;

type JournalPart = { readonly after: bigint; readonly until?: bigint };

/** Sums of what pots got and paid within a part of the journal: entries, and of settled requests the credit and the token pots. */
function movesWithin(
  sql: Sql,
  { after, until = NO_END }: JournalPart,
): { readonly text: string; readonly values: bigint[] } {
  const text = `(
    SELECT pot_id, kind, amount FROM ledger_entries WHERE seq > ? AND seq <= ?
    UNION ALL SELECT credit_pot_id, 'charge', -cost_nanos FROM requests WHERE seq > ? AND seq <= ?
    UNION ALL SELECT part.value ->> 0, 'charge', -CAST(part.value ->> 1 AS BIGINT)
      FROM requests r CROSS JOIN ${eachPart(sql, 'r.paid_parts')} WHERE r.seq > ? AND r.seq <= ? AND r.paid_parts <> '[]'
  ) moves`;
  return { text, values: [after, until, after, until, after, until] };
}

/** L1, L2, L9: a pot's balance and spend are the sums of its journal, and all pots together the sum of the whole journal. */
export async function auditPots(sql: Sql, report: AuditReport, { sums, entries }: AuditStart): Promise<void> {
  const moves = movesWithin(sql, { after: entries });
  const pots = await sql.all(
    `SELECT p.id, p.balance, p.held, p.spent, e.* FROM pots p LEFT JOIN (
       SELECT pot_id, ${sumOf('amount', 'total')}, ${sumOf(CHARGED, 'charged')} FROM ${moves.text} GROUP BY pot_id
     ) e ON e.pot_id = p.id`,
    ...moves.values,
  );
  let balances = 0n;
  for (const pot of pots) {
    const before = sums.get(`pot ${text(pot, 'id')}`) ?? NOTHING;
    const balance = bigint(pot, 'balance');
    const held = bigint(pot, 'held');
    const total = before.total + sumIn(pot, 'total');
    balances += balance;
    report.check('L1', balance === total, () => `pot ${text(pot, 'id')} has ${balance}, its entries sum to ${total}`);
    const spent = bigint(pot, 'spent');
    const charged = before.charged + sumIn(pot, 'charged');
    report.check(
      'L1',
      spent === charged,
      () => `pot ${text(pot, 'id')} has spent ${spent}, its charges are ${charged}`,
    );
    const isCovered = balance >= 0n && held >= 0n && held <= balance;
    report.check('L2', isCovered, () => `pot ${text(pot, 'id')} has ${balance} and holds ${held}`);
  }
  const all = await sql.one(`SELECT ${sumOf('amount', 'total')} FROM ${moves.text}`, ...moves.values);
  let total = sumIn(all!, 'total');
  for (const [name, sum] of sums) if (name.startsWith('pot ')) total += sum.total;
  report.check('L9', total === balances, () => 'the sum of all entries is not the sum of all pots');
}

/** Sums of what was charged to the credit within a part of the journal, by the key of the request. */
const BY_KEY = `SELECT key_id, SUM(cost) AS charged FROM (
    SELECT r.key_id, CASE WHEN e.pot_id = r.credit_pot_id THEN -e.amount ELSE 0 END AS cost
      FROM ledger_entries e JOIN requests r ON r.id = e.request_id WHERE e.kind = 'charge' AND e.seq > ? AND e.seq <= ?
    UNION ALL SELECT key_id, cost_nanos FROM requests WHERE seq > ? AND seq <= ?
  ) costs GROUP BY key_id`;
const OF_REQUESTS = `SELECT key_id, SUM(cost_nanos) AS charged FROM requests WHERE state = 'settled' GROUP BY key_id`;

/** L5: what a key has spent in all months is the sum of what its requests cost. */
export async function auditKeys(sql: Sql, report: AuditReport, { sums, entries }: AuditStart): Promise<void> {
  const cost = entries === 0n ? await sql.all(OF_REQUESTS) : await sql.all(BY_KEY, entries, NO_END, entries, NO_END);
  const newOf = new Map(cost.map((row) => [text(row, 'key_id'), bigint(row, 'charged')]));
  const keys = await sql.all(
    `SELECT k.id, COALESCE(m.total, 0) AS months FROM api_keys k
     LEFT JOIN (SELECT key_id, SUM(spent_nanos) AS total FROM key_months GROUP BY key_id) m ON m.key_id = k.id`,
  );
  for (const key of keys) {
    const id = text(key, 'id');
    const total = (sums.get(`key ${id}`) ?? NOTHING).charged + (newOf.get(id) ?? 0n);
    const months = bigint(key, 'months');
    report.check('L5', months === total, () => `key ${id} has spent ${months}, its requests cost ${total}`);
  }
}

/** The sums up to a place in the ledger, of those pots, keys and months of keys for which they are others than at the start. */
export async function changedSums(sql: Sql, start: AuditStart, until: bigint): Promise<SumsByName> {
  const { sums, entries } = start;
  const changed: SumsByName = await monthsUntil(sql, start, until);
  const add = (name: string, total: bigint, charged: bigint) => {
    const before = sums.get(name) ?? NOTHING;
    changed.set(name, { total: before.total + total, charged: before.charged + charged });
  };
  const moves = movesWithin(sql, { after: entries, until });
  const pots = await sql.all(
    `SELECT pot_id, ${sumOf('amount', 'total')}, ${sumOf(CHARGED, 'charged')} FROM ${moves.text} GROUP BY pot_id`,
    ...moves.values,
  );
  for (const pot of pots) add(`pot ${text(pot, 'pot_id')}`, sumIn(pot, 'total'), sumIn(pot, 'charged'));
  for (const key of await sql.all(BY_KEY, entries, until, entries, until)) {
    const charged = bigint(key, 'charged');
    add(`key ${text(key, 'key_id')}`, -charged, charged);
  }
  return changed;
}
