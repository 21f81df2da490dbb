/** Texts of the service itself, in the person's language. Texts of people stay as they are. */
import { useTexts } from './language.tsx';
import { serviceWords } from './texts/service-words.ts';

type Words = (typeof serviceWords)['en'];

export function useServiceWords() {
  const words = useTexts(serviceWords);
  return {
    actor: (actor: string) => actorIn(words, actor),
    object: (object: string) => found(words.objects, object) ?? object,
    reason: (reason: string) => reasonIn(words, reason),
  };
}

/** `jana@firma.cz (token Night run, tok_1)`: by whom, and with which management token. */
export function actorIn(words: Words, actor: string): string {
  const [email = '', ...rest] = actor.split(' (token ');
  const token = rest.join(' (token ');
  if (email.includes('@') && token.endsWith(')')) return words.byToken(email, token.slice(0, token.lastIndexOf(', ')));
  return found(words.actors, actor) ?? actor;
}

/** The texts that may stand in the place of a name in braces. */
const PARTS: Readonly<Record<string, string>> = {
  id: '\\w+_\\w+',
  email: '\\S+@\\S+',
  number: '[\\w/-]+',
  plan: '[a-z0-9-]+',
  date: '\\d{4}-\\d{2}-\\d{2}',
  czk: '-?[\\d.]+',
  text: '.+',
};

const patternOf = (reason: string): RegExp =>
  new RegExp(`^${reason.replaceAll(/\{(\w+)\}/g, (_, part: string) => `(${PARTS[part]})`)}$`);

const PATTERNS = Object.keys(serviceWords.en.reasons).map(
  (reason) => [reason as keyof Words['reasons'], patternOf(reason)] as const,
);

export function reasonIn(words: Words, reason: string): string {
  for (const [name, pattern] of PATTERNS) {
    const match = pattern.exec(reason);
    if (match) return (words.reasons[name] as (...parts: readonly string[]) => string)(...match.slice(1));
  }
  return reason;
}

const found = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
