/** `boreal member …` beside a running server: who is invited can join, and who is removed is out. */
import { describe, expect, test } from 'bun:test';
import { type Made, startBeside } from '../support/command-line.ts';
import { DATABASES } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, pageClient } from '../support/page-client.ts';
import { until } from '../support/service.ts';

type Team = { readonly members: readonly Made[]; readonly invitations: readonly Made[] };

describe.each(DATABASES)('members by command, on %s', (database) => {
  test('are invited by a link, listed, and removed with their keys and an e-mail', async () => {
    await using mailServer = await startMailServer();
    await using beside = await startBeside(database, { BOREAL_SMTP: mailServer.setting });
    const { service, json, boreal, status } = beside;
    await json('account create --email firma@example.com');
    const of = '--account firma@example.com';
    const team = async () => (await json(`member list ${of}`)) as unknown as Team;

    const invited = await json(`member invite ${of} --email Dan@example.com --role developer`);
    const open = await team();
    const dan = { name: 'Dan', email: 'dan@example.com', password: PASSWORD };
    const invitation = new URL(invited.link!).searchParams.get('invitation');
    const page = pageClient(service);
    await page.post('/api/auth/sign-up/email', { ...dan, invitation });
    await page.post('/api/auth/sign-in/email', dan);
    const made = await page.post('/api/keys', { name: 'own' });
    const { secret } = made.json as unknown as { secret: string };
    const joined = await team();
    const usable = await status('/v1/models', secret);
    const left = (await json(`member remove ${of} --member DAN@example.com`)) as unknown as Team;

    expect(invited).toEqual({
      ...{ id: expect.stringMatching(/^inv_/), email: 'dan@example.com', role: 'developer' },
      ...{ expiresAt: expect.stringMatching(/Z$/), link: expect.stringContaining('/join?invitation=') },
      mail: 'sent',
    } as never);
    expect(mailServer.emails.find(({ to }) => to.includes('dan@example.com'))?.text).toContain(invited.link!);
    expect(open).toMatchObject({ members: [], invitations: [{ id: invited.id!, email: 'dan@example.com' }] });
    expect(joined).toMatchObject({ members: [{ email: 'dan@example.com', role: 'developer' }], invitations: [] });
    expect(usable).toBe(200);
    expect(left.members).toEqual([]);
    await until('the key has ended', async () => (await status('/v1/models', secret)) === 401);
    await until('the e-mail is sent', () =>
      mailServer.emails.some(({ text }) => text.includes('Boreal has removed you')),
    );
    const { actions } = (await json('log list')) as unknown as { actions: Made[] };
    const kinds = actions.filter(({ actor }) => actor === 'cli').map(({ kind }) => kind);
    expect(kinds).toEqual(['remove-member', 'invite-member', 'open-account'] as never);
    expect(JSON.stringify(actions)).not.toContain(invitation!);
    expect((await boreal(`member list ${of}`)).stdout).toBe('No person belongs to the account yet.\n');
  });
});

