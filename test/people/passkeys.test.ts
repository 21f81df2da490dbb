/** Passkeys: who may add one, and what it must prove to sign in. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';

const EMAIL = 'jana@example.com';

describe('a passkey', () => {
  test('signs in when its device has verified its owner, and only then', async () => {
    await using service = await startService();
    const owner = await signedUp(service, EMAIL);
    const passkey = createSoftPasskey(service);
    const [sure, unsure] = [pageClient(service), pageClient(service)];

    const registered = await passkey.register(owner, { isUserVerified: true });
    const unverified = await passkey.signIn(unsure, { isUserVerified: false });
    const verified = await passkey.signIn(sure, { isUserVerified: true });

    expect(registered.status).toBe(200);
    expect([unverified.status, unverified.json.error?.code]).toEqual([401, 'passkey_refused']);
    expect((await unsure.get('/api/me')).status).toBe(401);
    expect(verified.status).toBe(200);
    expect((await sure.get('/api/me')).status).toBe(200);
  });

  test('cannot be added by a device that does not verify its owner', async () => {
    await using service = await startService();
    const owner = await signedUp(service, EMAIL);

    const refused = await createSoftPasskey(service).register(owner, { isUserVerified: false });

    expect([refused.status, refused.json.error?.code]).toEqual([401, 'passkey_refused']);
    expect((await owner.get('/api/auth/passkey/list-user-passkeys')).json).toEqual([] as never);
  });

  test('can be added fifty times, and names only ways to reach it that exist', async () => {
    await using service = await startService();
    const owner = await signedUp(service, EMAIL);
    const add = () => createSoftPasskey(service).register(owner, { isUserVerified: true });

    const added: number[] = [];
    for (let i = 0; i < 51; i++) added.push((await add()).status);

    expect(added).toEqual([...Array(50).fill(200), 401]);
    const [row] = await service.stores.authRows.find({ model: 'passkey', where: [], limit: 1 });
    expect(row?.transports).toBe('internal');
  });

  test('is asked to verify its owner', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    const adding = await client.get('/api/auth/passkey/generate-register-options');
    const signingIn = await pageClient(service).get('/api/auth/passkey/generate-authenticate-options');

    expect(adding.json).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
    expect(signingIn.json).toMatchObject({ userVerification: 'required' });
  });

  test('begins with a challenge for this host, for a person who is signed in', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    const own = await client.get('/api/auth/passkey/generate-register-options');
    const stranger = await pageClient(service).get('/api/auth/passkey/generate-register-options');
    const open = await pageClient(service).get('/api/auth/passkey/generate-authenticate-options');

    expect(own.json).toMatchObject({ rp: { id: 'localhost', name: 'Boreal' } });
    expect([...client.cookies.keys()].every((name) => name.startsWith('__Host-boreal.'))).toBe(true);
    expect(stranger.status).toBe(401);
    expect(open.json).toMatchObject({ rpId: 'localhost' });
  });

  test('that is unknown is refused', async () => {
    await using service = await startService();
    const client = pageClient(service);
    await client.get('/api/auth/passkey/generate-authenticate-options');

    const answer = await client.post('/api/auth/passkey/verify-authentication', {
      response: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} },
    });

    expect([answer.status, answer.json.error?.code]).toEqual([401, 'passkey_refused']);
  });

  test.each([
    ['adding', 'register'],
    ['signing in with', 'signIn'],
  ] as const)('of another site is refused when %s it', async (_, way) => {
    await using service = await startService();
    const owner = await signedUp(service, EMAIL);
    const known = createSoftPasskey(service);
    await known.register(owner, { isUserVerified: true });
    const foreign = createSoftPasskey({ ...service, origin: 'https://elsewhere.example' });

    const refused = await foreign[way](owner, { isUserVerified: true });

    expect([refused.status, refused.json.error?.code]).toEqual([401, 'passkey_refused']);
    expect((await owner.get('/api/auth/passkey/list-user-passkeys')).json).toHaveLength(1);
  });

  const text = (said: unknown): string => Buffer.from(JSON.stringify(said)).toString('base64url');
  const credential = (response: unknown) => ({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response });
  const SAID: readonly unknown[] = [
    ...[null, '', 'text', 7, true, [], {}, { response: null }],
    ...[credential(undefined), credential(null), credential('text'), credential([]), credential({})],
    { ...credential({}), id: 7 },
    { ...credential({}), id: 'a\u0000b', rawId: 'a\u0000b' },
    { ...credential({}), id: ['AAAA'] },
    { ...credential({}), rawId: 'BBBB' },
    { ...credential({}), type: 'password' },
    credential({ clientDataJSON: 7, attestationObject: 7, authenticatorData: 7, signature: 7 }),
    credential({ clientDataJSON: '%%%', attestationObject: '%%%', authenticatorData: '%%%', signature: '%%%' }),
    credential({
      clientDataJSON: text('text'),
      attestationObject: 'AAAA',
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    }),
    credential({ clientDataJSON: text({ type: 'webauthn.create' }), attestationObject: 'oA', transports: 'usb' }),
    credential({ clientDataJSON: text({ type: 'webauthn.get', challenge: 7, origin: 7 }), signature: 'AAAA' }),
  ];

  test('that cannot be read is refused, however it is written', async () => {
    await using service = await startService({ env: { BOREAL_TRUST_PROXY: 'true' } });
    const owner = await signedUp(service, EMAIL);

    for (const [n, response] of SAID.entries()) {
      const stranger = pageClient(service, { 'x-forwarded-for': `192.0.2.${n}` });
      await owner.get('/api/auth/passkey/generate-register-options');
      const added = await owner.post('/api/auth/passkey/verify-registration', { response, name: 'Soft' });
      await stranger.get('/api/auth/passkey/generate-authenticate-options');
      const used = await stranger.post('/api/auth/passkey/verify-authentication', { response });

      expect([added.status, used.status], JSON.stringify(response)).toSatisfy((statuses: number[]) =>
        statuses.every((status) => status === 400 || status === 401),
      );
    }
    expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('of one person cannot be added by another', async () => {
    await using service = await startService();
    const [jana, petr] = [await signedUp(service, EMAIL), await signedUp(service, 'petr@example.com')];
    const passkey = createSoftPasskey(service);

    const first = await passkey.register(jana, { isUserVerified: true });
    const second = await passkey.register(petr, { isUserVerified: true });
    const signedIn = pageClient(service);
    await passkey.signIn(signedIn, { isUserVerified: true });

    expect([first.status, second.status]).toEqual([200, 401]);
    expect((await signedIn.get('/api/me')).json.email).toBe(EMAIL);
  });
});
