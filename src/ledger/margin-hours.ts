/** What was paid and what was bought, by the hour: written with the charge, in its transaction, where a buying price is known. */
import { hourStartMs } from '../core/calendar.ts';
import type { SqlValue } from '../platform/database/database.ts';
import { addingTo, type Columns } from '../platform/database/row-set.ts';
import type { ChargedRow } from './lease-ports.ts';

const COLUMNS: Columns = {
  hour_ms: 'BIGINT',
  account_id: 'TEXT',
  model: 'TEXT',
  engine: 'TEXT',
  pot_id: 'TEXT',
  requests: 'BIGINT',
  tokens: 'BIGINT',
  paid: 'BIGINT',
  bought_nanos: 'BIGINT',
};

export const COUNT_MARGINS = addingTo('margin_hours', COLUMNS, 5);

type Counts = [requests: bigint, tokens: bigint, paid: bigint, bought: bigint];

/** One row for each hour, account, model, engine and pot, in their order. */
export function marginsOf(charged: readonly ChargedRow[]): SqlValue[][] {
  const hours = new Map<string, { readonly key: readonly SqlValue[]; readonly sums: Counts }>();
  const add = (key: readonly SqlValue[], more: Counts): void => {
    const name = key.join('\n');
    const sums = hours.get(name)?.sums ?? [0n, 0n, 0n, 0n];
    for (const [at, amount] of more.entries()) sums[at]! += amount;
    hours.set(name, { key, sums });
  };
  for (const { held, charge, endedAtMs } of charged) {
    if (!charge.bought) continue;
    const key = [hourStartMs(endedAtMs), held.request.accountId, held.request.model, charge.bought.engine];
    add([...key, held.creditPotId], [1n, charge.tokens, charge.cost, charge.bought.nanos]);
    for (const { potId, amount } of charge.tokenParts) add([...key, potId], [0n, 0n, amount, 0n]);
  }
  return [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { key, sums }]) => [...key, ...sums]);
}
