import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import { seeded } from '../../test/support/random.ts';
import { isInRanges, isRange, networkOf } from './ip-range.ts';

describe('an address', () => {
  test.each([
    ['10.0.0.0', '10.0.0.0/8'],
    ['10.255.255.255', '10.0.0.0/8'],
    ['192.168.1.127', '192.168.1.0/25'],
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4', '1.2.3.4/32'],
    ['1.2.3.4', '0.0.0.0/0'],
    ['10.1.2.3', '10.9.9.9/8'],
    ['2001:db8::', '2001:db8::/32'],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::/32'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['::1', '::1/128'],
    ['fe80::1', '::/0'],
    ['fe80::1%eth0', 'fe80::/10'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
  ])('%s lies in %s', (address, range) => {
    expect(isInRanges(address, [range])).toBe(true);
  });

  test.each([
    ['9.255.255.255', '10.0.0.0/8'],
    ['11.0.0.0', '10.0.0.0/8'],
    ['192.168.1.128', '192.168.1.0/25'],
    ['1.2.3.5', '1.2.3.4'],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::/32'],
    ['2001:db9::', '2001:db8::/32'],
    ['::2', '::1'],
    ['1.2.3.4', '::/0'],
    ['::1', '0.0.0.0/0'],
    ['::1.2.3.4', '1.2.3.4'],
  ])('%s does not lie in %s', (address, range) => {
    expect(isInRanges(address, [range])).toBe(false);
  });

  test.each(['::ffff:10.1.2.3', '::FFFF:10.1.2.3', '::ffff:a01:203', '0:0:0:0:0:ffff:10.1.2.3'])(
    '%s is the IPv4 address in it',
    (address) => {
      expect(isInRanges(address, ['10.0.0.0/8'])).toBe(true);
      expect(isInRanges(address, ['11.0.0.0/8'])).toBe(false);
      expect(isInRanges(address, ['::/0'])).toBe(false);
    },
  );

  test('of IPv4 lies in a range that is written as mapped IPv6', () => {
    expect(isInRanges('10.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(true);
    expect(isInRanges('11.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(false);
  });

  test('lies in any of several ranges', () => {
    const ranges = ['10.0.0.0/8', '2001:db8::/32', '1.2.3.4'];

    expect(['10.1.1.1', '2001:db8::5', '1.2.3.4', '1.2.3.5'].map((address) => isInRanges(address, ranges))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('lies in no range where there is none', () => {
    expect(isInRanges('1.2.3.4', [])).toBe(false);
  });

  test.each(['', 'unknown', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4 ', ':::', '1::2::3'])(
    '"%s" is none, and lies nowhere',
    (address) => {
      expect(isInRanges(address, ['0.0.0.0/0', '::/0'])).toBe(false);
    },
  );
});

describe('a range', () => {
  const VALID = [
    '1.2.3.4',
    '0.0.0.0/0',
    '1.2.3.4/32',
    '::',
    '::/0',
    '::1/128',
    '2001:db8::/32',
    '1:2:3:4:5:6:7::',
    '::ffff:1.2.3.4/96',
  ];
  const INVALID = [
    '',
    '/',
    '/8',
    '1.2.3.4/',
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/8/8',
    '1.2.3.4/a',
    '1.2.3.4/ 8',
    '1.2.3/8',
    '1.2.3.4.',
    '999.1.1.1/8',
    '::/129',
    ':',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '1.2.3.4::',
    'fe80::1%eth0',
    'localhost',
    '10.*.*.*',
  ];

  test.each(VALID)('may be %s', (text) => {
    expect(isRange(text)).toBe(true);
  });

  test.each(INVALID)('may not be "%s"', (text) => {
    expect(isRange(text)).toBe(false);
  });

  test.each(INVALID)('that is "%s" holds no address, and does not spoil the others', (text) => {
    expect(isInRanges('1.2.3.4', [text])).toBe(false);
    expect(isInRanges('1.2.3.4', [text, '1.2.3.0/24'])).toBe(true);
  });

  test('has at its borders the addresses that its bits say, for random ranges', () => {
    const written = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const bits = random.integer(1, 32);
      const size = 1n << BigInt(32 - bits);
      const first = (BigInt(random.integer(1, 2 ** 32 - 2)) / size) * size;
      const range = `${written(first + (size > 1n ? 1n : 0n))}/${bits}`;
      const about = `seed ${seed}: ${range}`;

      expect(isInRanges(written(first), [range]), about).toBe(true);
      expect(isInRanges(written(first + size - 1n), [range]), about).toBe(true);
      if (first > 0n) expect(isInRanges(written(first - 1n), [range]), about).toBe(false);
      if (first + size < 2n ** 32n) expect(isInRanges(written(first + size), [range]), about).toBe(false);
    }
  });

  test('is an address exactly when the runtime says so, for random texts', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = seeded(seed);
      const pieces = ['1', '25', '256', '01', 'ff', 'FFFF', '10000', '.', '.', ':', ':', '::', '1.2.3.4'];
      const text = Array.from({ length: random.integer(1, 15) }, () => random.pick(pieces)).join('');

      expect(isRange(text), `seed ${seed}: ${text}`).toBe(isIP(text) !== 0);
    }
  });
});

describe('the network of a client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
    ['2001:db8:1:2::', '20010db800010002/64'],
    ['fe80::1%eth0', 'fe80000000000000/64'],
    ['nonsense', 'nonsense'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
