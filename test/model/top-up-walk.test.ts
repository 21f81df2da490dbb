/** Random walks over automatic top-ups: servers die, banks refuse, messages come late and twice, and no month is passed. */
import { expect } from 'bun:test';
import { monthOf } from '../../src/core/calendar.ts';

import { parseCzk } from '../../src/core/money.ts';
import { intentEvent, startTopUps } from '../payments/top-up.fixture.ts';
import { test } from '../support/databases.ts';
import { type Random, seeded } from '../support/random.ts';
import { refundEvent } from '../support/stripe-events.ts';
import { seeds } from '../support/thorough.ts';

const SEEDS = seeds(2, 9);
const STEPS = 150;
const MONTH_MAX_CZK = '1600';
const HOUR_MS = 3_600_000;

type Walked = Awaited<ReturnType<typeof startTopUps>>;
type Step = (topUps: Walked, random: Random) => Promise<unknown>;

const dies = () => Promise.reject(new Error('The process was killed.'));

/** Leaves so little that a rule that is on is due, and no debt. */
const spend: Step = async ({ leave, set, service: { anna, stores, clock } }, random) => {
  const about = { accountId: anna.accountId, reason: 'test', actor: 'test', atMs: clock.nowMs() };
  await stores.credits.grant({ ...about, amount: parseCzk('1000') });
  await leave(anna, String(random.integer(0, 120)));
  if (random.fraction() < 0.5) await set(anna, { monthMaxCzk: MONTH_MAX_CZK });
};

/** Time goes on, so that what a dead server has left has its turn. */
const sweepTogether: Step = ({ sweep, service: { provider, topUpSources, clock } }, random) => {
  clock.pass(random.pick([10_000, 121_000, 121_000, HOUR_MS]));
  const servers = [
    {},
    {},
    { provider: { ...provider!, charge: dies } },
    { orders: { ...topUpSources.orders, apply: dies } },
  ];
  return Promise.all(Array.from({ length: random.integer(1, 3) }, () => sweep(random.pick(servers))));
};

const STEPS_OF: readonly Step[] = [
  sweepTogether,
  sweepTogether,
  sweepTogether,
  spend,
  spend,
  async ({ service: { clock } }, random) => clock.pass(random.pick([HOUR_MS, 26 * HOUR_MS, 9 * 24 * HOUR_MS])),
  async ({ stripe }, random) =>
    stripe.cards.answer(
      random.pick([
        'approve',
        'approve',
        'approve',
        'processing',
        'silent',
        { code: 'card_declined', declineCode: 'insufficient_funds' },
        { code: 'authentication_required' },
        { status: 500 },
      ] as const),
    ),
  // What Stripe tells, late, twice and in any order.
  async ({ stripe, tell }, random) => {
    if (stripe.cards.intents.length === 0) return;
    const intent = random.pick(stripe.cards.intents);
    if (intent.status === 'processing' && random.fraction() < 0.7) {
      stripe.cards.finish(intent, random.pick(['succeeded', 'succeeded', 'failed']));
    }
    const id = `evt_${intent.id}_${random.integer(1, 3)}`;
    if (intent.status === 'succeeded') await tell(intentEvent(id, 'succeeded', intent.object));
    if (intent.status === 'canceled') await tell(intentEvent(id, 'payment_failed', intent.object));
    if (intent.status === 'succeeded' && random.fraction() < 0.15) {
      await tell(refundEvent(`${id}_back`, intent.id, random.pick([10_000, intent.amount])));
    }
  },
  ({ set, service: { anna } }) => set(anna, { monthMaxCzk: MONTH_MAX_CZK }),
  async ({ saveCard, service: { anna } }, random) => random.fraction() < 0.3 && saveCard(anna),
  ({ forget }) => forget(),
];

/** Charges by the month in which the bank was asked, and never two for one order. */
function expectWithinMonths({ stripe }: Walked, about: string): void {
  const charged = stripe.cards.intents.filter(({ status }) => status === 'succeeded' || status === 'processing');
  const orders = charged.map(({ order }) => order);
  expect(new Set(orders).size, about).toBe(orders.length);
  const months = new Map<string, number>();
  for (const { object, amount } of charged) {
    const month = monthOf((object.created as number) * 1000);
    months.set(month, (months.get(month) ?? 0) + amount);
  }
  for (const hellers of months.values()) expect(hellers, about).toBeLessThanOrEqual(Number(MONTH_MAX_CZK) * 100);
}

test.each(SEEDS)('automatic top-ups charge once and never beyond a month: seed %i', async (seed) => {
  const random = seeded(seed);
  await using topUps = await startTopUps();
  const { anna, clock, stores, db } = topUps.service;
  await topUps.saveCard(anna);
  await topUps.set(anna, { monthMaxCzk: MONTH_MAX_CZK });

  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(STEPS_OF)(topUps, random);
    expectWithinMonths(topUps, `seed ${seed}, step ${step}`);
  }
  expect(topUps.stripe.cards.intents.length, `seed ${seed}`).toBeGreaterThan(2);
  // All charges are looked for: then nothing is in flight, and every payment has its order.
  for (const intent of topUps.stripe.cards.intents) {
    if (intent.status === 'processing') topUps.stripe.cards.finish(intent, 'succeeded');
  }
  topUps.stripe.cards.answer('approve');
  clock.pass(3 * HOUR_MS);
  for (let turn = 0; turn < 3; turn += 1) await topUps.sweep();

  const paid = await db.sql.all(
    'SELECT provider_payment, amount_nanos FROM orders WHERE card_method IS NOT NULL AND paid_at_ms IS NOT NULL',
  );
  const succeeded = topUps.stripe.cards.intents.filter(({ status }) => status === 'succeeded');
  expect(paid.map((row) => row.provider_payment).toSorted() as string[], `seed ${seed}`).toEqual(
    succeeded.map(({ id }) => id).toSorted(),
  );
  const open = await db.sql.all("SELECT id FROM orders WHERE card_method IS NOT NULL AND status = 'open'");
  expect(open.length, `seed ${seed}`).toBe(0);
  const documents = await stores.documents.count({ fromMs: 0, toMs: clock.nowMs() + 1 });
  expect(documents, `seed ${seed}`).toBeGreaterThanOrEqual(paid.length);
  expect((await topUps.service.audit()).problems, `seed ${seed}`).toEqual([]);
});
