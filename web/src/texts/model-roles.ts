/** The purposes of models of the published catalogue, and texts about the built-in one. An operator's words about a model stay as written. */
import { defineTexts } from '../language.tsx';

/** Said of a model for which only the small built-in one answers. */
export const demonstrationTexts = defineTexts({
  en: { mark: 'demonstration' },
  cs: { mark: 'ukázka' },
});

export const modelRoles = defineTexts({
  en: {
    frost: 'Fast model for quick answers and simple tasks',
    glacier: 'Balanced model for code, text and analysis',
    polaris: 'Deep-reasoning model for the hardest tasks',
    one: 'Fast general-purpose model for chat, code, text and analysis',
    oneThink: 'Deep reasoning for demanding tasks',
    unsaid: 'Model of the operator',
    builtIn:
      'Answered by Boreal Mini, the small model that is built in (29 million parameters): simple questions in English and Czech, help with Boreal; it says so when it does not know.',
  },
  cs: {
    frost: 'Rychlý model pro krátké odpovědi a jednoduché úkoly',
    glacier: 'Vyvážený model pro kód, texty a analýzy',
    polaris: 'Model s hlubokým uvažováním pro nejtěžší úkoly',
    one: 'Rychlý univerzální model pro chat, kód, texty a analýzy',
    oneThink: 'Hluboké uvažování pro náročné úkoly',
    unsaid: 'Model provozovatele',
    builtIn:
      'Odpovídá Boreal Mini, malý vestavěný model (29 milionů parametrů): jednoduché otázky česky a anglicky, pomoc s Borealem; když něco neví, řekne to.',
  },
});
