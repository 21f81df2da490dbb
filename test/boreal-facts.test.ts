/**
 * The facts that the built-in model was taught about Boreal are still true. `model/facts.json` holds each claim with the setting,
 * command or status that it speaks of. The model is finished: a change of the product that makes a claim untrue fails
 * here, and the claim moves to the list of the model's card that says what is no longer so.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PUBLISHED } from '../src/core/catalogue.ts';
import { CONFIG_VARIABLES } from '../src/server/configuration/config.ts';
import { type Fact, isCommand, isDocumented, isTopSetting, readFacts, realValueOf } from './support/boreal-facts.ts';

const ROOT = resolve(import.meta.dir, '..');
const FACTS = readFacts();
const HELP = helpLines();
const MODEL_IDS = Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ id }) => id));
/** Texts that programs of customers read, besides the settings of the server. */
const VARIABLES = new Set([...CONFIG_VARIABLES.map(({ env }) => env), 'BOREAL_CONFIG', 'BOREAL_API_KEY']);
const PAGES = { en: pageNames('en'), cs: pageNames('cs') };

type Said = { readonly from: string; readonly lang: 'en' | 'cs'; readonly text: string };

const TAUGHT: readonly Said[] = FACTS.flatMap(({ id, says }) => [
  { from: id, lang: 'en' as const, text: says.en },
  { from: id, lang: 'cs' as const, text: says.cs },
]);

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);
const eachOf = (texts: readonly Said[], look: (said: Said) => readonly string[]): readonly string[] =>
  texts.flatMap((said) => look(said).map((problem) => `${said.from} (${said.lang}): ${problem}`));

const unknownCommands = ({ text }: Said) =>
  found(text, /\b(npx boreal [^.:;,]+)/g).filter((words) => !isCommand(words, HELP));
const unknownNames = ({ text }: Said) => [
  ...found(text, /\b(svc-[\w-]*\w)/g).filter((id) => !MODEL_IDS.includes(id)),
  ...found(text, /\b(BOREAL_[A-Z_]+)/g).filter((name) => !VARIABLES.has(name)),
  ...found(text, /(?:GET|POST) (\/[\w/]+)/g).filter((path) => !isDocumented(path)),
  ...found(text, /(?:under|v) ["„](\w+)["“] (?:in|v)\b/g).filter((name) => !isTopSetting(name)),
];
const unknownPages = ({ text, lang }: Said) => {
  const pattern = lang === 'en' ? /\bpage ([A-Z]\w+)/g : /(?<!\p{L})strán(?:ka|ku|ce|ky) (\p{Lu}\p{L}+)/gu;
  return found(text, pattern).filter((name) => !PAGES[lang].includes(name));
};
describe('what the built-in model was taught about Boreal', () => {
  test('is there, and each claim once', () => {
    expect(FACTS.length).toBeGreaterThan(50);
    expect(new Set(FACTS.map(({ id }) => id)).size).toBe(FACTS.length);
  });

  test.each(FACTS.map((fact) => [fact.id, fact] as const))('%s is true', (_, { fact }) => {
    const real = realValueOf(fact, HELP);

    expect(real, `${fact.kind} ${fact.name}`).toBe(fact.value);
  });

  test('says the numbers that it is about', () => {
    expect(FACTS.flatMap(missingNumbers)).toEqual([]);
  });

  test('names commands and options that there are', () => {
    expect(eachOf(TAUGHT, unknownCommands)).toEqual([]);
  });

  test('names models, settings and paths that there are', () => {
    expect(eachOf(TAUGHT, unknownNames)).toEqual([]);
  });

  test('calls the pages what they are called', () => {
    expect(eachOf(TAUGHT, unknownPages)).toEqual([]);
  });
});

/** Numbers of a claim that its texts do not say, in any of the ways in which people write them. */
function missingNumbers({ id, fact: { kind, value }, says }: Fact): readonly string[] {
  if (!['default', 'limit', 'price'].includes(kind) || !/^\d+(?:, [\d.]+)*$/.test(value) || Number(value) <= 1)
    return [];
  const all = value.split(', ').map(Number);
  // The price of cached input is rarely given.
  const numbers = kind === 'price' ? all.filter((_, i) => i !== 1) : all;
  return [says.en, says.cs].flatMap((text) =>
    numbers
      .filter((number) => !waysToWrite(number).some((way) => text.includes(way)))
      .map((number) => `${id}: ${number}`),
  );
}

const waysToWrite = (number: number): readonly string[] => [
  ...['', ',', ' ', '\u00a0'].map((mark) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)),
  `${number / 2 ** 20} MiB`,
  `${number / 1000} se`,
  `${number / 1_000_000} mil`,
  ...(number === 86_400_000 ? ['a day', 'jednoho dne', '24 h'] : []),
];

function helpLines(): readonly string[] {
  const { stdout } = Bun.spawnSync(['node', join(ROOT, 'bin', 'boreal.mjs'), 'help', '--all']);
  return stdout.toString().trim().split('\n');
}

/** Read as text: the pages are compiled with other settings than this file. */
function pageNames(lang: 'en' | 'cs'): readonly string[] {
  const source = readFileSync(join(ROOT, 'web/src/texts/frame.ts'), 'utf8');
  const texts = source.slice(source.indexOf(`  ${lang}: {`));
  return ['keys', 'usage', 'billing', 'team', 'playground', 'quickStart', 'account', 'operator'].map(
    (page) => new RegExp(`^ {4}${page}: '(.+)',$`, 'm').exec(texts)![1]!,
  );
}
