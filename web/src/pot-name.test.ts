import { expect, test } from 'bun:test';
import { ownNameOf, potName } from './pot-name.ts';

test('a pot is called by its kind and, where it has one, by its name', () => {
  expect(potName('tarif', 'pro')).toBe('tarif Pro');
  expect(potName('balíček', 'Dárek')).toBe('balíček Dárek');
  expect(potName('balíček', 'package')).toBe('balíček');
  expect(potName('kredit', 'credit')).toBe('kredit');
  expect(potName('kredit', '')).toBe('kredit');
});

test('what an upgrade has left of a plan is called as that plan', () => {
  expect(ownNameOf('ultra')).toBe('Ultra');
  expect(ownNameOf('package')).toBeUndefined();
});
