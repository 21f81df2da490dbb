/** Reasons why a bank file cannot be imported, by the kind of the problem. `text` is the part of the file that is wrong. */
import type { BankFileProblem } from '../../../../src/core/bank-file-problem.ts';
import { defineTexts } from '../../language.tsx';

type Kinds = Readonly<Record<BankFileProblem['kind'], (text: string) => string>>;
type Texts = {
  readonly places: Readonly<Record<NonNullable<BankFileProblem['place']>['unit'], (number: number) => string>>;
  readonly kinds: Kinds;
};

const en: Texts = {
  places: {
    line: (number) => `Line ${number}`,
    entry: (number) => `Entry ${number}`,
    movement: (number) => `Movement ${number}`,
  },
  kinds: {
    empty: () => 'The file is empty.',
    large: () => 'The file is larger than 2 MiB: export fewer days at once.',
    encoding: () => 'The file is not in UTF-8.',
    'cut-off': () => 'Something is missing: the file may be cut off, or saved in another encoding.',
    xml: () => 'This is not correct XML; the file may be cut off.',
    'no-statement': () => 'The file holds no bank statement.',
    'no-columns': () =>
      'The file has no line with the names of columns: it needs a date (datum) and an amount (částka).',
    'no-account': () => 'The file does not say of which account it is.',
    'several-accounts': () => 'The file is of several accounts. Export each by itself.',
    'other-account': (text) => `The statement is of another account${text && `, ${text}`}, not of the one in Settings.`,
    'transfers-off': () => 'Bank transfers are off: set the bank account in Settings.',
    'unknown-line': () => 'A line of a GPC file begins with 074, 075, 076, 078 or 079.',
    'stray-line': () => 'The line belongs to a movement, and there is none before it.',
    amount: (text) => (text ? `“${text}” is not an amount.` : 'The amount is missing.'),
    'amount-large': (text) => `The amount ${text} is too large.`,
    'amount-negative': () => 'The amount is below zero.',
    day: (text) => (text ? `“${text}” is not a day.` : 'The day is missing.'),
    currency: (text) => (text ? `“${text}” is not a currency.` : 'The currency is missing.'),
    direction: () => 'It does not say whether money came or left.',
  },
};

const cs: Texts = {
  places: {
    line: (number) => `Řádek ${number}`,
    entry: (number) => `Položka ${number}`,
    movement: (number) => `Pohyb ${number}`,
  },
  kinds: {
    empty: () => 'Soubor je prázdný.',
    large: () => 'Soubor je větší než 2 MiB: vyexportujte méně dnů najednou.',
    encoding: () => 'Soubor není v kódování UTF-8.',
    'cut-off': () => 'Něco chybí: soubor je nejspíš neúplný nebo uložený v jiném kódování.',
    xml: () => 'Tohle není správné XML; soubor je možná neúplný.',
    'no-statement': () => 'V souboru není žádný bankovní výpis.',
    'no-columns': () => 'V souboru chybí řádek s názvy sloupců: je potřeba datum a částka.',
    'no-account': () => 'V souboru není uvedeno, kterého účtu se týká.',
    'several-accounts': () => 'Soubor obsahuje pohyby několika účtů. Vyexportujte každý zvlášť.',
    'other-account': (text) => `Výpis je z jiného účtu${text && ` (${text})`}, než je v Nastavení.`,
    'transfers-off': () => 'Bankovní převody jsou vypnuté: nastavte bankovní účet v Nastavení.',
    'unknown-line': () => 'Řádek souboru GPC začíná 074, 075, 076, 078 nebo 079.',
    'stray-line': () => 'Řádek patří k pohybu, ale žádný před ním není.',
    amount: (text) => (text ? `„${text}“ není částka.` : 'Chybí částka.'),
    'amount-large': (text) => `Částka ${text} je příliš vysoká.`,
    'amount-negative': () => 'Částka je záporná.',
    day: (text) => (text ? `„${text}“ není datum.` : 'Chybí datum.'),
    currency: (text) => (text ? `„${text}“ není měna.` : 'Chybí měna.'),
    direction: () => 'Není uvedeno, jestli peníze přišly, nebo odešly.',
  },
};

export const bankFileProblemTexts = defineTexts({ en, cs });
