/** Yesterday’s backup is restored, and Stripe sends again what it has sent since: everything is given once. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCzk } from '../../src/core/money.ts';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { expectCleanLedger } from '../support/reckoning.ts';
import { startService, type TestService } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';
import { disputeEvent, refundEvent, renewalEvent, sessionEvent } from '../support/stripe-events.ts';
import { STRIPE_KEY, type StripeStandIn, signed, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';

let folder: string;
let stripe: StripeStandIn;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-restored-'));
  stripe = await startStripe();
});
afterEach(async () => {
  await stripe[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const selling = () => ({
  BOREAL_PAYMENTS: JSON.stringify({
    stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url },
    plans: { pro: { czk: '250' } },
  }),
});

const start = (place: string) => startService({ dataDir: join(folder, place), env: selling() });

async function boreal(words: string, place: string): Promise<string> {
  const env = { BOREAL_DATA_DIR: join(folder, place), BOREAL_PORT: '1', ...selling() };
  const { code, stderr, stdout } = await runBoreal(words.split(' '), env, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** As Stripe sends it now, whenever it happened. */
async function tell({ port }: TestService, event: object): Promise<string> {
  const { body, signature } = await signed(event, { atMs: Date.now() });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/stripe`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { outcome: string }).outcome;
}

async function buy(client: PageClient, offer: string): Promise<{ readonly order: string; readonly session: string }> {
  const { json } = await client.post('/api/orders', { offer, method: 'stripe' });
  return { order: (json.order as { id: string }).id, session: stripe.sessions.at(-1)!.id };
}

test('a payment, a refund, a dispute and a renewal after the backup are acted on once when they are sent again', async () => {
  const before = await start('data');
  const client = await signedUp(before, 'anna@example.com');
  const accountId = ((await client.get('/api/me')).json.account as { id: string }).id;
  const [old, open, refunded, disputed, plan] = [
    await buy(client, 'credit-100'),
    await buy(client, 'credit-500'),
    await buy(client, 'credit-100'),
    await buy(client, 'credit-100'),
    await buy(client, 'plan-pro'),
  ] as const;
  const subscription = { payment: null, invoice: 'in_1', subscription: 'sub_1', hellers: 25_000 };
  const known = [
    sessionEvent('evt_old', 'completed', old),
    sessionEvent('evt_refunded', 'completed', refunded),
    sessionEvent('evt_disputed', 'completed', disputed),
    sessionEvent('evt_plan', 'completed', { ...plan, ...subscription }),
  ];
  for (const event of known) expect(await tell(before, event)).toBe('done');
  await boreal('backup --to kept', 'data');

  const gone = await buy(client, 'credit-100');
  const renewal = { order: plan.order, invoice: 'in_2', subscription: 'sub_1', hellers: 25_000 };
  const since = [
    sessionEvent('evt_open', 'completed', { ...open, hellers: 50_000 }),
    refundEvent('evt_refund', `pi_${refunded.session}`, 10_000),
    disputeEvent('evt_dispute', `pi_${disputed.session}`, { status: 'lost' }),
    renewalEvent('evt_renewal', renewal),
  ];
  for (const event of since) expect(await tell(before, event)).toBe('done');
  const creditBefore = (await before.stores.ledger.balanceOf(accountId, Date.now())).credit;
  expect(await tell(before, sessionEvent('evt_gone', 'completed', gone))).toBe('done');
  await before.stop();
  await boreal('restore --from kept', 'restored');
  const after = await start('restored');

  // Half of it is sent again, in another order; all of it is asked for; and then everything is sent once more.
  for (const event of since.slice(2).reverse()) expect(await tell(after, event)).toBe('done');
  stripe.happened.push(...known, ...since);
  const asked = JSON.parse(await boreal('order reconcile --since 2020-01-01 --json', 'restored'));
  expect(asked).toEqual({ done: 2, duplicate: known.length + 2, waiting: 0, problems: [], error: null });
  for (const event of [...since, ...known]) expect(await tell(after, event)).toBe('duplicate');
  expect(await tell(after, sessionEvent('evt_gone', 'completed', gone))).toBe('unknown');

  const { credit, debt } = await after.stores.ledger.balanceOf(accountId, Date.now());
  expect([formatCzk(credit), debt]).toEqual([formatCzk(creditBefore), 0n as never]);
  expect(formatCzk(credit)).toBe('600');
  expect(await after.stores.plans.current(accountId, Date.now())).toMatchObject({ plan: 'pro', nextPlan: 'pro' });
  expect(after.log.filter(({ level }) => level === 'error')).toMatchObject([{ event: 'evt_gone', outcome: 'unknown' }]);
  await after.stop();
  await expectCleanLedger(join(folder, 'restored'));
});
