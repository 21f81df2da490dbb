/**
 * Models that come, change, hide and go by chance while requests run. Each request is answered or refused as a whole, and
 * billed by the version of the price that held when it was admitted.
 */
import { expect } from 'bun:test';
import { priceAt } from '../../src/core/price-versions.ts';
import type { ModelsView } from '../../src/features/catalogue/contract.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { number, type Row, text } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import type { PageClient } from '../support/page-client.ts';
import { type Random, seeded } from '../support/random.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const UNLIMITED = {
  BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000',
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
};
const NAMES = ['svc-frost', 'svc-polaris', 'poet', 'clerk', 'bard'];
const STEPS_MIN = 40;
const STEPS_MAX = 4000;
/** Refusals that a model which is just not there has, and nothing else. */
const REFUSED = ['model_not_found'];

type Walk = { readonly service: TestService; readonly operator: PageClient; readonly random: Random };

const priceOf = (random: Random) => ({
  input: String(random.integer(1, 99)),
  cachedInput: String(random.integer(1, 9)),
  output: String(random.integer(100, 999)),
  reasoning: String(random.integer(100, 999)),
});

/** One change, made from what is there. A refusal is as good as a change: it must say why. */
async function changeSomething({ operator, random }: Walk): Promise<void> {
  const view = (await operator.get('/api/operator/models')).json as unknown as ModelsView;
  const about = { ...orderBecause('by chance'), revision: view.revision };
  const model = random.pick(NAMES);
  const role = { en: `About ${model}`, cs: `O modelu ${model}` };
  const maxOutputTokens = random.integer(50, 5000);
  const [path, body] = random.pick([
    ['', { model, role, maxOutputTokens, price: priceOf(random), aliases: [`${model}-alias`] }],
    ['/change', { model, hidden: random.pick([true, false]) }],
    ['/change', { model, price: priceOf(random) }],
    ['/change', { model, maxOutputTokens, tools: random.pick([true, false]) }],
    ['/change', { model, isDefault: true }],
    ['/remove', { model }],
  ] as const);
  const { status, json } = await operator.post(`/api/operator/models${path}`, { ...about, ...body });
  expect([200, 400]).toContain(status);
  if (status === 400) expect(json.error?.message).toMatch(/^[A-Za-z].{1,300}\.$/);
}

/** Its code, where it was refused. */
async function askSomething({ service, random }: Walk): Promise<string | undefined> {
  const model = random.pick([...NAMES, 'poet-alias', 'svc-glacier']);
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const asked = service.client().chat.completions.create({ model, messages, max_tokens: 20 });
  return asked.then(
    () => undefined,
    ({ code }: { code: string }) => code,
  );
}

test.each([1, 2])('by seed %i', async (seed) => {
  const random = seeded(seed);
  await using service = await startService({ env: UNLIMITED });
  service.upstream.play(answerText('one two', { usage: { prompt_tokens: 101, completion_tokens: 5 } }));
  const operator = await signedUpOperator(service);
  const database = openDatabase(ledgerPlace(service.config));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => database.close());
  const walk = { service, operator, random };
  const refusals: (string | undefined)[] = [];
  const billed = () => database.sql.all("SELECT * FROM requests WHERE state = 'settled'");

  // Until some model was billed by a price that was changed while it was served.
  for (let step = 0; step < STEPS_MIN || (!hasTwoPrices(await billed()) && step < STEPS_MAX); step++) {
    const asked = Array.from({ length: random.integer(1, 4) }, () => askSomething(walk));
    await changeSomething(walk);
    refusals.push(...(await Promise.all(asked)));
  }
  await service.stores.ledger.balanceOf(service.accountId, Date.now());

  const { prices } = await service.stores.announcements.read();
  const rows = await billed();
  const odd = rows.filter((row) => {
    const versions = prices.filter((version) => version.model === text(row, 'model'));
    const held = priceAt(versions, false, number(row, 'admitted_at_ms'));
    const cost = held && 101n * held.price.input + 5n * held.price.output;
    return held?.id !== text(row, 'price_version') || BigInt(String(row.cost_nanos)) !== cost;
  });
  expect(odd, `seed ${seed}`).toEqual([]);
  expect(hasTwoPrices(rows), `seed ${seed}`).toBe(true);
  expect(
    refusals.filter((code) => code !== undefined && !REFUSED.includes(code)),
    `seed ${seed}`,
  ).toEqual([]);
  expect((await audit(database, Date.now())).problems, `seed ${seed}`).toEqual([]);
});

const hasTwoPrices = (rows: readonly Row[]): boolean =>
  [...Map.groupBy(rows, (row) => text(row, 'model')).values()].some(
    (own) => new Set(own.map((row) => text(row, 'price_version'))).size > 1,
  );
