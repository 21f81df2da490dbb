/** Limits on guessing behind a proxy, in every way in which proxies write down who has asked. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { pageClient } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const GUESSES_MAX = 30;

/** One client, whose address the proxy writes with another port, case or quote each time. */
const WAYS: readonly (readonly [string, (n: number) => string])[] = [
  ['ip:port', (n) => `203.0.113.9:${40_000 + n}`],
  ['[v6]:port', (n) => `[2001:db8::9]:${40_000 + n}`],
  ['"[v6]:port" in quotes', (n) => `"[2001:db8::9]:${40_000 + n}"`],
  ['for="ip:port"', (n) => `for="203.0.113.9:${40_000 + n}"`],
  ['For=…;proto=…', (n) => `For="[2001:DB8::9]:${40_000 + n}";proto=https;by=203.0.113.43`],
  ['a mapped address', (n) => (n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')],
  ['a zone', (n) => `fe80::9%eth${n}`],
  ['a hidden name', (n) => `_hidden${n}`],
  ['no address at all', (n) => `nonsense-${n}`],
  ['an address and more', (n) => `203.0.113.9 ${n}`],
  ['what the client has sent before it', (n) => `198.51.100.${n}, 203.0.113.9:${40_000 + n}`],
];

const guess = (service: TestService, forwarded: string, n: number) =>
  pageClient(service, { 'x-forwarded-for': forwarded }).post('/api/auth/sign-in/email', {
    email: `person${n}@example.com`,
    password: 'a wrong password',
  });

describe('behind a proxy that writes', () => {
  test.each(WAYS)('%s, one client guesses as often as any other', async (_, write) => {
    await using service = await startService({ env: { BOREAL_TRUST_PROXY: 'true' } });

    const wrong = await Promise.all(Array.from({ length: GUESSES_MAX }, (_, n) => guess(service, write(n), n)));
    const further = await guess(service, write(GUESSES_MAX), GUESSES_MAX);
    const other = await guess(service, '192.0.2.77', 0);

    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(further.status).toBe(429);
    expect(other.status).toBe(401);
  });
});

describe('without a proxy', () => {
  test('what a client writes itself counts for nothing', async () => {
    await using service = await startService();

    const wrong = await Promise.all(Array.from({ length: GUESSES_MAX }, (_, n) => guess(service, `203.0.113.${n}`, n)));

    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect((await guess(service, '203.0.113.99', 99)).status).toBe(429);
  });
});
