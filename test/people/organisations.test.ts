/** Organisations, as people use them: over HTTP at a whole service, with real sign-ups and the links of real e-mails. */

import { describe, expect } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import type { KeyView, NewKeyView } from '../../src/features/keys/contract.ts';
import type { TeamView } from '../../src/features/organisations/contract.ts';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import type { UsageView } from '../../src/features/usage/contract.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { test } from '../support/databases.ts';
import { linkFor, PASSWORD, type PageAnswer, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const ANNA = 'anna@example.com';
const DAN = 'dan@example.com';

const meOf = async (client: PageClient, account?: string) =>
  (await client.get(`/api/me${account ? `?account=${account}` : ''}`)).json as unknown as MeView;
const teamOf = (answer: PageAnswer) => answer.json as unknown as TeamView;
const codeOf = ({ status, json }: PageAnswer) => [status, json.error?.code ?? null];

/** The token in the newest link to an address. */
const tokenFor = (service: TestService, email: string): string =>
  new URL(linkFor(service, email, 'invited')).searchParams.get('invitation')!;

async function invited(service: TestService, by: PageClient, { email = DAN, role = 'developer' } = {}) {
  const answer = await by.post('/api/invitations', { email, role });
  expect(codeOf(answer)).toEqual([200, null]);
  return tokenFor(service, email);
}

/** A new person who signs up with the link of an organisation. */
async function signedUpByLink(service: TestService, token: string, email = DAN): Promise<PageClient> {
  const client = pageClient(service);
  const made = await client.post('/api/auth/sign-up/email', {
    name: 'D',
    email,
    password: PASSWORD,
    invitation: token,
  });
  expect(codeOf(made)).toEqual([200, null]);
  const signedIn = await client.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  expect(codeOf(signedIn)).toEqual([200, null]);
  return client;
}

async function rowsOf({ config }: TestService, statement: string) {
  const db = await openDatabase(ledgerPlace(config));
  try {
    return await db.sql.all(statement);
  } finally {
    await db.close();
  }
}

const ofAnna = async (service: TestService) => {
  const anna = await signedUp(service, ANNA);
  return { anna, accountId: (await meOf(anna)).account.id };
};

describe('a new person', () => {
  test('owns an organisation of one', async () => {
    await using service = await startService();

    const { anna, accountId } = await ofAnna(service);
    const me = await meOf(anna);
    const team = teamOf(await anna.get('/api/members'));

    expect(me.account).toMatchObject({ id: accountId, role: 'owner', name: null });
    expect(me.accounts).toEqual([{ id: accountId, name: null, email: ANNA, role: 'owner' }]);
    expect(team).toMatchObject({ name: null, members: [{ email: ANNA, role: 'owner', isMe: true }], invitations: [] });
  });

  test('who signs up with the link belongs to that organisation alone, without an account or trial credit of their own', async () => {
    await using service = await startService({ env: { BOREAL_TRIAL: JSON.stringify({ czk: '20' }) } });
    const { anna, accountId } = await ofAnna(service);
    const token = await invited(service, anna);

    const dan = await signedUpByLink(service, token);
    // As a page asks: several things at once, at the very first.
    const answers = await Promise.all(Array.from({ length: 5 }, () => meOf(dan)));

    for (const { account, accounts } of answers) {
      expect([account.id, account.role, accounts.length]).toEqual([accountId, 'developer', 1]);
    }
    expect((await dan.get('/api/billing')).json.creditCzk).toBe('20');
    expect(await service.stores.accounts.find(DAN)).toBeUndefined();
    expect(teamOf(await anna.get('/api/members')).members.map(({ email, role }) => [email, role])).toEqual([
      [ANNA, 'owner'],
      [DAN, 'developer'],
    ]);
  });

  test('gets an account of their own, and the trial credit, when they leave the organisation', async () => {
    await using service = await startService({ env: { BOREAL_TRIAL: JSON.stringify({ czk: '20' }) } });
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    expect((await meOf(dan)).account.id).toBe(accountId);

    const left = await dan.post('/api/organisation/leave');
    const me = await meOf(dan);

    expect(left.json).toEqual({ left: true });
    expect([me.account.id === accountId, me.account.role, me.accounts.length]).toEqual([false, 'owner', 1]);
    expect((await dan.get('/api/billing')).json.creditCzk).toBe('20');
    expect(codeOf(await dan.get(`/api/billing?account=${accountId}`))).toEqual([404, 'not_found']);
  });

  test('signs up with the link where sign-up is by invitation, and not where it is closed', async () => {
    for (const [mode, expected] of [
      ['invitation', 200],
      ['closed', 403],
    ] as const) {
      await using service = await startService();
      const { anna } = await ofAnna(service);
      const token = await invited(service, anna);
      await service.stores.actionLog.act({
        ...{ id: `mode-${mode}`, actor: 'test', reason: 'test', atMs: Date.now() },
        action: { kind: 'sign-up', mode },
      });
      const isSo = async () => (await pageClient(service).get('/api/service')).json.signUp === mode;
      await until(`sign-up is ${mode}`, isSo);

      const made = await pageClient(service).post('/api/auth/sign-up/email', {
        ...{ name: 'D', email: DAN, password: PASSWORD, invitation: token },
      });

      expect(made.status, mode).toBe(expected);
    }
  });
});

describe('a person with an account', () => {
  test('joins by the link, and acts in either account as the address says', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    await anna.patch('/api/organisation', { name: 'Acme s.r.o.' });
    const dan = await signedUp(service, DAN);
    const own = (await meOf(dan)).account.id;
    const token = await invited(service, anna, { role: 'viewer' });

    const looked = await pageClient(service).post('/api/invitation/look', { token });
    const joined = await dan.post('/api/invitation/join', { token });

    expect(looked.json).toMatchObject({ organisation: 'Acme s.r.o.', role: 'viewer', email: DAN, invitedBy: ANNA });
    expect(joined.json).toEqual({ accountId });
    expect((await meOf(dan)).accounts).toEqual([
      { id: own, name: null, email: DAN, role: 'owner' },
      { id: accountId, name: 'Acme s.r.o.', email: ANNA, role: 'viewer' },
    ]);
    expect((await meOf(dan)).account.id).toBe(own);
    expect((await meOf(dan, accountId)).account).toMatchObject({ id: accountId, role: 'viewer' });
    expect(codeOf(await dan.post(`/api/keys?account=${accountId}`, { name: 'x' }))).toEqual([403, 'role_not_allowed']);
    expect(codeOf(await dan.post('/api/keys', { name: 'x' }))).toEqual([200, null]);
  });

  test('joins once, also when many ask at once', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUp(service, DAN);
    const token = await invited(service, anna);

    const answers = await Promise.all(Array.from({ length: 5 }, () => dan.post('/api/invitation/join', { token })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map((one) => one.json.error?.code))).toEqual(
      new Set(['invitation_invalid']),
    );
    expect((await meOf(dan)).accounts).toHaveLength(2);
  });
});

