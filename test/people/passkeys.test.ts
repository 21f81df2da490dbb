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
});
