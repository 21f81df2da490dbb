import { describe, expect, test } from 'bun:test';
import { startPayments } from '../../../test/payments/payments.fixture.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { type SettingsService, startSettings, USAGE } from '../../../test/support/settings-service.ts';
import { sessionEvent } from '../../../test/support/stripe-events.ts';
import { bucketOf } from '../../core/outcome.ts';
import type { CourseStep, CourseView, OverviewView } from './contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOKENS = USAGE.inputTokens + USAGE.outputTokens;

/** A service of these tests is never set up: that need has a test of its own. */
async function overview({ olga }: SettingsService, query: Record<string, string> = {}): Promise<OverviewView> {
  const { body } = await olga.ask('GET /api/operator/overview', { query });
  const { needs, ...rest } = body as OverviewView;
  return { ...rest, needs: needs.filter(({ kind }) => kind !== 'set-up') };
}

const keyOf = async ({ stores }: SettingsService, accountId: string): Promise<string> => {
  const about = { name: 'k', hint: 'xxxx', createdAtMs: NOON, allowedModels: [], allowedRanges: [], limits: [] };
  await stores.keys.add({ key: { id: `key_${accountId}`, accountId, ...about }, fingerprint: `print-${accountId}` });
  return `key_${accountId}`;
};

describe('the overview', () => {
  test('has the figures of a period and of the one before it, with those who spent most', async () => {
    await using service = await startSettings();
    const { anna, ben, clock } = service;
    const [annas, bens] = [await keyOf(service, 'acc_anna'), await keyOf(service, 'acc_ben')];
    const model = 'svc-glacier';
    clock.pass(10 * DAY);
    const nowMs = clock.nowMs();
    await service.spend(anna, { keyId: annas, model });
    await service.spend(ben, { keyId: bens, model, atMs: nowMs - DAY });
    await service.spend(ben, { keyId: bens, model, atMs: nowMs - 6 * DAY });
    await service.spend(ben, { keyId: bens, model, atMs: nowMs - 8 * DAY });
    await service.stores.status.add(Math.floor(nowMs / 60_000), [{ model, isUp: true, answered: 3, failed: 1 }]);

    const { outcomes } = service.stores;
    const hourMs = Math.floor(nowMs / 3_600_000) * 3_600_000;
    const seen = (status: number, atMs: number) => ({ status, responses: 2, model, hourMs: atMs });
    const begun = (ms: number, atMs: number) => ({ bucket: bucketOf(ms), answers: 10, model, hourMs: atMs });
    await outcomes.add({
      byModel: [seen(200, hourMs), seen(400, hourMs), seen(502, hourMs), seen(429, hourMs - DAY)],
      byAccount: [],
      firstTokens: [begun(100, hourMs), begun(2000, hourMs), begun(500, hourMs - DAY)],
      atMs: nowMs,
    });
    const today = await overview(service);
    const week = await overview(service, { period: '7d' });
    const month = await overview(service, { period: '30d' });

    const counts = ({ figures }: OverviewView) =>
      [figures.now, figures.before].map(({ requests, tokens, activeCustomers }) => [requests, tokens, activeCustomers]);
    expect(counts(today)).toEqual([
      [1, TOKENS, 1],
      [1, TOKENS, 1],
    ]);
    expect(counts(week)).toEqual([
      [3, 3 * TOKENS, 2],
      [1, TOKENS, 1],
    ]);
    expect(counts(month)).toEqual([
      [4, 4 * TOKENS, 2],
      [0, 0, 0],
    ]);
    expect([month.figures.now.newCustomers, week.figures.before.newCustomers, week.figures.now.newCustomers]).toEqual([
      3, 3, 0,
    ]);
    expect([today.figures.now.answered, today.figures.now.failed, today.figures.before.failed]).toEqual([3, 1, 0]);
    expect(today.figures.now.errors).toEqual([400, 502].map((status) => ({ status, responses: 2 })));
    expect(week.figures.now.errors.map(({ status }) => status)).toEqual([400, 429, 502]);
    const { firstTokenP50Ms, firstTokenP95Ms } = today.figures.now;
    expect([firstTokenP50Ms, firstTokenP95Ms].map((ms) => Math.round(ms! / 100))).toEqual([1, 20]);
    expect(Math.round(today.figures.before.firstTokenP50Ms! / 100)).toBe(5);
    expect(month.figures.before).toMatchObject({ errors: [], firstTokenP50Ms: null, firstTokenP95Ms: null });
    expect(week.topCustomers.map(({ email, requests }) => [email, requests])).toEqual([
      ['ben@example.com', 2],
      ['anna@example.com', 1],
    ]);
    expect(Number(week.topCustomers[0]!.costCzk)).toBeGreaterThan(0);
    expect(Number(week.figures.now.spentCzk)).toBeCloseTo(1.5 * Number(week.topCustomers[0]!.costCzk), 9);
    expect(week.topModels).toEqual([
      { id: model, costCzk: week.figures.now.spentCzk, requests: 3, tokens: 3 * TOKENS },
    ]);
    expect(Number(month.creditCzk)).toBeCloseTo(3000 - Number(month.figures.now.spentCzk), 9);
    expect(today.needs).toEqual([]);
    expect(today.models.find(({ id }) => id === model)).toEqual({ id: model, state: 'up', isDemonstration: false });
  });

  test('goes step by step: the steps of a period add up to its figures, and hours are those of Prague', async () => {
    await using service = await startSettings();
    const { anna, ben, clock, olga } = service;
    const [annas, bens] = [await keyOf(service, 'acc_anna'), await keyOf(service, 'acc_ben')];
    const model = 'svc-glacier';
    clock.pass(10 * DAY);
    const nowMs = clock.nowMs();
    const spent = [anna, ben, ben, ben, ben];
    const ago = [0, 2 * HOUR, DAY, 6 * DAY, 8 * DAY];
    for (const [at, who] of spent.entries()) {
      await service.spend(who, { keyId: who === anna ? annas : bens, model, atMs: nowMs - ago[at]! });
    }
    const hourMs = Math.floor(nowMs / HOUR) * HOUR;
    const refused = (atMs: number) => ({ status: 429, responses: 2, model, hourMs: atMs });
    const firstTokens = [{ bucket: bucketOf(500), answers: 10, model, hourMs }];
    const byModel = [refused(hourMs), refused(hourMs - DAY)];
    await service.stores.outcomes.add({ byModel, byAccount: [], firstTokens, atMs: nowMs });
    const courseOf = async (period: 'today' | '7d' | '30d'): Promise<CourseView> =>
      (await olga.ask('GET /api/operator/overview/course', { query: { period } })).body;

    const [today, week, month] = [await courseOf('today'), await courseOf('7d'), await courseOf('30d')];

    for (const [course, period] of [
      [today, 'today'],
      [week, '7d'],
      [month, '30d'],
    ] as const) {
      const { figures } = await overview(service, { period });
      const sumOf = (steps: readonly CourseStep[], name: 'requests' | 'spentCzk' | 'errors') =>
        steps.reduce((sum, step) => sum + Number(step[name]), 0);
      for (const when of ['now', 'before'] as const) {
        expect(sumOf(course[when], 'requests')).toBe(figures[when].requests);
        expect(sumOf(course[when], 'spentCzk')).toBeCloseTo(Number(figures[when].spentCzk), 9);
        expect(sumOf(course[when], 'errors')).toBe(figures[when].errors.reduce((sum, one) => sum + one.responses, 0));
      }
      expect(course.before).toHaveLength(course.now.length);
    }
    expect([today.step, week.step, week.now.length, month.now.length]).toEqual(['hour', 'day', 7, 30]);
    const { requests, errors, marginCzk, firstTokenP50Ms } = today.now.at(-1)!;
    expect([requests, errors, marginCzk, Math.round(firstTokenP50Ms! / 100)]).toEqual([1, 2, null, 5]);
    const prague = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Prague', hour: '2-digit', weekday: 'short' });
    const [weekday, hour] = prague.format(nowMs).split(', ');
    expect(week.byHour[['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday!)]![Number(hour)]).toBe(1);
    expect(week.byHour.flat().reduce((sum, many) => sum + many, 0)).toBe(4);
  });

  test('says what waits: an engine that is down, failed payments and bank transfers', async () => {
    await using payments = await startPayments();
    const { service } = payments;
    await service.anna.ask('POST /api/orders', { body: { offer: 'credit-500', method: 'bank' } });
    const { order, session } = await payments.buy(service.ben, 'credit-100');
    await payments.tell(sessionEvent('evt_1', 'async_payment_failed', { session, order, paymentStatus: 'unpaid' }));
    await service.upstream.stop();

    const { needs, figures } = await overview(service);

    expect(needs).toMatchObject([
      { kind: 'engine-down', engine: 'main' },
      { kind: 'failed-payment', accountId: 'acc_ben', email: 'ben@example.com', what: 'order', czk: '100' },
      { kind: 'transfers', count: 1, czk: '500' },
    ]);
    expect(figures.now.payments).toBe(0);
  });

  test('says that the disk is nearly full', async () => {
    await using service = await startSettings({ disk: { freeBytes: 1e9, totalBytes: 100e9 } });

    const { needs, disk } = await overview(service);

    expect(needs).toEqual([{ kind: 'disk', freeBytes: 1e9 }]);
    expect(disk.totalBytes).toBe(100e9);
  });

  test('says that the ledger is broken until all of it was found right, and that no audit has run for long', async () => {
    await using service = await startSettings();
    const { stores, clock } = service;
    const audited = async (id: string, ok: boolean): Promise<number> => {
      const result = { ok, checked: {}, problems: [], startedAtMs: clock.nowMs() };
      const action = { kind: 'audit', object: 'books', result } as const;
      return (await stores.actionLog.act({ id, actor: 'olga', reason: 'audit', atMs: clock.nowMs(), action })).atMs;
    };
    const needs = async () => (await overview(service)).needs;

    const brokenAtMs = await audited('act_1', false);
    expect(await needs()).toEqual([{ kind: 'audit-broken', atMs: brokenAtMs }]);
    clock.pass(HOUR);
    const rightAtMs = await audited('act_2', true);
    expect(await needs()).toEqual([]);
    clock.pass(2 * DAY + 1);
    expect(await needs()).toEqual([{ kind: 'audit-old', atMs: rightAtMs }]);
  });

  test('knows no other period', async () => {
    await using service = await startSettings();

    const { status, error } = await service.olga.ask('GET /api/operator/overview', {
      query: { period: 'year' },
    });

    expect([status, error?.param]).toEqual([400, 'period']);
  });
});
