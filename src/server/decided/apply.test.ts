/** `apply` against real storage, and what happens while a person looks at the difference. */
import { expect } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '../../../test/support/databases.ts';
import { openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { testConfig } from '../../../test/support/test-config.ts';
import { priceFromCzkPerMillion } from '../../core/money.ts';
import { priceAt } from '../../core/price-versions.ts';
import { soldAt } from '../../features/shop/offer-terms.ts';
import { createIds } from '../../platform/clock.ts';
import { createVault } from '../../platform/vault.ts';
import type { Config } from '../configuration/config.ts';
import type { ServiceAction } from '../stores/actions.ts';
import { apply } from './apply.ts';

const FILE = {
  models: { 'svc-frost': { price: { input: '7', output: '31' } } },
  payments: { amounts: ['77'], plans: { pro: { czk: '1357' } } },
  engines: { fast: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' } },
};

const DAY_MS = 86_400_000;

type Meanwhile = (storage: Storage) => Promise<unknown>;

type Case = {
  readonly isWanted?: boolean;
  readonly waitedMs?: number;
  readonly isStarted?: boolean;
  readonly startedLater?: boolean;
};

async function applied(meanwhile: Meanwhile, { isWanted = true, waitedMs = 0, isStarted, startedLater }: Case = {}) {
  const config = testConfig({ BOREAL_EMBEDDED: '{"enabled":false}' });
  const storage = await openStorage();
  if (isStarted) await publishAsServers(storage, config, Date.now());
  const folder = mkdtempSync(join(tmpdir(), 'boreal-apply-'));
  await using closing = new AsyncDisposableStack();
  closing.use(storage);
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'wish.json');
  writeFileSync(path, JSON.stringify(FILE));
  let nowMs = Date.now();
  let shown = '';
  const report = await apply(
    path,
    {},
    {
      config,
      stores: storage.stores,
      vault: createVault('the secret of this test is long enough'),
      clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
      ids: createIds(),
      ask: async (difference) => {
        shown = difference;
        await meanwhile(storage);
        nowMs += waitedMs;
        return isWanted;
      },
    },
  );
  if (startedLater) await publishAsServers(storage, config, nowMs + DAY_MS);
  const { prices, offers, engineChanges } = await storage.stores.announcements.read();
  const actions = await storage.stores.actionLog.actions({ rowsMax: 20 });
  const problems = (await storage.audit(nowMs)).problems;
  return { report, shown, actions, problems, nowMs, prices, offers, engineChanges };
}

async function publishAsServers({ stores }: Storage, { models }: Config, atMs: number): Promise<void> {
  const by = { actor: 'configuration', atMs };
  await stores.prices.publish(new Map([...models.models].map(([id, { price }]) => [id, price])), by);
}

const acting =
  (action: ServiceAction): Meanwhile =>
  ({ stores }) =>
    stores.actionLog.act({ id: 'act_other', actor: 'olga', reason: 'because', atMs: Date.now(), action });

test('the person sees the difference first, and what is wanted is written with the time of the answer', async () => {
  const { report, shown, actions, problems, nowMs, prices } = await applied(async () => {}, { waitedMs: 60_000 });

  expect(shown).toContain('~ payments.amounts: [100, 500, 1000] → [77]');
  expect(report).toMatchObject({ json: { applied: true } });
  expect(actions.map(({ kind, atMs }) => [kind, atMs]).toReversed()).toEqual([
    ['offer', nowMs],
    ['offer', nowMs],
    ['price', nowMs],
    ['engine-settings', nowMs],
  ]);
  expect(prices.findLast(({ actor }) => actor === 'cli')?.fromMs).toBe(nowMs + 2000);
  expect(problems).toEqual([]);
});

test('what is not wanted is not written', async () => {
  const { report, actions } = await applied(async () => {}, { isWanted: false });

  expect([report.failed, report.json, actions]).toEqual([true, expect.objectContaining({ applied: false }), []]);
});

test('what is applied before the first start of a server is not undone by it', async () => {
  const { nowMs, prices, offers, problems } = await applied(async () => {}, { startedLater: true });
  const { sold, declared } = testConfig();

  const later = nowMs + 2 * DAY_MS;
  const frost = prices.filter(({ model }) => model === 'svc-frost');
  expect(priceAt(frost, false, later)?.price).toEqual(priceFromCzkPerMillion({ input: '7', output: '31' }));
  expect(Object.fromEntries(soldAt(offers, { sold, declared: declared.offers }, later))).toEqual({
    amounts: { kind: 'amounts', czk: ['77'] },
    'plan-pro': { kind: 'plan', czk: '1357' },
  });
  expect(problems).toEqual([]);
});

const price = priceFromCzkPerMillion({ input: '9', output: '9' });
const fromMs = Date.now() + DAY_MS;

test.each([
  ['a price of the same model', { kind: 'price', model: 'svc-frost', price, fromMs }],
  ['a price of another model', { kind: 'price', model: 'svc-glacier', price, fromMs }],
  ['tokens of a plan', { kind: 'plan-terms', plan: 'pro', terms: { tokens: 5n }, fromMs }],
  ['an offer', { kind: 'offer', item: 'plan-ultra', terms: { kind: 'plan', czk: '99' }, after: 0, fromMs }],
  [
    'an engine',
    { kind: 'model-engines', name: 'svc-frost', value: { engines: [], fallback: null }, fromMs, revision: 0 },
  ],
] as const)('what came meanwhile is not lost, and nothing of the file is written: %s', async (_, action) => {
  for (const isStarted of [true, false]) {
    const { report, actions, problems, engineChanges } = await applied(acting(action), { isStarted });

    expect(report).toMatchObject({ failed: true, json: { applied: false, error: { code: 'changed_meanwhile' } } });
    expect(actions.map(({ id }) => id)).toEqual(['act_other']);
    expect(engineChanges.filter(({ actor }) => actor === 'cli')).toEqual([]);
    expect(problems).toEqual([]);
  }
});
