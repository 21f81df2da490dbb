/** Budgets of members, over HTTP at a whole service: set by roles that may, shown, and refused with the official client. */
import { expect } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import type { TeamView } from '../../src/features/organisations/contract.ts';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import { test } from '../support/databases.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const DAN = 'dan@example.com';
const CHAT = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'Hi' }], max_tokens: 5 };

/** Anna's organisation with a crown of credit and Dan as a developer, with one key of his. */
async function organisation(service: TestService) {
  const anna = await signedUp(service, 'anna@example.com');
  const accountId = ((await anna.get('/api/me')).json as unknown as MeView).account.id;
  const grant = { amount: nanos(10n ** 9n), reason: 't', actor: 't', atMs: Date.now() };
  await service.stores.credits.grant({ accountId, ...grant });
  const invited = async () => {
    await anna.post('/api/invitations', { email: DAN, role: 'developer' });
    return new URL(linkFor(service, DAN, 'invited')).searchParams.get('invitation')!;
  };
  const dan = pageClient(service);
  const invitation = await invited();
  await dan.post('/api/auth/sign-up/email', { name: 'D', email: DAN, password: PASSWORD, invitation });
  await dan.post('/api/auth/sign-in/email', { email: DAN, password: PASSWORD });
  await dan.get('/api/me');
  const secretOf = async (client: PageClient, name: string) =>
    (await client.post(`/api/keys?account=${accountId}`, { name })).json.secret as string;
  const ask = (apiKey: string) => service.client({ apiKey, maxRetries: 0 }).chat.completions.create(CHAT);
  const refusalOf = (key: string) =>
    ask(key).then(
      () => undefined,
      (error: unknown) => error,
    );
  const memberOf = async (client = anna) =>
    ((await client.get('/api/members')).json as unknown as TeamView).members.find(({ email }) => email === DAN);
  return { anna, dan, accountId, invited, secretOf, ask, refusalOf, memberOf };
}

const inMonth = (czk: string | null, tokens: number | null = null) => ({
  limits: [
    ...(czk === null ? [] : [{ unit: 'CZK', window: 'month', max: czk }]),
    ...(tokens === null ? [] : [{ unit: 'tokens', window: 'month', max: `${tokens}` }]),
  ],
});

test('a member with a budget is refused when it is used up, with each key, and others are not', async () => {
  await using service = await startService();
  const { anna, dan, secretOf, ask, refusalOf } = await organisation(service);
  const keys = [await secretOf(dan, 'one'), await secretOf(dan, 'two')];
  const ofAll = await secretOf(anna, 'all');
  await ask(keys[0]!);
  const team = (await anna.get('/api/members')).json as unknown as TeamView;
  const { id, budget } = team.members.find(({ email }) => email === DAN)!;
  const set = (body: object, client = anna) => client.patch(`/api/members/${id}/budget`, body);

  const own = await set(inMonth(null), dan);
  const wrong = await set(inMonth('-1'));
  const owner = await anna.patch(`/api/members/${team.members[0]!.id}/budget`, inMonth('1'));
  const saved = await set(inMonth('100', budget!.usedTokens));

  expect([own.status, wrong.status, owner.status, saved.status]).toEqual([403, 400, 404, 200]);
  expect(budget).toMatchObject(inMonth(null));
  expect(budget!.usedTokens).toBeGreaterThan(0);
  const ofDan = ((await dan.get('/api/members')).json as unknown as TeamView).members;
  expect(ofDan.map((one) => one.budget?.limits[0]?.max ?? null)).toEqual([null, '100']);
  await until('the server has read the budget', async () => (await refusalOf(keys[0]!)) !== undefined);
  for (const key of keys) {
    expect(await refusalOf(key)).toMatchObject({ status: 402, code: 'member_limit_reached' });
  }
  expect((await ask(ofAll)).object).toBe('chat.completion');
  await set(inMonth(null));
  await until('the server has read that there is none', async () => (await refusalOf(keys[1]!)) === undefined);
});

