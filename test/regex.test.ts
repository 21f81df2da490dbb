/** No regular expression can be made slow by who writes the text it looks at. */
import { expect, test } from 'bun:test';
import { regexLiteralsIn } from './support/regex-literals.ts';
import { keptVerdicts, regexesOfTheProduct, sourcesUnder, textOf } from './support/regex-verdicts.ts';

/** Slow on long texts only, and no client can bring them a long text. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  '/(?:context|maximum)\\D{0,40}?(\\d{3,7})(?!\\d)/i': 'Its repetitions are bounded, and it looks at 16 KiB at most.',
  '/0+$/': 'It looks at the nine decimals of an amount.',
  '/\\/+$/': "It looks at an address of the operator's own configuration.",
  '/^[^a-z]+|[^a-z]+$/g': 'It looks at a password, which has at most 128 characters.',
  '/^\\s*--.*$/gm': 'It looks at our own migrations.',
  '/\\s+EXCEPT /': 'It looks at our own migrations.',
  '/"(?:\\\\.|[^"\\\\])*"|\\[(?:\\\\.|[^\\]\\\\])*\\]|[a-z][a-z0-9-]*|\\{[0-9,]+\\}|[()|?]/g':
    'It looks at grammars that we have written: every quote and bracket in them is closed.',
  '/\\B(?=(\\d{3})+$)/g': 'It looks at the digits of one number.',
};

/** Expressions that are put together while the program runs, and of what. */
const MADE = {
  'src/platform/http/routing.ts':
    'The paths of our own routes; each part takes up to 256 characters that are no slash.',
  'src/platform/database/versioned-tables.ts': 'Names of our own tables, and it looks at our own statements.',
  'web/src/service-words.ts': 'Reasons of our own in the log of operators, whose texts are bounded, on a page of it.',
  'src/engines/llama/hub/hub-listing.ts': 'A quantization that was checked to be letters, digits and underscores.',
};

test('every regular expression has a verdict, and no verdict is left over', () => {
  const seen = regexesOfTheProduct();

  const without = [...seen].filter(([literal]) => !(literal in keptVerdicts())).map((one) => one.join(' in '));
  expect({ without, howTo: 'see scripts/regex-verdicts.ts' }).toEqual({ without: [], howTo: expect.anything() });
  expect(Object.keys(keptVerdicts()).filter((literal) => !seen.has(literal))).toEqual([]);
  expect(seen.size).toBeGreaterThan(100);
});

test('every verdict is "safe", but for those that never see a long text', () => {
  const slow = Object.entries(keptVerdicts()).filter(([, verdict]) => verdict !== 'safe');

  expect(slow.map(([literal]) => literal).toSorted()).toEqual(Object.keys(SHORT_TEXTS).toSorted());
});

test('only the places that are listed put expressions together', () => {
  const places = ['src', 'web'].flatMap(sourcesUnder).filter((file) => /\bRegExp\(/.test(textOf(file)));

  expect(places.toSorted()).toEqual(Object.keys(MADE).toSorted());
});

test('literals are found where they are, and divisions, comments, strings and tags are none', () => {
  const text = [
    'const a = b / c / d; // not /this/',
    "const e = '/nor/'.replace(/[/]x/g, f) / 2;",
    'return /g\\/h/iu.test(`\u0024{i.match(/j+/)}`);',
    'const k = <p>{l}</p>; const m = (n) / o / p;',
    'const q = (r) => /s+/.test(r);',
    'const t = `\u0024{u}/\u0024{v(w)}/x \u0024{{ y: `/\u0024{/z+/.test(y)}/` }.y}/`.match(/a+/);',
  ].join('\n');

  expect(regexLiteralsIn(text).map(({ line, source, flags }) => `${line} ${source} ${flags}`)).toEqual([
    '2 [/]x g',
    '3 g\\/h iu',
    '3 j+ ',
    '5 s+ ',
    '6 z+ ',
    '6 a+ ',
  ]);
});
