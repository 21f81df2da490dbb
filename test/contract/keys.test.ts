import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keySecretFrom } from '../../src/core/api-key.ts';
import { RawClient } from '../support/raw-client.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { CHAT, expectRefused, INVALID, NO_KEY, startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const withKey = (authorization: string) => () => service.post(CHAT, { headers: { authorization } });
const statusFor = async (secret: string): Promise<number> => (await withKey(`Bearer ${secret}`)()).status;

/** Well formed, and never given out. */
const unknownKey = () => keySecretFrom('sk-boreal-', crypto.getRandomValues(new Uint8Array(32)));

/** Changes one character of the secret, so that its checksum is wrong. */
const misspelt = (secret: string) => secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21);

test.each(['x-api-key', 'api-key'])('a key in the header %s opens every path of the API', async (name) => {
  const headers = { [name]: service.key, 'content-type': 'application/json' };
  const gets = ['/models', '/models/svc-glacier', '/balance'].map((path) =>
    fetch(`${service.url}${path}`, { headers }),
  );
  const chat = { model: 'svc-glacier', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] };
  const posts = [
    ['/chat/completions', chat],
    ['/messages', chat],
    ['/responses', { input: 'hi', store: false }],
  ].map(([path, body]) => fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));

  const statuses = (await Promise.all([...gets, ...posts])).map(({ status }) => status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

describe('a request without a good key', () => {
  const rows: readonly (readonly [string, () => string])[] = [
    ['an empty Authorization', () => ''],
    ['Bearer and nothing', () => 'Bearer'],
    ['Bearer and a space', () => 'Bearer '],
    ['a key without Bearer', () => service.key],
    ['Basic', () => `Basic ${Buffer.from(`user:${service.key}`).toString('base64')}`],
    ['Token', () => `Token ${service.key}`],
    ['an unknown key', () => `Bearer ${unknownKey()}`],
    ['a misspelt key', () => `Bearer ${misspelt(service.key)}`],
    ['a key in lower case', () => `Bearer ${service.key.toLowerCase()}`],
    ['a key cut short', () => `Bearer ${service.key.slice(0, -1)}`],
    ['a key with something behind it', () => `Bearer ${service.key}x`],
    ['a key with a word behind it', () => `Bearer ${service.key} x`],
    ['a key in quotes', () => `Bearer "${service.key}"`],
    ['a key with another prefix', () => `Bearer ${service.key.replace('sk-boreal-', 'sk-')}`],
    ['only the prefix', () => 'Bearer sk-boreal-'],
    ['the id of a key', () => `Bearer ${service.keyId}`],
    ['two keys', () => `Bearer ${service.key}, Bearer ${service.key}`],
    ['a key of 10 KB', () => `Bearer ${'k'.repeat(10_240)}`],
    ['SQL', () => "Bearer ' OR '1'='1"],
    ['letters that are not ASCII', () => 'Bearer kl\u00ed\u00e8'],
    ['null', () => 'Bearer null'],
    ['undefined', () => 'Bearer undefined'],
  ];

  test.each(rows)('%s: 401', async (_, authorization) => {
    const response = await expectRefused(service, withKey(authorization()), NO_KEY);

    // Clients that are still sending a body would not see the answer of a connection that closes.
    expect(response.headers.get('connection')).not.toBe('close');
  });

  test('no Authorization at all: 401', async () => {
    await expectRefused(service, () => fetch(`${service.url}/models`), NO_KEY);
  });

  test.each(['api_key', 'key', 'access_token', 'token'])('a key as ?%s= in the address is ignored', async (name) => {
    await expectRefused(service, () => fetch(`${service.url}/models?${name}=${service.key}`), NO_KEY);
  });

  test.each(['proxy-authorization', 'cookie'])('a key in the header %s is ignored', async (name) => {
    await expectRefused(service, () => fetch(`${service.url}/models`, { headers: { [name]: service.key } }), NO_KEY);
  });

  test.each(['x-api-key', 'api-key'])('a wrong key in the header %s: 401, also beside a good one', async (name) => {
    const both = name === 'api-key' ? {} : { 'api-key': service.key };
    const wrong = () => fetch(`${service.url}/models`, { headers: { ...both, [name]: unknownKey() } });

    await expectRefused(service, wrong, NO_KEY);
  });

  test.each(['x-api-key', 'api-key'])('a wrong Authorization counts, whatever is in %s', async (name) => {
    const headers = { authorization: `Bearer ${unknownKey()}`, [name]: service.key };

    await expectRefused(service, () => fetch(`${service.url}/models`, { headers }), NO_KEY);
  });

  test('a key with a NUL in it never gets past the runtime', async () => {
    using client = new RawClient(service.port);

    client.send(`GET /v1/models HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.key}\0\r\n\r\n`);

    expect(await client.over).toBe('fin');
    expect(client.text).toStartWith('HTTP/1.1 400 ');
  });

  test('two Authorization headers: 401, whichever of them is good', async () => {
    const line = (key: string) => `authorization: Bearer ${key}\r\n`;
    for (const [first, second] of [
      [service.key, service.key],
      [service.key, 'x'],
      ['x', service.key],
    ] as const) {
      using client = new RawClient(service.port);
      const head = 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n';
      client.send(`${head}${line(first)}${line(second)}\r\n`);
      await client.over;
      expect(client.text).toStartWith('HTTP/1.1 401 ');
    }
  });
});

test('unknown, misspelt, revoked, expired and missing keys get the same answer, byte for byte', async () => {
  const revoked = await service.newKey();
  await service.stores.keys.revoke(revoked.id, Date.now() - 1);
  const expired = await service.newKey({ expiresAtMs: Date.now() - 1 });
  const headers = [unknownKey(), misspelt(service.key), revoked.secret, expired.secret, 'x'].map(
    (key) => `Bearer ${key}`,
  );

  const answers = await Promise.all([...headers, ''].map((authorization) => withKey(authorization)()));
  const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
  const heads = new Set(answers.map(({ headers }) => namesOf(headers)));

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(401));
  expect(bodies.size).toBe(1);
  expect(heads.size).toBe(1);
});

