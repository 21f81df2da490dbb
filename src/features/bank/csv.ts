/**
 * CSV with names of columns in its first line, separated by semicolons, commas or tabs; and that of Fio, which has lines
 * about the account before. Needed are a day and an amount; names are those of Fio, or the English words below.
 */

import type { BankFilePlace } from '../../core/bank-file-problem.ts';
import type { BankFile, Movement } from './bank.ts';
import {
  amountFrom,
  bankIdFrom,
  comparable,
  currencyFrom,
  dayFrom,
  isoDayFrom,
  isReversalFrom,
  plainText,
  refuse,
  symbolFrom,
} from './fields.ts';

/** Names as they are compared. */
const NAMES = {
  date: ['date', 'datum', 'datum zauctovani', 'booking date', 'datum provedeni'],
  amount: ['amount', 'castka', 'objem', 'castka v mene uctu'],
  currency: ['currency', 'mena', 'mena uctu'],
  symbol: ['variable symbol', 'vs', 'variabilni symbol'],
  id: ['id', 'id operace', 'id pohybu', 'id transakce', 'transaction id', 'reference'],
  counterparty: ['counterparty', 'protiucet', 'cislo protiuctu', 'account of counterparty'],
  bank: ['bank code', 'kod banky'],
  name: ['name', 'nazev protiuctu', 'nazev protistrany', 'jmeno protistrany'],
  message: ['message', 'zprava pro prijemce', 'zprava', 'poznamka'],
  type: ['type', 'transaction type', 'typ', 'typ pohybu', 'typ operace', 'typ transakce'],
  detail: ['upresneni'],
  account: ['account', 'iban', 'cislo uctu', 'ucet'],
} as const;
type Column = keyof typeof NAMES;

const FIO_IDS = ['id operace', 'id pohybu'];
/** Lines that may come before the names of columns. */
const BEFORE_MAX = 30;

export function readCsv(bytes: Uint8Array): BankFile {
  const text = csvText(bytes);
  const separator = [';', '\t', ','].find((sign) => headerAt(rowsOf(text, sign, BEFORE_MAX)) !== undefined);
  if (separator === undefined) {
    return refuse(
      { kind: 'no-columns' },
      'The file has no line with the names of columns: it needs a date (datum) and an amount (částka).',
    );
  }
  const rows = rowsOf(text, separator);
  const header = headerAt(rows)!;
  const names = rows[header]!.cells.map(comparable);
  const columns = columnsOf(names);
  const about = new Map(rows.slice(0, header).map(({ cells }) => [comparable(cells[0] ?? ''), cells[1] ?? '']));
  const isFio = names.some((name) => FIO_IDS.includes(name));
  const body = rows.slice(header + 1);
  const accounts = new Set(body.flatMap(({ cells }) => (columns.account === undefined ? [] : cells[columns.account]!)));
  if (accounts.size > 1) return refuse({ kind: 'several-accounts' }, 'The file has movements of several accounts.');
  return {
    format: 'csv',
    source: isFio ? 'fio' : 'csv',
    account: about.get('iban') || [...accounts][0] || null,
    movements: body.map((row) => movementFrom(row, { columns, width: names.length, ofAccount: about.get('currency') })),
  };
}

/** Czech programs still write windows-1250, in which every text is some text; UTF-8 is seldom right by chance. */
function csvText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

type Line = { readonly cells: readonly string[]; readonly place: BankFilePlace };
type Columns = Readonly<Partial<Record<Column, number>>>;
type RowAbout = { readonly columns: Columns; readonly width: number; readonly ofAccount: string | undefined };

function movementFrom({ cells, place }: Line, { columns, width, ofAccount }: RowAbout): Movement {
  if (cells.length !== width) {
    refuse({ kind: 'cut-off', place }, `it has ${cells.length} columns and not ${width}; it may be cut off.`);
  }
  const cell = (column: Column) => (columns[column] === undefined ? '' : cells[columns[column]]!.trim());
  const bank = cell('bank');
  const written = cell('amount')
    .replaceAll(/[\s\u00a0]/g, '')
    .replace(',', '.');
  const amount = amountFrom(written, place);
  return {
    bookedOn: csvDay(cell('date'), place),
    amount,
    currency: currencyFrom((cell('currency') || ofAccount || 'CZK').toUpperCase(), place),
    variableSymbol: symbolFrom(cell('symbol')),
    isReversal: isReversalFrom([cell('type'), cell('detail')], amount),
    bankId: bankIdFrom(cell('id')),
    counterparty: plainText(`${cell('counterparty')}${bank && `/${bank}`}`),
    name: plainText(cell('name')),
    message: plainText(cell('message')),
  };
}

/** `16.11.2026`, or as ISO has it. */
function csvDay(text: string, place: BankFilePlace): string {
  const czech = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})/.exec(text);
  return czech ? dayFrom([czech[3], czech[2], czech[1]], place) : isoDayFrom(text, place);
}

/** A name that comes twice is the first one. */
const columnsOf = (names: readonly string[]): Columns =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([column, known]) => {
      const at = names.findIndex((name) => (known as readonly string[]).includes(name));
      return at < 0 ? [] : [[column, at]];
    }),
  );

function headerAt(rows: readonly Line[]): number | undefined {
  const at = rows.slice(0, BEFORE_MAX).findIndex(({ cells }) => {
    const { date, amount } = columnsOf(cells.map(comparable));
    return date !== undefined && amount !== undefined;
  });
  return at < 0 ? undefined : at;
}

/** Cells may be quoted, with quotes doubled and lines within. Empty lines are left out. */
function rowsOf(text: string, separator: string, rowsMax = Number.POSITIVE_INFINITY): readonly Line[] {
  const rows: Line[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let startLine = 1;
  let isQuoted = false;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ cells, place: { unit: 'line', number: startLine } });
    [cells, cell, startLine] = [[], '', line + 1];
  };
  for (let at = 0; at < text.length && rows.length < rowsMax; at += 1) {
    const sign = text[at]!;
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n' && !isQuoted) endRow();
    else if (sign !== '\r' || isQuoted) cell += sign;
    if (sign === '\n') line += 1;
  }
  if (rows.length === rowsMax) return rows;
  if (isQuoted) refuse({ kind: 'cut-off' }, 'A quote is not closed; the file may be cut off.');
  endRow();
  return rows;
}
