import { afterEach, beforeEach, expect, test } from 'bun:test';
import { NOON, type Storage as OpenStorage, openStorage } from '../../../test/support/ledger-fixture.ts';
import { refundEvent, sessionEvent } from '../../../test/support/stripe-events.ts';
import { STRIPE_KEY, type StripeStandIn, startStripe, WEBHOOK_SECRET } from '../../../test/support/stripe-stand-in.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import { createStripe } from '../../features/shop/stripe.ts';
import { systemClock } from '../../platform/clock.ts';
import { orderReconcile } from './reconcile.ts';

let open: OpenStorage;
let stripe: StripeStandIn;
let needs: Parameters<typeof orderReconcile.run>[1];
beforeEach(async () => {
  open = await openStorage();
  stripe = await startStripe();
  const provider = createStripe({ secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url });
  needs = { stores: open.stores, provider, platform: { clock: { ...systemClock, nowMs: () => NOON } } };
});
afterEach(async () => {
  expect((await open.audit(NOON)).problems).toEqual([]);
  await open[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

const SINCE = '2026-11-01';
const reconcile = (since = SINCE) => orderReconcile.run({ since }, needs);

async function ordered(accountId: string, number: number): Promise<void> {
  const offer = { id: 'credit-100', kind: 'credit', amount: nanos(100_000_000_000n) } as const;
  const about = { id: `ord_${number}`, accountId, offer, method: 'stripe', language: 'en', vatId: null } as const;
  await open.stores.orders.create({ ...about, createdAtMs: NOON, expiresAtMs: NOON + 60_000 });
  await open.stores.orders.setSession(`ord_${number}`, `cs_${number}`);
}
const paid = (number: number) =>
  sessionEvent(`evt_${number}`, 'completed', { session: `cs_${number}`, order: `ord_${number}` });

test('what the ledger does not know is acted on once, over several pages, in whatever order it is listed', async () => {
  const { id } = await open.account();
  for (let number = 1; number <= 120; number += 1) {
    await ordered(id, number);
    stripe.happened.push(paid(number));
  }
  stripe.happened.push(refundEvent('evt_refund', 'pi_cs_1', 10_000));

  const [first, second] = [await reconcile(), await reconcile()];

  // The refund is listed before its payment, and acted on with it.
  expect(first.json).toEqual({ done: 120, duplicate: 0, waiting: 1, problems: [], error: null });
  expect(second.json).toEqual({ done: 0, duplicate: 121, waiting: 0, problems: [], error: null });
  expect(formatCzk((await open.stores.ledger.balanceOf(id, NOON)).credit)).toBe('11900');
});

test('what fits no order is named, and the command fails', async () => {
  stripe.happened.push(paid(7));

  const { json, failed } = await reconcile();

  expect(failed).toBe(true);
  expect(json).toMatchObject({
    problems: [{ event: 'evt_7', kind: 'checkout.session.completed', outcome: 'unknown' }],
  });
});

test('only the time since is asked for', async () => {
  const { id } = await open.account();
  await ordered(id, 1);
  stripe.happened.push(paid(1));

  // When the messages of these tests happened.
  expect((await reconcile('2026-11-14T23:46:41Z')).json).toMatchObject({ done: 0 });
  expect((await reconcile('2026-11-14T23:46:40Z')).json).toMatchObject({ done: 1 });
  await expect(reconcile('2090-01-01')).rejects.toThrow('a date in the past');
  await expect(reconcile('yesterday')).rejects.toThrow('a date in the past');
});

test('a provider that cannot be reached, or is off, is a sentence', async () => {
  stripe.breakWith(401);

  expect(await reconcile()).toMatchObject({ failed: true, json: { done: 0, error: 'broken' } });
  await expect(orderReconcile.run({ since: SINCE }, { ...needs, provider: undefined })).rejects.toThrow('is off');
});
