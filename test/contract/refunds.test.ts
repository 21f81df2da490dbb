/** Money that goes back while clients go on asking: what servers have leased and do not use is there to be taken. */
import { describe, expect } from 'bun:test';
import { type Nanos, nanos, parseCzk } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Report } from '../../src/platform/commands/command.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { creditRefund } from '../../src/server/commands/money.ts';
import { withLedger } from '../../src/server/commands.ts';
import { serve } from '../../src/server/serve.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { QUICK_TIMES } from '../support/leased-stores.ts';
import { answerText, chunk, hang, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { refundEvent, sessionEvent } from '../support/stripe-events.ts';
import { STRIPE_KEY, signed, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';
import { expectRightLedger } from './client.fixture.ts';

/** Holds 7.7 CZK and costs almost nothing, so that a lease grows far beyond what is used of it. */
const CHAT = { model: 'svc-polaris', messages: [{ role: 'user', content: 'hi' }] };
const ANSWER = answerText('all well', { usage: { prompt_tokens: 10, completion_tokens: 10 } });
const ENV = {
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  BOREAL_PAYMENTS: JSON.stringify({ stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET } }),
  BOREAL_PUBLIC_URL: 'https://boreal.example',
};
const TOKENS = 1_000_000n;
const PRICE = parseCzk('200');
const SMALL = { id: 'small', kind: 'package', tokens: TOKENS, days: 30, amount: PRICE } as const;

describe('a refund while clients go on asking', () => {
  test('takes what is leased and not used: nothing becomes a debt, and no request is refused', async () => {
    await using service = await startService({ creditNanos: parseCzk('600'), env: ENV });
    service.upstream.play(ANSWER);
    await using traffic = startTraffic(service, [service.url, service.url]);
    await growLease(service, traffic, parseCzk('110'));

    const report = await refund(service, '500');
    await traffic.answers(20);
    const statuses = await traffic.stop();

    expect(report.json).toMatchObject({ debtCzk: '0' });
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { credit, debt, spent } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    expect([credit + spent, debt]).toEqual([parseCzk('100'), nanos(0n)]);
    await expectRightLedger(service);
  });

  test('that needs what a running request holds is paid by what that gives back, however hotly clients retry', async () => {
    await using service = await startService({ creditNanos: parseCzk('20'), env: ENV });
    service.upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'a' })), hang()]);
    const leaving = new AbortController();
    const stream = await service.post({ ...CHAT, stream: true }, { signal: leaving.signal });
    await stream.body!.getReader().read();

    const report = await refund(service, '19');
    await using traffic = startTraffic(
      service,
      Array.from({ length: 16 }, () => service.url),
    );
    await traffic.answers(50);
    service.upstream.play(ANSWER);
    leaving.abort();
    await until('the account is active again', async () => {
      const account = await service.stores.accounts.find(service.accountId);
      return account?.status === 'active';
    });
    const statuses = await traffic.stop();

    expect(Number((report.json as { debtCzk: string }).debtCzk)).toBeGreaterThan(0);
    expect(statuses).toContain(402);
    const { credit, debt, spent } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    expect([credit + spent, debt]).toEqual([parseCzk('1'), nanos(0n)]);
    await expectRightLedger(service);
  });

  test('is the same on two servers of which both have leased', async () => {
    if (currentDatabase() === 'SQLite') return;
    await using service = await startService({ creditNanos: parseCzk('600'), env: ENV });
    service.upstream.play(ANSWER);
    await using other = await secondServer(service);
    await using traffic = startTraffic(service, [service.url, other.url, service.url, other.url]);
    await growLease(service, traffic, parseCzk('110'));

    const report = await refund(service, '500');
    await traffic.answers(20);
    const statuses = await traffic.stop();

    expect(report.json).toMatchObject({ debtCzk: '0' });
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectRightLedger(service);
  });
});

