/** Settled requests as receipts. */
import type { Outcome, PotKind, Receipt, Settled } from '../../domain/ledger.ts';
import { nanos, type Price } from '../../domain/money.ts';
import type { PotPart } from '../../domain/payment.ts';
import { bigint, number, optionalNumber, type Row, type Sql, text } from '../database.ts';

export async function readReceipt(sql: Sql, requestId: string): Promise<Receipt | undefined> {
  const row = await sql.one(
    `SELECT r.*, p.input, p.cached_input, p.output, p.reasoning
     FROM requests r JOIN price_versions p ON p.id = r.price_version WHERE r.id = ? AND r.state = 'settled'`,
    requestId,
  );
  if (!row) return undefined;
  const paid = await sql.all(
    `SELECT p.kind, p.label, e.amount FROM ledger_entries e JOIN pots p ON p.id = e.pot_id
     WHERE e.request_id = ? AND e.kind = 'charge' ORDER BY e.seq`,
    requestId,
  );
  const firstEventAtMs = optionalNumber(row, 'first_event_at_ms');
  return {
    requestId,
    accountId: text(row, 'account_id'),
    keyId: text(row, 'key_id'),
    model: text(row, 'model'),
    outcome: text(row, 'outcome') as Outcome,
    ...settledFromRow(row),
    priceVersion: text(row, 'price_version'),
    price: priceFromRow(row),
    paidBy: paid.map((part) => ({
      kind: text(part, 'kind') as PotKind,
      label: text(part, 'label'),
      amount: -bigint(part, 'amount'),
    })),
    admittedAtMs: number(row, 'admitted_at_ms'),
    ...(firstEventAtMs !== undefined && { firstEventAtMs }),
    endedAtMs: number(row, 'ended_at_ms'),
  };
}

export const settledFromRow = (row: Row): Settled => ({
  usage: {
    inputTokens: number(row, 'input_tokens'),
    cachedInputTokens: number(row, 'cached_input_tokens'),
    outputTokens: number(row, 'output_tokens'),
    reasoningTokens: number(row, 'reasoning_tokens'),
  },
  cost: nanos(bigint(row, 'cost_nanos')),
});

export const priceFromRow = (row: Row): Price => ({
  input: nanos(bigint(row, 'input')),
  cachedInput: nanos(bigint(row, 'cached_input')),
  output: nanos(bigint(row, 'output')),
  reasoning: nanos(bigint(row, 'reasoning')),
});

export const partsToText = (parts: readonly PotPart[]): string =>
  JSON.stringify(parts.map(({ potId, amount }) => [potId, String(amount)]));

export const partsFromText = (written: string): readonly PotPart[] =>
  (JSON.parse(written) as [string, string][]).map(([potId, amount]) => ({ potId, amount: BigInt(amount) }));
