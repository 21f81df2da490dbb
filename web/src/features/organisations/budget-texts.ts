/** Budgets of members. */
import { defineTexts } from '../../language.tsx';

export const budgetTexts = defineTexts({
  en: {
    title: (email: string) => `Budget of ${email}`,
    lead: 'What all keys of this member may use together. Keys of the organisation do not count.',
    saved: (email: string) => `The budget of ${email} is saved.`,
  },
  cs: {
    title: (email) => `Rozpočet: ${email}`,
    lead: 'Kolik smějí všechny klíče tohoto člena dohromady spotřebovat. Klíče organizace se nepočítají.',
    saved: (email) => `Rozpočet uložen: ${email}.`,
  },
});