test('an invitation is sent again and withdrawn; a member gets a role, a budget and the organisation', async () => {
  await using mailServer = await startMailServer();
  await using beside = await startBeside('SQLite', { BOREAL_SMTP: mailServer.setting });
  const { service, json, boreal } = beside;
  await json('account create --email firma@example.com');
  const of = '--account firma@example.com';
  const join = async (name: string, link: string) => {
    const email = `${name}@example.com`;
    const invitation = new URL(link).searchParams.get('invitation');
    const page = pageClient(service);
    await page.post('/api/auth/sign-up/email', { name, email, password: PASSWORD, invitation });
    await page.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    await page.get('/api/me');
  };
  const first = await json(`member invite ${of} --email dan@example.com --role viewer`);
  const second = await json(`member resend ${of} --invitation ${first.id}`);
  const other = await json(`member invite ${of} --email eva@example.com --role admin`);
  const withdrawn = (await json(`member withdraw ${of} --invitation ${other.id}`)) as unknown as Team;
  await join('dan', second.link!);

  const dan = `${of} --member dan@example.com`;
  const role = (await json(`member role ${dan} --role developer`)) as unknown as Team;
  const budget = await boreal(`member budget ${dan} --limits 20/CZK/month`);
  const renamed = await json(`organisation rename ${of} --name Firma`);
  const noOwner = await boreal(`organisation hand-over ${dan}`);

  expect(second.link).not.toBe(first.link);
  expect(mailServer.emails.filter(({ to }) => to.includes('dan@example.com')).map(({ text }) => text)).toEqual([
    expect.stringContaining(first.link!),
    expect.stringContaining(second.link!),
  ]);
  expect(withdrawn.invitations.map(({ email }) => email)).toEqual(['dan@example.com']);
  expect(role.members).toMatchObject([{ email: 'dan@example.com', role: 'developer' }]);
  expect(budget.stdout).toContain('used 0 CZK, limit 20 CZK a month, of which 0 are used');
  expect(renamed).toMatchObject({ name: 'Firma' } as never);
  expect([noOwner.code, noOwner.stderr]).toEqual([2, 'boreal: No person owns this account yet.\n']);
});

test('an organisation is handed over: the owner before stays as an admin, and both hear of it', async () => {
  await using mailServer = await startMailServer();
  await using beside = await startBeside('SQLite', { BOREAL_SMTP: mailServer.setting });
  const { service, json } = beside;
  const signUp = async (name: string, more: object = {}) => {
    const page = pageClient(service);
    const email = `${name}@example.com`;
    await page.post('/api/auth/sign-up/email', { name, email, password: PASSWORD, ...more });
    return { page, email };
  };
  const { page, email } = await signUp('olga');
  const linkIn = (text: string) => /http:\/\/\S+verify-email\S+/.exec(text)?.[0];
  const letter = () => mailServer.emails.find(({ to, text }) => to.includes(email) && linkIn(text));
  await until('the address can be confirmed', () => letter() !== undefined);
  const { pathname, search } = new URL(linkIn(letter()!.text)!);
  await page.get(pathname + search);
  await page.get('/api/me');
  const of = `--account ${email}`;
  const { link } = await json(`member invite ${of} --email dan@example.com --role viewer`);
  const dan = await signUp('dan', { invitation: new URL(link!).searchParams.get('invitation') });
  await dan.page.post('/api/auth/sign-in/email', { email: dan.email, password: PASSWORD });
  await dan.page.get('/api/me');

  const team = (await json(`organisation hand-over ${of} --member dan@example.com`)) as unknown as Team;

  expect(team.members.map(({ email, role }) => [email, role])).toEqual([
    ['dan@example.com', 'owner'],
    ['olga@example.com', 'admin'],
  ]);
  const told = (to: string) =>
    mailServer.emails.some((one) => one.to.includes(to) && one.text.includes('the organisation'));
  await until('both have an e-mail', () => told('olga@example.com') && told('dan@example.com'));
  const { actions } = (await json('log list')) as unknown as { actions: Made[] };
  expect(actions.slice(0, 2)).toMatchObject([
    { actor: 'cli', kind: 'hand-over' },
    { actor: 'cli', kind: 'command-call', wanted: { call: 'POST /api/organisation/hand-over' } },
  ] as never);
});

test('what cannot be is refused in a sentence', async () => {
  await using beside = await startBeside('SQLite');
  await beside.json('account create --email firma@example.com');
  const of = '--account firma@example.com';
  for (const [words, sentence] of [
    [`member invite ${of} --role viewer`, '--email is missing; it must be a string.'],
    [`member invite ${of} --email dan --role viewer`, '--email must be an e-mail address.'],
    [
      `member invite ${of} --email a@b.cz --role owner`,
      '--role must be one of "admin", "developer", "billing", "viewer".',
    ],
    [`member remove ${of} --member a@b.cz`, 'This organisation has no such member.'],
  ] as const) {
    const ran = await beside.boreal(words);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', `boreal: ${sentence}\n`]);
  }
});
