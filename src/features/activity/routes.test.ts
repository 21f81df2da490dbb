/** The activity log: everything that members do is there, for owners and admins of the account, and no secret is. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';

let service: SettingsService;
/** An admin of Anna's account. */
let dana: Visitor;
/** Texts that must be in no line. */
const secrets: string[] = [];

const OF_ANNA = { account: 'acc_anna' };

beforeAll(async () => {
  service = await startSettings({
    limits: { requestsPerMinute: 1000 },
    payments: { bank: { iban: 'CZ6508000000192000145399', name: 'Boreal' } },
  });
  dana = await service.newPerson('dana');
  await join(dana, 'admin');
  await actAsAnna();
});
afterAll(() => service[Symbol.asyncDispose]());

const join = ({ person }: Visitor, role: string) =>
  service.db.sql.run(
    'INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, ?, 1)',
    'acc_anna',
    person.userId,
    role,
  );

async function actAsAnna(): Promise<void> {
  const { anna } = service;
  const made = (await anna.ask('POST /api/keys', { body: { name: 'build' } })).body;
  await anna.ask('PATCH /api/keys/{id}', { id: made.key.id, body: { name: 'deploy' } });
  const next = (await anna.ask('POST /api/keys/{id}/rotate', { id: made.key.id, body: { overlapHours: 0 } })).body;
  await anna.ask('POST /api/keys/{id}/revoke', { id: next.key.id });
  const limits = [{ unit: 'CZK', window: 'month', max: '500' }];
  await anna.ask('PATCH /api/billing/limits', { body: { limits } });
  await anna.ask('PATCH /api/billing/alert', { body: { belowCzk: '20' } });
  await anna.ask('PATCH /api/billing/limit-alerts', { body: { isOn: false } });
  const buyer = { name: 'Anna Tajná', street: 'Skrytá 7', city: 'Praha', postalCode: '110 00', country: 'CZ' };
  await anna.ask('PATCH /api/buyer', { body: { ...buyer, companyId: '', vatId: '' } });
  await anna.ask('POST /api/orders', { body: { offer: 'credit-100', method: 'bank' } });
  await anna.ask('PATCH /api/organisation', { body: { name: 'Anna & co.' } });
  await anna.ask('POST /api/invitations', { body: { email: 'eva@example.com', role: 'viewer' } });
  await anna.ask('PATCH /api/members/{id}', { id: 'dana', body: { role: 'admin' } });
  const token = (await anna.ask('POST /api/tokens', { body: { name: 'CI', scopes: ['usage:read'] } })).body;
  const webhook = { url: 'http://127.0.0.1:9/hook?key=query-secret', events: ['balance.low'] } as const;
  const hook = (await anna.ask('POST /api/webhooks', { body: webhook })).body;
  secrets.push(made.secret, next.secret, token.secret, hook.secret, 'query-secret', 'Skrytá', 'Tajná');
}

const list = async (query: Readonly<Record<string, unknown>> = {}, visitor = service.anna) =>
  (await visitor.ask('GET /api/activity', { query: { ...OF_ANNA, ...query } })).body;
const actionsOf = async (query: Readonly<Record<string, unknown>>) =>
  (await list(query)).entries.map(({ action }) => action);

const DONE = [
  ...['add-webhook', 'make-token', 'change-member', 'invite-member', 'name-account', 'place-order', 'set-buyer'],
  ...['set-alerts', 'set-alerts', 'set-limits', 'revoke-key', 'rotate-key', 'change-key', 'make-key'],
] as const;

