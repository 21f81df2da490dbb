/** How many tokens, in words. */
import { defineTexts } from '../language.tsx';
import { czechForm, englishForm } from '../plural.ts';

export const tokenTexts = defineTexts({
  en: { tokenCount: (count: number, text: string) => `${text} ${englishForm(count, 'token', 'tokens')}` },
  cs: { tokenCount: (count, text) => `${text} ${czechForm(count, 'token', 'tokeny', 'tokenů')}` },
});
