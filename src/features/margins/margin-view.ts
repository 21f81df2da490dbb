import { formatCzk } from '../../core/money.ts';
import { csvTable } from '../../lib/csv.ts';
import type { MarginRow } from './contract.ts';
import { type MarginShare, type MarginSum, marginOf, marginPermille } from './rules.ts';

export function marginToView(sum: MarginSum): MarginRow {
  const permille = marginPermille(sum);
  return {
    requests: sum.requests,
    tokens: Number(sum.tokens),
    creditCzk: formatCzk(sum.credit),
    prepaidCzk: formatCzk(sum.prepaid),
    boughtCzk: formatCzk(sum.bought),
    marginCzk: formatCzk(marginOf(sum)),
    marginPercent: permille === null ? null : permille / 10,
  };
}

type CsvShare = MarginShare & { readonly day: string; readonly email: string };

export const marginsCsv = csvTable<CsvShare>([
  ['day', ({ day }) => day],
  ['account_id', ({ accountId }) => accountId],
  ['email', ({ email }) => email],
  ['model', ({ model }) => model],
  ['engine', ({ engine }) => engine],
  ['requests', ({ requests }) => requests],
  ['tokens', ({ tokens }) => Number(tokens)],
  ['credit_czk', ({ credit }) => ({ decimal: formatCzk(credit) })],
  ['prepaid_czk', ({ prepaid }) => ({ decimal: formatCzk(prepaid) })],
  ['bought_czk', ({ bought }) => ({ decimal: formatCzk(bought) })],
  ['margin_czk', (share) => ({ decimal: formatCzk(marginOf(share)) })],
]);
