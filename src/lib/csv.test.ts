import { expect, test } from 'bun:test';
import { csvRow } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['a;=cmd()', '"a;\'=cmd()"'],
  ['a;+1;-2', '"a;\'+1;\'-2"'],
  ['a,=1', '"a,\'=1"'],
  ['a\n=1', '"a\n\'=1"'],
  ['a\t=1', '"a\t\'=1"'],
  ['a=1', 'a=1'],
  ['1;2', '"1;2"'],
])('%j is written so that no spreadsheet runs it or splits it', (text, cell) => {
  expect(csvRow([text])).toBe(`${cell}\r\n`);
});

test('numbers stay numbers', () => {
  expect(csvRow([-1, 2.5])).toBe('-1,2.5\r\n');
});
