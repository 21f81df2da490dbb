/** The bounds of one account with many keys. */
import { expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const EMAIL = 'jana@example.com';

test('keys of one account ask together as often as the account may, and others go on', async () => {
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '5', BOREAL_LIMITS_ACCOUNT_REQUESTS_PER_MINUTE: '12' };
  await using service = await startService({ env });
  const [jana, petr] = [await signedUp(service, EMAIL), await signedUp(service, 'petr@example.com')];
  const keyOf = async (who: typeof jana) => String((await who.post('/api/keys', { name: 'one' })).json.secret);
  const keys = await Promise.all(Array.from({ length: 5 }, () => keyOf(jana)));
  const models = (key: string) =>
    fetch(`http://127.0.0.1:${service.port}/v1/models`, { headers: { authorization: `Bearer ${key}` } });

  const answers: Response[] = [];
  for (const key of keys) for (let n = 0; n < 4; n += 1) answers.push(await models(key));

  expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(200), ...Array(8).fill(429)]);
  const refused = answers.at(-1)!;
  expect(((await refused.json()) as { error: { message: string } }).error.message).toContain(
    '12 requests per minute for one account',
  );
  expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('12');
  expect((await models(await keyOf(petr))).status).toBe(200);
});

test('an account has as many keys as the setting says, and the refusal names it', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_KEYS_PER_ACCOUNT: '3' } });
  const jana = await signedUp(service, EMAIL);

  const made = [];
  for (let n = 0; n < 4; n += 1) made.push(await jana.post('/api/keys', { name: `key ${n}` }));

  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  expect(made.at(-1)!.json.error).toMatchObject({
    code: 'too_many_keys',
    message: 'An account has at most 3 keys that can be used: revoke one first.',
  });
});

test('guesses at links of invitations are counted by network, and the right one is not', async () => {
  await using service = await startService({ env: { BOREAL_TRUST_PROXY: 'true' } });
  const owner = await signedUp(service, EMAIL);
  await owner.post('/api/invitations', { email: 'petr@example.com', role: 'viewer' });
  const link = service.log.findLast(({ emailKind }) => emailKind === 'invited')?.link;
  const token = new URL(String(link)).searchParams.get('invitation');
  const look = async (said: string | null, address: string) => {
    const init = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const body = JSON.stringify({ token: said });
    const url = `http://127.0.0.1:${service.port}/api/invitation/look`;
    return (await fetch(url, { method: 'POST', headers: init, body })).status;
  };

  const right: number[] = [];
  for (let n = 0; n < 40; n += 1) right.push(await look(token, '192.0.2.1'));
  const wrong: number[] = [];
  for (let n = 0; n < 31; n += 1) wrong.push(await look(`guess-${n}`, '192.0.2.1'));

  expect(right).toEqual(right.map(() => 200));
  expect(wrong).toEqual([...Array(30).fill(403), 429]);
  expect(await look(token, '192.0.2.2')).toBe(200);
});
