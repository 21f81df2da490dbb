import { expect, test } from 'bun:test';
import { parseCzk } from '../../core/money.ts';
import { paymentCode } from './spayd.ts';

const ORDER = { amount: parseCzk('1234.50'), variableSymbol: '2026000001' };
const TO = { iban: 'CZ6508000000192000145399', name: 'Seller', message: 'Boreal 2026000001' };

test('a payment code names account, amount, currency, message and variable symbol', () => {
  expect(paymentCode(ORDER, TO)).toBe(
    'SPD*1.0*ACC:CZ6508000000192000145399*AM:1234.50*CC:CZK*MSG:BOREAL 2026000001*X-VS:2026000001',
  );
});

test('a name with accents and signs cannot break the code', () => {
  const code = paymentCode(ORDER, { ...TO, message: 'Žluťoučký*AM:1.00 kůň 🐴' });

  expect(code).toContain('*MSG:ZLUTOUCKYAM:1.00 KUN ');
  expect(code.match(/AM:/g)).toHaveLength(2);
  expect(code.split('*')).toHaveLength(7);
});

test('an amount below one crown, and a message of which nothing can be printed, make a code too', () => {
  const code = paymentCode({ ...ORDER, amount: parseCzk('0.50') }, { ...TO, message: '🐴' });

  expect(code).toBe('SPD*1.0*ACC:CZ6508000000192000145399*AM:0.50*CC:CZK*X-VS:2026000001');
});
