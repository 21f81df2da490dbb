import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { nanos, parseCzk } from '../../core/money.ts';

const DAY = 24 * 3_600_000;
let service: SettingsService;
let keyId: string;

beforeEach(async () => {
  service = await startSettings();
  keyId = (await service.anna.ask('POST /api/keys', { body: { name: 'test' } })).body.key.id;
});
afterEach(() => service[Symbol.asyncDispose]());

const billing = async () => (await service.anna.ask('GET /api/billing')).body;
const about = () => ({ accountId: 'acc_anna', actor: 'test', reason: 'test', atMs: service.clock.nowMs() });

describe('billing', () => {
  test('shows credit, what is held of it and what was spent, to the last digit', async () => {
    await service.spend(service.anna, { keyId });
    const spent = (await billing()).spentCzk;
    await service.hold(service.anna, { keyId });

    const view = await billing();

    expect(parseCzk(view.creditCzk)).toBe(nanos(parseCzk('1000') - parseCzk(spent)));
    expect(parseCzk(view.heldCzk)).toBeGreaterThan(0n);
    expect(parseCzk(view.freeCzk)).toBe(nanos(parseCzk(view.creditCzk) - parseCzk(view.heldCzk)));
    expect(view).toMatchObject({ debtCzk: '0', plan: null, packages: [], alertBelowCzk: null });
  });

  test('shows the plan with its period and tokens, and packages beside it', async () => {
    await service.stores.plans.choose({ ...about(), plan: 'ultra' });
    await service.stores.credits.grantPackage({ ...about(), tokens: 1000n, expiresAtMs: NOON + 30 * DAY });
    await service.spend(service.anna, { keyId });

    const { plan, packages } = await billing();

    expect(plan).toMatchObject({ id: 'ultra', nextPlan: 'ultra', tokens: 2_000_000, tokensLeft: 1_999_850 });
    expect(packages).toMatchObject([{ tokens: 1000, tokensLeft: 1000, expiresAtMs: NOON + 30 * DAY }]);
  });

  test('shows what an upgrade has left of the plan before among the packages', async () => {
    await service.stores.plans.choose({ ...about(), plan: 'pro' });
    service.clock.pass(DAY);
    await service.stores.plans.choose({ ...about(), plan: 'ultra' });

    const { plan, packages } = await billing();

    expect(plan).toMatchObject({ id: 'ultra', tokensLeft: 2_000_000 });
    expect(packages).toMatchObject([{ label: 'pro', tokensLeft: 500_000 }]);
  });
});

describe('the alert', () => {
  test('is set, changed and removed', async () => {
    const set = async (belowCzk: string | null) =>
      (await service.anna.ask('PATCH /api/billing/alert', { body: { belowCzk } })).body.alertBelowCzk;

    expect([await set('50.00'), await set('0.5'), await set(null)]).toEqual(['50', '0.5', null]);
  });

  test.each(['0', '-1', 'much', '1.0000000001', 5])('is not set to %j', async (belowCzk) => {
    const { status, error } = await service.anna.ask('PATCH /api/billing/alert', { body: { belowCzk } });

    expect([status, error?.param]).toEqual([400, 'belowCzk']);
  });
});

describe('alerts about limits', () => {
  /** A limit that what was spent has just reached. */
  async function reach() {
    await service.spend(service.anna, { keyId });
    const limits = [{ unit: 'CZK', window: 'month', max: (await billing()).spentCzk } as const];
    await service.anna.ask('PATCH /api/keys/{id}', { id: keyId, body: { limits } });
    await service.notices.addDue();
    await service.notices.deliver();
    return service.notices.emails.map(({ to, subject }) => [to, subject]);
  }

  test('reach the owner, and the operator by the webhook', async () => {
    const emails = await reach();

    expect(emails).toEqual([['anna@example.com', 'Limit ve službě Boreal je vyčerpaný']]);
    expect(service.notices.calls).toMatchObject([
      { type: 'limit.reached', data: { accountId: 'acc_anna', key: { id: keyId, name: 'test' }, percent: 100 } },
    ]);
  });

  test('are switched off, and on again', async () => {
    const off = await service.anna.ask('PATCH /api/billing/limit-alerts', { body: { isOn: false } });

    const emails = await reach();

    expect([off.body.limitAlerts, emails, service.notices.calls.length]).toEqual([false, [], 1]);
    const on = await service.anna.ask('PATCH /api/billing/limit-alerts', { body: { isOn: true } });
    expect(on.body.limitAlerts).toBe(true);
  });

  test('are not switched by other words', async () => {
    const { status, error } = await service.anna.ask('PATCH /api/billing/limit-alerts', {
      body: { isOn: 'no' as never },
    });

    expect([status, error?.param]).toEqual([400, 'isOn']);
  });
});

