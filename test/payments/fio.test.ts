/** Bank transfers that confirm themselves: a server that asks Fio, over HTTP. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCzk } from '../../src/core/money.ts';
import { matchMovements } from '../../src/features/bank/bank-import.ts';
import { pollBank } from '../../src/features/bank/bank-polling.ts';
import { createFioClient } from '../../src/features/bank/fio.ts';
import { FIO_TOKEN, startFio } from '../support/fio-stand-in.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { signedUp } from '../support/page-client.ts';
import { startService, until } from '../support/service.ts';
import { testPlatform } from '../support/test-platform.ts';
import { BANK, startPayments } from './payments.fixture.ts';

const never = new AbortController().signal;
const EVERY_MS = 120_000;

/** A service with an order of Anna's, and what asks Fio for it. */
async function opened(fio: { readonly url: string }, token = FIO_TOKEN) {
  const payments = await startPayments({ seller: SELLER_SETTING });
  const { stores, clock, anna, shop } = payments.service;
  const body = { offer: 'credit-500', method: 'bank' };
  const { order } = (await anna.ask('POST /api/orders', { body })).body;
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const platform = testPlatform(stores, { clock, log: { info: note, warn: note, error: note } });
  const { bankMovements, attempts } = stores;
  const fetchMovements = createFioClient({ token, apiUrl: fio.url });
  const polled = { bankMovements, attempts, bank: () => shop.bank, fetchMovements, everyMs: EVERY_MS, days: 3 };
  return { payments, order, lines, platform, poll: () => pollBank(platform, polled, never) };
}

test('a transfer that Fio reports confirms its order, with its tax document, once', async () => {
  await using fio = startFio();
  const { payments, order, poll } = await opened(fio);
  const symbol = order.bank!.variableSymbol;
  fio.movements = [{ day: '2026-11-15', amount: '500', symbol, id: 26_962_199_069 }];

  for (let turn = 0; turn < 3; turn += 1) {
    await poll();
    payments.service.clock.pass(EVERY_MS);
  }

  const { stores, anna } = payments.service;
  expect(await payments.gained(anna)).toBe(500);
  expect(fio.asked).toEqual(['2026-11-12/2026-11-15', '2026-11-12/2026-11-15', '2026-11-12/2026-11-15']);
  const documents = await stores.documents.ofOrder({ accountId: anna.accountId, orderId: order.id });
  expect(documents.map(({ kind, number }) => [kind, number])).toEqual([['invoice', '2026-00001']]);
  expect((await payments.service.audit()).problems).toEqual([]);
  await payments[Symbol.asyncDispose]();
});

test('a movement that a server has recorded before it died pays its order with the next sweep', async () => {
  await using fio = startFio();
  const { payments, order, platform } = await opened(fio);
  await using _ = payments;
  const { stores, clock, anna } = payments.service;
  const statusOf = async () => (await anna.ask('GET /api/orders')).body.orders[0]!.status;
  const movement = {
    bookedOn: new Date(clock.nowMs()).toISOString().slice(0, 10),
    amount: parseCzk('500'),
    currency: 'CZK',
    variableSymbol: order.bank!.variableSymbol,
    isReversal: false,
    bankId: '1',
    counterparty: '',
    name: '',
    message: '',
  };
  const about = { account: BANK.iban, source: 'fio', atMs: clock.nowMs(), ids: ['mov_1'] } as const;
  await stores.bankMovements.record([movement], about);
  const before = await statusOf();

  const matched = await matchMovements(platform, stores.bankMovements);

  expect([before, matched, await statusOf()]).toEqual(['open', 1, 'paid']);
});

