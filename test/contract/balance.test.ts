/** GET /v1/balance: what a program can know about the money behind its key, on both databases. */
import { expect } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { test } from '../support/databases.ts';
import { schemaProblems } from '../support/json-schema-check.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerText, firstEvents, hang } from '../support/scripted-upstream.ts';
import { type TestService, until } from '../support/service.ts';

const lend = lendServices();

const CZK = 1_000_000_000n;
const CHAT = { model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 };

type BalanceBody = {
  readonly spendable: { readonly tokens: number; readonly czk: string };
  readonly key: { readonly id: string };
  readonly account: {
    readonly status: string;
    readonly debt_czk: string;
  };
  readonly limits: readonly Readonly<Record<string, string>>[];
  readonly pots: readonly Readonly<Record<string, unknown>>[];
};

const ask = (service: TestService, key = service.key) =>
  fetch(`${service.url}/balance`, { headers: { authorization: `Bearer ${key}` } });

const balanceOf = async (service: TestService, key = service.key) =>
  (await (await ask(service, key)).json()) as BalanceBody;

test('a key without a limit may spend all that is free', async () => {
  await using service = await lend({ creditNanos: 12n * CZK + CZK / 2n });

  const answer = await ask(service);
  const body = (await answer.json()) as BalanceBody;

  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    object: 'balance',
    spendable: { tokens: 0, czk: '12.5' },
    key: { id: service.keyId },
    account: { status: 'active', debt_czk: '0' },
    limits: [],
    pots: [{ pot: 'credit', czk: '12.5', held_czk: '0' }],
  } as unknown as BalanceBody);
});

test('the limit of a key and what is left of it are shown, as requests are charged', async () => {
  await using service = await lend();
  const { id, secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'month', max: CZK }] });
  service.upstream.play(answerText('Hello there.'));
  const before = await balanceOf(service, secret);
  const completion = await service.client({ apiKey: secret }).chat.completions.create(CHAT as never);
  const cost = (completion.usage as unknown as { cost_czk: string }).cost_czk;

  let after = before;
  // A lease that goes back while the balance is read is still shown as held.
  await until('nothing is held', async () => {
    after = await balanceOf(service, secret);
    return after.limits[0]!.held === '0';
  });

  expect(before.limits).toMatchObject([
    { of: 'key', unit: 'CZK', window: 'month', max: '1', used: '0', held: '0', left: '1' },
  ]);
  expect(before.spendable.czk).toBe('1');
  expect(after.key.id).toBe(id);
  expect(after.limits).toMatchObject([{ used: cost, left: after.spendable.czk }]);
  expect(Number(after.spendable.czk)).toBeCloseTo(1 - Number(cost), 9);
  expect(Date.parse(after.limits[0]!.resets_at!)).toBeGreaterThan(Date.now());
});

test('a total limit never resets, and one that is larger than the credit leaves the credit', async () => {
  await using service = await lend({ creditNanos: 2n * CZK });
  const { secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'total', max: 50n * CZK }] });

  const { limits, spendable } = await balanceOf(service, secret);

  expect(limits as unknown).toEqual([
    { of: 'key', unit: 'CZK', window: 'total', max: '50', used: '0', held: '0', left: '50', resets_at: null },
  ]);
  expect(spendable.czk).toBe('2');
});

test('plan tokens come with their reset and packages with their end, in the order in which they pay', async () => {
  await using service = await lend({ creditNanos: CZK });
  const { accountId, stores } = service;
  const atMs = Date.now();
  await stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs });
  const expiresAtMs = atMs + 86_400_000;
  await stores.credits.grantPackage({ accountId, tokens: 500n, expiresAtMs, reason: 'test', actor: 'test', atMs });
  const period = await stores.plans.current(accountId, atMs);

  const { pots, spendable } = await balanceOf(service);

  expect(spendable).toEqual({ tokens: 2_000_500, czk: '1' });
  expect(pots).toEqual([
    {
      ...{ pot: 'plan', name: 'ultra', tokens: 2_000_000, held_tokens: 0, granted_tokens: 2_000_000 },
      resets_at: new Date(period!.endsAtMs).toISOString(),
      renews_as: 'ultra',
    },
    {
      ...{ pot: 'package', name: 'package', tokens: 500, held_tokens: 0, granted_tokens: 500 },
      expires_at: new Date(expiresAtMs).toISOString(),
    },
    { pot: 'credit', czk: '1', held_czk: '0' },
  ]);

  await stores.plans.cancel({ accountId, atMs: Date.now() });
  expect((await balanceOf(service)).pots[0]).toMatchObject({ pot: 'plan', renews_as: null });
});

