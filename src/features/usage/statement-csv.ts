/** A statement as rows, for accountants: who sells and who buys first, then every amount of the month. */

import { type Cell, CSV_START, type CsvForm, csvRow } from '../../lib/csv.ts';
import type { Buyer } from '../shop/index.ts';
import type { StatementView } from './contract.ts';

const COLUMNS = ['part', 'name', 'text', 'time_utc', 'requests', 'tokens', 'amount_czk'];

type RowAmounts = {
  readonly text?: string;
  readonly atMs?: number;
  readonly requests?: number;
  readonly tokens?: number | null;
  readonly czk?: string | null;
};
type Row = readonly [part: string, name: string, amounts: RowAmounts];

export const statementToCsv = (statement: StatementView, buyer: Buyer | undefined, form?: CsvForm): string =>
  CSV_START +
  [COLUMNS, ...rowsOf(statement, buyer).map(cellsOf)].map((cells: readonly Cell[]) => csvRow(cells, form)).join('');

const cellsOf = ([part, name, { text = '', atMs, requests, tokens, czk }]: Row): readonly Cell[] => [
  part,
  name,
  text,
  atMs === undefined ? '' : new Date(atMs).toISOString(),
  requests ?? '',
  tokens ?? '',
  typeof czk === 'string' ? { decimal: czk } : '',
];

const rowsOf = (statement: StatementView, buyer: Buyer | undefined): readonly Row[] => [
  ['statement', 'month', { text: statement.month }],
  ['statement', 'is_final', { text: statement.isFinal ? 'yes' : 'no' }],
  ['statement', 'account', { text: statement.email }],
  ...statement.priceGroups.map((name): Row => ['statement', 'price_group', { text: name }]),
  ...texts('seller', statement.seller && { ...statement.seller }),
  ...texts('buyer', buyer && { ...buyer, address: addressOf(buyer) }),
  ['balance', 'opening', { czk: statement.openingCzk }],
  ['balance', 'charged', { czk: statement.chargedCzk }],
  ['balance', 'closing', { czk: statement.closingCzk }],
  ...statement.invoices.map(({ number, kind, atMs, czk }): Row => ['invoice', number, { text: kind, atMs, czk }]),
  ...statement.movements.map(
    ({ kind, label, reason, atMs, czk, tokens }): Row => [
      'movement',
      kind,
      { text: [label, reason].filter(Boolean).join(': '), atMs, czk, tokens },
    ],
  ),
  ...statement.usage.map(
    ({ model, requests, inputTokens, outputTokens, czk }): Row => [
      'usage',
      model,
      { requests, tokens: inputTokens + outputTokens, czk },
    ],
  ),
];

type Party = {
  readonly name: string;
  readonly address: string;
  readonly companyId: string;
  readonly vatId: string;
};

/** The numbers by the names that Czech accountants know them by. */
function texts(part: string, party: Party | null | undefined): readonly Row[] {
  if (!party) return [];
  const { name, address, companyId, vatId } = party;
  const named = { name, address, IČO: companyId, DIČ: vatId };
  return Object.entries(named)
    .filter(([, text]) => text !== '')
    .map(([about, text]): Row => [part, about, { text }]);
}

const addressOf = ({ street, postalCode, city, country }: Buyer): string =>
  [street, `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', ');