const namesOf = (headers: Headers): string =>
  JSON.stringify([...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'));

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  expect((await withKey(`${scheme} ${service.key}`)()).status).toBe(200);
});

test('more than one space before the key does no harm', async () => {
  expect((await withKey(`Bearer   ${service.key}`)()).status).toBe(200);
});

test('a key stops working when its time is over', async () => {
  const { secret } = await service.newKey({ expiresAtMs: Date.now() + 2000 });

  expect(await statusFor(secret)).toBe(200);
  await until('the key has expired', async () => (await statusFor(secret)) === 401);
});

test('a revoked key is refused by the running server, although it was just used', async () => {
  const { id, secret } = await service.newKey();
  expect(await statusFor(secret)).toBe(200);

  await service.stores.keys.revoke(id, Date.now());

  // The limit is a second; the time beyond it is for a busy machine.
  await until('the key is refused', async () => (await statusFor(secret)) === 401);
  expect(service.config.limits.keyCacheMs).toBeLessThanOrEqual(1000);
});

test('revoking one key of an account leaves the others alone', async () => {
  const gone = await service.newKey();
  const stays = await service.newKey();

  await service.stores.keys.revoke(gone.id, Date.now());

  await until('the key is refused', async () => (await statusFor(gone.secret)) === 401);
  expect(await statusFor(stays.secret)).toBe(200);
});

test('a new key works at once, also when it was tried before it existed', async () => {
  const { secret } = await service.newKey();

  expect(await statusFor(secret)).toBe(200);
});

describe('a key for some models', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const { secret } = await service.newKey({ allowedModels: ['svc-frost', 'svc-polaris'] });
    headers = { authorization: `Bearer ${secret}` };
  });

  test('is refused for another, with the ones it may use', async () => {
    const message = /may not use the model svc-glacier; it may use svc-frost, svc-polaris\./;
    const expected = { ...INVALID, code: 'model_not_allowed', param: 'model', message };
    const asked = { ...CHAT, model: 'svc-glacier' };

    await expectRefused(service, () => service.post(asked, { headers }), expected);
  });

  test('is refused for the default model too, if that is not among them', async () => {
    const expected = { ...INVALID, code: 'model_not_allowed', param: 'model' };
    const { model: _, ...asked } = CHAT;

    await expectRefused(service, () => service.post(asked, { headers }), expected);
  });

  test('gets the usual answer for an unknown model', async () => {
    const expected = { ...INVALID, code: 'model_not_found', param: 'model' };

    await expectRefused(service, () => service.post({ ...CHAT, model: 'svc-none' }, { headers }), expected);
  });

  test('works for those, and sees only those', async () => {
    const list = await fetch(`${service.url}/models`, { headers });
    const { data } = (await list.json()) as { data: { id: string }[] };

    expect((await service.post({ ...CHAT, model: 'svc-polaris' }, { headers })).status).toBe(200);
    expect(data.map(({ id }) => id)).toEqual(['svc-frost', 'svc-polaris']);
    expect((await fetch(`${service.url}/models/svc-glacier`, { headers })).status).toBe(404);
  });
});

