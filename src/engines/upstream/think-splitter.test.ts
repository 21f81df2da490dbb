import { describe, expect, test } from 'bun:test';
import { cutAtRandom, randomText, seeded } from '../../../test/support/random.ts';
import { type Split, ThinkSplitter } from './think-splitter.ts';

type Whole = { readonly reasoning: string; readonly text: string };

function split(pieces: readonly string[], prefilled = false): Whole {
  return joined(splits(pieces, prefilled));
}

function splits(pieces: readonly string[], prefilled = false): readonly Split[] {
  const splitter = new ThinkSplitter({ prefilled });
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

const joined = (parts: readonly Split[]): Whole => ({
  reasoning: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
  text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
});

const CASES: readonly (readonly [name: string, written: string, whole: Whole])[] = [
  ['reasoning, then the answer', '<think>why</think>because', { reasoning: 'why', text: 'because' }],
  ['no tag at all', 'just text', { reasoning: '', text: 'just text' }],
  ['nothing', '', { reasoning: '', text: '' }],
  ['only blank space', ' \n ', { reasoning: '', text: ' \n ' }],
  ['blank space before the tag is dropped', '\n <think>why</think>ok', { reasoning: 'why', text: 'ok' }],
  ['blank space around the reasoning is dropped', '<think>\n why \n\n</think>ok', { reasoning: 'why', text: 'ok' }],
  ['blank space inside the reasoning stays', '<think>a \n b</think>ok', { reasoning: 'a \n b', text: 'ok' }],
  ['blank space before the answer is dropped', '<think>why</think>\n\n ok \n', { reasoning: 'why', text: 'ok \n' }],
  ['blank space before a text without reasoning stays', ' \n ok', { reasoning: '', text: ' \n ok' }],
  ['empty reasoning', '<think></think>ok', { reasoning: '', text: 'ok' }],
  ['blank reasoning', '<think>\n\n</think>\n\nok', { reasoning: '', text: 'ok' }],
  ['reasoning without an answer', '<think>why</think>', { reasoning: 'why', text: '' }],
  ['reasoning that never ends', '<think>why and', { reasoning: 'why and', text: '' }],
  ['reasoning that ends inside the closing tag', '<think>why</thi', { reasoning: 'why</thi', text: '' }],
  ['only the opening tag', '<think>', { reasoning: '', text: '' }],
  ['only the beginning of the opening tag', ' <thi', { reasoning: '', text: ' <thi' }],
  ['a tag later in the text is text', 'see <think>x</think>', { reasoning: '', text: 'see <think>x</think>' }],
  ['a second block is text', '<think>a</think>b<think>c</think>', { reasoning: 'a', text: 'b<think>c</think>' }],
  ['a second closing tag is text', '<think>a</think>b</think>c', { reasoning: 'a', text: 'b</think>c' }],
  [
    'an opening tag inside the reasoning is reasoning',
    '<think>a<think>b</think>c',
    { reasoning: 'a<think>b', text: 'c' },
  ],
  ['a closing tag alone is text', '</think>ok', { reasoning: '', text: '</think>ok' }],
  ['a similar tag is text', '<thinking>a</thinking>', { reasoning: '', text: '<thinking>a</thinking>' }],
  ['a tag in capitals is text', '<THINK>a</THINK>', { reasoning: '', text: '<THINK>a</THINK>' }],
  ['a text that only begins like a tag', '<b>bold</b>', { reasoning: '', text: '<b>bold</b>' }],
  ['false starts of the closing tag', '<think>1 </ 2 </th <<</think>3', { reasoning: '1 </ 2 </th <<', text: '3' }],
  ['a closing tag behind its own beginning', '<think>a</</think>b', { reasoning: 'a</', text: 'b' }],
  ['characters of several bytes', '<think>žluť 🌲🌲</think>Ř🌲', { reasoning: 'žluť 🌲🌲', text: 'Ř🌲' }],
];

test.each(CASES)('%s', (_name, written, whole) => {
  expect(split([written])).toEqual(whole);
});

test.each(CASES)('%s: wherever the text is cut in two or three', (_name, written, whole) => {
  for (let first = 0; first <= written.length; first++) {
    for (let second = first; second <= written.length; second++) {
      const pieces = [written.slice(0, first), written.slice(first, second), written.slice(second)];
      expect(split(pieces), `cut at ${first} and ${second}`).toEqual(whole);
    }
  }
});

test.each(CASES)('%s: in pieces of one', (_name, written, whole) => {
  expect(split(written.split(''))).toEqual(whole);
});

describe('a model whose template has written the opening tag', () => {
  const PREFILLED: readonly (readonly [name: string, written: string, whole: Whole])[] = [
    ['begins with its reasoning', 'why</think>because', { reasoning: 'why', text: 'because' }],
    [
      'may begin with blank space, which is dropped',
      '\n\nwhy\n</think>\n\nbecause',
      { reasoning: 'why', text: 'because' },
    ],
    ['may have no reasoning', '</think>because', { reasoning: '', text: 'because' }],
    ['may never end its reasoning', 'why and', { reasoning: 'why and', text: '' }],
    ['may say nothing', '', { reasoning: '', text: '' }],
    ['may write tags into its answer', 'a</think>b</think><think>', { reasoning: 'a', text: 'b</think><think>' }],
  ];

  test.each(PREFILLED)('%s', (_name, written, whole) => {
    for (let at = 0; at <= written.length; at++) {
      expect(split([written.slice(0, at), written.slice(at)], true), `cut at ${at}`).toEqual(whole);
    }
  });
});

test('text is passed on as soon as it cannot be a tag', () => {
  const splitter = new ThinkSplitter({ prefilled: false });

  const answers = ['<', 'th', 'at', ' is'].map((piece) => splitter.push(piece));

  expect(answers).toEqual([[], [], [{ type: 'text', text: '<that' }], [{ type: 'text', text: ' is' }]]);
});

test('reasoning is passed on as it comes, except what may belong to its end', () => {
  const splitter = new ThinkSplitter({ prefilled: true });

  const answers = ['one', ' two ', '</', 'p>', '</think>', '\n', 'done'].map((piece) => splitter.push(piece));

  expect(answers).toEqual([
    [{ type: 'reasoning', text: 'one' }],
    [{ type: 'reasoning', text: ' two' }],
    [],
    [{ type: 'reasoning', text: ' </p>' }],
    [],
    [],
    [{ type: 'text', text: 'done' }],
  ]);
});

test('no part is ever empty, and no text comes before reasoning', () => {
  for (const [name, written] of CASES) {
    const parts = splits(written.split(''));

    const types = parts.map((part) => part.type);
    expect(
      parts.every((part) => part.text.length > 0),
      name,
    ).toBe(true);
    expect(types.lastIndexOf('reasoning'), name).toBeLessThanOrEqual(
      types.indexOf('text') < 0 ? Infinity : types.indexOf('text'),
    );
  }
});

test('random texts come out the same however they are cut, and a text without tags comes out whole', () => {
  const words = ['<think>', '</think>', '<th', '</', 'think>', ' ', '\n', '<', '>', '/'];
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    let written = random.fraction() < 0.6 ? '<think>' : '';
    for (let left = random.integer(0, 10); left > 0; left--) {
      written += random.fraction() < 0.7 ? random.pick(words) : randomText(random, 4);
    }
    const prefilled = random.fraction() < 0.3;
    const about = `seed ${seed}: ${JSON.stringify(written)}`;

    const whole = split([written], prefilled);

    for (let round = 0; round < 5; round++) {
      expect(split(cutAtRandom(written, random), prefilled), about).toEqual(whole);
    }
    if (!prefilled && !written.trimStart().startsWith('<think>')) {
      expect(whole, about).toEqual({ reasoning: '', text: written });
    }
  }
});
