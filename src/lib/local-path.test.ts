import { describe, expect, test } from 'bun:test';
import { HOSTILE_PATHS, randomPath } from '../../test/support/hostile-paths.ts';
import { seeded } from '../../test/support/random.ts';
import { ownPath } from '../../web/src/features/sign-in/own-path.ts';
import { leadsTo, localPathOf } from './local-path.ts';

const SEED = Number(process.env.SEED ?? 5);
const ROUNDS = 50_000;
const HERE = 'https://boreal.example';

describe('a path of this service', () => {
  test.each([
    ['/', '/'],
    ['/keys', '/keys'],
    ['/sign-in?verified=1', '/sign-in?verified=1'],
    ['/usage?by=key&from=1', '/usage?by=key&from=1'],
    ['/sign-in?to=%2Fusage', '/sign-in?to=%2Fusage'],
    ['/a/../keys', '/keys'],
    ['/./keys', '/keys'],
  ])('%s is one', (text, path) => {
    expect(localPathOf(text)).toBe(path);
  });

  test.each([...HOSTILE_PATHS, '/a%2fb', '/a%5Cb', `/${'a'.repeat(501)}`, 'keys', null, undefined, 7, [['/keys']], {}])(
    '%j is none',
    (text) => {
      expect(localPathOf(text)).toBeUndefined();
    },
  );

  test(`stays on its host in every form that a browser may get it (seed ${SEED})`, () => {
    const random = seeded(SEED);
    let taken = 0;

    for (let round = 0; round < ROUNDS; round++) {
      const text = randomPath(random);
      const path = localPathOf(text);
      const onPages = ownPath(text);
      for (const accepted of [path, onPages].filter((one) => one !== undefined)) {
        const about = `seed ${SEED}, round ${round}: ${JSON.stringify(text)} became ${accepted}`;
        expect(new URL(accepted, HERE).origin, about).toBe(HERE);
        // Taken apart once more, as by a proxy that rewrites the address, it is still the same.
        const { pathname, search, hash } = new URL(accepted, HERE);
        expect(new URL(`${pathname}${search}${hash}`, HERE).origin, about).toBe(HERE);
      }
      if (path === undefined) continue;
      taken++;
      expect(localPathOf(path)).toBe(path);
      expect(leadsTo(path, [HERE])).toBe(true);
    }

    expect(taken).toBeGreaterThan(1000);
  });
});

describe('an address to be sent to', () => {
  test.each(['/keys', `${HERE}/reset?token=x`, `${HERE}`, 'keys'])('%s is ours', (location) => {
    expect(leadsTo(location, [HERE, 'http://localhost'])).toBe(true);
  });

  test.each(['//evil.example', 'https://evil.example', '/.//evil.example', `${HERE}//evil.example`, 'http://['])(
    '%s is not',
    (location) => {
      expect(leadsTo(location, [HERE])).toBe(false);
    },
  );
});
