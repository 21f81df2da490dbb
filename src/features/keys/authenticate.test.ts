import { describe, expect, test } from 'bun:test';
import { API_KEY } from '../../core/api-key.fixture.ts';
import { type ApiKey, isWellFormedKey, keySecretFrom } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import { createAuthenticate, createKey } from './authenticate.ts';
import type { Keys, NewKey } from './keys.ts';

const PREFIX = 'sk-boreal-';
const ADDRESS = { address: '1.2.3.4' };
const SECRET = keySecretFrom(PREFIX, new Uint8Array(32).fill(7));
const fingerprint = (secret: string) => `print of ${secret}`;

function fakes(first: ApiKey | undefined = API_KEY) {
  const clock = { wall: 1_000_000, monotonic: 0, nowMs: () => clock.wall, monotonicMs: () => clock.monotonic };
  const asked: string[] = [];
  const added: NewKey[] = [];
  /** `gate` is what a look-up waits for. */
  const store: { key: ApiKey | undefined; gate: Promise<void> } = { key: first, gate: Promise.resolve() };
  const looked = { some: false, times: 0 };
  const keys: Keys = {
    add: async (newKey) => {
      added.push(newKey);
    },
    findByFingerprint: async (print) => {
      asked.push(print);
      await store.gate;
      return store.key;
    },
    findById: async () => store.key,
    hasForeign: async () => {
      looked.times += 1;
      return looked.some;
    },
    list: async () => [],
    revoke: async () => false,
  };
  let hashed = 0;
  const counted = (secret: string) => {
    hashed += 1;
    return fingerprint(secret);
  };
  const made = createAuthenticate({ clock, keyPrefix: PREFIX, fingerprint: counted }, { keys, cacheMs: 500 });
  // Awaited as the gate awaits it: a known key is refused or accepted at once.
  const authenticate = Object.assign(async (...asked: Parameters<typeof made>) => made(...asked), made);
  return { authenticate, clock, asked, added, store, keys, looked, hashed: () => hashed };
}

