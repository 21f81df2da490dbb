/** The server is killed (SIGKILL) while it tops accounts up, and started again on the same folder. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCzk } from '../../src/domain/money.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createStripe } from '../../src/payments/stripe.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createStores, type Stores } from '../../src/store/stores.ts';
import { until } from '../support/service.ts';
import { accountIn, runBoreal, startServiceProcess } from '../support/service-process.ts';
import { STRIPE_KEY, type StripeStandIn, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';

const ONE_CZK = parseCzk('1');

test('a charge that was asked for and an order that was only written are each charged once after a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-top-up-'));
  await using stripe = await startStripe();
  const card = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url };
  const env = { BOREAL_PAYMENTS: JSON.stringify({ stripe: card, anyAmount: { min: '50', max: '20000' } }) };
  const first = await startServiceProcess({ folder, env });
  const accounts = [await accountIn(first.dataDir, ONE_CZK), await accountIn(first.dataDir, ONE_CZK)];
  const db = openSqlite(join(first.dataDir, 'boreal.db'), 'commit');
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
}, 120_000);

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
  const { accountId: _, ...card } = (await provider.savedCard(stripe.sessions.at(-1)!.id))!;
  await topUps.saveCard(accountId, card, Date.now());
  const [below, amount, monthMax] = [parseCzk('100'), parseCzk('500'), parseCzk('2000')];
  await topUps.set(accountId, { isOn: true, below, amount, monthMax }, { language: 'en', atMs: Date.now() });
}
