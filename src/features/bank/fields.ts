/** Fields that all readers of bank files share: amounts, days, symbols and texts, exactly or not at all. */

import type { BankFilePlace, BankFileProblem } from '../../core/bank-file-problem.ts';
import { bankFileInvalid } from '../../core/errors.ts';

const NANO_DIGITS = 9;
const TEXT_MAX = 140;
/** Columns hold no more; no payment comes near. */
const AMOUNT_MAX = 10n ** 18n;

/** The sentence is for programs and logs; pages write their own from the problem. */
export function refuse(problem: BankFileProblem, sentence: string): never {
  throw bankFileInvalid(problem.place ? `${written(problem.place)}: ${sentence}` : sentence, problem);
}

const written = ({ unit, number }: BankFilePlace): string => `${unit[0]!.toUpperCase()}${unit.slice(1)} ${number}`;

/** UTF-8, or nothing: a wrong letter in a name would be a small harm, but a wrong encoding is a wrong file. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse({ kind: 'encoding' }, 'The file is not UTF-8.');
  }
}

/** A decimal number such as `-1234.5`, in billionths. */
export function amountFrom(text: string, place: BankFilePlace): bigint {
  const match = /^([+-]?)(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return refuse({ kind: 'amount', place, text: shown(text) }, `"${shown(text)}" is not an amount.`);
  const [, sign, whole, fraction = ''] = match;
  const amount = BigInt(whole!) * 10n ** BigInt(NANO_DIGITS) + BigInt(fraction.padEnd(NANO_DIGITS, '0'));
  if (amount > AMOUNT_MAX) {
    return refuse({ kind: 'amount-large', place, text: shown(text) }, `the amount ${shown(text)} is too large.`);
  }
  return sign === '-' ? -amount : amount;
}

/** `2026-11-16` from its parts, if there is such a day. */
export function dayFrom(parts: readonly (string | undefined)[], place: BankFilePlace): string {
  const [year, month, day] = parts.map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDay || year < 2000 || year > 2199) {
    return refuse({ kind: 'day', place, text: shown(parts.join('-')) }, 'there is no such day.');
  }
  return date.toISOString().slice(0, 10);
}

/** Days as `2026-11-16`, also with a time or a zone behind it. */
export function isoDayFrom(text: string, place: BankFilePlace): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  return match
    ? dayFrom(match.slice(1), place)
    : refuse({ kind: 'day', place, text: shown(text) }, `"${shown(text)}" is not a day.`);
}

/** A variable symbol has up to ten digits; zeros before it say nothing. What is none is left out. */
export function symbolFrom(text: string): string {
  const digits = /^\s*0*(\d{1,10})\s*$/.exec(text)?.[1] ?? '';
  return digits === '0' ? '' : digits;
}

export function currencyFrom(text: string, place: BankFilePlace): string {
  return /^[A-Z]{3}$/.test(text)
    ? text
    : refuse({ kind: 'currency', place, text: shown(text) }, `"${shown(text)}" is not a currency.`);
}

/** A text of the other side, for people to read: one line, without what cannot be printed. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
    .toWellFormed();

/** A part of a file in a sentence. */
export const shown = (text: string): string => plainText(text).slice(0, 40);

/** The bank's id of a movement; zeros are none. */
export function bankIdFrom(text: string): string | null {
  const id = plainText(text);
  return id === '' || /^0+$/.test(id) ? null : id;
}

/** Words as they are compared: small letters without accents. */
export const comparable = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/** The bank's word for a movement that takes an earlier one back. Fio's is "Opravný pohyb". */
const REVERSAL = /storno|\bopravn|reversal/;
const INCOMING = /prijem|prichozi/;

/**
 * Where a file has no mark of its own for a reversal, the words of the bank tell it; what the payer wrote must not. Income
 * that leaves the account is one, too: the bank has booked it the other way round.
 */
export function isReversalFrom(bankWords: readonly string[], amount: bigint): boolean {
  const words = comparable(bankWords.join(' '));
  return REVERSAL.test(words) || (amount < 0n && INCOMING.test(words));
}
