/** Limits that strangers share with everyone else: a moment's work of a browser passes where they have used it up. */
import { describe, expect } from 'bun:test';
import { hash } from 'node:crypto';
import { PROOF_HEADER, type ProofChallenge } from '../../src/core/proof-of-work.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { test } from '../support/databases.ts';
import { signedInAt, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';

const EMAIL = 'jana@example.com';
const ENV = { BOREAL_TRUST_PROXY: 'true', BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000' };
const OPTIONS = '/api/auth/passkey/generate-authenticate-options';
const VERIFY = '/api/auth/passkey/verify-authentication';
const RESET = '/api/auth/request-password-reset';
const SIGN_IN = '/api/auth/sign-in/email';

const from = (service: TestService, address: string): PageClient => pageClient(service, { 'x-forwarded-for': address });

/** Uses up what everyone shares of a kind. */
async function useUp({ config }: TestService, scope: string, max: number): Promise<void> {
  const db = openDatabase(ledgerPlace(config));
  await db.sql.run(
    `INSERT INTO auth_attempts (scope, attempts, ends_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET attempts = excluded.attempts`,
    scope,
    max,
    Date.now() + 3_600_000,
  );
  await db.close();
}

/** As pages look for it, which `test/e2e/sign-in.test.ts` shows, but with the machine's own hashes. */
function solveNatively({ challenge, bits }: ProofChallenge): string {
  for (let number = 0; ; number += 1) {
    const proof = `${challenge}.${number.toString(36)}`;
    if (hash('sha256', proof, 'buffer').readUInt32BE() >>> (32 - bits) === 0) return proof;
  }
}

async function proofFor(client: PageClient): Promise<Record<string, string>> {
  const { json } = await client.get('/api/auth/proof');
  return { [PROOF_HEADER]: solveNatively(json as unknown as ProofChallenge) };
}

const codeOf = ({ status, json }: { readonly status: number; readonly json: PageAnswerJson }) =>
  status === 200 ? 200 : json.error?.code;
type PageAnswerJson = { readonly error?: { readonly code: string } };

describe('while everyone together asks for very many', () => {
  test.each([
    [
      'sign-ups',
      'sign-up',
      3000,
      ['/api/auth/sign-up/email', { name: 'Petr', email: 'p@example.com', password: PASSWORD }],
    ],
    ['e-mails', 'mail', 6000, [RESET, { email: EMAIL }]],
  ] as const)('%s, a proof of work passes, once', async (_, kind, max, [path, body]) => {
    await using service = await startService({ env: ENV });
    if (kind === 'mail') await signedUp(service, EMAIL);
    await useUp(service, `${kind}:everywhere`, max);
    const stranger = from(service, '192.0.2.7');

    const without = await stranger.post(path, body);
    const proof = await proofFor(stranger);
    const solved = await stranger.post(path, body, proof);
    const again = await stranger.post(path, body, proof);

    expect([without, solved, again].map(codeOf)).toEqual(['proof_required', 200, 'proof_required']);
    expect(without.status).toBe(403);
    if (kind === 'mail') expect(linkFor(service, EMAIL, 'reset')).toContain('/reset-password/');
  });

  test('invitations, a proof of work passes', async () => {
    await using service = await startService({ env: ENV });
    const owner = await signedUp(service, EMAIL);
    await useUp(service, 'member-mail:everywhere', 3000);
    const body = { email: 'petr@example.com', role: 'viewer' };

    const without = await owner.post('/api/invitations', body);
    const solved = await owner.post('/api/invitations', body, await proofFor(owner));

    expect([without, solved].map(codeOf)).toEqual(['proof_required', 200]);
  });

  test('what is no proof of work does not pass', async () => {
    await using service = await startService({ env: ENV });
    await useUp(service, 'mail:everywhere', 6000);
    const stranger = from(service, '192.0.2.7');
    const { challenge } = (await stranger.get('/api/auth/proof')).json as unknown as ProofChallenge;
    const forged = solveNatively({ challenge: `zzzzzzzz.${challenge.split('.').slice(1).join('.')}`, bits: 18 });
    const wrong = [`${challenge}.0`, challenge, '', '.', 'x'.repeat(5000), forged, `${forged}.1`];

    for (const proof of wrong) {
      const answer = await stranger.post(RESET, { email: EMAIL }, { [PROOF_HEADER]: proof });
      expect(codeOf(answer)).toBe('proof_required');
    }
  });

  test('a proof of work does not pass what one person or one network has for itself', async () => {
    await using service = await startService({ env: ENV });
    await signedUp(service, EMAIL);
    const stranger = from(service, '192.0.2.7');
    for (let sent = 0; sent < 5; sent += 1) await stranger.post(RESET, { email: EMAIL });

    const toOne = await from(service, '192.0.2.8').post(RESET, { email: EMAIL }, await proofFor(stranger));
    const mails = Array.from({ length: 15 }, (_, n) => stranger.post(RESET, { email: `p${n}@example.com` }));
    await Promise.all(mails);
    const fromOne = await stranger.post(RESET, { email: 'q@example.com' }, await proofFor(stranger));

    expect([toOne, fromOne].map(codeOf)).toEqual(['too_many_attempts', 'too_many_attempts']);
  });
});

describe('networks of IPv6', () => {
  test('are counted together where one customer has very many of them, and a proof of work passes', async () => {
    await using service = await startService({ env: ENV });
    const ask = (n: number, headers = {}) =>
      from(service, `2001:db8:1:${n.toString(16)}::1`).post(RESET, { email: `p${n}@example.com` }, headers);

    const first = await Promise.all(Array.from({ length: 80 }, (_, n) => ask(n)));
    const next = await ask(81);
    const solved = await ask(81, await proofFor(from(service, '2001:db8:1:51::1')));
    const elsewhere = await ask(0x100);

    expect(first.map(codeOf)).toEqual(first.map(() => 200));
    expect([next, solved, elsewhere].map(codeOf)).toEqual(['proof_required', 200, 200]);
  });
});

describe('a device that has signed in before', () => {
  test('signs in by passkey, by password and gets e-mails although its network and everyone have used theirs up', async () => {
    await using service = await startService({ env: ENV });
    const device = pageClient(service, { 'x-forwarded-for': '192.0.2.9' });
    const passkey = createSoftPasskey(service);
    const owner = await signedUp(service, EMAIL);
    await passkey.register(owner, { isUserVerified: true });
    await passkey.signIn(device, { isUserVerified: true });
    await device.post('/api/auth/sign-out');
    const neighbour = from(service, '192.0.2.9');
    for (let n = 0; n < 30; n += 1)
      await neighbour.post(SIGN_IN, { email: `p${n}@example.com`, password: 'wrong one' });
    for (let n = 0; n < 20; n += 1) await neighbour.post(RESET, { email: `p${n}@example.com` });
    await useUp(service, 'mail:everywhere', 6000);

    const person = { email: EMAIL, password: PASSWORD };
    const refused = [await neighbour.post(SIGN_IN, person), await neighbour.post(RESET, person)];
    const served = [
      await device.post(SIGN_IN, person),
      await device.post(RESET, person),
      await passkey.signIn(device, { isUserVerified: true }),
    ];

    expect(refused.map(codeOf)).toEqual(['too_many_attempts', 'too_many_attempts']);
    expect(served.map(codeOf)).toEqual([200, 200, 200]);
  });

  test('signs its owner in while others guess their password from ten addresses, and guesses no more than they', async () => {
    await using service = await startService({ env: ENV });
    const device = await signedUp(service, EMAIL);
    await device.post('/api/auth/sign-out');
    const guess = { email: EMAIL, password: 'a wrong password' };
    for (let n = 0; n < 100; n += 1) await from(service, `198.51.100.${n % 10}`).post(SIGN_IN, guess);

    const elsewhere = await from(service, '192.0.2.1').post(SIGN_IN, { email: EMAIL, password: PASSWORD });
    const here = await device.post(SIGN_IN, { email: EMAIL, password: PASSWORD });
    const guesses: unknown[] = [];
    for (let n = 0; n < 11; n += 1) guesses.push(codeOf(await device.post(SIGN_IN, guess)));

    expect([elsewhere, here].map(codeOf)).toEqual(['too_many_attempts', 200]);
    expect(guesses).toEqual([...Array(10).fill('invalid_credentials'), 'too_many_attempts']);
  });

  test('is nothing to an address that has never signed in there, and its cookie cannot be written', async () => {
    await using service = await startService({ env: ENV });
    await signedUp(service, EMAIL);
    const thief = await signedUp(service, 'thief@example.com');
    const guess = { email: EMAIL, password: 'a wrong password' };
    for (let n = 0; n < 100; n += 1) await from(service, `198.51.100.${n % 10}`).post(SIGN_IN, guess);
    const cookie = thief.cookies.get('__Host-boreal.device')!;
    const changed = `__Host-boreal.device=${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;

    expect(codeOf(await thief.post(SIGN_IN, guess))).toBe('too_many_attempts');
    expect(codeOf(await pageClient(service, { cookie: changed }).post(SIGN_IN, guess))).toBe('too_many_attempts');
  });
});

describe('a sign-in that was begun', () => {
  test('by passkey works once, also with the cookies of before', async () => {
    await using service = await startService({ env: ENV });
    const passkey = createSoftPasskey(service);
    await passkey.register(await signedUp(service, EMAIL), { isUserVerified: true });
    const client = pageClient(service);
    const { json } = await client.get(OPTIONS);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = passkey.answerTo(json.challenge, { isUserVerified: true });

    const both = [pageClient(service, { cookie }), pageClient(service, { cookie })];
    const statuses = await Promise.all(both.map(async (one) => (await one.post(VERIFY, answer)).status));

    expect(statuses.toSorted()).toEqual([200, 401]);
  });

  test('at a provider works once, also with the cookies of before', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { ...ENV, BOREAL_OIDC: provider.setting } });
    const known = await signedInAt(service, provider);
    await known.post('/api/auth/sign-out');
    const begun = await known.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
    const cookie = [...known.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const back = await provider.agree(String(begun.json.url));

    const first = await pageClient(service, { cookie }).get(back);
    const again = await pageClient(service, { cookie }).get(back);

    expect(first.headers.get('location')).toEndWith('/keys');
    expect(again.headers.get('location')).toContain('error=state_mismatch');
  });
});
