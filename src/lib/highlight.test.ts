import { describe, expect, test } from 'bun:test';
import { breakable, type CodeLanguage, highlighted } from './highlight.ts';

/** Only what has a colour. */
const coloured = (text: string, language: CodeLanguage) =>
  highlighted(text, language).flatMap(({ kind, text: piece }) => (kind === 'plain' ? [] : [`${kind} ${piece}`]));

describe('code is coloured', () => {
  test('as JSON', () => {
    expect(coloured('{"a\\"b": ["x", 12.5, true]}', 'json')).toEqual([
      ...['name "a\\"b"', 'string "x"', 'number 12', 'number 5', 'word true'],
    ]);
  });

  test('as commands of a shell', () => {
    expect(coloured(`curl -N 'it\\' \\\n  --data "a\nb" $KEY # why\nx#y a-b`, 'shell')).toEqual([
      ...['word curl', 'name -N', "string 'it\\'", 'name --data', 'string "a\nb"', 'name $KEY', 'comment # why'],
    ]);
  });

  test('with the number of a port as a part of its address', () => {
    expect(coloured('curl http://localhost:8787/v1 -m 10', 'shell')).toEqual(['word curl', 'name -m', 'number 10']);
  });

  test('as Python and as TypeScript', () => {
    expect(coloured('for x in "open:\n    print(2) # ok', 'python')).toEqual([
      ...['word for', 'word in', 'string "open:', 'number 2', 'comment # ok'],
    ]);
    expect(coloured('const informed = `a\n`; // b', 'typescript')).toEqual([
      'word const',
      'string `a\n`',
      'comment // b',
    ]);
  });

  test('and nothing of it is lost, whatever it is', () => {
    const strange = ['', '"', "'", '\\', '"\\', '$', '-', '--', '#', '//', '🌲"🌲', '\0"\n\'`${`', '"'.repeat(25_000)];
    for (const text of strange) {
      for (const language of ['json', 'shell', 'python', 'typescript'] as const) {
        expect(
          highlighted(text, language)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
        expect(breakable(text).join('')).toBe(text);
      }
    }
  });
});

test('a long word may break behind a mark in it, and only there', () => {
  expect(breakable('curl http://localhost:8787/v1/chat/completions -m 10')).toEqual([
    'curl http://localhost:8787/',
    'v1/chat/completions -m 10',
  ]);
  expect(breakable(').message.content.slice(0)')).toEqual([').message.', 'content.slice(', '0)']);
  expect(breakable('export SOME_TOKEN=')).toEqual(['export SOME_TOKEN=', '']);
  expect(breakable('a.b/c, and words.')).toEqual(['a.b/c, and words.']);
});