describe('the activity of an account', () => {
  test('has what members did, newest first, with who did it and what was wanted', async () => {
    const { entries, next } = await list();

    expect(entries.map(({ action }) => action)).toEqual([...DONE]);
    expect(next).toBeNull();
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['anna@example.com']));
    expect(entries.find(({ action }) => action === 'set-limits')).toMatchObject({
      memberId: 'anna',
      details: { limits: [{ unit: 'CZK', window: 'month', max: '500' }] },
    });
    expect(entries.at(-1)).toMatchObject({ details: { name: 'build', keyId: expect.stringMatching(/^key_/) } });
  });

  test('has no secret, no fingerprint and no address of a person, as a list, as a file and for operators', async () => {
    const log = await service.olga.ask('GET /api/operator/actions');
    const texts = [
      JSON.stringify(await list()),
      await (await service.anna.open('GET /api/activity.csv')).text(),
      JSON.stringify(log.body),
    ];

    expect(secrets.every((secret) => secret.length > 4)).toBe(true);
    for (const text of texts) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(text).not.toContain('fingerprint');
      expect(text).not.toContain('sealed');
    }
  });

  test('has no line of a change that was refused', async () => {
    const before = (await list()).entries.length;

    const refused = [
      await service.anna.ask('POST /api/plan/cancel'),
      await service.anna.ask('POST /api/keys/{id}/revoke', { id: 'key_none' }),
      await service.anna.ask('POST /api/orders', { body: { offer: 'none', method: 'bank' } }),
    ];

    expect(refused.every(({ status }) => status >= 400)).toBe(true);
    expect((await list()).entries).toHaveLength(before);
  });

  test('is filtered by member, area and time', async () => {
    const nowMs = service.clock.nowMs();
    await dana.ask('PATCH /api/organisation', { body: { name: 'Anna and others' }, query: OF_ANNA });

    expect(await actionsOf({ memberId: 'dana' })).toEqual(['name-account']);
    expect(await actionsOf({ area: 'keys' })).toEqual(['revoke-key', 'rotate-key', 'change-key', 'make-key']);
    expect(await actionsOf({ area: 'sign-in' })).toEqual([]);
    expect(await actionsOf({ toMs: nowMs - 86_400_000 })).toEqual([]);
    expect((await actionsOf({ fromMs: nowMs - 86_400_000 })).length).toBeGreaterThan(10);
    expect((await service.anna.ask('GET /api/activity', { query: { area: 'all' } })).status).toBe(400);
  });

  test('comes by pages that meet without a gap, and whole as a file', async () => {
    for (let n = 0; n < 60; n++) await dana.ask('PATCH /api/organisation', { body: { name: `n${n}` }, query: OF_ANNA });

    const first = await list();
    const second = await list({ before: first.next });
    const response = await service.anna.open('GET /api/activity.csv', { query: { memberId: 'dana' } });
    const file = await response.text();

    expect(first.entries).toHaveLength(50);
    expect(second.next).toBeNull();
    const all = [...first.entries, ...second.entries];
    expect(all.map(({ details }) => details.name).slice(0, 60)).toEqual(
      Array.from({ length: 60 }, (_, n) => `n${59 - n}`),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(response.headers.get('content-disposition')).toContain('activity.csv');
    expect(file.trim().split('\r\n')).toHaveLength(1 + all.filter(({ memberId }) => memberId === 'dana').length);
    expect(file).toContain('time_utc,id,member,action,details');
  });
});

