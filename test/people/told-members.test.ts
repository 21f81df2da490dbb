/** E-mails about an organisation that changes: they are written down with the change, and wait for a mail server that is away. */
import { expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const ANNA = 'anna@example.com';
const DAN = 'dan@example.com';
const HOUR_MS = 3_600_000;

type Mail = Awaited<ReturnType<typeof startMailServer>>;

async function linkTo(mail: Mail, email: string, path: string): Promise<URL> {
  const found = () => mail.emails.findLast(({ to, text }) => to.includes(email) && text.includes(path));
  await until(`${email} has a link`, () => found() !== undefined);
  return new URL(/https?:\S+/.exec(found()!.text)![0]);
}

async function signedUpByMail(service: TestService, mail: Mail, person: { email: string; invitation?: string }) {
  const client = pageClient(service);
  await client.post('/api/auth/sign-up/email', { name: 'Test', password: PASSWORD, language: 'cs', ...person });
  if (!person.invitation) {
    const { pathname, search } = await linkTo(mail, person.email, '/verify-email');
    await client.get(pathname + search);
  }
  await client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
  expect((await client.get('/api/me')).status).toBe(200);
  return client;
}

/** Anna's organisation with Dan in it; then the mail server goes away. */
async function annaAndDan(service: TestService, mail: Mail) {
  const anna = await signedUpByMail(service, mail, { email: ANNA });
  await anna.patch('/api/organisation', { name: 'Acme' });
  await anna.post('/api/invitations', { email: DAN, role: 'developer' });
  const invitation = (await linkTo(mail, DAN, '/join')).searchParams.get('invitation')!;
  const dan = await signedUpByMail(service, mail, { email: DAN, invitation });
  const { members } = (await anna.get('/api/members')).json as unknown as { members: readonly { id: string }[] };
  await mail[Symbol.asyncDispose]();
  return { anna, dan, danId: members[1]!.id };
}

/** To whom it will be said, and what of it. */
const waitingIn = async ({ stores }: TestService): Promise<readonly (readonly unknown[])[]> => {
  const waiting = await stores.outbox.claim(Date.now() + HOUR_MS);
  return waiting
    .map(({ notice: { owner, type, data } }) => [owner?.email, type, 'what' in data ? data.what : null])
    .toSorted();
};

type Change = (people: { readonly anna: PageClient; readonly danId: string }) => Promise<{ readonly status: number }>;

test.each<[string, Change, readonly (readonly unknown[])[]]>([
  [
    'closed',
    ({ anna }) => anna.post('/api/account/delete', { email: ANNA, password: PASSWORD, colleagues: 1 }),
    [
      [ANNA, 'members.changed', 'closed-own'],
      [DAN, 'members.changed', 'closed'],
    ],
  ],
  [
    'left by a member who is removed',
    ({ anna, danId }) => anna.post(`/api/members/${danId}/remove`),
    [[DAN, 'members.changed', 'removed']],
  ],
  [
    'handed over',
    ({ anna, danId }) => anna.post('/api/organisation/hand-over', { memberId: danId, password: PASSWORD }),
    [
      [ANNA, 'members.changed', 'owner-before'],
      [DAN, 'members.changed', 'owner-now'],
    ],
  ],
])('of an organisation that is %s, the e-mails wait until they can leave', async (_, change, expected) => {
  await using mail = await startMailServer();
  await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
  const people = await annaAndDan(service, mail);

  const { status } = await change(people);

  expect(status).toBe(200);
  expect(await waitingIn(service)).toEqual(expected);
});

test('the e-mail about keys that a change of role stops is written down with it', async () => {
  await using mail = await startMailServer();
  await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
  const { anna, dan, danId } = await annaAndDan(service, mail);
  await dan.post('/api/keys', { name: 'mine' });

  const refused = await anna.patch('/api/members/nobody', { role: 'viewer' });
  const nothing = await waitingIn(service);
  await anna.patch(`/api/members/${danId}`, { role: 'viewer' });

  expect([refused.status, nothing]).toEqual([404, []]);
  expect(await waitingIn(service)).toEqual([[DAN, 'keys.paused', null]]);
});
