/** Every regular expression of the product, and what `recheck` has said of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { regexLiteralsIn } from './regex-literals.ts';

const ROOT = resolve(import.meta.dir, '../..');
export const VERDICTS_PATH = join(ROOT, 'test/fixtures/regex-verdicts.json');

/** `safe`, or how the time grows with the length of the text. */
type Verdicts = Readonly<Record<string, string>>;

export const keptVerdicts = (): Verdicts => JSON.parse(readFileSync(VERDICTS_PATH, 'utf8')) as Verdicts;

/** Each literal as it is written, with a place where it is. */
export function regexesOfTheProduct(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of ['src', 'web'].flatMap(sourcesUnder)) {
    for (const { source, flags, line } of regexLiteralsIn(readFileSync(join(ROOT, file), 'utf8'))) {
      found.set(`/${source}/${flags}`, `${file}:${line}`);
    }
  }
  return found;
}

export const sourcesUnder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\./.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .toSorted();

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