describe('an invitation', () => {
  test('is for its address alone', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const token = await invited(service, anna);
    const eve = await signedUp(service, 'eve@example.com');

    const stolen = await eve.post('/api/invitation/join', { token });
    const taken = await pageClient(service).post('/api/auth/sign-up/email', {
      ...{ name: 'E', email: 'eve2@example.com', password: PASSWORD, invitation: token },
    });

    expect(codeOf(stolen)).toEqual([403, 'invitation_invalid']);
    expect(codeOf(taken)).toEqual([403, 'invitation_invalid']);
    expect((await meOf(eve)).accounts).toHaveLength(1);
  });

  test('that is sent again has a new link, and the old one ends; one that is withdrawn has none', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const first = await invited(service, anna);
    const { id } = teamOf(await anna.get('/api/members')).invitations[0]!;

    const again = await anna.post(`/api/invitations/${id}/resend`);
    const second = tokenFor(service, DAN);
    const look = async (token: string) => codeOf(await anna.post('/api/invitation/look', { token }));

    expect(teamOf(again).invitations).toMatchObject([{ id, email: DAN, role: 'developer', invitedBy: ANNA }]);
    expect([await look(first), await look(second)]).toEqual([
      [403, 'invitation_invalid'],
      [200, null],
    ]);
    const withdrawn = await anna.post(`/api/invitations/${id}/withdraw`);
    expect([teamOf(withdrawn).invitations, await look(second)]).toEqual([[], [403, 'invitation_invalid']]);
    expect(codeOf(await anna.post(`/api/invitations/${id}/withdraw`))).toEqual([404, 'not_found']);
  });

  test('is refused for a member, and a second one to an address takes the place of the first', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const first = await invited(service, anna);

    const own = await anna.post('/api/invitations', { email: ANNA, role: 'viewer' });
    const second = await invited(service, anna, { role: 'billing' });

    expect(own.status).toBe(400);
    expect(codeOf(await anna.post('/api/invitation/look', { token: first }))).toEqual([403, 'invitation_invalid']);
    expect(codeOf(await anna.post('/api/invitation/look', { token: second }))).toEqual([200, null]);
    expect(teamOf(await anna.get('/api/members')).invitations).toMatchObject([{ email: DAN, role: 'billing' }]);
  });

  test('is sent to one address a few times an hour, and no more', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);

    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await anna.post('/api/invitations', { email: DAN, role: 'viewer' })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('carries no link in the name of its organisation', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);

    const refused = await anna.patch('/api/organisation', { name: 'Win at https://evil.example' });

    expect([refused.status, refused.json.error?.message]).toEqual([400, 'name must not hold a link.']);
  });

  test('is kept without its token', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const token = await invited(service, anna);

    const written = (rows: readonly object[]) => rows.flatMap((row) => Object.values(row).map(String)).join('\n');
    const rows = written(await rowsOf(service, 'SELECT * FROM invitations'));
    const log = written(await rowsOf(service, 'SELECT * FROM operator_actions'));

    expect(rows).toContain(DAN);
    expect([rows.includes(token), log.includes(token)]).toEqual([false, false]);
  });
});

