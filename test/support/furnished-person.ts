/** A person with all that pages show: keys in every state, a plan, a package, a month of requests. */
import { nanos } from '../../src/core/money.ts';
import { createOrderedIds } from '../../src/platform/clock.ts';
import { catalogueOf } from './catalogue.ts';
import { type PageClient, signedUp } from './page-client.ts';
import { type Random, seeded } from './random.ts';
import type { TestService } from './service.ts';

export type FurnishedPerson = {
  readonly email: string;
  readonly client: PageClient;
  readonly accountId: string;
  readonly keyIds: readonly string[];
  readonly requestIds: readonly string[];
};

const DAY_MS = 86_400_000;
const CZK = 1_000_000_000n;
const MODELS = ['svc-glacier', 'svc-frost', 'svc-polaris'];

export async function furnishedPerson(service: TestService, email: string): Promise<FurnishedPerson> {
  const { stores } = service;
  const client = await signedUp(service, email);
  const { account } = (await client.get('/api/me')).json as unknown as { account: { id: string } };
  const nowMs = Date.now();
  const about = { accountId: account.id, reason: 'Bank transfer 2026-118', actor: 'operator' };
  await stores.credits.grant({ ...about, amount: nanos(500n * CZK), atMs: nowMs - 31 * DAY_MS });
  const keyIds = await makeKeys(service, account.id, nowMs);
  const spend = await spendingOf(service, account.id);
  const requestIds = await spendMonth(spend, keyIds, nowMs);
  await stores.plans.choose({ accountId: account.id, plan: 'pro', atMs: nowMs - 2000, actor: 'operator' });
  const packaged = { ...about, tokens: 250_000n, expiresAtMs: nowMs + 60 * DAY_MS, reason: 'Thank you' };
  await stores.credits.grantPackage({ ...packaged, atMs: nowMs - 2000 });
  await spend({ keyId: keyIds[0]!, atMs: nowMs - 1000, random: seeded(7) });
  await client.patch('/api/billing/alert', { belowCzk: '100' });
  await client.patch(`/api/keys/${keyIds[2]}`, { limits: [{ unit: 'CZK', max: '0.5', window: 'total' }] });
  await client.post(`/api/keys/${keyIds[4]}/revoke`);
  return { email, client, accountId: account.id, keyIds, requestIds };
}

async function makeKeys(service: TestService, accountId: string, nowMs: number): Promise<readonly string[]> {
  const orders = [
    { name: 'Production' },
    { name: 'My editor', limits: [{ unit: 'CZK', window: 'month', max: 80n * CZK } as const] },
    { name: 'Nightly report' },
    { name: 'Trial of a colleague', expiresAtMs: nowMs + 3 * DAY_MS, allowedModels: ['svc-frost'] },
    { name: 'Old laptop' },
  ];
  const ids: string[] = [];
  for (const order of orders) ids.push((await service.newKey({ accountId, ...order })).id);
  return ids;
}

type Spending = { readonly keyId: string; readonly atMs: number; readonly random: Random };
type Spend = (spending: Spending) => Promise<string>;

async function spendMonth(spend: Spend, keyIds: readonly string[], nowMs: number): Promise<readonly string[]> {
  const random = seeded(11);
  const ids: string[] = [];
  for (let day = 29; day >= 0; day--) {
    for (let n = random.integer(1, 3); n > 0; n--) {
      const atMs = nowMs - day * DAY_MS - random.integer(60_000, DAY_MS / 4);
      ids.push(await spend({ keyId: random.pick(keyIds.slice(0, 3)), atMs, random }));
    }
  }
  return ids;
}

/** Writes requests as the service does, at times of our choice. */
async function spendingOf({ stores }: TestService, accountId: string): Promise<Spend> {
  const prices = new Map([...catalogueOf('A').models].map(([id, { price }]) => [id, price]));
  const versions = await stores.prices.publish(prices, { actor: 'test', atMs: Date.now() });
  return async ({ keyId, atMs, random }) => {
    const requestId = createOrderedIds({ nowMs: () => atMs, monotonicMs: () => 0 }).next('req_');
    const model = random.pick(MODELS);
    const price = { price: prices.get(model)!, priceVersion: versions.get(model)! };
    const bounds = { inputTokensMax: 60_000, outputTokensMax: 12_000, atMs };
    await stores.ledger.hold({ requestId, accountId, keyId, model, ...price, ...bounds });
    await stores.ledger.settle({
      requestId,
      usage: {
        inputTokens: random.integer(2000, 60_000),
        cachedInputTokens: random.integer(0, 1500),
        outputTokens: random.integer(200, 12_000),
        reasoningTokens: random.integer(0, 150),
      },
      outcome: random.integer(0, 9) === 0 ? 'client-left' : 'finished',
      atMs: atMs + random.integer(800, 9000),
    });
    return requestId;
  };
}
