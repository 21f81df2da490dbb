import type { PotKind } from '../core/ledger.ts';
import { bigint, optionalNumber, type Row, text } from '../platform/database/database.ts';

/** A pot as its owner sees it. */
export function potFromRow(row: Row) {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind') as PotKind,
    label: text(row, 'label'),
    amount: bigint(row, 'balance'),
    held: bigint(row, 'held'),
    spent: bigint(row, 'spent'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}
