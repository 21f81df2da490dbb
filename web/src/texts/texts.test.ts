/** Both languages are complete, differ, and hold nothing that no page shows. */
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Leaf = string | ((...parts: never[]) => string);
type Tree = { readonly [name: string]: Leaf | Tree };
type Entry = { readonly path: readonly string[]; readonly leaf: Leaf };

const WEB = resolve(import.meta.dir, '..');
const AREAS = [...new Bun.Glob('**/*.ts').scanSync(WEB)]
  .filter((file) => /^(?:texts\/|features\/[a-z-]+\/(?:[a-z-]+-)?texts\.ts$)/.test(file) && !file.endsWith('.test.ts'))
  .sort();

/** Words that are the same in both languages. */
const SAME = new Set([
  'API',
  'Anthropic',
  'cache_salt (vLLM, SGLang)',
  'E-mail',
  'Engine',
  'IBAN',
  'Model',
  'OpenAI',
  'Pro',
  'Role',
  'Stripe',
  'Token',
  'Top P',
  'Ultra',
  'Port',
  'Logo',
  'text',
]);

/** Texts that are found by what the server sends, not by a name in the source. */
const FOUND_BY_CODE = new Set([
  'features/sign-in/company-refusal-texts.ts',
  'features/sign-in/error-texts.ts',
  'texts/action-kinds.ts',
  'texts/errors.ts',
  'texts/model-roles.ts',
  'texts/service-words.ts',
]);

const areas = await Promise.all(
  AREAS.map(async (file) => {
    const module = (await import(join(WEB, file))) as Record<string, { en: Tree; cs: Tree }>;
    const texts = Object.values(module).find((one) => typeof one === 'object' && 'en' in one && 'cs' in one);
    if (!texts) throw new Error(`${file} exports no texts.`);
    return { file, en: entriesOf(texts.en), cs: entriesOf(texts.cs) };
  }),
);
const source = sourceFiles(WEB)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe.each(areas)('$file', ({ file, en, cs }) => {
  test('both languages have the same texts of the same kind', () => {
    expect(cs.map(shapeOf)).toEqual(en.map(shapeOf));
  });

  test('no text is empty', () => {
    expect([...en, ...cs].filter(({ leaf }) => writtenIn(leaf).trim() === '').map(nameOf)).toEqual([]);
  });

  test('every Czech text is a translation', () => {
    const english = new Map(en.map((entry) => [nameOf(entry), entry.leaf]));
    const untranslated = cs.filter(
      (entry) =>
        !SAME.has(writtenIn(entry.leaf)) && hasWords(entry.leaf) && isSame(entry.leaf, english.get(nameOf(entry))),
    );
    expect(untranslated.map(nameOf)).toEqual([]);
  });

  test('every text is used', () => {
    const unused = FOUND_BY_CODE.has(file) ? [] : en.filter((entry) => !isUsed(entry));
    expect(unused.map(nameOf)).toEqual([]);
  });
});

test('there are texts to check', () => {
  expect(AREAS.length).toBeGreaterThan(30);
});

function entriesOf(tree: Tree, path: readonly string[] = []): readonly Entry[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? entriesOf(value, [...path, name]) : [{ path: [...path, name], leaf: value }],
  );
}

function nameOf({ path }: Entry): string {
  return path.join('.');
}

/** Also the order, so that the languages can be read side by side. */
function shapeOf(entry: Entry): string {
  return typeof entry.leaf === 'string' ? nameOf(entry) : `${nameOf(entry)}(${entry.leaf.length})`;
}

/** A text as it is, or what a function would write around its parts. */
function writtenIn(leaf: Leaf): string {
  return typeof leaf === 'string' ? leaf : leaf(...(Array.from({ length: leaf.length }, () => '{}') as never[]));
}

const hasWords = (leaf: Leaf): boolean => /\p{L}/u.test(writtenIn(leaf));

const isSame = (one: Leaf, other: Leaf | undefined): boolean =>
  other !== undefined && writtenIn(one) === writtenIn(other);

/** Used by its name, or by a choice within its group: `texts.status[state]`. */
function isUsed({ path }: Entry): boolean {
  const name = path.at(-1)!;
  const group = path.at(-2);
  const isNamed = new RegExp(`\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\} = useTexts`).test(source);
  return isNamed || (group !== undefined && new RegExp(`\\.${group}\\[`).test(source));
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('texts/'))
    .map((file) => join(folder, file));
}
