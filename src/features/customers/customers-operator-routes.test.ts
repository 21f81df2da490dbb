import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { nanos } from '../../core/money.ts';

let service: SettingsService;

beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = (reason = 'asked by phone') => ({ id: `order-0000000000-${++orders}`, reason });
const customer = async (id = 'acc_anna') =>
  (await service.olga.ask('GET /api/operator/customers/{id}', { id, query: { dayFromMs: NOON } })).body;
const logged = async () =>
  (await service.stores.actionLog.actions({ rowsMax: 100 })).filter(({ memberId }) => memberId === null);

describe('the list of customers', () => {
  const list = async (query: Record<string, string> = {}) =>
    (await service.olga.ask('GET /api/operator/customers', { query })).body;
  const add = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const id = `acc_${String(i).padStart(3, '0')}`;
      const email = `customer${String(i).padStart(3, '0')}@example.com`;
      await service.stores.accounts.create({ id, email, status: 'active', createdAtMs: NOON + 1000 + i });
    }
  };

  test('shows the newest first, page by page, each once', async () => {
    await add(120);

    const seen: string[] = [];
    let after: string | null = '';
    do {
      const page = await list(after ? { after } : {});
      seen.push(...page.customers.map(({ id }) => id));
      after = page.next;
    } while (after);

    expect(seen.length).toBe(123);
    expect(new Set(seen).size).toBe(123);
    expect(seen.slice(0, 2)).toEqual(['acc_119', 'acc_118']);
  });

  test.each([
    ['an address', 'CUSTOMER00', 10],
    ['an id', 'acc_11', 10],
    ['a whole address', 'customer042@example.com', 1],
    ['nothing that is there', 'customer%', 0],
  ])('is searched by the beginning of %s', async (_what, search, count) => {
    await add(120);

    expect((await list({ search })).customers.length).toBe(count);
  });

  test('is searched page by page as well', async () => {
    await add(120);

    const first = await list({ search: 'customer' });
    const second = await list({ search: 'customer', after: first.next! });

    expect(first.customers.at(-1)!.email < second.customers[0]!.email).toBe(true);
    expect(second.customers.length).toBe(50);
  });

  const answered = (...accountIds: readonly string[]) =>
    service.stores.outcomes.add({
      byModel: [],
      byAccount: accountIds.map((accountId) => ({ accountId, hourMs: 0, status: 200, responses: 1 })),
      firstTokens: [],
      atMs: service.clock.nowMs(),
    });
  const keyOf = async (accountId: 'anna' | 'ben') =>
    (await service[accountId].ask('POST /api/keys', { body: { name: 'a key' } })).body.key.id;

  test('shows status, credit, plan, the spend of this month and the last activity', async () => {
    const keyId = await keyOf('ben');
    await service.spend(service.ben, { keyId });
    await service.stores.plans.choose({ accountId: 'acc_ben', plan: 'pro', actor: 'test', atMs: NOON });
    await answered('acc_ben');
    const { body } = await service.ben.ask('GET /api/billing');

    const [row] = (await list({ search: 'ben@' })).customers;
    expect(row).toEqual({
      ...{ id: 'acc_ben', email: 'ben@example.com', status: 'active', createdAtMs: NOON, plan: 'pro' },
      ...{ creditCzk: body.creditCzk, spentMonthCzk: body.spentCzk, activeAtMs: expect.any(Number), foundBy: null },
    });
    expect(Number(row!.spentMonthCzk)).toBeGreaterThan(0);
  });

  test.each([
    [{ status: 'suspended' }, ['acc_anna']],
    [{ status: 'closed' }, []],
    [{ plan: 'pro' }, ['acc_ben']],
    [{ plan: 'none', credit: 'some' }, ['acc_anna', 'acc_olga']],
    [{ credit: 'none' }, ['acc_new']],
    [{ active: 'yes' }, ['acc_ben']],
    [{ active: 'no', credit: 'some' }, ['acc_anna', 'acc_olga']],
    [{ search: 'ben', plan: 'ultra' }, []],
  ] as const)('is filtered by %j', async (query, expected) => {
    await service.stores.accounts.create({ id: 'acc_new', email: 'new@example.com', status: 'active', createdAtMs: 1 });
    await service.stores.plans.choose({ accountId: 'acc_ben', plan: 'pro', actor: 'test', atMs: NOON });
    const body = { ...order(), status: 'suspended' } as const;
    await service.olga.ask('POST /api/operator/customers/{id}/status', { id: 'acc_anna', body });
    await answered('acc_ben', 'acc_anna');
    service.clock.pass(40 * 86_400_000);
    await answered('acc_ben');

    expect((await list(query)).customers.map(({ id }) => id).toSorted()).toEqual([...expected]);
  });

  test('finds the few that fit among many, page by page, each once', async () => {
    await add(1300);
    await service.db.sql.run("UPDATE accounts SET status = 'blocked' WHERE id LIKE 'acc_%7'");

    const seen: string[] = [];
    let after: string | null = '';
    do {
      const page = await list({ status: 'blocked', ...(after && { after }) });
      seen.push(...page.customers.map(({ id }) => id));
      after = page.next;
    } while (after);

    expect(seen).toHaveLength(130);
    expect(new Set(seen).size).toBe(130);
  });

  test('is sorted by what was spent this month, page by page; the next month begins anew', async () => {
    await add(120);
    await service.db.sql.run(
      `INSERT INTO account_activity (account_id, active_at_ms, month, spent_nanos, tokens)
       SELECT id, ${NOON}, '2026-11', (created_at_ms % 7) * 1000000000, 1 FROM accounts WHERE id LIKE 'acc_0%' OR id LIKE 'acc_1%'`,
    );

    const first = await list({ sort: 'spent' });
    const second = await list({ sort: 'spent', after: first.next! });
    const third = await list({ sort: 'spent', after: second.next! });
    const all = [first, second, third].flatMap(({ customers }) => customers);
    service.clock.pass(40 * 86_400_000);

    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    const spent = all.map(({ spentMonthCzk }) => Number(spentMonthCzk));
    expect(spent).toEqual(spent.toSorted((a, b) => b - a));
    expect(third.next).toBeNull();
    expect((await list({ sort: 'spent' })).customers).toEqual([]);
  });

  test('has the addresses of accounts by their ids', async () => {
    const { body } = await service.olga.ask('GET /api/operator/emails', { query: { ids: 'acc_ben,acc_nobody' } });

    expect(body).toEqual({ emails: { acc_ben: 'ben@example.com' } });
  });
});

