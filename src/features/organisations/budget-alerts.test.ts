/** Alerts about budgets of members: e-mails to the owner and to the member, and calls of the account's webhooks. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { joinedAnna } from '../../../test/support/joined-member.ts';
import { PASSWORD } from '../../../test/support/known-people.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

const ACCOUNT = { account: 'acc_anna' };
/** The usage of a request of the fixture. */
const TOKENS = 150;

/** Dan, a developer of Anna's organisation, with a key of his own. */
async function withDan(service: SettingsService) {
  const dan = await joinedAnna(service, { userId: 'dan', role: 'developer' });
  const made = await dan.ask('POST /api/keys', { query: ACCOUNT, body: { name: 'mine' } });
  return { dan, keyId: made.body.key.id };
}

test('the owner and the member hear of 80 % and of the end of a budget, once each, in their language', async () => {
  await using service = await startSettings();
  const { keyId } = await withDan(service);
  const received: { type: string; data: object }[] = [];
  using receiver = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: async (request) => {
      received.push((await request.json()) as (typeof received)[number]);
      return new Response(null, { status: 204 });
    },
  });
  const webhook = { url: `http://127.0.0.1:${receiver.port}/`, events: ['limit.reached'] as const };
  await service.anna.ask('POST /api/webhooks', { body: webhook });
  const budget = (max: number) =>
    service.anna.ask('PATCH /api/members/{id}/budget', {
      id: 'dan',
      body: { limits: [{ unit: 'tokens', window: 'month', max }] },
    });
  const heard = async () => {
    const before = service.notices.emails.length;
    await service.notices.addDue();
    await service.notices.deliver();
    await service.notices.deliverToEndpoints();
    return service.notices.emails
      .slice(before)
      .map(({ to, subject }) => `${to}: ${subject}`)
      .toSorted();
  };

  await service.spend(service.anna, { keyId });
  await budget(TOKENS + 30);
  expect(await heard()).toEqual([
    'anna@example.com: Rozpočet člena týmu ve službě Boreal dosáhl 80 %',
    'dan@example.com: Your budget at Boreal has reached 80 %',
  ]);
  expect(await heard()).toEqual([]);
  service.clock.pass(1000);
  await budget(TOKENS);
  expect(await heard()).toEqual([
    'anna@example.com: Rozpočet člena týmu ve službě Boreal je vyčerpaný',
    'dan@example.com: Your budget at Boreal is used up',
  ]);

  const member = { id: 'dan', email: 'dan@example.com', organisation: 'anna@example.com' };
  const shared = {
    accountId: 'acc_anna',
    key: null,
    member,
    unit: 'tokens',
    used: '150',
    window: 'month',
    since: '2026-11-01',
  };
  expect(received).toMatchObject([
    { type: 'limit.reached', data: { ...shared, percent: 80, limit: '180' } },
    { type: 'limit.reached', data: { ...shared, percent: 100, limit: '150' } },
  ]);
  const texts = service.notices.emails.map(({ text }) => text);
  expect(texts.join()).toContain('Uživatel dan@example.com vyčerpal za listopad 2026 150 z rozpočtu 180 tokenů.');
  expect(texts.join()).toContain('In anna@example.com you have used 150 of a budget of 180 tokens in November 2026.');
});

test('no e-mails about a budget leave where the account has switched them off', async () => {
  await using service = await startSettings();
  const { keyId } = await withDan(service);
  await service.anna.ask('PATCH /api/billing/limit-alerts', { body: { isOn: false } });
  const body = { limits: [{ unit: 'CZK', window: 'month', max: '0.000001' }] } as const;
  await service.spend(service.anna, { keyId });
  await service.anna.ask('PATCH /api/members/{id}/budget', { id: 'dan', body });

  await service.notices.addDue();
  await service.notices.deliver();

  expect(service.notices.emails).toEqual([]);
  expect(service.notices.calls).toMatchObject([{ data: { member: { id: 'dan' }, percent: 100, unit: 'CZK' } }]);
});

test('operators see budgets of members and webhooks of a customer, with the last failure and without secrets', async () => {
  await using service = await startSettings();
  const { keyId } = await withDan(service);
  await service.spend(service.anna, { keyId });
  const limits = [
    { unit: 'CZK', window: 'month', max: '100' },
    { unit: 'tokens', window: 'month', max: '5000' },
  ] as const;
  const body = { limits };
  await service.anna.ask('PATCH /api/members/{id}/budget', { id: 'dan', body });
  using receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(null, { status: 503 }) });
  const url = `http://127.0.0.1:${receiver.port}/`;
  const made = await service.anna.ask('POST /api/webhooks', { body: { url, events: ['limit.reached'] } });
  await service.anna.ask('POST /api/webhooks/{id}/test', { id: made.body.webhooks[0]!.id });
  await service.notices.deliverToEndpoints();

  const query = { dayFromMs: service.clock.nowMs() };
  const seen = await service.olga.ask('GET /api/operator/customers/{id}', { id: 'acc_anna', query });

  const budgets = seen.body.members.map(({ email, budget }) => [email, budget]);
  expect(budgets).toMatchObject([
    ['anna@example.com', { limits: [], usedTokens: 0 }],
    ['dan@example.com', { limits, usedTokens: TOKENS }],
  ]);
  const problem = 'The receiver answered with status 503.';
  expect(seen.body.webhooks).toMatchObject([
    { url, events: ['limit.reached'], disabledAtMs: null, lastFailure: { status: 503, problem } },
  ]);
  expect(JSON.stringify(seen.body)).not.toContain(made.body.secret);
});

test('a webhook goes on after the owner who made it has handed the organisation over and was removed', async () => {
  await using service = await startSettings();
  const { dan, keyId } = await withDan(service);
  let calls = 0;
  using receiver = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: () => {
      calls += 1;
      return new Response(null, { status: 204 });
    },
  });
  const url = `http://127.0.0.1:${receiver.port}/`;
  await service.anna.ask('POST /api/webhooks', { body: { url, events: ['limit.reached'] } });
  await service.spend(service.anna, { keyId });
  const handed = { memberId: 'dan', password: PASSWORD };
  await service.anna.ask('POST /api/organisation/hand-over', { body: handed });
  const removed = await dan.ask('POST /api/members/{id}/remove', { query: ACCOUNT, id: 'anna' });
  expect(removed.status).toBe(200);
  await service.stores.limits.set('acc_anna', [{ unit: 'CZK', window: 'month', max: 1n }]);

  await service.notices.addDue();

  expect([await service.notices.deliverToEndpoints(), calls]).toEqual([1, 1]);
});