describe('limits', () => {
  const set = (...limits: readonly object[]) =>
    service.anna.ask('PATCH /api/billing/limits', { body: { limits: limits as never } });

  test('are set, shown with what was used to customer and operator, and removed', async () => {
    await service.spend(service.anna, { keyId });
    const { spentCzk } = await billing();

    const { body } = await set(
      { unit: 'CZK', window: 'month', max: '250.50' },
      { unit: 'tokens', window: 'week', max: 500_000 },
    );
    const shown = (await billing()).limits;
    const customer = await service.olga.ask('GET /api/operator/customers/{id}', {
      id: 'acc_anna',
      query: { dayFromMs: NOON },
    });
    await set();

    const setBy = 'customer';
    const [month, week] = [Date.UTC(2026, 10, 30, 23), Date.UTC(2026, 10, 15, 23)];
    expect(body.limits).toEqual([
      { unit: 'CZK', window: 'month', max: '250.5', used: spentCzk, resetsAtMs: month, setBy },
      { unit: 'tokens', window: 'week', max: '500000', used: '150', resetsAtMs: week, setBy },
    ]);
    expect([shown, customer.body.billing.limits]).toEqual([body.limits, body.limits]);
    expect((await billing()).limits).toEqual([]);
  });

  test.each(['0', '-1', 'much', '1.0000000001', 5])('of CZK are not set to %j', async (max) => {
    const { status, error } = await set({ unit: 'CZK', window: 'month', max });

    expect([status, error?.param]).toEqual([400, 'limits[0].max']);
  });

  test.each([0, -1, 1.5, 'much', 1_000_000_000_001])('of tokens are not set to %j', async (max) => {
    const { status, error } = await set({ unit: 'tokens', window: 'total', max });

    expect([status, error?.param]).toEqual([400, 'limits[0].max']);
  });
});

describe('statements', () => {
  test('are one for each month since the account was opened, newest first', async () => {
    service.clock.pass(60 * DAY);

    expect((await service.anna.ask('GET /api/statements')).body.months).toEqual(['2027-01', '2026-12', '2026-11']);
  });

  test('add up: opening, movements, charges and closing', async () => {
    await service.spend(service.anna, { keyId });
    await service.stores.credits.correct({ ...about(), amount: parseCzk('-12.345'), reason: 'a mistake' });
    await service.stores.plans.choose({ ...about(), plan: 'pro' });

    const { body } = await service.anna.ask('GET /api/statements/{month}', { month: '2026-11' });

    expect(body).toMatchObject({ month: '2026-11', isFinal: false, email: 'anna@example.com', openingCzk: '0' });
    expect(body.movements).toMatchObject([
      { kind: 'grant', pot: 'credit', reason: 'opening', czk: '1000', tokens: null },
      { kind: 'correction', pot: 'credit', reason: 'a mistake', czk: '-12.345', tokens: null },
      { kind: 'grant', pot: 'plan', label: 'pro', czk: null, tokens: 500_000 },
    ]);
    expect(body.usage).toMatchObject([{ model: 'svc-glacier', requests: 1, inputTokens: 100, czk: body.chargedCzk }]);
    const moved = body.movements.reduce((sum, { czk }) => sum + (czk === null ? 0n : parseCzk(czk)), 0n);
    expect(parseCzk(body.openingCzk) + moved - parseCzk(body.chargedCzk)).toBe(parseCzk(body.closingCzk));
    expect(body.closingCzk).toBe((await billing()).creditCzk);
  });

  test('are final when their month is over, and the next one opens where they close', async () => {
    await service.spend(service.anna, { keyId });
    service.clock.pass(30 * DAY);
    await service.spend(service.anna, { keyId });

    const november = (await service.anna.ask('GET /api/statements/{month}', { month: '2026-11' })).body;
    const december = (await service.anna.ask('GET /api/statements/{month}', { month: '2026-12' })).body;

    expect([november.isFinal, december.isFinal]).toEqual([true, false]);
    expect(december.openingCzk).toBe(november.closingCzk);
  });

  test.each(['2026-10', '2027-06', '2026-13', '2026-1', 'november', '..%20..'])('of %s do not exist', async (month) => {
    const { status, error } = await service.anna.ask('GET /api/statements/{month}', { month });

    expect([status, error?.code]).toEqual([404, 'not_found']);
  });
});