describe('sessions', () => {
  test('of each member end by themselves on all other devices, and by an operator for all members', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna, { role: 'viewer' }));
    const phone = pageClient(service);
    await phone.post('/api/auth/sign-in/email', { email: DAN, password: PASSWORD });
    expect((await phone.get('/api/me')).status).toBe(200);

    const ended = await dan.post('/api/auth/revoke-other-sessions');
    const statuses = async () => Promise.all([dan, phone, anna].map(async (one) => (await one.get('/api/me')).status));
    const afterOwn = await statuses();
    await service.stores.actionLog.act({
      ...{ id: 'act_end', actor: 'test', reason: 'test', atMs: Date.now() },
      action: { kind: 'end-sessions', accountId },
    });

    expect([ended.status, afterOwn]).toEqual([200, [200, 401, 200]]);
    expect(await statuses()).toEqual([401, 401, 401]);
  });
});

describe('a role', () => {
  test('that is changed holds from the next request on', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna, { role: 'viewer' }));
    await meOf(dan);
    const { id } = teamOf(await anna.get('/api/members')).members[1]!;

    const before = await dan.post('/api/keys', { name: 'x' });
    const changed = await anna.patch(`/api/members/${id}`, { role: 'developer' });
    const after = await dan.post('/api/keys', { name: 'x' });

    expect([codeOf(before), changed.status, codeOf(after)]).toEqual([[403, 'role_not_allowed'], 200, [200, null]]);
  });

  test('of the owner cannot be changed or taken, by an admin or by the owner', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna, { role: 'admin' }));
    await meOf(dan);
    const { id } = teamOf(await dan.get('/api/members')).members[0]!;

    const answers = [
      await dan.patch(`/api/members/${id}`, { role: 'viewer' }),
      await dan.post(`/api/members/${id}/remove`),
      await anna.post(`/api/members/${id}/remove`),
      await anna.post('/api/organisation/leave'),
      await dan.post('/api/organisation/hand-over', { memberId: id, password: PASSWORD }),
      await dan.post('/api/account/delete', { email: DAN, password: PASSWORD }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400, 403, 403]);
    expect((await meOf(anna)).account.role).toBe('owner');
  });
});

