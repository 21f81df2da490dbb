/** Prices that change while requests run, and over restarts: each request is charged by the price of its admission. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCzk, nanos, type Price, priceFromCzkPerMillion } from '../../src/core/money.ts';
import { bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { answerText, chunk, hang, sse, sseHead, startUpstream, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { accountIn, startServiceProcess } from '../support/service-process.ts';
import { ask, type Told } from '../support/witness.ts';

/** CZK per million tokens; no two cost the same for any of the questions below. */
const PUBLISHED = priceFromCzkPerMillion({ input: '5', cachedInput: '1.25', output: '20' });
const CHANGED = [
  { input: '7', cachedInput: '3', output: '31', reasoning: '37' },
  { input: '0', cachedInput: '0', output: '1' },
  { input: '900', cachedInput: '11', output: '4000' },
] as const;
const USAGE = {
  prompt_tokens: 101,
  completion_tokens: 53,
  prompt_tokens_details: { cached_tokens: 17 },
  completion_tokens_details: { reasoning_tokens: 29 },
};
const ANSWER = answerText('one two three', { usage: USAGE });
const UNLIMITED = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-price-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const costAt = ({ input, cachedInput, output, reasoning }: Price): bigint =>
  84n * input + 17n * cachedInput + 29n * reasoning + 24n * output;

const publish = ({ stores }: TestService, price: Price) =>
  stores.prices.publish(new Map([['svc-frost', price]]), { actor: 'test', atMs: Date.now() });

const withPrice = (price: object | undefined) =>
  price === undefined
    ? UNLIMITED
    : { ...UNLIMITED, BOREAL_MODELS: JSON.stringify({ 'svc-frost': { engine: 'main', price } }) };

const question = (n: number, rest: object = {}) =>
  ({ nonce: `question ${n}`, form: n % 2 === 0 ? 'json' : 'stream', maxTokens: 500, ...rest }) as const;

/** Every price that was ever in force, by its version. */
function pricesIn(dataDir: string): ReadonlyMap<string, bigint> {
  using database = new Database(join(dataDir, 'boreal.db'), { readonly: true, safeIntegers: true });
  const rows = database.query("SELECT * FROM price_versions WHERE model = 'svc-frost'").all() as Record<
    string,
    bigint
  >[];
  return new Map(
    rows.map((row) => [
      String(row.id),
      costAt({
        input: nanos(row.input!),
        cachedInput: nanos(row.cached_input!),
        output: nanos(row.output!),
        reasoning: nanos(row.reasoning!),
      }),
    ]),
  );
}

test('a price that is published while requests run changes none of them, and no request mixes two prices', async () => {
  await using service = await startService({ env: UNLIMITED });
  const target = { url: service.url, key: service.key };
  const gate = Promise.withResolvers<void>();
  service.upstream.play([waitFor(gate.promise), ANSWER]);
  const running = Array.from({ length: 20 }, (_, n) => ask(target, question(n)));
  for (let n = 0; n < 20; n++) await service.upstream.nextRequest();

  for (const price of CHANGED) await publish(service, priceFromCzkPerMillion(price));
  gate.resolve();
  const told = await Promise.all(running);

  const booked = bookedRequests(service.config.dataDir);
  expect(pricesIn(service.config.dataDir).size).toBe(4);
  for (const one of told) {
    expectCharged(one, booked);
    expect(one.usage?.cost_czk).toBe(formatCzk(nanos(costAt(PUBLISHED))));
  }
  expect(new Set([...booked.values()].map(({ priceVersion }) => priceVersion))).toEqual(new Set(['svc-frost@1']));
  await expectCleanLedger(service.config.dataDir);
});

test('over restarts with other prices each request keeps the price of its admission, and a replay the cost it had', async () => {
  const told: { readonly told: Told; readonly price: Price }[] = [];
  let first: { readonly key: string; readonly told: Told } | undefined;
  /** The price in the database, which counts while the configuration declares none. */
  let decided = PUBLISHED;
  for (const [round, changed] of [undefined, ...CHANGED, undefined].entries()) {
    await using service = await startService({ dataDir: folder, env: withPrice(changed) });
    service.upstream.play(ANSWER);
    const price = changed ? priceFromCzkPerMillion(changed) : decided;
    const target = { url: service.url, key: service.key };
    decided = priceFromCzkPerMillion(CHANGED[(round + 1) % CHANGED.length]!);
    const publishing = publish(service, decided);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(target, question(n))));
    await publishing;
    told.push(...answers.map((one) => ({ told: one, price })));
    if (first) {
      const again = await ask({ url: service.url, key: first.key }, first.told.question);
      expect(again).toMatchObject({ isReplay: true, usage: first.told.usage, completionId: first.told.completionId });
    } else {
      const keyed = await ask(target, question(30, { idempotencyKey: 'kept' }));
      first = { key: service.key, told: keyed };
    }
  }

  const booked = bookedRequests(folder);
  const prices = pricesIn(folder);
  for (const { told: one, price } of told) {
    expectCharged(one, booked);
    expect(one.usage?.cost_czk).toBe(formatCzk(nanos(costAt(price))));
  }
  for (const request of booked.values()) expect(request.chargedNanos).toBe(prices.get(request.priceVersion)!);
  expect(booked.size).toBe(5 * 30 + 1);
  await expectCleanLedger(folder);
});

test('a request that a crash cut off is free, and its repeat under the same key costs what the new price says', async () => {
  await using upstream = await startUpstream();
  const begun = { engineUrl: upstream.url, folder };
  const before = await startServiceProcess({ ...begun, env: withPrice(undefined) });
  const { key } = await accountIn(before.dataDir);
  upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'begun' })), hang()]);
  const started = Promise.withResolvers<void>();
  const keyed = question(1, { idempotencyKey: 'repeated' });
  const cut = ask({ url: before.url, key }, keyed, () => started.resolve());
  await started.promise;

  process.kill(before.pid, 'SIGKILL');
  await before.exited;
  const lost = await cut;
  await using after = await startServiceProcess({ ...begun, env: withPrice(CHANGED[0]) });
  upstream.play(ANSWER);
  const again = await ask({ url: after.url, key }, keyed);

  const booked = bookedRequests(after.dataDir);
  expect(booked.has(lost.requestId!)).toBe(false);
  expectCharged(again, booked);
  expect(again.usage?.cost_czk).toBe(formatCzk(nanos(costAt(priceFromCzkPerMillion(CHANGED[0])))));
  expect(booked.get(again.requestId!)?.priceVersion).toBe('svc-frost@2');
  await expectCleanLedger(after.dataDir);
});
