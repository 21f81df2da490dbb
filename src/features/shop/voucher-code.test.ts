import { expect, test } from 'bun:test';
import { normalCode, voucherCode } from './voucher-code.ts';

test('a code is four groups of four signs, each sign as likely as the others', () => {
  const signs = Uint8Array.from({ length: 16 }, (_, at) => at * 16 + at);

  expect(voucherCode(signs)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(Array.from({ length: 256 }, (_, byte) => voucherCode(new Uint8Array(16).fill(byte)))).size).toBe(32);
});

test('a code may be typed in small letters, with spaces, and with letters that look like digits', () => {
  expect(normalCode(' 0i1l-oabc defg–hjkm ')).toBe(normalCode('0111-0ABC-DEFG-HJKM'));
});
