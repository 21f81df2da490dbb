/** The server is killed (SIGKILL) while it tops accounts up, and started again on the same folder. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanos, parseCzk } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { createStripe } from '../../src/features/shop/stripe.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { ledgerKey, serverSecret } from '../../src/platform/secrets.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { SHARED_SECRET } from '../support/ledger-key.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { until } from '../support/service.ts';
import { accountBeside, accountIn, runBoreal, startServiceProcess } from '../support/service-process.ts';
import { STRIPE_KEY, type StripeStandIn, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';

const ONE_CZK = parseCzk('1');

test('a charge that was asked for and an order that was only written are each charged once after a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-top-up-'));
  await using stripe = await startStripe();
  const env = { BOREAL_PAYMENTS: paymentsAt(stripe.url) };
  const first = await startServiceProcess({ folder, env });
  const accounts = [await accountIn(first.dataDir, ONE_CZK), await accountIn(first.dataDir, ONE_CZK)];
  const db = openSqlite(join(first.dataDir, 'boreal.db'), 'commit', ledgerKey(serverSecret('', first.dataDir)));
  const stores = createStores(db, DEFAULT_PLANS);
  stripe.cards.answer('hang');
  for (const { accountId } of accounts) await saveCard(accountId, stripe, stores);

  // Both orders are written before a card is charged; the answer to the first charge never comes.
  await until('a card is charged', () => stripe.cards.intents.length === 1);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const inFlight = await db.sql.all("SELECT id FROM orders WHERE card_method IS NOT NULL AND status = 'open'");
  expect(inFlight.length).toBe(2);

  stripe.cards.answer('approve');
  // Instead of two minutes in which another server leaves the orders to the one that may still have them.
  await db.sql.run('UPDATE orders SET ask_at_ms = 0');
  await using second = await startServiceProcess({ folder, env });
  const creditOf = async (accountId: string) => (await stores.ledger.balanceOf(accountId, Date.now())).credit;
  for (const { accountId } of accounts) {
    await until('the credit is there', async () => (await creditOf(accountId)) === parseCzk('501'));
  }

  const paid = await db.sql.all('SELECT id FROM orders WHERE paid_at_ms IS NOT NULL');
  const charged = stripe.cards.intents.map(({ order }) => order).toSorted();
  expect(charged as string[]).toEqual(inFlight.map(({ id }) => id as string).toSorted());
  expect(paid.length).toBe(2);
  expect((await runBoreal(['audit'], second.env)).code).toBe(0);
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

test('two servers on one database charge once for an account that falls below its threshold, also when one is killed', async () => {
  const folders = ['one', 'other'].map((name) => mkdtempSync(join(tmpdir(), `boreal-top-up-${name}-`)));
  await using stripe = await startStripe();
  const storage = await emptyPostgres();
  const stores = createStores(storage.db, DEFAULT_PLANS);
  const servers = [];
  for (const folder of folders) {
    const way = relay(stripe.url);
    const env = {
      BOREAL_DATABASE_URL: storage.url,
      BOREAL_SECRET: SHARED_SECRET,
      BOREAL_PAYMENTS: paymentsAt(way.url),
    };
    servers.push({ way, process: await startServiceProcess({ folder, env }) });
  }
  await using stack = new AsyncDisposableStack();
  for (const { way, process } of servers) {
    stack.use(way);
    stack.use(process);
  }
  const [{ process: anyServer }] = servers as [(typeof servers)[number]];
  const accountIds: string[] = [];
  for (let count = 0; count < ACCOUNTS; count++) {
    const { accountId } = await accountBeside(anyServer, parseCzk('200'));
    await saveCard(accountId, stripe, stores);
    accountIds.push(accountId);
  }
  stripe.cards.answer('hang');
  // While no answer comes, both servers look at the same accounts again and again.
  await Promise.all(accountIds.map((accountId) => fallBelow(accountId, stores)));
  await until('a card is charged', () => stripe.cards.intents.length > 0);
  const dying = servers.find(({ way }) => way.charges() > 0)!;
  process.kill(dying.process.pid, 'SIGKILL');
  await dying.process.exited;
  stripe.cards.answer('approve');
  // Instead of two minutes in which another server leaves the orders to the one that may still have them.
  await storage.db.sql.run('UPDATE orders SET ask_at_ms = 0');
  const creditOf = async (accountId: string) => (await stores.ledger.balanceOf(accountId, Date.now())).credit;
  for (const accountId of accountIds) {
    await until('the credit is there', async () => (await creditOf(accountId)) === parseCzk('550'));
  }

  const orders = await storage.db.sql.all('SELECT id, account_id, status FROM orders');
  const charged = stripe.cards.intents.map(({ order }) => order!).toSorted();
  const survivor = servers.find((one) => one !== dying)!;
  expect(charged).toEqual(orders.map(({ id }) => id as string).toSorted());
  expect(new Set(orders.map(({ account_id: of }) => of))).toEqual(new Set(accountIds));
  expect(orders.every(({ status }) => status === 'paid')).toBe(true);
  expect(survivor.way.charges()).toBeGreaterThan(0);
  expect((await runBoreal(['audit'], survivor.process.env)).code).toBe(0);
  await stack.disposeAsync();
  await storage.giveBack();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 600_000);

const ACCOUNTS = 3;

const paymentsAt = (apiUrl: string): string =>
  JSON.stringify({
    stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl },
    anyAmount: { min: '50', max: '20000' },
  });

const fallBelow = (accountId: string, { credits }: Stores): Promise<void> =>
  credits.correct({ accountId, amount: nanos(-parseCzk('150')), reason: 'spent', actor: 'test', atMs: Date.now() });

/** The way of one server to Stripe, which knows what went along it. */
function relay(target: string) {
  let charges = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/v1/payment_intents') charges += 1;
      const { method, headers, signal } = request;
      return fetch(`${target}${pathname}${search}`, { method, headers, signal, body: await request.text() });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    charges: () => charges,
    [Symbol.asyncDispose]: async () => void (await server.stop(true)),
  };
}

/** As a customer does on the pages. */
async function saveCard(accountId: string, stripe: StripeStandIn, { topUps }: Stores): Promise<void> {
  const provider = createStripe({ secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url });
  const place = {
    accountId,
    email: 'a@example.com',
    language: 'en',
    successUrl: stripe.url,
    cancelUrl: stripe.url,
  } as const;
  await fetch(await provider.cardPage(place), { method: 'POST', redirect: 'manual' });
  const { card } = (await provider.savedCard(stripe.sessions.at(-1)!.id))!;
  await topUps.saveCard(accountId, card, Date.now());
  const [below, amount, monthMax] = [parseCzk('100'), parseCzk('500'), parseCzk('2000')];
  await topUps.set(accountId, { isOn: true, below, amount, monthMax }, { language: 'en', atMs: Date.now() });
}
