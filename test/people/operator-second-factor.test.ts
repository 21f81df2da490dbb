/** Operators act on money, so a password alone does not open their area. */
import { describe, expect } from 'bun:test';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { signedInAt, startProvider } from '../support/oidc-provider.ts';
import { operatorInvitation, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { enrol, nextCode, signIn, VERIFY_CODE } from '../support/second-factor.ts';
import { startService } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { totpCode } from '../support/totp.ts';

const REQUIRED = { BOREAL_OPERATORS: '{"requireSecondFactor":true}' };
const CUSTOMERS = '/api/operator/customers';

/** The area's answer, and what the pages have to ask for. */
async function stateOf(client: PageClient) {
  const [area, me] = [await client.get(CUSTOMERS), await client.get('/api/me')];
  return [area.status, area.json.error?.code, me.json.operatorNeeds];
}

const OPEN = [200, undefined, null] as const;
const SET_UP = [403, 'second_factor_required', 'set-up'] as const;
const SIGN_IN = [403, 'second_factor_required', 'sign-in'] as const;

describe('where a second factor is required, an operator', () => {
  test('is asked to set one up at the first sign-in, and gets in with the first code', async () => {
    await using service = await startService({ env: REQUIRED });
    const operator = await signedUpOperator(service);
    const customer = await signedUp(service, 'customer@example.com');
    const { account } = (await customer.get('/api/me')).json as unknown as {
      readonly account: { readonly id: string };
    };

    const before = await stateOf(operator);
    const looking = await operator.get(`/api/keys?as=${account.id}&dayFromMs=${Date.now()}`);
    const granting = await operator.post(`${CUSTOMERS}/${account.id}/credit`, {
      id: 'order-0000000000-7',
      reason: 'test',
      kind: 'grant',
      czk: '10',
    });
    const { client } = await enrol(operator);

    expect(before).toEqual(SET_UP as never);
    expect([looking.status, granting.status]).toEqual([403, 403]);
    expect(await stateOf(client)).toEqual(OPEN as never);
    expect(await stateOf(customer)).toEqual([404, 'not_found', null]);
  });

  test('gets in with a code, with a code on paper, on a trusted device, and with a passkey', async () => {
    await using service = await startService({ env: REQUIRED });
    const { client, address, backupCodes } = await enrol(await signedUpOperator(service));
    const passkey = createSoftPasskey(service);
    await passkey.register(client, { isUserVerified: true });
    const [byCode, onPaper, byPasskey] = [pageClient(service), pageClient(service), pageClient(service)];

    await signIn(byCode, OPERATOR_EMAIL);
    await byCode.post(VERIFY_CODE, { code: nextCode(address), trustDevice: true });
    const coded = await stateOf(byCode);
    await byCode.post('/api/auth/sign-out');
    await signIn(byCode, OPERATOR_EMAIL);
    const trusted = await stateOf(byCode);
    await signIn(onPaper, OPERATOR_EMAIL);
    await onPaper.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
    await passkey.signIn(byPasskey, { isUserVerified: true });

    expect([coded, trusted, await stateOf(onPaper), await stateOf(byPasskey)]).toEqual(Array(4).fill(OPEN));
  });

  test('with a passkey and only a password typed is asked to sign in with it', async () => {
    await using service = await startService({ env: REQUIRED });
    const operator = await signedUpOperator(service);
    await createSoftPasskey(service).register(operator, { isUserVerified: true });

    expect(await stateOf(operator)).toEqual(SIGN_IN as never);
  });

  test('with a passkey cannot replace it by anything, with the password alone', async () => {
    await using service = await startService({ env: REQUIRED });
    const operator = await signedUpOperator(service);
    const pending = (await operator.post('/api/auth/two-factor/enable', { password: PASSWORD })).json;
    await createSoftPasskey(service).register(operator, { isUserVerified: true });
    const [{ id }] = (await operator.get('/api/auth/passkey/list-user-passkeys')).json as unknown as [{ id: string }];
    const thief = pageClient(service);
    await signIn(thief, OPERATOR_EMAIL);

    const tries = [
      await thief.post('/api/auth/two-factor/enable', { password: PASSWORD }),
      await thief.post(VERIFY_CODE, { code: totpCode(String(pending.totpURI), Date.now()) }),
      await thief.get('/api/auth/passkey/generate-register-options'),
      await thief.post('/api/auth/passkey/delete-passkey', { id, password: PASSWORD }),
      await thief.post('/api/auth/two-factor/disable', { password: PASSWORD }),
      await thief.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD }),
    ];

    expect(tries.map(({ status, json }) => [status, json.error?.code])).toEqual(
      tries.map(() => [403, 'second_factor_required']),
    );
    expect(await stateOf(thief)).toEqual(SIGN_IN as never);
  });

  test('does not get in through a session from before, nor by a new password, nor through a provider', async () => {
    await using provider = startProvider();
    provider.person = { sub: 'op', email: OPERATOR_EMAIL, email_verified: true };
    await using service = await startService({ env: { ...REQUIRED, BOREAL_OIDC: provider.setting } });
    const before = await signedUpOperator(service);
    const other = pageClient(service);
    await signIn(other, OPERATOR_EMAIL);
    await enrol(other);
    const byProvider = await signedInAt(service, provider);

    const provided = await stateOf(byProvider);
    const earlier = await stateOf(before);
    await byProvider.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another long password',
      revokeOtherSessions: true,
    });

    expect(provided).toEqual(SIGN_IN as never);
    expect(earlier).toEqual(SIGN_IN as never);
    expect(await stateOf(byProvider)).toEqual(SIGN_IN as never);
  });
});

describe('the setting', () => {
  test('is on where the public address is not this machine, and off where it is', async () => {
    await using here = await startService();
    await using elsewhere = await startService({ env: { BOREAL_PUBLIC_URL: 'https://boreal.example.com' } });
    const remote = pageClient(elsewhere, { origin: 'https://boreal.example.com' });
    const person = { name: 'Olga', email: OPERATOR_EMAIL, password: PASSWORD };
    await remote.post('/api/auth/sign-up/email', { ...person, invitation: operatorInvitation(elsewhere) });
    await remote.post('/api/auth/sign-in/email', person);

    expect(await stateOf(await signedUpOperator(here))).toEqual(OPEN as never);
    expect(await stateOf(remote)).toEqual(SET_UP as never);
  });
});

describe('where nothing is said of it', () => {
  test.each([
    ['127.0.0.1', OPEN],
    ['localhost', OPEN],
    // As in a container: who reaches the machine reaches the area.
    ['0.0.0.0', SET_UP],
    ['::', SET_UP],
  ] as const)('a second factor is asked for where other machines reach what is bound: %s', async (host, state) => {
    await using service = await startService({ env: { BOREAL_HOST: host } });

    const operator = await signedUpOperator(service);

    expect(await stateOf(operator)).toEqual(state as never);
  });
});