describe('one customer', () => {
  test('is shown with balance, keys, last requests and what was done to them', async () => {
    const { key } = (await service.anna.ask('POST /api/keys', { body: { name: 'hers' } })).body;
    const requestId = await service.spend(service.anna, { keyId: key.id });
    const body = { ...order(), kind: 'grant', czk: '5' };
    await service.olga.ask('POST /api/operator/customers/{id}/credit', { id: 'acc_anna', body });

    const view = await customer();

    expect(view).toMatchObject({ id: 'acc_anna', status: 'active', keys: [{ name: 'hers' }] });
    expect(view.requests.map(({ id }) => id)).toEqual([requestId]);
    expect(view.actions).toMatchObject([
      { kind: 'grant', reason: 'asked by phone', actor: 'olga@example.com' },
      { kind: 'make-key', actor: 'anna@example.com' },
    ]);
  });

  test('is not found by an e-mail address or anything else that is no id', async () => {
    for (const id of ['anna@example.com', 'acc_nobody']) {
      const query = { dayFromMs: NOON };
      expect((await service.olga.ask('GET /api/operator/customers/{id}', { id, query })).status).toBe(404);
    }
  });
});

describe('credit', () => {
  const book = (kind: string, czk: string, about = order()) =>
    service.olga.ask('POST /api/operator/customers/{id}/credit', { id: 'acc_anna', body: { ...about, kind, czk } });

  test('is granted, corrected and taken back, each with its states in the log', async () => {
    await book('grant', '10.5');
    await book('correct', '-0.5');
    await book('refund', '1011');

    expect((await customer()).billing).toMatchObject({ creditCzk: '0', debtCzk: '1' });
    expect(await logged()).toMatchObject([
      { kind: 'refund', before: { creditCzk: '1010' }, after: { creditCzk: '0', debtCzk: '1', status: 'blocked' } },
      { kind: 'correct', before: { creditCzk: '1010.5' }, after: { creditCzk: '1010' } },
      { kind: 'grant', before: { creditCzk: '1000' }, after: { creditCzk: '1010.5' } },
    ]);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('is booked once, however often the button is pressed', async () => {
    const about = order();

    const answers = await Promise.all([1, 2, 3].map(() => book('grant', '100', about)));

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.action.seq}`)).size).toBe(1);
    expect((await customer()).billing.creditCzk).toBe('1100');
    expect((await logged()).length).toBe(1);
  });

  test('is refused where an id was used for something else', async () => {
    const about = order();
    await book('grant', '100', about);

    const { status, error } = await book('grant', '200', about);

    expect([status, error?.param]).toEqual([400, 'id']);
    expect((await customer()).billing.creditCzk).toBe('1100');
  });

  test('that is not free is not taken by a correction, and nothing is logged', async () => {
    const { status, error } = await book('correct', '-1000.01');

    expect([status, error?.param]).toEqual([400, 'czk']);
    expect(error?.message).toContain('Only 1000 CZK are free');
    expect(await logged()).toEqual([]);
  });

  test.each([
    ['grant', '-5', 'czk'],
    ['grant', '0', 'czk'],
    ['refund', '-1', 'czk'],
    ['steal', '1', 'kind'],
  ])('is not booked as %s of %s', async (kind, czk, param) => {
    const { status, error } = await book(kind, czk);

    expect([status, error?.param]).toEqual([400, param]);
  });

  test('needs a reason', async () => {
    const { status, error } = await book('grant', '5', { ...order(), reason: '  ' });

    expect([status, error?.param]).toEqual([400, 'reason']);
  });

  test('and its line in the log are there together or not at all', async () => {
    await service.db.sql.run(
      "CREATE TRIGGER full BEFORE INSERT ON operator_actions BEGIN SELECT RAISE(ABORT, 'the log is full'); END",
    );

    const failed = await book('grant', '100');

    expect([failed.status, failed.error?.code]).toEqual([502, 'store_unavailable']);
    expect((await customer()).billing.creditCzk).toBe('1000');
    expect((await service.audit()).problems).toEqual([]);
  });
});

describe('an account', () => {
  const setStatus = (status: string) =>
    service.olga.ask('POST /api/operator/customers/{id}/status', { id: 'acc_anna', body: { ...order(), status } });

  test('that is suspended is refused with a sentence, until it is lifted', async () => {
    const { key } = (await service.anna.ask('POST /api/keys', { body: { name: 'hers' } })).body;
    await setStatus('suspended');

    const refused = service.hold(service.anna, { keyId: key.id });

    expect(refused).rejects.toMatchObject({ code: 'account_blocked', message: expect.stringContaining('suspended') });
    expect((await customer()).status).toBe('suspended');
    await setStatus('active');
    await service.spend(service.anna, { keyId: key.id });
    expect((await logged()).map(({ kind }) => kind)).toEqual(['resume', 'suspend']);
  });

  test('that is suspended stays so when its debt is paid', async () => {
    const about = { accountId: 'acc_anna', actor: 'test', reason: 'test', atMs: NOON };
    await service.stores.credits.takeBack({ ...about, amount: nanos(2_000_000_000_000n) });
    await setStatus('suspended');

    await service.stores.credits.grant({ ...about, amount: nanos(5_000_000_000_000n) });

    expect((await customer()).status).toBe('suspended');
    await setStatus('active');
    expect((await customer()).status).toBe('active');
  });

  test('gets packages and plans', async () => {
    const id = 'acc_anna';
    const expiresAtMs = NOON + 86_400_000;
    await service.olga.ask('POST /api/operator/customers/{id}/package', {
      id,
      body: { ...order(), tokens: 5000, expiresAtMs },
    });
    await service.olga.ask('POST /api/operator/customers/{id}/plan', { id, body: { ...order(), plan: 'ultra' } });
    const { billing } = await customer();
    await service.olga.ask('POST /api/operator/customers/{id}/plan', { id, body: { ...order(), plan: null } });

    expect(billing.packages).toMatchObject([{ tokens: 5000, expiresAtMs }]);
    expect(billing.plan).toMatchObject({ id: 'ultra', nextPlan: 'ultra' });
    expect((await customer()).billing.plan).toMatchObject({ nextPlan: null });
    expect(await logged()).toMatchObject([
      { kind: 'plan', after: { plan: 'ultra', nextPlan: null } },
      { kind: 'plan', after: { plan: 'ultra', tokens: '2005000' } },
      { kind: 'package', before: { tokens: '0' }, after: { tokens: '5000' } },
    ]);
  });

  test('loses a key at once, and only its own', async () => {
    const { key, secret } = (await service.anna.ask('POST /api/keys', { body: { name: 'hers' } })).body;
    const chat = async () =>
      (
        await fetch(`${service.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }),
        })
      ).status;
    const revoke = (id: string) =>
      service.olga.ask('POST /api/operator/customers/{id}/keys/{keyId}/revoke', { id, keyId: key.id, body: order() });
    const before = await chat();

    expect((await revoke('acc_ben')).status).toBe(404);
    expect((await revoke('acc_anna')).status).toBe(200);

    expect([before, await chat()]).toEqual([200, 401]);
  });
});

describe('the log', () => {
  test('is a list, a CSV file and JSON lines of the same actions, newest first', async () => {
    for (const reason of ['one', '=two', 'three'])
      await service.olga.ask('POST /api/operator/customers/{id}/status', {
        id: 'acc_anna',
        body: { ...order(reason), status: 'suspended' },
      });

    const list = (await service.olga.ask('GET /api/operator/actions')).body.actions;
    const csv = await (await service.olga.open('GET /api/operator/actions.csv')).text();
    const lines = (await (await service.olga.open('GET /api/operator/actions.jsonl')).text()).trim().split('\n');

    expect(list.map(({ reason }) => reason)).toEqual(['three', '=two', 'one']);
    expect(csv.trim().split('\r\n').length).toBe(4);
    expect(csv).toContain("'=two");
    const czech = await service.olga.open('GET /api/operator/actions.csv', { query: { for: 'excel-cs' } });
    expect(await czech.text()).toStartWith('time_utc;number;id;actor;');
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['three', '=two', 'one']);
  });
});