describe('a package that is refunded whole while clients go on asking', () => {
  test('costs what was used of it, and nothing of it can be used any more', async () => {
    await using service = await startService({ creditNanos: parseCzk('1000'), env: ENV });
    service.upstream.play(ANSWER);
    const servers = [service.url, service.url];
    await using other = currentDatabase() === 'SQLite' ? undefined : await secondServer(service);
    if (other) servers.push(other.url, other.url);
    await buyPackage(service);
    await using traffic = startTraffic(service, servers);
    await until('some tokens are leased', async () => {
      await traffic.burst();
      return (await packageOf(service)).held > 60_000n;
    });

    await tell(service, refundEvent('evt_back', 'pi_1', 20_000));
    await traffic.answers(20);
    await traffic.stop();
    // What the last requests have used is owed a moment after they ended.
    await until('nothing of the package is left or awaited', async () => {
      const { balance, held, awaited } = await packageOf(service);
      return balance === 0n && held === 0n && awaited === 0n;
    });

    const { spent } = await packageOf(service);
    expect(spent).toBeGreaterThan(0n);
    const { credit, spent: spentCredit } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    expect(parseCzk('1000') - spentCredit - credit).toBe(nanos((PRICE * spent) / TOKENS));
    await expectRightLedger(service);
  });
});

const refund = (service: TestService, czk: string): Promise<Report> =>
  withLedger(service.config, creditRefund, { account: service.accountId, czk, reason: 'the customer asked' });

/** It ends with its test, also where that fails. */
type Traffic = AsyncDisposable & {
  /** Sixteen at once, after which the lease is far larger than what the rest needs. */
  burst(): Promise<void>;
  /** Resolves when there were so many more answers, whatever they said. */
  answers(count: number): Promise<void>;
  stop(): Promise<readonly number[]>;
};

/** A client for each address that asks again as soon as it is answered. */
function startTraffic(service: TestService, urls: readonly string[]): Traffic {
  const statuses: number[] = [];
  let isOver = false;
  const ask = async (url: string) => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(CHAT) });
    await answer.text();
    statuses.push(answer.status);
  };
  const loops = urls.map(async (url) => {
    while (!isOver) await ask(url);
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(loops);
    return statuses;
  };
  return {
    burst: async () => void (await Promise.all(Array.from({ length: 16 }, (_, i) => ask(urls[i % urls.length]!)))),
    answers: (count) => {
      const wanted = statuses.length + count;
      return until('clients are answered', () => statuses.length >= wanted);
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** As it is in the database, with what servers have leased and do not use. */
async function potsOf(service: TestService) {
  const database = openDatabase(service.config);
  try {
    return await createStores(database, DEFAULT_PLANS).ledger.balanceOf(service.accountId, Date.now());
  } finally {
    await database.close();
  }
}

const growLease = (service: TestService, traffic: Traffic, atLeast: Nanos): Promise<void> =>
  until('a lease has grown', async () => {
    await traffic.burst();
    return (await potsOf(service)).held >= atLeast;
  });

async function packageOf(service: TestService) {
  const database = openDatabase(service.config);
  try {
    const row = await database.sql.one(
      "SELECT balance, held, awaited, spent FROM pots WHERE account_id = ? AND kind = 'package'",
      service.accountId,
    );
    return {
      balance: BigInt(row!.balance as bigint),
      held: BigInt(row!.held as bigint),
      awaited: BigInt(row!.awaited as bigint),
      spent: BigInt(row!.spent as bigint),
    };
  } finally {
    await database.close();
  }
}

/** As a customer has bought it by card. */
async function buyPackage(service: TestService): Promise<void> {
  const atMs = Date.now();
  const about = { language: 'en', vatId: null, createdAtMs: atMs, expiresAtMs: atMs + 86_400_000 } as const;
  const { orders } = service.stores;
  await orders.create({ id: 'ord_1', accountId: service.accountId, offer: SMALL, method: 'stripe', ...about });
  await orders.setSession('ord_1', 'cs_1');
  await tell(
    service,
    sessionEvent('evt_paid', 'completed', { session: 'cs_1', order: 'ord_1', hellers: 20_000, payment: 'pi_1' }),
  );
}

/** Sends a message as Stripe does. */
async function tell(service: TestService, event: object): Promise<void> {
  const { body, signature } = await signed(event, { atMs: Date.now() });
  const url = new URL('/webhooks/stripe', service.url);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ outcome: 'done' });
}

/** On the same database. */
async function secondServer({ config }: TestService) {
  const quiet = { info() {}, warn() {}, error() {} };
  const server = await serve(config, quiet, { discreetMs: 0, leaseTimes: QUICK_TIMES });
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() };
}