describe('the activity is for', () => {
  test('owners and admins; not for other roles, and not for other accounts', async () => {
    const viewer = await service.newPerson('vera');
    await join(viewer, 'viewer');

    const refused = await viewer.ask('GET /api/activity', { query: OF_ANNA });
    const elsewhere = await list({ account: 'acc_ben' }, service.ben);
    const annas = (await list()).entries[0]!.id;

    expect((await dana.ask('GET /api/activity', { query: OF_ANNA })).status).toBe(200);
    expect([refused.status, refused.error?.code]).toEqual([403, 'role_not_allowed']);
    expect(elsewhere.entries).toEqual([]);
    expect((await list({ account: 'acc_ben', before: annas }, service.ben)).entries).toEqual([]);
    expect((await list({ account: 'acc_ben', memberId: 'anna' }, service.ben)).entries).toEqual([]);
  });

  test('programs with the scope, and what a program does has its token beside the member', async () => {
    const scopes = ['activity:read', 'keys:write', 'keys:read'];
    const { secret } = (await service.anna.ask('POST /api/tokens', { body: { name: 'SIEM', scopes } })).body;
    const authorization = `Bearer ${secret}`;
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } });

    const made = await ask('/api/keys', { method: 'POST', body: '{"name":"by program"}' });
    const read = (await (await ask('/api/activity')).json()) as Awaited<ReturnType<typeof list>>;

    expect(made.status).toBe(200);
    expect(read.entries.slice(0, 2)).toMatchObject([
      { action: 'make-key', memberId: 'anna', actor: expect.stringMatching(/^anna@example\.com \(token SIEM, /) },
      { action: 'make-token' },
    ]);
  });

  test('no operator: what they do is not in it', async () => {
    const before = (await list()).entries[0]!.id;
    const about = { id: 'grant-in-the-activity', reason: 'for a test of the log' };
    const { status } = await service.olga.ask('POST /api/operator/customers/{id}/credit', {
      id: 'acc_anna',
      body: { ...about, kind: 'grant', czk: '5' },
    });

    expect(status).toBe(200);
    expect((await list()).entries[0]!.id).toBe(before);
  });
});

test('sign-ins are in the files of operators and in the list of one account, and do not hide the rest from them', async () => {
  const { olga, stores, clock } = service;
  const action = { kind: 'sign-in', accountId: 'acc_ben', by: 'password' } as const;
  await stores.actionLog.act({ id: 'sign-in-1', actor: 'ben', reason: 'Signed in', atMs: clock.nowMs(), action });

  const kindsOf = async (query: Record<string, string> = {}) =>
    (await olga.ask('GET /api/operator/actions', { query })).body.actions.map(({ kind }: { kind: string }) => kind);
  const file = await (await olga.open('GET /api/operator/actions.jsonl')).text();

  expect(await kindsOf()).not.toContain('sign-in');
  expect(await kindsOf({ accountId: 'acc_ben' })).toContain('sign-in');
  expect(file).toContain('"kind":"sign-in"');
});

test('a webhook that wants it gets each entry, with the content of the list', async () => {
  using receiver = startReceiver();
  await service.ben.ask('POST /api/webhooks', { body: { url: receiver.url, events: ['activity.logged'] } });
  await service.ben.ask('POST /api/keys', { body: { name: 'told' } });
  const gift = { kind: 'credit', czk: '50' } as const;
  const about = { id: 'voucher-for-activity', reason: 'for a conference' };
  const made = await service.olga.ask('POST /api/operator/vouchers', {
    body: { ...about, gift, usesMax: 1, expiresAtMs: null },
  });
  const code = made.body.code!;
  for (const typed of ['0000-0000-0000-0000', code, code]) {
    await service.ben.ask('POST /api/vouchers/redeem', { body: { code: typed } });
  }

  await service.notices.deliverToEndpoints();

  const told = receiver.calls.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const { entries } = await list({ account: 'acc_ben' }, service.ben);
  expect(told.map(({ type }) => type)).toEqual(Array(3).fill('activity.logged'));
  expect(told.map(({ data }) => String(data.action)).sort()).toEqual(['add-webhook', 'make-key', 'redeem-voucher']);
  for (const { atMs: _, ...entry } of entries.slice(0, 2)) {
    expect(told.find(({ data }) => data.id === entry.id)!.data).toEqual({ accountId: 'acc_ben', ...entry });
  }
  expect(entries[0]).toMatchObject({ action: 'redeem-voucher', details: { hint: code.slice(-4), gift } });
  expect(JSON.stringify(entries)).not.toContain(code.slice(0, -4));
  expect((await list({ account: 'acc_ben', area: 'billing' }, service.ben)).entries).toEqual(entries.slice(0, 1));
});
