/** Czech and English. Texts of an area are side by side in one file, so that neither language can be forgotten. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

const LANGUAGES = ['cs', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts<Shape> = Readonly<Record<Language, Shape>>;

/** A text, or a function that makes one of its parts; areas may be grouped one level deep or more. */
type Shape = { readonly [name: string]: string | ((...parts: never[]) => string) | Shape };

/** Both languages have the same texts, or it does not compile. */
export const defineTexts = <English extends Shape>(texts: {
  readonly en: English;
  readonly cs: Same<English>;
}): Texts<Same<English>> => texts as Texts<Same<English>>;

type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] extends Shape ? Same<T[K]> : T[K] };

type Choice = { readonly language: Language; readonly choose: (language: Language) => void };
const LanguageContext = createContext<Choice>({ language: 'en', choose: () => {} });

const KEPT = 'boreal.language';

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, choose] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    localStorage.setItem(KEPT, language);
  }, [language]);
  const choice = useMemo(() => ({ language, choose }), [language]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export const useLanguage = (): Choice => useContext(LanguageContext);

/** The texts of an area in the person's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[useLanguage().language];

/** The language chosen here before, else what the browser prefers, else English. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'cs' || kept === 'en') return kept;
  return navigator.languages.some((one) => one.startsWith('cs') || one.startsWith('sk')) ? 'cs' : 'en';
}
