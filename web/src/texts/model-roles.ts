/** What the models of the published catalogue are for. What an operator writes about a model stays as written. */
import { defineTexts } from '../language.tsx';

export const modelRoles = defineTexts({
  en: {
    frost: 'Fast model for quick answers and simple tasks',
    glacier: 'Balanced model for code, text and analysis',
    polaris: 'Deep-reasoning model for the hardest tasks',
    one: 'Fast general-purpose model for chat, code, text and analysis',
    oneThink: 'Deep reasoning for demanding tasks',
  },
  cs: {
    frost: 'Rychlý model pro krátké odpovědi a jednoduché úkoly',
    glacier: 'Vyvážený model pro kód, texty a analýzy',
    polaris: 'Model s hlubokým uvažováním pro nejtěžší úkoly',
    one: 'Rychlý univerzální model pro chat, kód, texty a analýzy',
    oneThink: 'Hluboké uvažování pro náročné úkoly',
  },
});
