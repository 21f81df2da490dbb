/** Czech and English on the front. Texts are side by side, so that neither language can be forgotten. */
import { type InLanguages, LANGUAGES, type Language } from './front.ts';

/** A text, or a function that makes one of its parts. */
type Same<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer Parts) => string
      ? (...parts: Parts) => string
      : Same<T[K]>;
};

/** Both languages have the same texts, or it does not compile. */
export const defineTexts = <English>(texts: {
  readonly en: English;
  readonly cs: Same<English>;
}): InLanguages<Same<English>> => texts as InLanguages<Same<English>>;

/** Slovaks read Czech more easily than English. */
const LANGUAGE_OF: Readonly<Record<string, Language>> = { cs: 'cs', sk: 'cs', en: 'en' };

/** The language that a browser asks for in `Accept-Language`; English where it asks for none of ours. */
export function preferredLanguage(accepted: string): Language {
  const wishes = accepted.split(',', 32).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith('q='));
    return { language: LANGUAGE_OF[tag.split('-', 1)[0]!], weight: weight ? Number(weight.slice(2)) || 0 : 1 };
  });
  const best = wishes
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .reduce<(typeof wishes)[number] | undefined>((a, b) => (a && a.weight >= b.weight ? a : b), undefined);
  return best?.language ?? 'en';
}

export { LANGUAGES };
