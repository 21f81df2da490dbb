/** Movements as Fio's API gives them as JSON: columns by number, each null or an object with a value. */

import type { BankFilePlace } from '../../core/bank-file-problem.ts';
import type { BankFile, Movement } from './bank.ts';
import {
  amountFrom,
  bankIdFrom,
  currencyFrom,
  isoDayFrom,
  isReversalFrom,
  plainText,
  refuse,
  symbolFrom,
  utf8Text,
} from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;

export function readFioJson(bytes: Uint8Array): BankFile {
  const statement = inside(parsed(utf8Text(bytes)), 'accountStatement');
  const info = inside(statement, 'info');
  const listed = fieldsIn(statement?.transactionList)?.transaction ?? [];
  if (!info || !Array.isArray(listed)) {
    return refuse({ kind: 'no-statement' }, 'The file is not a statement of Fio: it has no accountStatement.');
  }
  return {
    format: 'fio-json',
    source: 'fio',
    account: typeof info.iban === 'string' ? info.iban : null,
    movements: listed.map((one: unknown, at) =>
      movementFrom(fieldsIn(one) ?? {}, { unit: 'movement', number: at + 1 }),
    ),
  };
}

function movementFrom(columns: Fields, place: BankFilePlace): Movement {
  const text = (column: number) => valueText(fieldsIn(columns[`column${column}`])?.value);
  const bank = text(3);
  const amount = amountFrom(text(1), place);
  return {
    bookedOn: isoDayFrom(text(0), place),
    amount,
    currency: currencyFrom(text(14), place),
    variableSymbol: symbolFrom(text(5)),
    isReversal: isReversalFrom([text(8), text(18)], amount),
    bankId: bankIdFrom(text(22)),
    counterparty: plainText(`${text(2)}${bank && `/${bank}`}`),
    name: plainText(text(10) || text(7)),
    message: plainText(text(16) || text(25)),
  };
}

/** A number of up to 15 digits is written as it was read: nothing is computed with it. */
function valueText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

const fieldsIn = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;

const inside = (value: unknown, name: string): Fields | undefined => fieldsIn(fieldsIn(value)?.[name]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse({ kind: 'cut-off' }, 'The file is not whole JSON; it may be cut off.');
  }
}
