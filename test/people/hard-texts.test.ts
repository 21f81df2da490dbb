/** Texts that people do not write, to every route that takes one, on every database. */
import { expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const NUL = 'a\0b';

test('a NUL is a mistake of the sender, never a failure of the service', async () => {
  await using service = await startService();
  const client = await signedUp(service, 'jana@example.com');
  const visitor = pageClient(service);
  const signUp = (person: object) =>
    visitor.post('/api/auth/sign-up/email', { name: 'New', email: 'new@example.com', password: PASSWORD, ...person });

  const answers = [
    await client.post('/api/keys', { name: NUL }),
    await client.post('/api/keys', { name: 'Key', allowedModels: [NUL] }),
    await client.post('/api/keys', { name: 'Key', allowedRanges: [NUL] }),
    await client.patch('/api/me', { name: NUL }),
    await client.post(`/api/keys/${encodeURIComponent(NUL)}/revoke`),
    await client.get(`/api/requests/${encodeURIComponent(NUL)}`),
    await client.post('/api/account/delete', { email: NUL, password: NUL }),
    await client.post('/api/auth/passkey/delete-passkey', { id: NUL }),
    await client.post('/api/auth/passkey/verify-authentication', { response: { id: NUL } }),
    await client.post('/api/auth/revoke-session', { token: NUL }),
    await client.post('/api/auth/change-email', { newEmail: NUL }),
    await signUp({ name: NUL }),
    await signUp({ email: `${NUL}@example.com` }),
    await signUp({ password: `${NUL} and more of it` }),
    await signUp({ invitation: NUL }),
    await visitor.post('/api/auth/sign-in/email', { email: `${NUL}@example.com`, password: NUL }),
    await visitor.post('/api/auth/reset-password', { token: NUL, newPassword: PASSWORD }),
    await visitor.get(`/api/auth/verify-email?token=${encodeURIComponent(NUL)}`),
  ];
  const searched = await client.get(`/api/requests?search=${encodeURIComponent(NUL)}&model=%00&keyId=%00`);

  expect(answers.map(({ status }) => status).filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect(searched.json.requests).toEqual([]);
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
});
