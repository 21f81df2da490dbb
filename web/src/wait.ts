/** How long to wait, in words: seconds while they can be counted, then whole minutes, never too few. */
import type { Language } from './language.tsx';

const COUNTED_SECONDS_MAX = 90;
const LOCALES: Readonly<Record<Language, string>> = { cs: 'cs-CZ', en: 'en-GB' };

export function waitText(seconds: number, language: Language): string {
  const isCounted = seconds <= COUNTED_SECONDS_MAX;
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit: isCounted ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(Math.ceil(isCounted ? seconds : seconds / 60));
}