test('a transfer that Fio takes back waits for the operator, who sees which order it had paid', async () => {
  await using fio = startFio();
  const { payments, order, poll } = await opened(fio);
  const paid = { day: '2026-11-15', amount: '500', symbol: order.bank!.variableSymbol, id: 26_962_199_069 };
  fio.movements = [paid];
  await poll();
  payments.service.clock.pass(EVERY_MS);

  fio.movements = [paid, { ...paid, amount: '-500', id: 26_962_199_101, isReversal: true }];
  await poll();

  const { stores } = payments.service;
  const waiting = await stores.bankMovements.list({ state: 'unmatched', rowsMax: 10 });
  expect(waiting.map(({ problem, amount, variableSymbol }) => [problem, amount, variableSymbol])).toEqual([
    ['reversal', -500_000_000_000n, paid.symbol],
  ]);
  expect(await stores.bankMovements.unmatched()).toBe(1);
  expect((await payments.service.audit()).problems).toEqual([]);
  await payments[Symbol.asyncDispose]();
});

test('of two servers that poll at once, one asks: Fio counts the calls of a token', async () => {
  await using fio = startFio();
  const { payments, poll } = await opened(fio);

  await Promise.all([poll(), poll(), poll()]);

  expect(fio.asked.length).toBe(1);
  await payments[Symbol.asyncDispose]();
});

test('a bank that refuses or reports nonsense changes nothing, and no message has the token', async () => {
  await using fio = startFio();
  const { payments, order, poll, lines } = await opened(fio);
  fio.movements = [{ day: '2026-11-15', amount: '500', symbol: order.bank!.variableSymbol, id: 1 }];
  const failures: string[] = [];
  const fail = async () => {
    const thrown: unknown = await poll().catch((cause: unknown) => cause);
    failures.push(String(thrown));
    payments.service.clock.pass(EVERY_MS);
  };

  for (const status of [409, 500, 503]) {
    fio.brokenWith = status;
    await fail();
  }
  fio.brokenWith = undefined;
  await poll();

  expect(failures).toEqual([
    'Error: Fio answered 409: it was asked less than 30 seconds ago; another program may use the same token.',
    'Error: Fio answered 500: the token is wrong or not active.',
    'Error: Fio answered 503.',
  ]);
  expect(await payments.gained(payments.service.anna)).toBe(500);
  expect(JSON.stringify([failures, lines])).not.toContain(FIO_TOKEN);
  await payments[Symbol.asyncDispose]();
});

test('a bank that cannot be reached is reported without its address, which has the token', async () => {
  const { payments, poll } = await opened({ url: 'http://127.0.0.1:9' });

  const thrown: unknown = await poll().catch((cause: unknown) => cause);

  expect(String(thrown)).toStartWith('Error: Fio could not be asked:');
  expect(Bun.inspect(thrown)).not.toContain(FIO_TOKEN);
  await payments[Symbol.asyncDispose]();
});

test('a server with a token asks when it starts, and a customer who has paid finds the credit', async () => {
  await using fio = startFio();
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-fio-'));
  const paymentsWith = (more: object) => ({ BOREAL_PAYMENTS: JSON.stringify({ bank: { ...BANK, ...more } }) });
  const first = await startService({ dataDir, env: paymentsWith({}) });
  const anna = await signedUp(first, 'anna@example.com');
  const ordered = await anna.post('/api/orders', { offer: 'credit-500', method: 'bank' });
  const { order } = ordered.json as unknown as { order: { bank: { variableSymbol: string } } };
  const [owned] = await first.stores.orders.listAll({});
  await first.stop();
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague' }).format(owned!.createdAtMs);
  fio.movements = [{ day, amount: '500.00', symbol: order.bank.variableSymbol, id: 1 }];

  const second = await startService({
    dataDir,
    env: paymentsWith({ fio: { token: FIO_TOKEN, apiUrl: fio.url, everySeconds: 3600 } }),
  });
  const isPaid = async () => (await second.stores.orders.listAll({}))[0]!.status === 'paid';
  await until('the order is paid', isPaid);

  expect((await second.stores.ledger.balanceOf(owned!.accountId, Date.now())).credit).toBe(owned!.amount);
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