describe('a member who is removed', () => {
  test('is out with the next request, gets an e-mail, and keeps what else they belong to', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const { id } = teamOf(await anna.get('/api/members')).members[1]!;

    const removed = await anna.post(`/api/members/${id}/remove`);

    expect(teamOf(removed).members).toHaveLength(1);
    expect(codeOf(await dan.get(`/api/billing?account=${accountId}`))).toEqual([404, 'not_found']);
    expect((await meOf(dan)).account.role).toBe('owner');
    expect(service.log.some((line) => line.emailKind === 'removed' && line.to === DAN)).toBe(true);
  });
});

describe('a key', () => {
  const keysOf = async (client: PageClient) =>
    ((await client.get(`/api/keys?dayFromMs=${Date.now() - 1000}`)).json.keys as readonly KeyView[]).map(
      ({ name, member }) => [name, member?.email ?? null],
    );
  const statusWith = async (service: TestService, secret: unknown) =>
    (await fetch(`${service.url}/models`, { headers: { authorization: `Bearer ${secret}` } })).status;

  test('of a developer is their own: others of theirs do not exist, and an admin sees all', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const ofAll = (await anna.post('/api/keys', { name: 'all' })).json.key as KeyView;
    const annas = await anna.post('/api/keys', { name: 'annas', belongsTo: 'person' });
    const dans = await dan.post('/api/keys', { name: 'dans' });

    const refused = [
      await dan.post('/api/keys', { name: 'x', belongsTo: 'organisation' }),
      await dan.patch(`/api/keys/${ofAll.id}`, { name: 'stolen' }),
      await dan.post(`/api/keys/${ofAll.id}/revoke`),
      await dan.post(`/api/keys/${ofAll.id}/rotate`, { overlapHours: 0 }),
    ];

    expect([annas.status, dans.status]).toEqual([200, 200]);
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 404, 404]);
    expect(await keysOf(dan)).toEqual([['dans', DAN]]);
    expect((await keysOf(anna)).sort()).toEqual([
      ['all', null],
      ['annas', ANNA],
      ['dans', DAN],
    ]);
  });

  test('of a member stops while their role may not spend, and works again when it may', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const { key, secret } = (await dan.post('/api/keys', { name: 'own' })).json as unknown as NewKeyView;
    const annas = (await anna.post('/api/keys', { name: 'all' })).json.secret;
    const { id } = teamOf(await anna.get('/api/members')).members[1]!;
    const chat = { model: 'svc-frost', messages: [{ role: 'user', content: 'hi' }] };
    const spending = () => service.post(chat, { headers: { authorization: `Bearer ${secret}` } });
    expect(await statusWith(service, secret)).toBe(200);

    for (const role of ['viewer', 'billing'] as const) {
      expect(codeOf(await anna.patch(`/api/members/${id}`, { role })), role).toEqual([200, null]);
      const refused = await spending();
      const { error } = (await refused.json()) as { error: { code: string } };
      expect([refused.status, error.code], role).toEqual([403, 'role_not_allowed']);
      expect(await statusWith(service, annas), role).toBe(200);
    }
    const shown = (await anna.get(`/api/keys?dayFromMs=${Date.now() - 1000}`)).json.keys as readonly KeyView[];
    expect(shown.find((one) => one.id === key.id)?.isPaused).toBe(true);
    await anna.patch(`/api/members/${id}`, { role: 'developer' });
    expect(await statusWith(service, secret)).toBe(200);
  });

  test('is revoked by the member whose it is, whatever their role, and by no other who may not change keys', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const { key } = (await dan.post('/api/keys', { name: 'own' })).json as unknown as NewKeyView;
    const { key: annas } = (await anna.post('/api/keys', { name: 'all' })).json as unknown as NewKeyView;
    const { id } = teamOf(await anna.get('/api/members')).members[1]!;
    await anna.patch(`/api/members/${id}`, { role: 'viewer' });

    const foreign = await dan.post(`/api/keys/${annas.id}/revoke`);
    const changed = await dan.patch(`/api/keys/${key.id}`, { name: 'x' });
    const revoked = await dan.post(`/api/keys/${key.id}/revoke`);

    expect([foreign, changed].map(codeOf)).toEqual([
      [403, 'role_not_allowed'],
      [403, 'role_not_allowed'],
    ]);
    expect(codeOf(revoked)).toEqual([200, null]);
    expect((revoked.json.key as KeyView).revokedAtMs).not.toBeNull();
  });

  test('of a member ends at once when they are removed, and one of the organisation goes on', async () => {
    await using service = await startService();
    const { anna } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna, { role: 'admin' }));
    await meOf(dan);
    const own = (await dan.post('/api/keys', { name: 'own', belongsTo: 'person' })).json.secret;
    const shared = (await dan.post('/api/keys', { name: 'shared' })).json.secret;
    expect([await statusWith(service, own), await statusWith(service, shared)]).toEqual([200, 200]);
    const { id } = teamOf(await anna.get('/api/members')).members[1]!;

    await anna.post(`/api/members/${id}/remove`);

    expect([await statusWith(service, own), await statusWith(service, shared)]).toEqual([401, 200]);
  });

  test('says whose usage it is: a developer sees their own, and the chart of an admin tells members apart', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    await service.stores.credits.grant({
      ...{ accountId, amount: nanos(10n ** 9n), reason: 'test', actor: 'test', atMs: Date.now() },
    });
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const ofAll = (await anna.post('/api/keys', { name: 'all' })).json.secret as string;
    const dans = (await dan.post('/api/keys', { name: 'dans' })).json.secret as string;
    for (const apiKey of [ofAll, ofAll, dans]) {
      await service.client({ apiKey }).chat.completions.create({
        ...{ model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 },
      });
    }
    const chat = { model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
    expect((await dan.post('/api/playground/completions', chat)).status).toBe(200);

    const span = `fromMs=${Date.now() - 3_600_000}&toMs=${Date.now() + 3_600_000}&step=hour&zone=UTC`;
    const countsOf = async (client: PageClient, by: string) =>
      ((await client.get(`/api/usage?${span}&by=${by}`)).json.series as UsageView['series']).map(
        ({ label, points }) => [label, points.reduce((sum, { requests }) => sum + requests, 0)],
      );
    const rowsOfDan = (await dan.get('/api/requests')).json.requests as readonly { id: string; keyName: string }[];
    const rowsOfAnna = (await anna.get('/api/requests')).json.requests as readonly { id: string; keyName: string }[];

    expect((await countsOf(anna, 'member')).sort()).toEqual([
      [DAN, 2],
      ['organisation', 2],
    ]);
    expect(await countsOf(dan, 'member')).toEqual([[DAN, 2]]);
    expect(rowsOfDan.map(({ keyName }) => keyName).sort()).toEqual(['Playground', 'dans']);
    expect(rowsOfAnna).toHaveLength(4);
    const other = rowsOfAnna.find(({ keyName }) => keyName === 'all')!;
    expect([
      (await dan.get(`/api/requests/${other.id}`)).status,
      (await anna.get(`/api/requests/${other.id}`)).status,
    ]).toEqual([404, 200]);
    expect((await dan.get('/api/requests.csv')).text).not.toContain(other.id);
    const own = (await dan.get('/api/account/export')).json as Readonly<
      Record<string, readonly { id: string; name: string }[]>
    >;
    expect(Object.keys(own)).toEqual(['format', 'exportedAtMs', 'person', 'keys', 'requests']);
    expect(own.keys!.map(({ name }) => name).sort()).toEqual(['Playground', 'dans']);
    expect(own.requests!.map(({ id }) => id).sort()).toEqual(rowsOfDan.map(({ id }) => id).sort());
  });
});

