import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { PASSWORD } from '../../../test/support/known-people.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings, USAGE } from '../../../test/support/settings-service.ts';
import { parseCzk } from '../../core/money.ts';

const DAY = 24 * 3_600_000;
const MINUTE_MS = 60_000;
let service: SettingsService;
let keyId: string;
let secret: string;

beforeEach(async () => {
  service = await startSettings();
  const { body } = await service.anna.ask('POST /api/keys', {
    body: { name: 'laptop', allowedRanges: ['127.0.0.1'], limits: [{ unit: 'tokens', window: 'minute', max: 9000 }] },
  });
  keyId = body.key.id;
  secret = body.secret;
});
afterEach(() => service[Symbol.asyncDispose]());

const about = () => ({ accountId: 'acc_anna', actor: 'test', reason: 'test', atMs: service.clock.nowMs() });
const account = async () => (await service.stores.accounts.find('acc_anna'))!;
const credit = async () => (await service.stores.ledger.balanceOf('acc_anna', service.clock.nowMs())).credit;

const chat = () =>
  fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 }),
  });

const remove = (body: object = { email: 'Anna@Example.com', password: PASSWORD }) =>
  service.anna.ask('POST /api/account/delete', { body });

describe('what an owner takes away', () => {
  test('is one JSON file with everything but secrets', async () => {
    await service.stores.plans.choose({ ...about(), plan: 'pro' });
    const limits = [
      { unit: 'CZK', window: 'month', max: '250.5' },
      { unit: 'requests', window: 'minute', max: '60' },
      { unit: 'tokens', window: 'month', max: '5000000' },
    ] as const;
    await service.anna.ask('PATCH /api/billing/limits', { body: { limits } });
    const ofOperator = { unit: 'tokens', window: 'minute', max: '700' } as const;
    const body = { id: 'limits-a-minute-1', reason: 'agreed', limits: [ofOperator] };
    await service.olga.ask('POST /api/operator/customers/{id}/limits', { id: 'acc_anna', body });
    const requests = [];
    for (let n = 0; n < 3; n++) requests.push(await service.spend(service.anna, { keyId }));
    await service.spend(service.ben, { keyId: await keyOfBen() });

    const response = await service.anna.open('GET /api/account/export');
    const text = await response.text();

    expect(response.headers.get('content-disposition')).toBe('attachment; filename="boreal-account.json"');
    const file = JSON.parse(text);
    expect(file).toMatchObject({
      format: 1,
      account: { id: 'acc_anna', email: 'anna@example.com' },
      person: { email: 'anna@example.com', name: 'Anna', language: 'cs', accounts: [{ accountId: 'acc_anna' }] },
      members: [{ email: 'anna@example.com', role: 'owner' }],
      limits: [
        { ...limits[0], setBy: 'customer' },
        { ...limits[1], setBy: 'customer' },
        { ...ofOperator, setBy: 'operator' },
        { ...limits[2], setBy: 'customer' },
      ],
      keys: [{ id: keyId, name: 'laptop', limits: [{ unit: 'tokens', window: 'minute', max: '9000' }], spentCzk: '0' }],
      pots: [
        { kind: 'credit', leftCzk: '1000', spentCzk: '0' },
        { kind: 'plan', leftTokens: 499_550, spentTokens: 450 },
      ],
      planPeriods: [{ plan: 'pro' }],
      debts: [],
      movements: [
        { kind: 'grant', pot: 'credit', amountCzk: '1000', reason: 'opening' },
        { kind: 'grant', pot: 'plan', amountTokens: 500_000 },
      ],
    });
    expect(file.requests.map(({ id }: { id: string }) => id).sort()).toEqual(requests.sort());
    expect(file.prices.map(({ id }: { id: string }) => id)).toContain(file.requests[0].priceVersion);
    expect(file.requests[0]).toMatchObject({ ...USAGE, planTokens: 150, czk: '0' });
    expect(text).not.toContain(secret.slice(12, -6));
    expect(text).not.toMatch(/fingerprint|acc_ben/);
  });

  test('has the responses that are kept, readable, and those of no other account', async () => {
    const kept = (text: string) => ({
      id: `resp_${text}`,
      createdAtMs: service.clock.nowMs(),
      input: [{ type: 'message', role: 'user', content: `question of ${text}` }],
      responseJson: JSON.stringify({ id: `resp_${text}`, output: [`answer to ${text}`] }),
    });
    for (let n = 0; n < 25; n++) await service.keptResponses.keep('acc_anna', kept(`anna ${n}`));
    await service.keptResponses.keep('acc_ben', kept('ben'));

    const file = JSON.parse(await (await service.anna.open('GET /api/account/export')).text());

    expect(file.keptResponses).toHaveLength(25);
    expect(file.keptResponses[0]).toMatchObject({ id: 'resp_anna 0', response: { output: ['answer to anna 0'] } });
    expect(JSON.stringify(file.keptResponses)).not.toContain('ben');
  });

  test('has the conversations with their items, readable, and those of no other account', async () => {
    const said = (text: string) => ({ id: `msg_${text}`, type: 'message', content: `words of ${text}` });
    const make = (accountId: string, text: string) =>
      service.conversations.create(accountId, {
        metadata: { topic: text },
        items: [said(`${text}-1`), said(`${text}-2`)],
      });
    for (let n = 0; n < 25; n++) await make('acc_anna', `anna-${n}`);
    await make('acc_ben', 'ben');

    const file = JSON.parse(await (await service.anna.open('GET /api/account/export')).text());

    const topics = file.conversations.map(({ metadata }: { metadata: { topic: string } }) => metadata.topic);
    expect(topics.toSorted()).toEqual(Array.from({ length: 25 }, (_, n) => `anna-${n}`).toSorted());
    const first = file.conversations.find(
      ({ metadata }: { metadata: { topic: string } }) => metadata.topic === 'anna-0',
    );
    expect(first).toMatchObject({ createdAtMs: expect.any(Number), items: [said('anna-0-1'), said('anna-0-2')] });
    expect(JSON.stringify(file.conversations)).not.toContain('words of ben');
  });

  test('is whole where it does not fit into one piece', async () => {
    await service.db.sql.run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 1100)
       INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason)
       SELECT 'acc_anna', 'credit-acc_anna', 'grant', 1, ?, 'test', 'grant ' || i FROM n`,
      NOON + 5,
    );

    const { movements } = (await (await service.anna.open('GET /api/account/export')).json()) as {
      movements: readonly { readonly reason: string }[];
    };

    expect(new Set(movements.map(({ reason }) => reason)).size).toBe(1101);
    expect(movements).toHaveLength(1101);
  });
});

async function keyOfBen(): Promise<string> {
  return (await service.ben.ask('POST /api/keys', { body: { name: 'his' } })).body.key.id;
}

describe('an account that is deleted', () => {
  test('loses its keys, its address and its credit; the ledger stays and adds up', async () => {
    service.upstream.play(answerText('Hello.'));
    expect((await chat()).status).toBe(200);
    await service.stores.plans.choose({ ...about(), plan: 'pro' });
    await service.stores.credits.grantPackage({ ...about(), tokens: 10n, expiresAtMs: NOON + 90 * DAY });
    await service.anna.ask('PATCH /api/billing/alert', { body: { belowCzk: '5' } });
    const left = await credit();

    const { status, body } = await remove();

    expect([status, body.deleted, parseCzk(body.writtenOffCzk)]).toEqual([200, true, left]);
    expect(await account()).toMatchObject({ status: 'closed', email: 'acc_anna@deleted.invalid' });
    expect(await credit()).toBe(parseCzk('0'));
    expect(service.removed).toEqual(['anna']);
    expect((await service.anna.ask('GET /api/billing')).error?.code).toBe('session_required');
    expect((await chat()).status).toBe(402);
    const [key] = await service.stores.keys.list('acc_anna');
    expect(key).toMatchObject({ name: 'deleted', allowedRanges: [], revokedAtMs: expect.any(Number) });
    const kept = await service.db.sql.all(
      "SELECT kind, reason FROM ledger_entries WHERE account_id = 'acc_anna' ORDER BY seq",
    );
    expect(kept.map(({ kind }) => kind)).toEqual(['grant', 'grant', 'grant', 'correction', 'expiry', 'expiry']);
    expect(kept.at(-1)?.reason).toBe('account closed');
    expect((await service.audit()).problems).toEqual([]);
  });

  test('is refused at its very next request, also where a key is still in memory', async () => {
    service.upstream.play(answerText('Hello.'));
    expect((await chat()).status).toBe(200);

    await remove();
    const response = await chat();

    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ error: { code: 'account_blocked' } });
    expect(service.upstream.requests).toHaveLength(1);
  });

  test('lets running answers finish and pays for them; what they give back is written off later', async () => {
    const running = await service.hold(service.anna, { keyId });
    await remove();
    const held = await credit();
    expect(held).toBeGreaterThan(0n);

    await service.stores.ledger.settle({ requestId: running, usage: USAGE, outcome: 'finished', atMs: NOON + 9 });
    while ((await service.stores.maintenance.emptyClosed(service.clock.nowMs())) > 0);

    expect(await credit()).toBe(parseCzk('0'));
    const due = await service.db.sql.all('SELECT id FROM accounts WHERE emptying_since_ms IS NOT NULL');
    expect(due).toEqual([]);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('takes nothing more: no key, no credit, no package, no plan', async () => {
    await remove();
    const storage = service.stores;
    const refusals = await Promise.allSettled([
      storage.credits.grant({ ...about(), amount: parseCzk('1') }),
      storage.credits.grantPackage({ ...about(), tokens: 1n, expiresAtMs: NOON + DAY }),
      storage.plans.choose({ ...about(), plan: 'pro' }),
      storage.accountKeys.makePlayground({ accountId: 'acc_anna' }, { id: 'key_new', atMs: NOON }),
      service.hold(service.anna, { keyId }),
    ]);

    expect(refusals.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect((await service.audit()).problems).toEqual([]);
  });

  test('stays closed when a payment is returned later', async () => {
    await remove();

    const debt = await service.stores.credits.takeBack({ ...about(), amount: parseCzk('100') });

    expect(debt).toBe(parseCzk('100'));
    expect((await account()).status).toBe('closed');
    expect((await service.audit()).problems).toEqual([]);
  });

  test('twice at once is deleted once', async () => {
    const both = await Promise.all([remove(), remove()]);

    // The second may come when the account is closed already, or when its owner is not known any more.
    const outcomes = both.map(({ status, body, error }) => (status === 200 ? body.writtenOffCzk : `${error?.code}`));
    expect([
      ['0', '1000'],
      ['1000', 'session_required'],
    ]).toContainEqual(outcomes.sort());
    expect((await service.audit()).problems).toEqual([]);
  });

  test('gets no plan period any more', async () => {
    await service.stores.plans.choose({ ...about(), plan: 'pro' });
    await remove();

    await service.stores.maintenance.renewPlans(NOON + 90 * DAY);

    const periods = await service.db.sql.all("SELECT plan FROM plan_periods WHERE account_id = 'acc_anna'");
    expect(periods).toHaveLength(1);
  });
});

describe('an account is not deleted', () => {
  test.each([
    ['email', { email: 'ben@example.com', password: PASSWORD }],
    ['password', { email: 'anna@example.com' }],
    ['password', { email: 'anna@example.com', password: 'wrong' }],
  ])('without the right %s', async (param, body) => {
    const { status, error } = await remove(body);

    expect([status, error?.param]).toEqual([400, param]);
    expect((await account()).status).toBe('active');
    expect(service.removed).toEqual([]);
  });

  test('while it owes', async () => {
    await service.stores.credits.takeBack({ ...about(), amount: parseCzk('2000') });

    const { status, error } = await remove();

    expect([status, error?.code]).toEqual([402, 'account_blocked']);
    expect(service.removed).toEqual([]);
  });
});

test('a person without a password needs the address and a fresh sign-in', async () => {
  const deletion = () => service.ben.ask('POST /api/account/delete', { body: { email: 'ben@example.com' } });

  service.clock.set(NOON + 11 * MINUTE_MS);
  const late = await deletion();
  service.clock.set(NOON + 9 * MINUTE_MS);
  const { status } = await deletion();

  expect([late.status, late.error?.code]).toEqual([401, 'sign_in_again']);
  expect(status).toBe(200);
  expect(service.removed).toEqual(['ben']);
});
