import { defineTexts } from '../../language.tsx';

export const legalTexts = defineTexts({
  en: {
    terms: 'terms of service',
    and: 'and take note of the',
    privacy: 'privacy policy',
    iAgree: 'I agree to the',
    andINote: 'and have read the',
    version: (version: string) => `version ${version}`,
    missing: 'Confirm that you agree.',
  },
  cs: {
    terms: 'obchodními podmínkami',
    and: 'a berete na vědomí',
    privacy: 'zásady ochrany osobních údajů',
    iAgree: 'Souhlasím s',
    andINote: 'a beru na vědomí',
    version: (version) => `verze ${version}`,
    missing: 'Potvrďte, že souhlasíte.',
  },
});
