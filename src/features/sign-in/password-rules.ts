/** Which passwords can be guessed at once: common ones, patterns, and those made of public facts about a person. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type PasswordOf = {
  readonly email: string;
  readonly serviceName: string;
};

/** Shorter words are part of too many good passwords. */
const WORD_MIN = 4;
const DISTINCT_MIN = 5;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let known: ReadonlySet<string> | undefined;

/** One a line, in lower case, without digits and signs around them; read when a password is first set. */
const commonPasswords = (): ReadonlySet<string> => {
  known ??= new Set(
    readFileSync(join(import.meta.dir, 'common-passwords.txt'), 'utf8')
      .trim()
      .split('\n'),
  );
  return known;
};

export function isWeakPassword(password: string, about: PasswordOf): boolean {
  const plain = foldCase(password);
  return isPattern(plain) || isCommon(plain) || contains(plain, about);
}

/** Lower case, without accents: `Heslo` and `hešlo` are one guess. */
const foldCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Few characters, one piece again and again, or characters that follow each other. */
function isPattern(text: string): boolean {
  if (new Set(text).size < DISTINCT_MIN) return true;
  // A text that is found in its double, not counting the ends, is made of repeated pieces.
  if (`${text}${text}`.indexOf(text, 1) < text.length) return true;
  const steps = [...text].slice(1).map((character, i) => character.codePointAt(0)! - text.codePointAt(i)!);
  return steps.filter((step) => Math.abs(step) === 1 && step === steps[0]).length >= steps.length - 2;
}

/** A common word stays common with digits and signs around it, or in place of letters. */
function isCommon(text: string): boolean {
  const core = stripped(text);
  const spelled = [...core].map((character) => LEET[character] ?? character).join('');
  return [text, text.replaceAll(/\s/g, ''), core, stripped(spelled)].some((one) => commonPasswords().has(one));
}

const stripped = (text: string): string => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');

function contains(text: string, { email, serviceName }: PasswordOf): boolean {
  const [local = ''] = email.split('@');
  const words = [email, local, serviceName].map((word) => foldCase(word).trim());
  return words.some((word) => word.length >= WORD_MIN && text.includes(word));
}
