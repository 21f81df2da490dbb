/** An organisation that its owner closes while others belong to it: what is asked, who gets an e-mail, and what members find. */
import { describe, expect } from 'bun:test';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import { test } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { linkFor, PASSWORD, type PageAnswer, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const ANNA = 'anna@example.com';
const DAN = 'dan@example.com';
const TRIAL = { BOREAL_TRIAL: JSON.stringify({ czk: '20' }) };

const codeOf = ({ status, json }: PageAnswer) => [status, json.error?.code ?? null];
const meOf = async (client: PageClient) => (await client.get('/api/me')).json as unknown as MeView;

const signIn = (client: PageClient, email: string) =>
  client.post('/api/auth/sign-in/email', { email, password: PASSWORD });

/** A new person who signs up with the token of an invitation, and so belongs to that organisation alone. */
async function joinedBy(service: TestService, token: string, { email = DAN, language = 'en' } = {}) {
  const client = pageClient(service);
  await client.post('/api/auth/sign-up/email', {
    ...{ name: 'Dan', email, password: PASSWORD, language, invitation: token },
  });
  expect(codeOf(await signIn(client, email))).toEqual([200, null]);
  expect((await meOf(client)).account.role).toBe('developer');
  return client;
}

/** Anna's organisation with Dan in it, who has nothing else. */
async function annaAndDan(service: TestService) {
  const anna = await signedUp(service, ANNA);
  await anna.patch('/api/organisation', { name: 'Acme s.r.o.' });
  await anna.post('/api/invitations', { email: DAN, role: 'developer' });
  const token = new URL(linkFor(service, DAN, 'invited')).searchParams.get('invitation')!;
  return { anna, dan: await joinedBy(service, token) };
}

const close = (client: PageClient, more: object = { colleagues: 1 }) =>
  client.post('/api/account/delete', { email: ANNA, password: PASSWORD, ...more });

describe('closing an organisation with others in it', () => {
  test('takes their number, so that no one closes it without knowing of them', async () => {
    await using service = await startService();
    const { anna, dan } = await annaAndDan(service);

    const refused = [await close(anna, {}), await close(anna, { colleagues: 2 })];
    const before = await dan.get('/api/me');
    const done = await close(anna);

    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect(refused[0]!.json.error).toMatchObject({ param: 'colleagues' });
    expect(before.status).toBe(200);
    expect(done.json).toMatchObject({ deleted: true });
  });

  test('tells each of them, and the owner, by e-mail', async () => {
    await using service = await startService();
    const { anna } = await annaAndDan(service);

    await close(anna);

    const told = service.log.filter(({ emailKind }) => String(emailKind).startsWith('closed'));
    expect(told.map(({ emailKind, to }) => [emailKind, to])).toEqual([
      ['closed-own', ANNA],
      ['closed', DAN],
    ]);
  });

  test('tells them in the language of each, what it means for their keys', async () => {
    await using mail = await startMailServer();
    await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
    const linkTo = (email: string, path: string) => {
      const sent = mail.emails.findLast(({ to, text }) => to.includes(email) && text.includes(path))!;
      return new URL(/https?:\S+/.exec(sent.text)![0]);
    };
    const anna = pageClient(service);
    await anna.post('/api/auth/sign-up/email', { name: 'Anna', email: ANNA, password: PASSWORD });
    await until('the link is there', () => mail.emails.length === 1);
    const { pathname, search } = linkTo(ANNA, '/verify-email');
    await anna.get(pathname + search);
    await signIn(anna, ANNA);
    await anna.post('/api/invitations', { email: DAN, role: 'developer' });
    const token = linkTo(DAN, '/join').searchParams.get('invitation')!;
    await joinedBy(service, token, { language: 'cs' });

    const before = mail.emails.length;
    await close(anna);

    await until('both have come', () => mail.emails.length === before + 2);
    const [toAnna, toDan] = mail.emails.slice(-2).toSorted((one, other) => (one.to[0]! < other.to[0]! ? -1 : 1));
    expect([toAnna!.to, toDan!.to]).toEqual([[ANNA], [DAN]]);
    expect(toAnna!.text).toContain(`You have deleted the account ${ANNA}.`);
    expect(toAnna!.text).toContain('Its other members have been told by e-mail.');
    expect(toDan!.text).toContain(`${ANNA} zrušil(a) organizaci ${ANNA}.`);
    expect(toDan!.text).toContain('Všechny její klíče jsou zneplatněné, i ty vaše');
  });
});

describe('a member whose only organisation was closed', () => {
  test('finds that out, and has no account and no trial credit until they ask for an account', async () => {
    await using service = await startService({ env: TRIAL });
    const { anna, dan } = await annaAndDan(service);
    await close(anna);

    const found = await Promise.all([dan.get('/api/me'), dan.get('/api/billing'), dan.get('/api/keys')]);
    const again = pageClient(service);
    const signedIn = await signIn(again, DAN);
    const afterSignIn = await again.get('/api/me');
    const none = await service.stores.accounts.find(DAN);
    const foreign = await dan.post('/api/auth/own-account', {}, { origin: 'https://evil.example' });
    const made = await Promise.all([dan.post('/api/auth/own-account'), again.post('/api/auth/own-account')]);

    expect(found.map(codeOf)).toEqual(Array(3).fill([403, 'organisation_closed']));
    expect([codeOf(signedIn), codeOf(afterSignIn)]).toEqual([
      [200, null],
      [403, 'organisation_closed'],
    ]);
    expect(none).toBeUndefined();
    expect(codeOf(foreign)).toEqual([403, 'foreign_origin']);
    expect(made.map(({ json }) => json)).toEqual(Array(2).fill({ made: true }));
    expect((await meOf(dan)).accounts.map(({ email, role }) => [email, role])).toEqual([[DAN, 'owner']]);
    expect((await dan.get('/api/billing')).json.creditCzk).toBe('0');
  });

  test('can delete the account that they have made, and is forgotten', async () => {
    await using service = await startService();
    const { anna, dan } = await annaAndDan(service);
    await close(anna);
    await dan.post('/api/auth/own-account');

    const deleted = await dan.post('/api/account/delete', { email: DAN, password: PASSWORD });

    expect(deleted.json).toMatchObject({ deleted: true });
    expect(codeOf(await dan.get('/api/me'))).toEqual([401, 'session_required']);
    expect(codeOf(await signIn(pageClient(service), DAN))).toEqual([401, 'invalid_credentials']);
  });
});

test('an account of one’s own is made by this road for no one else, so that it costs no one the trial credit', async () => {
  await using service = await startService({ env: TRIAL });
  const eva = await signedUp(service, 'eva@example.com');

  const asked = await eva.post('/api/auth/own-account');
  const stranger = await pageClient(service).post('/api/auth/own-account');

  expect(asked.status).toBe(200);
  expect(codeOf(stranger)).toEqual([401, 'session_required']);
  expect((await eva.get('/api/billing')).json.creditCzk).toBe('20');
});
