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

test('decimals have a comma and cells a semicolon between them where a Czech spreadsheet reads them', () => {
  const cells = ['a;b', 'x,y', -2.5, 7, { decimal: '-0.125' }, '1.5', '=1'];

  expect(csvRow(cells, 'excel-cs')).toBe(`"a;b";"x,y";-2,5;7;-0,125;1.5;'=1\r\n`);
  expect(csvRow([{ decimal: '-0.125' }])).toBe('-0.125\r\n');
});
