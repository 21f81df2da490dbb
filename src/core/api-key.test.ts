import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { API_KEY } from './api-key.fixture.ts';
import { isUsable, isWellFormedKey, keySecretFrom } from './api-key.ts';

const PREFIX = 'sk-boreal-';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomBytes(seed: number): Uint8Array {
  const random = seeded(seed);
  return Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
}

describe('a new key', () => {
  test.each([
    ['zeros', new Uint8Array(32)],
    ['ones', new Uint8Array(32).fill(0xff)],
    ['anything', randomBytes(1)],
  ])('of %s has its prefix, 43 random characters and 6 of checksum', (_what, random) => {
    const secret = keySecretFrom(PREFIX, random);

    expect(secret).toMatch(/^sk-boreal-[0-9A-Za-z]{49}$/);
    expect(isWellFormedKey(secret, PREFIX)).toBe(true);
  });

  test('holds all of its random bits: they can be read back', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = randomBytes(seed);

      const body = keySecretFrom(PREFIX, random).slice(PREFIX.length, PREFIX.length + 43);

      let number = 0n;
      for (const letter of body) number = number * 62n + BigInt(ALPHABET.indexOf(letter));
      expect(number, `seed ${seed}`).toBe(BigInt(`0x${Buffer.from(random).toString('hex')}`));
    }
  });

  test('is written as it was when the first keys were given out', () => {
    expect(keySecretFrom(PREFIX, new Uint8Array(32).fill(7))).toBe(
      'sk-boreal-1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF126sotn',
    );
  });

  test('may have no prefix', () => {
    const secret = keySecretFrom('', randomBytes(1));

    expect(secret).toHaveLength(49);
    expect(isWellFormedKey(secret, '')).toBe(true);
  });

  test.each([0, 31, 33])('of %p random bytes is refused', (length) => {
    expect(() => keySecretFrom(PREFIX, new Uint8Array(length))).toThrow('A key is made of 32 random bytes.');
  });
});

describe('a text that cannot be a key', () => {
  const secret = keySecretFrom(PREFIX, randomBytes(7));

  test.each([
    ['empty', ''],
    ['the prefix alone', PREFIX],
    ['one character short', secret.slice(0, -1)],
    ['one character long', `${secret}0`],
    ['with a blank before it', ` ${secret.slice(1)}`],
    ['of another vendor', secret.replace('boreal', 'aurora')],
    ['all in capitals', secret.toUpperCase()],
    ['of OpenAI', `sk-proj-${'x'.repeat(51)}`],
  ])('is %s', (_what, text) => {
    expect(isWellFormedKey(text, PREFIX)).toBe(false);
  });

  test('has any one character wrong', () => {
    for (let at = 0; at < secret.length; at++) {
      const wrong = secret[at] === 'x' ? 'y' : 'x';

      expect(isWellFormedKey(secret.slice(0, at) + wrong + secret.slice(at + 1), PREFIX), `at ${at}`).toBe(false);
    }
  });

  test('has any two neighbours swapped', () => {
    for (let at = PREFIX.length; at + 1 < secret.length; at++) {
      if (secret[at] === secret[at + 1]) continue;
      const swapped = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2);

      expect(isWellFormedKey(swapped, PREFIX), `at ${at}`).toBe(false);
    }
  });

  test('was made for another prefix of the same length', () => {
    expect(isWellFormedKey(`sk-aurora-${secret.slice(PREFIX.length)}`, 'sk-aurora-')).toBe(false);
  });
});

describe('a key is usable', () => {
  test('for ever, unless it is said', () => {
    expect(isUsable(API_KEY, Number.MAX_SAFE_INTEGER)).toBe(true);
  });

  test('until the moment it expires', () => {
    expect(isUsable({ ...API_KEY, expiresAtMs: 1000 }, 999)).toBe(true);
    expect(isUsable({ ...API_KEY, expiresAtMs: 1000 }, 1000)).toBe(false);
  });

  test('until the moment it is revoked, which may lie ahead', () => {
    expect(isUsable({ ...API_KEY, revokedAtMs: 1000 }, 999)).toBe(true);
    expect(isUsable({ ...API_KEY, revokedAtMs: 1000 }, 1000)).toBe(false);
  });

  test('until the earlier of both', () => {
    expect(isUsable({ ...API_KEY, revokedAtMs: 1000, expiresAtMs: 2000 }, 1500)).toBe(false);
    expect(isUsable({ ...API_KEY, revokedAtMs: 2000, expiresAtMs: 1000 }, 1500)).toBe(false);
  });

  test('never when it was revoked at the beginning of time', () => {
    expect(isUsable({ ...API_KEY, revokedAtMs: 0 }, 1)).toBe(false);
  });
});