describe('a key for some networks', () => {
  const REFUSED = {
    status: 401,
    type: 'authentication_error',
    code: 'ip_not_allowed',
    param: null,
    message: /network address/,
  } as const;

  test.each([['10.0.0.0/8'], ['127.0.0.2'], ['::1'], ['128.0.0.0/1'], ['2001:db8::/32']])(
    'is refused from here if it is for %s',
    async (range) => {
      const { secret } = await service.newKey({ allowedRanges: [range] });

      await expectRefused(service, withKey(`Bearer ${secret}`), REFUSED);
    },
  );

  test.each(['127.0.0.0/8', '127.0.0.1', '0.0.0.0/0', '10.0.0.0/8 127.0.0.1/32'])(
    'works from here if it is for %s',
    async (ranges) => {
      const { secret } = await service.newKey({ allowedRanges: ranges.split(' ') });

      expect(await statusFor(secret)).toBe(200);
    },
  );

  test('does not believe a header about the address, unless the operator has a proxy', async () => {
    const { secret } = await service.newKey({ allowedRanges: ['10.0.0.0/8'] });
    const headers = {
      authorization: `Bearer ${secret}`,
      'x-forwarded-for': '10.0.0.1',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
    };

    await expectRefused(service, () => service.post(CHAT, { headers }), REFUSED);
  });

  test('believes the last address that the operator\u2019s proxy has seen, and nothing before it', async () => {
    await using behind = await startService({ env: { BOREAL_TRUST_PROXY: 'true' } });
    const { secret } = await behind.newKey({ allowedRanges: ['10.0.0.0/8'] });
    const from = async (forwarded: string) =>
      (await behind.post(CHAT, { headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': forwarded } }))
        .status;

    expect(await from('10.0.0.1')).toBe(200);
    expect(await from('192.0.2.1, 10.0.0.1')).toBe(200);
    expect(await from('10.0.0.1, 192.0.2.1')).toBe(401);
    expect(await from('nonsense')).toBe(401);
  });
});

test('no answer and no line of the log ever repeats a key', async () => {
  await using other = await startService();
  const headers = { authorization: `Bearer ${other.key}` };
  const answers = [
    await other.post(CHAT),
    await other.post({ ...CHAT, stream: true }),
    await other.post({ ...CHAT, model: other.key }),
    await other.post('not JSON'),
    await fetch(`${other.url}/models`, { headers }),
    await fetch(`${other.url}/models/x?key=${other.key}`, { headers }),
    await fetch(`${other.url}/nothing`, { headers }),
    await fetch(`${other.url}/models`, { headers: { authorization: `Bearer ${other.key}x` } }),
  ];
  other.upstream.play([{ type: 'reset' }]);
  answers.push(await other.post(CHAT));
  const secret = other.key.slice('sk-boreal-'.length);

  for (const [n, answer] of answers.entries()) {
    const seen = JSON.stringify([...answer.headers]) + (await answer.text());
    // What a caller wrote as the name of a model is repeated to that caller alone.
    if (n !== 2) expect(seen).not.toContain(secret);
  }
  expect(JSON.stringify(other.log)).not.toContain(secret);
  expect(Bun.inspect(other.log, { depth: 20 })).not.toContain(secret);
  for (const { rawHead, rawBody } of other.upstream.requests) expect(rawHead + rawBody).not.toContain(secret);
});

test('the data folder holds no key, only what cannot be turned back into one', async () => {
  const { secret } = await service.newKey();
  expect(await statusFor(secret)).toBe(200);
  const folder = service.config.dataDir;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1')).join('\n');

  expect(files.length).toBeGreaterThan(1);
  expect(bytes).toContain(service.accountId);
  for (const key of [secret, service.key]) {
    const random = key.slice('sk-boreal-'.length, -6);
    expect(bytes).not.toContain(random);
    expect(bytes).not.toContain(random.slice(0, 16));
    expect(bytes).not.toContain(random.slice(-16));
    expect(bytes).not.toContain(Buffer.from(key).toString('base64'));
    expect(bytes).not.toContain(Buffer.from(key).toString('hex'));
    expect(bytes).not.toContain(new Bun.CryptoHasher('sha256').update(key).digest('hex'));
  }
});
