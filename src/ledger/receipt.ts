/** Settled requests as receipts. */
import type { Outcome, PotKind, Receipt, Settled } from '../core/ledger.ts';
import { cacheWrites, nanos, type Price } from '../core/money.ts';
import type { ServedTier, Tier } from '../core/tiers.ts';
import { bigint, number, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';
import type { PotPart } from './charging.ts';
import { unitIn } from './pot-row.ts';
import { NOTE_COLUMNS, NOTE_JOIN, notedFromRow } from './request-note.ts';
import { usageFromRow } from './usage-row.ts';

export async function readReceipt(sql: Sql, requestId: string): Promise<Receipt | undefined> {
  const row = await sql.one(
    `SELECT r.*, ${PRICE_COLUMNS}, ${NOTE_COLUMNS} FROM requests r ${PRICE_JOINS} ${NOTE_JOIN} WHERE r.id = ? AND r.state = 'settled'`,
    requestId,
  );
  if (!row) return undefined;
  return receiptFromRow(row, { requestId, ...pricedFromRow(row), paidBy: await paidByOf(sql, row) });
}

/** The price of a request, `p`, and where a group or a tier has made it: of which list price, `l`, and of which group, `g`. */
export const PRICE_COLUMNS = `p.input, p.cached_input, p.output, p.reasoning, p.cache_write_5m, p.cache_write_1h, p.list_version,
  p.tier, p.tier_percent, g.price_group, g.name AS group_name,
  l.input AS list_input, l.cached_input AS list_cached_input, l.output AS list_output, l.reasoning AS list_reasoning,
  l.cache_write_5m AS list_cache_write_5m, l.cache_write_1h AS list_cache_write_1h`;
export const PRICE_JOINS = `JOIN price_versions p ON p.id = r.price_version
  LEFT JOIN price_versions l ON l.id = p.list_version LEFT JOIN price_group_versions g ON g.id = p.group_version`;

/** What the columns of a price say. */
export const pricedFromRow = (row: Row): Pick<Receipt, 'price' | 'priceGroup' | 'served'> => ({
  price: priceFromRow(row),
  ...servedFromRow(row),
  ...(row.price_group != null && {
    priceGroup: {
      id: text(row, 'price_group'),
      name: text(row, 'group_name'),
      listVersion: text(row, 'list_version'),
      list: priceFromRow(row, 'list_'),
    },
  }),
});

export const servedFromRow = (row: Row): { readonly served?: ServedTier } =>
  row.tier == null ? {} : { served: { tier: text(row, 'tier') as Tier, percent: number(row, 'tier_percent') } };

/** The receipt of a settled request's row. */
export function receiptFromRow(
  row: Row,
  parts: Pick<Receipt, 'requestId' | 'price' | 'priceGroup' | 'served' | 'paidBy'>,
): Receipt {
  const firstEventAtMs = optionalNumber(row, 'first_event_at_ms');
  return {
    ...parts,
    accountId: text(row, 'account_id'),
    keyId: text(row, 'key_id'),
    model: text(row, 'model'),
    outcome: text(row, 'outcome') as Outcome,
    ...notedFromRow(row),
    ...settledFromRow(row),
    priceVersion: text(row, 'price_version'),
    admittedAtMs: number(row, 'admitted_at_ms'),
    ...(firstEventAtMs !== undefined && { firstEventAtMs }),
    endedAtMs: number(row, 'ended_at_ms'),
  };
}

export type PaidPart = Receipt['paidBy'][number];

/** The part of a settled request that each pot paid, in the order in which they paid. */
export async function paidByOf(sql: Sql, row: Row): Promise<readonly PaidPart[]> {
  if (row.seq === null) return paidByEntries(sql, text(row, 'id'));
  return Promise.all(
    paidParts(row).map(async ({ potId, ...paid }) => {
      const pot = await sql.one('SELECT kind, label, terms FROM pots WHERE id = ?', potId);
      return { kind: text(pot!, 'kind') as PotKind, ...unitIn(pot!), label: text(pot!, 'label'), ...paid };
    }),
  );
}

/** Reads a row in its present form: token pots first. A request that was free names the credit, with nothing. */
export function paidParts(row: Row): readonly PotPart[] {
  const parts = partsFromText(text(row, 'paid_parts'));
  const cost = bigint(row, 'cost_nanos');
  return cost > 0n || parts.length === 0 ? [...parts, { potId: text(row, 'credit_pot_id'), amount: cost }] : parts;
}

/** Before the settled row was the charge, each pot that paid had an entry. */
async function paidByEntries(sql: Sql, requestId: string): Promise<readonly PaidPart[]> {
  const rows = await sql.all(
    `SELECT p.kind, p.label, e.amount FROM ledger_entries e JOIN pots p ON p.id = e.pot_id
     WHERE e.request_id = ? AND e.kind = 'charge' ORDER BY e.seq`,
    requestId,
  );
  return rows.map((row) => ({
    kind: text(row, 'kind') as PotKind,
    label: text(row, 'label'),
    amount: -bigint(row, 'amount'),
  }));
}

const settledFromRow = (row: Row): Pick<Settled, 'usage' | 'cost'> => ({
  usage: usageFromRow(row),
  cost: nanos(bigint(row, 'cost_nanos')),
});

export const priceFromRow = (row: Row, prefix = ''): Price => ({
  input: nanos(bigint(row, `${prefix}input`)),
  cachedInput: nanos(bigint(row, `${prefix}cached_input`)),
  output: nanos(bigint(row, `${prefix}output`)),
  reasoning: nanos(bigint(row, `${prefix}reasoning`)),
  ...writePricesOf(row, prefix),
});

function writePricesOf(row: Row, prefix: string): Pick<Price, 'cacheWrite5m' | 'cacheWrite1h'> {
  const of = (column: string) =>
    row[`${prefix}${column}`] == null ? undefined : nanos(bigint(row, `${prefix}${column}`));
  return cacheWrites({ cacheWrite5m: of('cache_write_5m'), cacheWrite1h: of('cache_write_1h') });
}

export const partsToText = (parts: readonly PotPart[]): string =>
  JSON.stringify(
    parts.map(({ potId, amount, tokens }) =>
      tokens === undefined ? [potId, String(amount)] : [potId, String(amount), String(tokens)],
    ),
  );

export const partsFromText = (written: string): readonly PotPart[] =>
  (JSON.parse(written) as [string, string, string?][]).map(([potId, amount, tokens]) => ({
    potId,
    amount: BigInt(amount),
    ...(tokens !== undefined && { tokens: BigInt(tokens) }),
  }));
