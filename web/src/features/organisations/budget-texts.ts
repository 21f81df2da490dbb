/** Budgets of members. */
import { defineTexts } from '../../language.tsx';
import { czechForm, englishForm } from '../../plural.ts';

export const budgetTexts = defineTexts({
  en: {
    of: (used: string, most: string) => `${used} of ${most}`,
    tokens: (count: number, written: string) => `${written} ${englishForm(count, 'token', 'tokens')}`,
    title: (email: string) => `Monthly budget of ${email}`,
    lead: 'What all keys of this member may use together in a calendar month. Keys of the organisation do not count.',
    credit: 'Credit a month, CZK',
    tokenField: 'Tokens a month',
    hint: 'Empty: no limit.',
    creditWrong: 'Enter an amount such as 100 or 12.50.',
    tokensWrong: 'Enter a whole number of tokens.',
    save: 'Save',
    saved: (email: string) => `The budget of ${email} is saved.`,
  },
  cs: {
    of: (used, most) => `${used} z ${most}`,
    tokens: (count, written) => `${written} ${czechForm(count, 'token', 'tokeny', 'tokenů')}`,
    title: (email) => `Měsíční rozpočet: ${email}`,
    lead: 'Kolik smějí všechny klíče tohoto člena dohromady spotřebovat za kalendářní měsíc. Klíče organizace se nepočítají.',
    credit: 'Kredit za měsíc, Kč',
    tokenField: 'Tokeny za měsíc',
    hint: 'Prázdné: bez omezení.',
    creditWrong: 'Zadejte částku, například 100 nebo 12,50.',
    tokensWrong: 'Zadejte celý počet tokenů.',
    save: 'Uložit',
    saved: (email) => `Rozpočet uložen: ${email}.`,
  },
});