test('the use of the organisation’s own keys has a row, and the column adds up', async () => {
  await using service = await startService();
  const anna = await signedUp(service, 'anna@example.com');
  const accountId = ((await anna.get('/api/me')).json as unknown as MeView).account.id;
  const gift = { accountId, amount: nanos(10n ** 9n), reason: 't', actor: 't', atMs: Date.now() };
  await service.stores.credits.grant(gift);
  const join = async (email: string) => {
    await anna.post('/api/invitations', { email, role: 'developer' });
    const invitation = new URL(linkFor(service, email, 'invited')).searchParams.get('invitation')!;
    const client = pageClient(service);
    await client.post('/api/auth/sign-up/email', { name: 'D', email, password: PASSWORD, invitation });
    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    return client;
  };
  const [dan, gone] = [await join(DAN), await join('gone@example.com')];
  for (const [client, times] of [
    [anna, 3],
    [dan, 2],
    [gone, 1],
  ] as const) {
    const apiKey = (await client.post('/api/keys', { name: 'one' })).json.secret as string;
    const official = service.client({ apiKey, maxRetries: 0 });
    for (let n = 0; n < times; n += 1) await official.chat.completions.create(CHAT);
  }
  const teamOf = async (client: typeof dan) => (await client.get('/api/members')).json as unknown as TeamView;
  const before = await teamOf(anna);
  const { id } = before.members.find(({ email }) => email === 'gone@example.com')!;
  await anna.post(`/api/members/${id}/remove`);

  const after = await teamOf(anna);

  const adds = ({ members, use }: TeamView) => ({
    tokens: members.reduce((sum, { budget }) => sum + budget!.usedTokens, use!.ofNoMember.usedTokens),
    czk: members.reduce((sum, { budget }) => sum + Number(budget!.spentCzk), Number(use!.ofNoMember.spentCzk)),
  });
  const one = before.members.find((member) => member.id === id)!.budget!.usedTokens;
  expect(one).toBeGreaterThan(0);
  expect([before.use!.ofNoMember.usedTokens, before.use!.total.usedTokens]).toEqual([3 * one, 6 * one]);
  expect([after.use!.ofNoMember.usedTokens, after.use!.total.usedTokens]).toEqual([4 * one, 6 * one]);
  for (const team of [before, after]) {
    expect(adds(team).tokens).toBe(team.use!.total.usedTokens);
    expect(adds(team).czk).toBeCloseTo(Number(team.use!.total.spentCzk), 9);
  }
  expect((await teamOf(dan)).use).toBeNull();
});

test('a member who is removed and invited again has the same budget, with what was used of it', async () => {
  await using service = await startService();
  const { anna, dan, secretOf, ask, refusalOf, invited, memberOf } = await organisation(service);
  await ask(await secretOf(dan, 'one'));
  const before = (await memberOf())!;
  const { usedTokens } = before.budget!;
  await anna.patch(`/api/members/${before.id}/budget`, inMonth('0.5', usedTokens));

  for (let round = 0; round < 2; round += 1) {
    await anna.post(`/api/members/${before.id}/remove`);
    expect(await memberOf()).toBeUndefined();
    await dan.post('/api/invitation/join', { token: await invited() });

    expect((await memberOf())!.budget).toMatchObject({ ...inMonth('0.5', usedTokens), usedTokens });
    expect(await refusalOf(await secretOf(dan, `again ${round}`))).toMatchObject({ code: 'member_limit_reached' });
  }
  const [joined] = (await service.stores.actionLog.actions({ rowsMax: 9 })).filter(({ kind }) => kind === 'join');
  expect(joined!.after).toMatchObject({ member: DAN, ...inMonth('0.5', usedTokens) });

  await anna.patch(`/api/members/${before.id}/budget`, inMonth(null));
  await anna.post(`/api/members/${before.id}/remove`);
  await dan.post('/api/invitation/join', { token: await invited() });

  expect((await memberOf())!.budget).toMatchObject({ ...inMonth(null), usedTokens });
  expect(await refusalOf(await secretOf(dan, 'free'))).toBeUndefined();
});

test('a person who was deleted and comes back with the same address has the budget of before', async () => {
  await using service = await startService();
  const { anna, dan, invited, memberOf } = await organisation(service);
  const { id } = (await memberOf())!;
  await anna.patch(`/api/members/${id}/budget`, inMonth('0.5'));
  await anna.post(`/api/members/${id}/remove`);
  await dan.get('/api/me');
  const deleted = await dan.post('/api/account/delete', { email: DAN, password: PASSWORD });

  const invitation = await invited();
  const again = pageClient(service);
  await again.post('/api/auth/sign-up/email', { name: 'D', email: DAN, password: PASSWORD, invitation });
  await again.post('/api/auth/sign-in/email', { email: DAN, password: PASSWORD });
  await again.get('/api/me');

  expect(deleted.status).toBe(200);
  expect((await memberOf())!.id).not.toBe(id);
  expect((await memberOf())!.budget).toMatchObject(inMonth('0.5'));
});
