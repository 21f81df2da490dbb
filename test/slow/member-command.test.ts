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
    } as never);
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
