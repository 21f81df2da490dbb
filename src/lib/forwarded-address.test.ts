import { describe, expect, test } from 'bun:test';
import { randomText, seeded } from '../../test/support/random.ts';
import { forwardedAddress, UNREADABLE_ADDRESS } from './forwarded-address.ts';
import { networkOf } from './ip-range.ts';

const SEED = Number(process.env.SEED ?? 14);

describe('the address that a proxy has written', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['"203.0.113.9:4711"', '203.0.113.9'],
    ['2001:db8::9', '2001:db8::9'],
    ['[2001:DB8::9]', '2001:db8::9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['"[2001:db8::9]:4711"', '2001:db8::9'],
    ['for=203.0.113.9', '203.0.113.9'],
    ['For="[2001:db8::9]:4711";proto=https', '2001:db8::9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['"forged, 203.0.113.9:1', '203.0.113.9'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ])('%s is read', (header, address) => {
    expect(forwardedAddress(header)).toBe(address);
  });

  test.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    '203.0.113.9,',
    '203.0.113',
    '203.0.113.9:',
    '[2001:db8::9',
    'x'.repeat(9999),
  ])('%j is one of those that cannot be read', (header) => {
    expect(forwardedAddress(header)).toBe(UNREADABLE_ADDRESS);
  });

  test(`is an address or unreadable, whatever is written (seed ${SEED})`, () => {
    const random = seeded(SEED);
    for (let round = 0; round < 20_000; round++) {
      const header = `${random.pick(['', '1.2.3.4, ', 'for='])}${randomText(random)}${random.pick(['', '203.0.113.9', '[::1]:1'])}`;
      const address = forwardedAddress(header);
      expect(address === UNREADABLE_ADDRESS || networkOf(address) !== address || /^[\d.]+$/.test(address), header).toBe(
        true,
      );
    }
  });
});