describe('handing over', () => {
  test('takes the password, and makes the member the owner and the owner an admin', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUpByLink(service, await invited(service, anna));
    await meOf(dan);
    const { id: memberId } = teamOf(await anna.get('/api/members')).members[1]!;

    const wrong = await anna.post('/api/organisation/hand-over', { memberId, password: 'wrong' });
    const given = await anna.post('/api/organisation/hand-over', { memberId, password: PASSWORD });

    expect(codeOf(wrong)).toEqual([400, 'wrong_password']);
    expect(teamOf(given).members.map(({ email, role }) => [email, role])).toEqual([
      [DAN, 'owner'],
      [ANNA, 'admin'],
    ]);
    expect([(await meOf(anna)).account.role, (await meOf(dan)).account.role]).toEqual(['admin', 'owner']);
    // It is known by the address of its owner, so the one before can have an account of their own again.
    expect(await service.stores.accounts.find(DAN)).toMatchObject({ id: accountId });
    await anna.post('/api/organisation/leave');
    expect((await meOf(anna)).account).toMatchObject({ email: ANNA, role: 'owner' });
  });

  test('to a person who owns another account gives them two', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUp(service, DAN);
    const own = (await meOf(dan)).account.id;
    await dan.post('/api/invitation/join', { token: await invited(service, anna) });
    const memberId = teamOf(await anna.get('/api/members')).members[1]!.id;

    const given = await anna.post('/api/organisation/hand-over', { memberId, password: PASSWORD });

    expect(given.status).toBe(200);
    expect((await meOf(dan)).accounts.map(({ id, role, email }) => [id, role, email])).toEqual(
      expect.arrayContaining([
        [own, 'owner', DAN],
        [accountId, 'owner', accountId],
      ]),
    );
    await anna.post('/api/organisation/leave');
    expect((await meOf(anna)).account).toMatchObject({ email: ANNA, role: 'owner' });
  });

  test('to several at once has one new owner', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const emails = ['b@example.com', 'c@example.com', 'd@example.com'];
    for (const email of emails) {
      await meOf(await signedUpByLink(service, await invited(service, anna, { email }), email));
    }
    const others = teamOf(await anna.get('/api/members')).members.filter(({ role }) => role !== 'owner');

    const answers = await Promise.all([
      ...others.map(({ id }) => anna.post('/api/organisation/hand-over', { memberId: id, password: PASSWORD })),
      ...others.map(({ id }) => anna.post(`/api/members/${id}/remove`)),
    ]);

    const rows = await rowsOf(service, `SELECT user_id FROM accounts WHERE id = '${accountId}'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.user_id).not.toBeNull();
    expect(answers.slice(0, 3).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const team = teamOf(await anna.get(`/api/members?account=${accountId}`)).members;
    expect(team.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('the organisation ends it for its members; the owner, who belongs to another, stays a person', async () => {
    await using service = await startService();
    const { anna, accountId } = await ofAnna(service);
    const dan = await signedUp(service, DAN);
    const ofDan = (await meOf(dan)).account.id;
    await dan.post('/api/invitation/join', { token: await invited(service, anna) });
    await anna.post('/api/invitation/join', { token: await invited(service, dan, { email: ANNA, role: 'viewer' }) });

    const deleted = await anna.post(`/api/account/delete?account=${accountId}`, {
      ...{ email: ANNA, password: PASSWORD, colleagues: 1 },
    });

    expect(deleted.json).toMatchObject({ deleted: true });
    expect((await meOf(dan)).accounts.map(({ id }) => id)).toEqual([ofDan]);
    expect((await meOf(anna)).accounts).toEqual([{ id: ofDan, name: null, email: DAN, role: 'viewer' }]);
  });
});

test('what is done to an organisation is in the log of the operators, with who did it', async () => {
  await using service = await startService();
  const { anna, accountId } = await ofAnna(service);
  const dan = await signedUpByLink(service, await invited(service, anna));
  await meOf(dan);
  const { id } = teamOf(await anna.get('/api/members')).members[1]!;
  await anna.patch(`/api/members/${id}`, { role: 'viewer' });
  await anna.post(`/api/members/${id}/remove`);

  const actions = await service.stores.actionLog.actions({ accountId, rowsMax: 10 });

  expect(actions.map(({ kind, actor, after }) => [kind, actor, after.role ?? after.as ?? null])).toEqual([
    ['remove-member', ANNA, null],
    ['change-member', ANNA, 'viewer'],
    ['join', DAN, 'developer'],
    ['invite-member', ANNA, 'developer'],
  ]);
});
