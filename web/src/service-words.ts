/** What the service itself has written, in the person's language. What people have written stays as it is. */
import { useTexts } from './language.tsx';
import { serviceWords } from './texts/service-words.ts';

type Words = (typeof serviceWords)['en'];

export function useServiceWords() {
  const words = useTexts(serviceWords);
  return {
    actor: (actor: string) => found(words.actors, actor) ?? actor,
    object: (object: string) => found(words.objects, object) ?? object,
    reason: (reason: string) => reasonIn(words, reason),
  };
}

export function reasonIn(words: Words, reason: string): string {
  const parts = reason.split(' ');
  const id = parts.find(isId) ?? '';
  const pattern = parts.map((part) => (isId(part) ? '…' : part)).join(' ');
  return found(words.reasons, pattern)?.(id) ?? reason;
}

/** An id, or the address of a person. */
const isId = (part: string): boolean => part.includes('_') || part.includes('@');

const found = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
