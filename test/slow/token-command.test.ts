/** `boreal token …` beside a running server: what it prints opens the management API until it is revoked. */
import { describe, expect, test } from 'bun:test';
import { type Made, startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';

describe.each(DATABASES)('a management token made by command, on %s', (database) => {
  test('acts for the owner or an operator until it is revoked, and is in the log', async () => {
    await using beside = await startBeside(database);
    const { service, json, status } = beside;
    await (await signedUp(service, 'owner@example.com')).get('/api/me');
    const invited = await json('invite create --email op@example.com --role operator');
    const op = { name: 'Op', email: 'op@example.com', password: PASSWORD };
    const invitation = new URL(invited.link!).searchParams.get('invitation');
    const page = pageClient(service);
    await page.post('/api/auth/sign-up/email', { ...op, invitation });
    await page.post('/api/auth/sign-in/email', op);
    await page.get('/api/me');

    const made = await json(
      'token create --account owner@example.com --scopes usage:read,keys:read --expires 2090-01-31',
    );
    const ofOperator = await json('token create --operator OP@example.com --scopes customers:read --name crm');
    const listed = await json('token list --account owner@example.com');
    const text = await beside.boreal('token list');

    const { secret, ...about } = made;
    expect(about).toEqual({
      ...{ id: expect.stringMatching(/^tok_/), area: 'account', account: expect.stringMatching(/^acc_/) },
      ...{ person: 'owner@example.com', name: 'Management token' },
      ...{ scopes: ['usage:read', 'keys:read'], expiresAt: '2090-01-31T00:00:00.000Z' },
    } as unknown as Made);
    expect(secret).toMatch(/^bmt_/);
    expect(listed.tokens as unknown).toEqual([
      {
        ...about,
        ...{ hint: secret!.slice(-4), createdAt: expect.any(String), lastUsedAt: null, revoked: false },
      },
    ]);
    expect(text.stdout).toBe(
      `token ${ofOperator.id} "crm" …${ofOperator.secret!.slice(-4)} of op@example.com: customers:read\n`,
    );
    expect(await status('/api/billing', secret)).toBe(200);
    expect(await status('/api/members', secret)).toBe(403);
    expect(await status('/api/operator/customers', ofOperator.secret)).toBe(200);
    expect(await status('/api/operator/customers', secret)).toBe(404);

    for (const { id } of [made, made, ofOperator]) {
      expect(await json(`token revoke --token ${id}`)).toEqual({ id: id!, revoked: true } as unknown as Made);
    }
    expect(await status('/api/billing', secret)).toBe(401);
    expect(await status('/api/operator/customers', ofOperator.secret)).toBe(401);
    const { actions } = (await json('log list')) as unknown as { actions: Made[] };
    const lines = actions.filter(({ kind }) => kind === 'make-token').map(({ actor, reason }) => [actor, reason]);
    expect(lines).toEqual([
      ['cli', 'management token for op@example.com'],
      ['cli', 'management token for owner@example.com'],
    ]);
    expect(JSON.stringify(actions)).not.toContain(secret!);
  });
});

test('the running server sends the e-mail about a token that was made by command', async () => {
  await using mailServer = await startMailServer();
  await using beside = await startBeside('SQLite', { BOREAL_SMTP: mailServer.setting });
  const email = 'owner@example.com';
  const page = pageClient(beside.service);
  await page.post('/api/auth/sign-up/email', { name: 'Owner', email, password: PASSWORD });
  const sent = (text: string) => mailServer.emails.find((one) => one.text.includes(text));
  await until('the link is sent', () => sent('/api/auth/verify-email') !== undefined);
  const { pathname, search } = new URL(/http\S+verify-email\S+/.exec(sent('/api/auth/verify-email')!.text)![0]);
  await page.get(pathname + search);
  await page.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  await page.get('/api/me');

  await beside.json('token create --account owner@example.com --scopes usage:read --name erp');

  await until('the e-mail is sent', () => sent('erp') !== undefined);
  expect(sent('erp')).toMatchObject({ to: [email], text: expect.stringContaining('usage:read') });
});

test('what cannot be made is refused in a sentence, and nothing is made', async () => {
  await using beside = await startBeside('SQLite');
  const { service, boreal, json } = beside;
  await (await signedUp(service, 'owner@example.com')).get('/api/me');
  await json('account create --email unclaimed@example.com');
  const account = '--account owner@example.com';
  const refusals: readonly (readonly [string, string])[] = [
    [`create ${account}`, '--scopes is missing'],
    [`create ${account} --scopes prices:write`, '--scopes names prices:write, which is none of keys:read,'],
    [`create ${account} --operator owner@example.com --scopes keys:read`, 'Give --account for a token of an account,'],
    ['create --scopes keys:read', 'Give --account for a token of an account,'],
    [`create ${account} --scopes keys:read --expires 2020-01-01`, '--expires must be a date in the future'],
    [`create ${account} --person ben@example.com --scopes keys:read`, 'ben@example.com is no member of this account.'],
    ['create --account unclaimed@example.com --scopes keys:read', 'No person signs in to unclaimed@example.com yet'],
    ['create --operator owner@example.com --scopes customers:read', 'There is no operator owner@example.com.'],
    ['create --operator o@example.com --person p@example.com --scopes customers:read', '--person needs --account.'],
    ['revoke --token tok_none', 'There is no management token tok_none; "token list" lists the ids.'],
  ];

  for (const [words, sentence] of refusals) {
    const ran = await boreal(`token ${words}`);
    expect([words, ran.code, ran.stderr]).toEqual([words, 2, expect.stringContaining(`boreal: ${sentence}`)]);
  }
  expect((await json(`token list ${account}`)).tokens as unknown).toEqual([]);
});
