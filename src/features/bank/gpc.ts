/**
 * GPC, also called ABO: lines of 128 bytes in windows-1250. A line that begins with 074 opens the statement of an account,
 * 075 is a movement, 076, 078 and 079 have more about the movement before them. Positions as banks publish them:
 *
 *   075  1–3 type   4–19 own account   20–35 other account   36–48 document   49–60 hellers
 *        61 1 debit, 2 credit, 4 and 5 the same taken back   62–71 variable symbol   72–81 bank and constant symbol
 *        82–91 specific symbol   92–97 value date   98–117 name   119–122 currency   123–128 booking date
 */

import type { BankFilePlace } from '../../core/bank-file-problem.ts';
import type { BankFile, Movement } from './bank.ts';
import { amountFrom, bankIdFrom, dayFrom, plainText, refuse, shown, symbolFrom } from './fields.ts';

const LINE_BYTES = 128;
const MORE = ['076', '078', '079'];
/** Numbers of ISO 4217 that a Czech account is likely to have. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '0203': 'CZK',
  '0978': 'EUR',
  '0840': 'USD',
  '0826': 'GBP',
  '0756': 'CHF',
  '0985': 'PLN',
  '0348': 'HUF',
};
/** Not in crowns, and that is all that matters. */
const OTHER_CURRENCY = 'ZZZ';
/** The effect of each code on the balance, and whether it takes an earlier movement back. */
const CODES: Readonly<Record<string, readonly [sign: bigint, isReversal: boolean]>> = {
  '1': [-1n, false],
  '2': [1n, false],
  '4': [1n, true],
  '5': [-1n, true],
};

export function readGpc(bytes: Uint8Array): BankFile {
  const lines = new TextDecoder('windows-1250').decode(bytes).split('\n');
  let account: string | undefined;
  const movements: Movement[] = [];
  for (const [at, written] of lines.entries()) {
    const line = written.endsWith('\r') ? written.slice(0, -1) : written;
    // Some programs end a file with the sign for its end.
    if (line === '' || line === '\u001a') continue;
    const place: BankFilePlace = { unit: 'line', number: at + 1 };
    const type = line.slice(0, 3);
    if (type === '074' || type === '075') {
      requireWhole(line, place);
      account ??= line.slice(3, 19);
      if (line.slice(3, 19) !== account) {
        refuse({ kind: 'several-accounts', place }, 'the file has statements of several accounts.');
      }
    }
    if (type === '075') movements.push(movementFrom(line, place));
    else if (MORE.includes(type)) addMessage(movements, line, place);
    else if (type !== '074') {
      refuse({ kind: 'unknown-line', place }, 'it should begin with 074, 075, 076, 078 or 079.');
    }
  }
  if (account === undefined)
    return refuse({ kind: 'no-statement' }, 'The file has no statement (no line that begins with 074).');
  return { format: 'gpc', source: 'gpc', account: digitsOf(account), movements };
}

/** One byte is one character in windows-1250. A file that was changed to UTF-8 has lines that are too long. */
function requireWhole(line: string, place: BankFilePlace): void {
  // Spaces at the end are dropped by some programs.
  const isWhole =
    line.length === LINE_BYTES || (line.startsWith('074') && line.length >= 114 && line.length < LINE_BYTES);
  if (isWhole) return;
  const sentence = `it has ${line.length} bytes and not ${LINE_BYTES}: it is cut off, or the file is not windows-1250.`;
  refuse({ kind: 'cut-off', place }, sentence);
}

function movementFrom(line: string, place: BankFilePlace): Movement {
  const part = (from: number, to: number) => line.slice(from - 1, to);
  const code = shown(part(61, 61));
  const [sign, isReversal] =
    CODES[code] ?? refuse({ kind: 'direction', place, text: code }, `"${code}" is not a code of a movement.`);
  const booked = /^\d{6}$/.test(part(123, 128)) ? part(123, 128) : part(92, 97);
  const currency = part(119, 122).trim();
  return {
    bookedOn: dayFrom([`20${booked.slice(4)}`, booked.slice(2, 4), booked.slice(0, 2)], place),
    amount: sign * amountFrom(`${part(49, 58)}.${part(59, 60)}`, place),
    // Without one it is that of the account, which is in crowns: others have to say so.
    currency: currency === '' ? 'CZK' : (CURRENCIES[currency] ?? OTHER_CURRENCY),
    variableSymbol: symbolFrom(part(62, 71)),
    isReversal,
    bankId: bankIdFrom(part(36, 48)),
    counterparty: accountText(part(20, 35), part(74, 77)),
    name: plainText(part(98, 117)),
    message: '',
  };
}

const digitsOf = (text: string): string =>
  /^\d{1,16}$/.test(text) ? text : refuse({ kind: 'no-account' }, `The account "${plainText(text)}" is not a number.`);

/** `19-2000145399/0800` from what a line has. */
function accountText(account: string, bank: string): string {
  const prefix = account.slice(0, 6).replace(/^0+/, '');
  const number = account.slice(6).replace(/^0+/, '');
  if (!number) return '';
  return plainText(`${prefix ? `${prefix}-` : ''}${number}${/^0*$/.test(bank) ? '' : `/${bank}`}`);
}

function addMessage(movements: Movement[], line: string, place: BankFilePlace): void {
  const last =
    movements.pop() ?? refuse({ kind: 'stray-line', place }, 'it belongs to a movement, and there is none before it.');
  const isMessage = line.startsWith('078') || line.startsWith('079');
  movements.push(isMessage ? { ...last, message: plainText(`${last.message} ${line.slice(3)}`) } : last);
}