test('after an upgrade only the tokens of the new plan are granted anew', async () => {
  await using service = await lend();
  const { accountId, stores } = service;
  const atMs = Date.now();
  await stores.plans.choose({ accountId, plan: 'pro', actor: 'test', atMs: atMs - 1000 });
  await stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs });

  const { pots } = await balanceOf(service);

  expect(pots.map(({ name, renews_as }) => [name, renews_as])).toEqual([
    ['pro', null],
    ['ultra', 'ultra'],
    [undefined, undefined],
  ]);
});

test('a plan period that is due has begun when the balance is asked for', async () => {
  await using service = await lend();
  const { accountId, stores } = service;
  await stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs: Date.now() - 40 * 86_400_000 });

  const { pots, spendable } = await balanceOf(service);

  expect(spendable.tokens).toBe(2_000_000);
  expect(Date.parse(pots[0]!.resets_at as string)).toBeGreaterThan(Date.now());
});

test('what running requests hold is not there to spend, of the account and of the limit', async () => {
  await using service = await lend({ creditNanos: 10n * CZK });
  const { secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'total', max: 5n * CZK }] });
  service.upstream.play([firstEvents(2, answerText('one two three')), hang()]);
  const leaving = new AbortController();
  const stream = await service.post(
    { ...CHAT, stream: true },
    { headers: { authorization: `Bearer ${secret}` }, signal: leaving.signal },
  );
  await stream.body!.getReader().read();

  const running = await balanceOf(service, secret);
  const other = await balanceOf(service);

  const held = (running.pots.at(-1) as { held_czk: string }).held_czk;
  expect(Number(held)).toBeGreaterThan(0);
  expect(running.limits).toMatchObject([{ held, used: '0', left: running.spendable.czk }]);
  expect(Number(running.spendable.czk)).toBeCloseTo(5 - Number(held), 9);
  expect(Number(other.spendable.czk)).toBeCloseTo(10 - Number(held), 9);

  leaving.abort();
  await until('the hold is gone', async () => (await balanceOf(service)).pots.at(-1)!.held_czk === '0');
});

test('an account that owes may spend nothing, and reads why', async () => {
  await using service = await lend({ creditNanos: CZK });
  const { accountId, stores } = service;
  const about = { reason: 'chargeback', actor: 'test', atMs: Date.now() };
  await stores.credits.grantPackage({ accountId, tokens: 500n, expiresAtMs: Date.now() + 86_400_000, ...about });
  await stores.credits.takeBack({ accountId, amount: nanos(3n * CZK), ...about });

  const { account, spendable } = await balanceOf(service);

  expect(account).toEqual({ status: 'blocked', debt_czk: '2' });
  expect(spendable).toEqual({ tokens: 0, czk: '0' });
});

test('the balance is described as it is, and needs a key', async () => {
  await using service = await lend();
  await service.stores.plans.choose({
    ...{ accountId: service.accountId, plan: 'pro', actor: 'test', atMs: Date.now() },
  });
  const { secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'month', max: CZK }] });
  const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;

  const schema = { ...description, $ref: '#/components/schemas/Balance' };
  expect(schemaProblems(schema, await balanceOf(service, secret))).toEqual([]);
  expect((await ask(service, 'wrong')).status).toBe(401);
  expect((await fetch(`${service.url}/balance`, { method: 'POST' })).status).toBe(405);
});