async function refusal(attempt: Promise<unknown>) {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('checking a key', () => {
  test('finds it by the fingerprint of its secret', async () => {
    const { authenticate, asked } = fakes();

    expect(await authenticate(SECRET, ADDRESS)).toEqual(API_KEY);
    expect(asked).toEqual([fingerprint(SECRET)]);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another vendor', 'sk-other'],
    ['mistyped', `${SECRET.slice(0, -1)}${SECRET.endsWith('x') ? 'y' : 'x'}`],
  ])('that is %s does not even ask the store', async (_what, secret) => {
    const { authenticate, asked } = fakes();

    expect(await refusal(authenticate(secret, ADDRESS))).toBe('invalid_api_key');
    expect(asked).toEqual([]);
  });

  describe('of another service', () => {
    const KEY = 'sk-Zq3vTn8cWk5xB1yL7mPd';
    const hash = new Bun.CryptoHasher('sha256').update(KEY).digest('hex');

    test('is looked up by its hash where such keys were taken over, with and without its beginning', async () => {
      for (const secret of [KEY, KEY.slice(3)]) {
        const { authenticate, asked, looked } = fakes();
        looked.some = true;

        expect(await refusal(authenticate(secret, ADDRESS))).toBe('accepted');
        expect(asked).toEqual([`foreign ${fingerprint(hash)}`]);
      }
    });

    test('is forgotten in both of its forms, whichever was sent last', async () => {
      const { authenticate, store, looked, clock } = fakes();
      looked.some = true;
      for (const form of [KEY, KEY.slice(3), KEY]) expect(await refusal(authenticate(form, ADDRESS))).toBe('accepted');

      store.key = { ...API_KEY, revokedAtMs: clock.wall };
      authenticate.forget(API_KEY.id);

      for (const form of [KEY, KEY.slice(3)])
        expect(await refusal(authenticate(form, ADDRESS))).toBe('invalid_api_key');
    });

    test('asks the store once a second where none was', async () => {
      const { authenticate, asked, looked, clock } = fakes();

      for (let guess = 0; guess < 50; guess++) {
        expect(await refusal(authenticate(`${KEY}${guess}`, ADDRESS))).toBe('invalid_api_key');
      }
      expect([looked.times, asked]).toEqual([1, []]);
      clock.monotonic += 1000;
      looked.some = true;

      expect(await refusal(authenticate(KEY, ADDRESS))).toBe('accepted');
      expect(looked.times).toBe(2);
    });
  });

  test('tells a stranger nothing: unknown, revoked, expired and misspelt are refused alike', async () => {
    const messages = new Set<string>();
    const { clock } = fakes();
    for (const key of [undefined, { ...API_KEY, revokedAtMs: clock.wall }, { ...API_KEY, expiresAtMs: clock.wall }]) {
      const { authenticate, store } = fakes();
      store.key = key;
      await authenticate(SECRET, ADDRESS).catch((error: Error) => messages.add(error.message));
    }
    await fakes()
      .authenticate('x', ADDRESS)
      .catch((error: Error) => messages.add(error.message));

    expect([...messages]).toEqual(['Incorrect API key provided. Send the whole key as "Authorization: Bearer <key>".']);
  });

  test('accepts it from its ranges alone', async () => {
    const { authenticate } = fakes({ ...API_KEY, allowedRanges: ['10.0.0.0/8', '1.2.3.4'] });

    expect(await refusal(authenticate(SECRET, { address: '1.2.3.4' }))).toBe('accepted');
    expect(await refusal(authenticate(SECRET, { address: '::ffff:10.9.9.9' }))).toBe('accepted');
    expect(await refusal(authenticate(SECRET, { address: '1.2.3.5' }))).toBe('ip_not_allowed');
    expect(await refusal(authenticate(SECRET, { address: '' }))).toBe('ip_not_allowed');
  });

  test('with ranges that are nonsense accepts no address', async () => {
    const { authenticate } = fakes({ ...API_KEY, allowedRanges: ['1.2.3.4/', 'everywhere'] });

    expect(await refusal(authenticate(SECRET, { address: '1.2.3.4' }))).toBe('ip_not_allowed');
  });
});

describe('the memory of checked keys', () => {
  test('lasts for its time and no longer', async () => {
    const { authenticate, asked, clock } = fakes();
    await authenticate(SECRET, ADDRESS);

    clock.monotonic = 499;
    await authenticate(SECRET, ADDRESS);
    expect(asked).toHaveLength(1);

    clock.monotonic = 500;
    await authenticate(SECRET, ADDRESS);
    expect(asked).toHaveLength(2);
  });

  test('spares a secret its hash for as long as it lasts, and is wiped when the key is changed', async () => {
    const { authenticate, clock, hashed } = fakes();
    const ask = async () => {
      await authenticate(SECRET, ADDRESS);
      return hashed();
    };

    expect([await ask(), await ask()]).toEqual([1, 1]);
    authenticate.forget(API_KEY.id);
    expect([await ask(), await ask()]).toEqual([2, 2]);
    clock.monotonic += 500;
    expect([await ask(), await ask()]).toEqual([3, 3]);
    authenticate.forget(API_KEY.id);
    expect(await ask()).toBe(4);
  });

  test('is not prolonged by use, so that a revocation arrives in time', async () => {
    const { authenticate, clock, store } = fakes();
    await authenticate(SECRET, ADDRESS);
    store.key = { ...API_KEY, revokedAtMs: 0 };

    for (const at of [200, 400, 499]) {
      clock.monotonic = at;
      expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('accepted');
    }
    clock.monotonic = 500;

    expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('invalid_api_key');
  });

  test('knows when a key expires, without asking again', async () => {
    const { authenticate, asked, clock } = fakes({ ...API_KEY, expiresAtMs: 1_000_100 });
    expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('accepted');

    clock.wall = 1_000_100;

    expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('invalid_api_key');
    expect(asked).toHaveLength(1);
  });

  test('is not fooled by a wall clock that jumps', async () => {
    const { authenticate, asked, clock } = fakes();
    await authenticate(SECRET, ADDRESS);

    clock.wall -= 1_000_000;
    clock.monotonic = 600;
    await authenticate(SECRET, ADDRESS);

    expect(asked).toHaveLength(2);
  });

  test('holds no keys that do not exist: a new key works at once', async () => {
    const { authenticate, store } = fakes();
    store.key = undefined;
    expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('invalid_api_key');

    store.key = API_KEY;

    expect(await refusal(authenticate(SECRET, ADDRESS))).toBe('accepted');
  });

  test('holds no failure of the store: the next request asks again', async () => {
    const { authenticate, asked, store } = fakes();
    store.gate = Promise.reject(new Error('the store is down'));
    await expect(authenticate(SECRET, ADDRESS)).rejects.toThrow('the store is down');

    store.gate = Promise.resolve();

    expect(await authenticate(SECRET, ADDRESS)).toEqual(API_KEY);
    expect(asked).toHaveLength(2);
  });

  test('makes requests that arrive together share one look-up', async () => {
    const { authenticate, asked, store } = fakes();
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;

    const attempts = Array.from({ length: 50 }, () => refusal(authenticate(SECRET, ADDRESS)));
    gate.resolve();

    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['accepted']));
    expect(asked).toHaveLength(1);
  });

  test('keeps keys apart', async () => {
    const { authenticate, asked } = fakes();
    const other = keySecretFrom(PREFIX, new Uint8Array(32).fill(8));

    await authenticate(SECRET, ADDRESS);
    await authenticate(other, ADDRESS);

    expect(asked).toEqual([SECRET, other].map(fingerprint));
  });

  test('of no time asks every time', async () => {
    const { keys, clock, asked } = fakes();
    const authenticate = createAuthenticate({ clock, keyPrefix: PREFIX, fingerprint }, { keys, cacheMs: 0 });

    await authenticate(SECRET, ADDRESS);
    await authenticate(SECRET, ADDRESS);

    expect(asked).toHaveLength(2);
  });
});

describe('making a key', () => {
  const wanted = { accountId: 'acc_1', name: 'laptop' };
  const ids = { next: (prefix: string) => `${prefix}1` };
  const making = { keyPrefix: PREFIX, fingerprint, ids, random: () => new Uint8Array(32) };

  test('returns a well-formed secret and stores only its fingerprint', async () => {
    const { keys, clock, added } = fakes();

    const made = await createKey({ ...making, clock }, keys, wanted);

    expect(isWellFormedKey(made.secret, PREFIX)).toBe(true);
    expect(added).toEqual([{ key: made.key, fingerprint: fingerprint(made.secret) }]);
    expect(JSON.stringify(made.key)).not.toContain(made.secret);
    expect(made.key).toEqual({
      id: 'key_1',
      accountId: 'acc_1',
      name: 'laptop',
      hint: made.secret.slice(-4),
      createdAtMs: 1_000_000,
      allowedModels: [],
      allowedRanges: [],
      limits: [],
    });
  });

  test('keeps what is wanted', async () => {
    const { keys, clock } = fakes();
    const more = { expiresAtMs: 5, allowedModels: ['svc-frost'], allowedRanges: ['10.0.0.0/8'] };

    const { key } = await createKey({ ...making, clock }, keys, { ...wanted, ...more });

    expect(key).toMatchObject(more);
  });
});
