/**
 * What the built-in model was taught about Boreal is still true. `model/data/boreal_facts.json` holds each claim with the
 * setting, command or status that it speaks of. A change of the product that makes one untrue fails here: then the claim
 * must be changed and the model trained again.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BUILT_IN_MODEL } from '../src/core/built-in-model.ts';
import { PUBLISHED } from '../src/core/catalogue.ts';
import { CONFIG_VARIABLES } from '../src/server/configuration/config.ts';
import { type Fact, isCommand, isDocumented, isTopSetting, readFacts, realValueOf } from './support/boreal-facts.ts';

const ROOT = resolve(import.meta.dir, '..');
const FACTS = readFacts();
const HELP = helpLines();
const MODEL_IDS = Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ id }) => id));
/** What programs of customers read, besides the settings of the server. */
const VARIABLES = new Set([...CONFIG_VARIABLES.map(({ env }) => env), 'BOREAL_CONFIG', 'BOREAL_API_KEY']);
const PARAMETERS = /(\d+) million parameters/.exec(BUILT_IN_MODEL.note)![1];
const NODE = realValueOf({ kind: 'default', name: 'node', value: '' }, HELP);
const PAGES = { en: pageNames('en'), cs: pageNames('cs') };

type Said = { readonly from: string; readonly lang: 'en' | 'cs'; readonly text: string };

const TAUGHT: readonly Said[] = FACTS.flatMap(({ id, en, cs }) => [
  { from: id, lang: 'en' as const, text: en },
  { from: id, lang: 'cs' as const, text: cs },
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
/** Numbers that other generators than that of the facts say about Boreal. */
const wrongNumbers = ({ text }: Said) => [
  ...found(text, /(?:about|asi) (\d+) (?:million|milion)/g).filter((millions) => millions !== PARAMETERS),
  ...found(text, /(?:version|Node|verzi) (\d+) (?:or|nebo)/g).filter((node) => node !== NODE),
];

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

const python = Bun.which('python3');
if (!python) console.warn('python3 is not here: what the generators teach about Boreal is not compared with it');

describe.skipIf(!python)('what any generator teaches about Boreal', () => {
  test('names commands, models, settings, paths, pages and numbers that there are', () => {
    const { stdout } = Bun.spawnSync(['python3', '-B', join(ROOT, 'model/data/said.py'), '1', '600']);
    const said = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { domain: string; lang: Said['lang']; text: string })
      .map(({ domain, lang, text }) => ({ from: domain, lang, text }));

    expect(new Set(said.map(({ from }) => from)).size).toBeGreaterThan(10);
    expect([unknownCommands, unknownNames, unknownPages, wrongNumbers].flatMap((look) => eachOf(said, look))).toEqual(
      [],
    );
  });
});

/** Numbers of a claim that its texts do not say, in any of the ways in which people write them. */
function missingNumbers({ id, fact: { kind, value }, en, cs }: Fact): readonly string[] {
  if (!['default', 'limit', 'price'].includes(kind) || !/^\d+(?:, [\d.]+)*$/.test(value) || Number(value) <= 1)
    return [];
  const all = value.split(', ').map(Number);
  // The price of cached input is rarely given.
  const numbers = kind === 'price' ? all.filter((_, i) => i !== 1) : all;
  return [en, cs].flatMap((text) =>
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
