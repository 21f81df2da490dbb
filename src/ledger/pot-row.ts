import type { PotKind } from '../core/ledger.ts';
import { bigint, optionalNumber, type Row, text } from '../platform/database/database.ts';
import { isInCzk, termsFromText } from './pot-terms.ts';

/** Of a pot, with its terms. */
export const unitIn = (row: Row): { readonly unit?: 'CZK' } =>
  row.terms != null && isInCzk(termsFromText(text(row, 'terms'))) ? { unit: 'CZK' } : {};

/** A pot as its owner sees it. */
export function potFromRow(row: Row) {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind') as PotKind,
    ...unitIn(row),
    label: text(row, 'label'),
    amount: bigint(row, 'balance'),
    held: bigint(row, 'held'),
    spent: bigint(row, 'spent'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}
