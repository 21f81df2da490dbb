import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { seeded } from '../../../test/support/random.ts';
import { type SettingsService, startSettings, USAGE } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';
import { formatCzk, nanos, parseCzk } from '../../core/money.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in Prague, two days before the test's noon. */
const FROM = NOON - 11 * HOUR - HOUR - 2 * DAY;
const SPAN = { fromMs: FROM, toMs: FROM + 3 * DAY, step: 'day', zone: 'Europe/Prague' };
let service: SettingsService;
let anna: Visitor;
let keyId: string;
let costOf: (model: string) => bigint;

beforeAll(async () => {
  service = await startSettings();
  anna = service.anna;
  costOf = (model) => {
    const { price } = service.catalogue.models.get(model)!;
    return 80n * price.input + 20n * price.cachedInput + 50n * price.output;
  };
  keyId = (await anna.ask('POST /api/keys', { body: { name: 'first' } })).body.key.id;
  const second = (await anna.ask('POST /api/keys', { body: { name: 'second' } })).body.key.id;
  await service.spend(anna, { keyId, model: 'svc-frost', atMs: FROM });
  await service.spend(anna, { keyId, model: 'svc-frost', atMs: FROM + DAY - 1 });
  await service.spend(anna, { keyId, model: 'svc-glacier', atMs: FROM + DAY });
  await service.spend(anna, { keyId: second, model: 'svc-glacier', atMs: FROM + 2 * DAY + 5 * HOUR });
  await service.spend(anna, { keyId: second, model: 'svc-glacier', atMs: FROM + 3 * DAY });
});
afterAll(() => service[Symbol.asyncDispose]());

const usage = async (query: Record<string, string | number>) =>
  (await anna.ask('GET /api/usage', { query: { ...SPAN, ...query } })).body;

describe('a chart of usage', () => {
  test('by model has a series for each, a point for each day with usage, and a total', async () => {
    const view = await usage({ by: 'model' });

    expect(view.startsMs).toEqual([FROM, FROM + DAY, FROM + 2 * DAY]);
    const czk = (n: bigint, model: string) => formatCzk(nanos(n * costOf(model)));
    expect(view.series).toMatchObject([
      {
        id: 'svc-frost',
        points: [{ atMs: FROM, requests: 2, inputTokens: 200, outputTokens: 100, czk: czk(2n, 'svc-frost') }],
      },
      {
        id: 'svc-glacier',
        points: [
          { atMs: FROM + DAY, requests: 1, ...USAGE, czk: czk(1n, 'svc-glacier'), creditTokens: 150 },
          { atMs: FROM + 2 * DAY, requests: 1 },
        ],
      },
    ]);
    expect(view.total).toMatchObject({ requests: 4, inputTokens: 400, planTokens: 0, creditTokens: 600 });
  });

  test('by key is labelled with what people call the key', async () => {
    const { series } = await usage({ by: 'key' });

    expect(series.map(({ label, points }) => [label, points.length])).toEqual([
      ['first', 2],
      ['second', 1],
    ]);
  });

  test('by hour has a step for each hour', async () => {
    const view = await usage({ by: 'model', step: 'hour', toMs: FROM + DAY });

    expect(view.startsMs).toHaveLength(24);
    expect(view.series[0]?.points.map(({ atMs }) => atMs)).toEqual([FROM, FROM + 23 * HOUR]);
  });

  test('by pot tells who paid: plan, package or credit', async () => {
    const atMs = service.clock.nowMs();
    const about = { accountId: anna.accountId, actor: 'test', reason: 'test', atMs };
    await service.stores.credits.grantPackage({ ...about, tokens: 200n, expiresAtMs: atMs + DAY });
    await service.spend(anna, { keyId, atMs });
    await service.spend(anna, { keyId, atMs });

    const { series, total } = await usage({ by: 'pot', fromMs: atMs - (atMs % HOUR), toMs: atMs + 1 });

    expect(series.map(({ id }) => id)).toEqual(['package', 'credit']);
    expect(series[0]?.points).toMatchObject([{ packageTokens: 200, creditTokens: 0, czk: '0', requests: 0 }]);
    expect(series[1]?.points).toMatchObject([{ packageTokens: 0, creditTokens: 100, inputTokens: 0 }]);
    expect(total).toMatchObject({ packageTokens: 200, creditTokens: 100, requests: 2 });
  });

  test('of a year adds up to the same as its days, however it is cut into calls', async () => {
    const random = seeded(11);
    for (let n = 0; n < 40; n++) {
      const atMs = FROM - random.integer(1, 300) * DAY + random.integer(0, 23) * HOUR;
      await service.spend(anna, { keyId, model: random.pick(['svc-frost', 'svc-polaris']), atMs });
    }

    const view = await usage({ by: 'model', fromMs: FROM - 360 * DAY });

    const points = view.series.flatMap((series) => series.points);
    expect(points.reduce((sum, point) => sum + point.requests, 0)).toBe(view.total.requests);
    expect(points.reduce((sum, point) => sum + parseCzk(point.czk), 0n)).toBe(parseCzk(view.total.czk));
    expect(view.total.requests).toBe(46);
    expect(view.startsMs).toHaveLength(363);
    expect(points.every(({ atMs }) => view.startsMs.includes(atMs))).toBe(true);
  });

  test.each([
    ['toMs', { toMs: FROM }],
    ['toMs', { step: 'hour', toMs: FROM + 32 * DAY }],
    ['toMs', { fromMs: 0 }],
    ['zone', { zone: 'Middle/Earth' }],
    ['by', { by: 'colour' }],
    ['fromMs', { fromMs: 'yesterday' }],
  ])('is refused with a sentence that names %s', async (param, query) => {
    const { status, error } = await anna.ask('GET /api/usage', { query: { ...SPAN, by: 'model', ...query } });

    expect([status, error?.param]).toEqual([400, param]);
  });
});
