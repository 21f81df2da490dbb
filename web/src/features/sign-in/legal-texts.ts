import { defineTexts } from '../../language.tsx';

export const legalTexts = defineTexts({
  en: { terms: 'terms of service', and: 'and take note of the', privacy: 'privacy policy' },
  cs: { terms: 'obchodními podmínkami', and: 'a berete na vědomí', privacy: 'zásady ochrany osobních údajů' },
});
