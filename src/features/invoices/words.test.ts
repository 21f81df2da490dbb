import { expect, test } from 'bun:test';
import { SELLER } from '../../../test/support/known-sellers.ts';
import type { SalesDocument } from './document.ts';
import { moneyText, plainAmount, titleOf, vatNoteOf } from './words.ts';

const titled = (kind: SalesDocument['kind'], seller: object | null) =>
  titleOf({ kind, seller, language: 'en' } as SalesDocument);
const noted = (vat: object) => vatNoteOf({ vat, language: 'en' } as SalesDocument);

test('a seller who pays VAT makes tax documents; who is not known only says that something was paid', () => {
  const other = { ...SELLER, isVatPayer: false };

  expect([titled('invoice', SELLER), titled('invoice', other), titled('invoice', null)]).toEqual([
    ...['Invoice – tax document', 'Invoice', 'Receipt'],
  ]);
  expect([titled('credit-note', SELLER), titled('credit-note', null)]).toEqual([
    ...['Credit note – corrective tax document', 'Credit note'],
  ]);
});

test('a document says where tax is due that is not Czech, and nothing where it is', () => {
  expect(noted({ treatment: 'included', country: 'CZ' })).toBe('');
  expect(noted({ treatment: 'oss', country: 'DE' })).toEndWith('(OSS). Germany.');
  expect(noted({ treatment: 'oss', country: null })).toEndWith('(OSS).');
  expect(noted({ treatment: 'reverse-charge', country: 'DE' })).not.toContain('Germany');
});

test('amounts are read by people and by programs', () => {
  expect([moneyText(123_450, 'cs'), moneyText(123_450, 'en')]).toEqual([
    ...['1\u00a0234,50\u00a0Kč', 'CZK\u00a01,234.50'],
  ]);
  expect([plainAmount(123_450), plainAmount(-5), plainAmount(0)]).toEqual(['1234.50', '-0.05', '0.00']);
});
