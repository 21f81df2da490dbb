import type { InLanguages, Language } from './front.ts';
import { defineTexts } from './language.ts';
import type { FrontModel } from './site.ts';

export const modelTexts = defineTexts({
  en: {
    title: 'Models',
    description: (name: string) =>
      `The models of ${name}: prices per million tokens, longest answers, context and tools.`,
    lead: 'Prices and limits as they are at this moment.',
    none: 'No models are offered yet.',
    prices: 'Prices of models',
    perMillion: 'CZK per million tokens',
    withVat: 'incl. VAT',
    model: 'Model',
    input: 'Input',
    cachedInput: 'Cached input',
    output: 'Output',
    reasoning: 'Reasoning',
    cacheWrite5m: 'Written to cache, 5 minutes',
    cacheWrite1h: 'Written to cache, 1 hour',
    tiers: 'Service tiers',
    tierOf: { priority: 'priority', flex: 'flex', batch: 'batches' },
    atPercent: (tier: string, percent: string) => `${tier} at ${percent}\u00a0% of the price`,
    recommended: 'default',
    demonstration: 'demonstration',
    demonstrationRole: 'A small built-in model that shows how the service works, for simple questions',
    from: (time: string) => `From ${time} (Prague):`,
    newPrices: (input: string, cached: string, output: string) =>
      `input ${input}, cached input ${cached}, output ${output}`,
    longest: 'Longest answer',
    withinContext: (tokens: string) => `${tokens} tokens, less what you send`,
    context: 'Context',
    tokens: 'tokens',
    tools: 'Tools',
    yes: 'yes',
    no: 'no',
    returnsReasoning: 'Reasoning text',
    reads: 'Reads',
    modality: { text: 'text', image: 'pictures', file: 'PDF' },
    rate: 'Requests',
    perMinute: (count: string) => `${count} a minute for each key`,
    aliases: 'Also answers to',
    openContext: 'as its engine allows',
    about: 'How tokens are counted',
    aboutText:
      'A token is a piece of text of some three or four characters. Input is what you send, output is what the model writes; reasoning is a part of the output. Input that the model has read before, at the beginning of a longer conversation, counts as cached and costs less.',
  },
  cs: {
    title: 'Modely',
    description: (name) => `Modely služby ${name}: ceny za milion tokenů, nejdelší odpovědi, kontext a nástroje.`,
    lead: 'Ceny a limity, jak platí v tuto chvíli.',
    none: 'Zatím nenabízíme žádné modely.',
    prices: 'Ceny modelů',
    perMillion: 'Kč za milion tokenů',
    withVat: 'včetně DPH',
    model: 'Model',
    input: 'Vstup',
    cachedInput: 'Vstup z mezipaměti',
    output: 'Výstup',
    reasoning: 'Uvažování',
    cacheWrite5m: 'Zápis do mezipaměti, 5 minut',
    cacheWrite1h: 'Zápis do mezipaměti, 1 hodina',
    tiers: 'Úrovně služby',
    tierOf: { priority: 'priority', flex: 'flex', batch: 'dávky' },
    atPercent: (tier, percent) => `${tier} za ${percent}\u00a0% ceny`,
    recommended: 'výchozí',
    demonstration: 'ukázka',
    demonstrationRole: 'Malý vestavěný model, který ukazuje, jak služba funguje; pro jednoduché otázky',
    from: (time) => `Od ${time} (Praha):`,
    newPrices: (input, cached, output) => `vstup ${input}, vstup z mezipaměti ${cached}, výstup ${output}`,
    longest: 'Nejdelší odpověď',
    withinContext: (tokens) => `${tokens} tokenů včetně dotazu`,
    context: 'Kontext',
    tokens: 'tokenů',
    tools: 'Nástroje',
    yes: 'ano',
    no: 'ne',
    returnsReasoning: 'Text uvažování',
    reads: 'Čte',
    modality: { text: 'text', image: 'obrázky', file: 'PDF' },
    rate: 'Požadavky',
    perMinute: (count) => `${count} za minutu na každý klíč`,
    aliases: 'Další názvy',
    openContext: 'podle svého enginu',
    about: 'Jak se tokeny počítají',
    aboutText:
      'Token je kousek textu, zhruba tři až čtyři znaky. Vstup je to, co pošlete, výstup to, co model napíše; uvažování je součástí výstupu. Vstup, který model už dříve četl na začátku delší konverzace, se počítá jako vstup z mezipaměti a stojí méně.',
  },
});

/** Our own words about models. An operator's words about a model stay as written. */
const ROLES: readonly InLanguages<string>[] = [
  {
    en: 'Fast model for quick answers and simple tasks',
    cs: 'Rychlý model pro krátké odpovědi a jednoduché úkoly',
  },
  { en: 'Balanced model for code, text and analysis', cs: 'Vyvážený model pro kód, texty a analýzy' },
  { en: 'Deep-reasoning model for the hardest tasks', cs: 'Model s hlubokým uvažováním pro nejtěžší úkoly' },
  {
    en: 'Fast general-purpose model for chat, code, text and analysis',
    cs: 'Rychlý univerzální model pro chat, kód, texty a analýzy',
  },
  { en: 'Deep reasoning for demanding tasks', cs: 'Hluboké uvažování pro náročné úkoly' },
  { en: 'Model of the operator', cs: 'Model provozovatele' },
  {
    en: 'Answered by Boreal Mini, the small model that is built in (29 million parameters): simple questions in English and Czech, help with Boreal; it says so when it does not know.',
    cs: 'Odpovídá Boreal Mini, malý vestavěný model (29 milionů parametrů): jednoduché otázky česky a anglicky, pomoc s Borealem; když něco neví, řekne to.',
  },
];

export const roleIn = (language: Language, role: string): string =>
  ROLES.find(({ en }) => en === role)?.[language] ?? role;

/** The purpose of a model: in the operator's words for the language, else in ours. Ours promise nothing of a demonstration. */
export function roleOf(
  language: Language,
  { role, roleCs, isDemonstration }: Pick<FrontModel, 'role' | 'roleCs' | 'isDemonstration'>,
): string {
  if (language === 'cs' && roleCs !== undefined) return roleCs;
  const isOurs = ROLES.some(({ en }) => en === role);
  return isDemonstration && isOurs ? modelTexts[language].demonstrationRole : roleIn(language, role);
}
