/**
 * What the built-in model was taught about Boreal is still true. `model/data/boreal_facts.json` holds each claim with the
 * setting, command or status that it speaks of. A change of the product that makes one untrue fails here: then the claim
 * must be changed and the model trained again.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PUBLISHED } from '../src/domain/catalogue.ts';
import { CONFIG_VARIABLES } from '../src/ops/config.ts';
import { type Fact, isCommand, isDocumented, readFacts, realValueOf } from './support/boreal-facts.ts';

const ROOT = resolve(import.meta.dir, '..');
const FACTS = readFacts();
const HELP = helpLines();
const MODEL_IDS = Object.values(PUBLISHED).flatMap(({ models }) => models.map(({ id }) => id));
/** What programs of customers read, besides the settings of the server. */
const VARIABLES = new Set([...CONFIG_VARIABLES.map(({ env }) => env), 'BOREAL_CONFIG', 'BOREAL_API_KEY']);
const PAGES = { en: pageNames('en'), cs: pageNames('cs') };

/**
 * Claims that became untrue after the last training; docs/limitations.md tells of them. The list may only shrink: a claim
 * that is true again fails here until it is taken out.
 */
const KNOWN_UNTRUE = ['password-length'];

/**
 * Names of pages that the model was taught wrongly; docs/limitations.md tells of them. The list may only shrink: with the
 * next training they are to be Vyúčtování and Spotřeba.
 */
const KNOWN_WRONG_PAGES = [
  'error-402 (cs): Platby',
  'credit-grant (cs): Platby',
  'balance (cs): Platby',
  'price (cs): Platby',
  'receipt (cs): Využití',
  'plan-set (cs): Platby',
  'voucher (cs): Platby',
];

const eachText = (look: (text: string, lang: 'en' | 'cs') => readonly string[]): readonly string[] =>
  FACTS.flatMap((fact) =>
    (['en', 'cs'] as const).flatMap((lang) =>
      look(fact[lang], lang).map((problem) => `${fact.id} (${lang}): ${problem}`),
    ),
  );
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

describe('what the built-in model was taught about Boreal', () => {
  test('is there, and each claim once', () => {
    expect(FACTS.length).toBeGreaterThan(50);
    expect(new Set(FACTS.map(({ id }) => id)).size).toBe(FACTS.length);
  });

  test.each(FACTS.map((fact) => [fact.id, fact] as const))('%s is true', (id, { fact }) => {
    const real = realValueOf(fact, HELP);

    if (KNOWN_UNTRUE.includes(id)) expect(real, 'It is true again: take it out of KNOWN_UNTRUE.').not.toBe(fact.value);
    else expect(real, `${fact.kind} ${fact.name}`).toBe(fact.value);
  });

  test('says the numbers that it is about', () => {
    expect(FACTS.flatMap(missingNumbers)).toEqual([]);
  });

  test('names commands and options that there are', () => {
    const wrong = eachText((text) =>
      found(text, /\b(npx boreal [^.:;,]+)/g).filter((words) => !isCommand(words, HELP)),
    );

    expect(wrong).toEqual([]);
  });

  test('names models, settings and paths that there are', () => {
    const wrong = eachText((text) => [
      ...found(text, /\b(svc-[\w-]*\w)/g).filter((id) => !MODEL_IDS.includes(id)),
      ...found(text, /\b(BOREAL_[A-Z_]+)/g).filter((name) => !VARIABLES.has(name)),
      ...found(text, /(?:GET|POST) (\/[\w/]+)/g).filter((path) => !isDocumented(path)),
    ]);

    expect(wrong).toEqual([]);
  });

  test('calls the pages what they are called', () => {
    const wrong = eachText((text, lang) => {
      const pattern = lang === 'en' ? /\bpage ([A-Z]\w+)/g : /(?<!\p{L})strán(?:ka|ku|ce|ky) (\p{Lu}\p{L}+)/gu;
      return found(text, pattern).filter((name) => !PAGES[lang].includes(name));
    });

    expect(wrong).toEqual(KNOWN_WRONG_PAGES);
  });
});

/** Numbers of a claim that its texts do not say, in any of the ways in which people write them. */
function missingNumbers({ id, fact: { kind, value }, en, cs }: Fact): readonly string[] {
  if (!['default', 'limit', 'price'].includes(kind) || !/^\d+(?:, [\d.]+)*$/.test(value) || Number(value) <= 1)
    return [];
  const all = value.split(', ').map(Number);
  // The price of cached input is rarely told.
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
  const { stdout } = Bun.spawnSync(['node', join(ROOT, 'bin', 'boreal.mjs'), 'help']);
  return stdout.toString().trim().split('\n');
}

/** Read as text: the pages are compiled with other settings than this file. */
function pageNames(lang: 'en' | 'cs'): readonly string[] {
  const source = readFileSync(join(ROOT, 'web/src/texts/frame.ts'), 'utf8');
  const texts = source.slice(source.indexOf(`  ${lang}: {`));
  return ['keys', 'usage', 'billing', 'playground', 'quickStart', 'account', 'operator'].map(
    (page) => new RegExp(`^ {4}${page}: '(.+)',$`, 'm').exec(texts)![1]!,
  );
}
