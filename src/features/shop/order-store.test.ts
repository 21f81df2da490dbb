/** The same as the webhook table, in every order of the messages and on every database, straight on the store. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { seeded } from '../../../test/support/random.ts';
import { nanos } from '../../core/money.ts';
import type { Offer } from '../../core/offer.ts';
import { planNames } from '../../core/plan.ts';
import type { EventSubject, PaymentEvent } from './payment-ports.ts';

const AMOUNT = nanos(100n);
const CREDIT: Offer = { id: 'credit-100', kind: 'credit', amount: AMOUNT };
const BY = { actor: 'test', atMs: NOON };
const PAYMENT = 'pi_1';

async function ordered(
  storage: Storage,
  changes: { offer?: Offer; method?: 'stripe' | 'bank'; id?: string; session?: string } = {},
) {
  const { id: accountId } = await storage.account();
  const { offer = CREDIT, method = 'stripe', id = 'ord_1' } = changes;
  const about = { language: 'en', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + 1000 } as const;
  const order = await storage.stores.orders.create({ id, accountId, offer, method, ...about });
  if (method === 'stripe') await storage.stores.orders.setSession(id, changes.session ?? 'cs_1');
  return { accountId, order };
}

const session = (fact: 'paid' | 'ended'): EventSubject => ({
  ...{ by: 'session', session: 'cs_1', orderId: 'ord_1', fact: { kind: fact }, invoice: null, subscription: null },
  payment: fact === 'paid' ? PAYMENT : null,
  paid: fact === 'paid' ? { amount: AMOUNT, currency: 'czk' } : null,
});
const refunded = (total: bigint): EventSubject => ({
  by: 'payment',
  payment: PAYMENT,
  fact: { kind: 'refunded', total: nanos(total) },
});
const dispute = (state: 'open' | 'won' | 'lost'): EventSubject => ({
  by: 'payment',
  payment: PAYMENT,
  fact: { kind: 'dispute', state, amount: AMOUNT },
});

const EVENTS: readonly PaymentEvent[] = [
  session('paid'),
  session('ended'),
  refunded(40n),
  dispute('open'),
  dispute('won'),
].map((about, at) => ({ id: `evt_${at}`, kind: 'test', about }));

const TWICE = `INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason)
  SELECT account_id, pot_id, kind, amount, at_ms, actor, reason FROM ledger_entries`;

describe('an order', () => {
  test('comes to the same in all 120 orders of its messages', async () => {
    await using storage = await openStorage();
    const results = new Set<string>();

    for (const [at, events] of permutations(EVENTS).entries()) {
      const { accountId } = await orderedAs(storage, at);
      for (const event of events) await storage.stores.orders.apply(renamed(event, at), BY);
      const { credit, debt } = await storage.stores.ledger.balanceOf(accountId, NOON);
      const status = (await storage.stores.orders.list(accountId))[0]?.status;
      results.add(`${credit - debt} ${status}`);
    }

    expect([...results]).toEqual(['60 partly-refunded']);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('whose payment is reported 50 times at once is paid once', async () => {
    await using storage = await openStorage();
    const { accountId } = await ordered(storage);

    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        storage.stores.orders.apply({ ...EVENTS[0]!, id: at % 2 ? 'evt_same' : `evt_${at}` }, BY),
      ),
    );

    expect(results.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(24);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(AMOUNT);
    expect((await storage.stores.orders.list(accountId))[0]).toMatchObject({ invoiceNumber: '2026-00001' });
  });

  test('whose refund and payment arrive at the same moment loses neither', async () => {
    await using storage = await openStorage();
    for (let at = 0; at < 20; at += 1) {
      const { accountId } = await orderedAs(storage, at);

      await Promise.all([EVENTS[2]!, EVENTS[0]!].map((event) => storage.stores.orders.apply(renamed(event, at), BY)));

      expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(nanos(60n));
    }
  });

  test('has one receipt, however many servers write it down', async () => {
    await using storage = await openStorage();
    await ordered(storage);
    await storage.stores.orders.apply(EVENTS[0]!, BY);

    const { orders, outbox } = storage.stores;
    const order = { atMs: NOON, origin: 'https://b.example', channels: ['owner'] } as const;
    const added = await Promise.all(Array.from({ length: 10 }, () => orders.addReceipts(order)));

    expect(added.flat()).toEqual(['ord_1']);
    expect((await outbox.claim(NOON)).map(({ notice }) => notice.data)).toMatchObject([
      { orderId: 'ord_1', pageUrl: 'https://b.example/orders/ord_1' },
    ]);
  });
});

describe('a package whose payment is refunded', () => {
  test('in small steps loses what it loses at once, whatever was used of it', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seeded(seed);
      const tokens = BigInt(random.integer(1, 400));
      const used = BigInt(random.integer(0, Number(tokens)));
      const total = BigInt(random.integer(1, 100));
      const steps = [total];
      for (let left = total; left > 1n; ) {
        left = BigInt(random.integer(1, Number(left) - 1));
        steps.unshift(left);
      }

      const atOnce = await leftOfPackage({ tokens, used, totals: [total] });
      const bySteps = await leftOfPackage({ tokens, used, totals: steps });

      expect(bySteps, `seed ${seed}`).toEqual(atOnce);
      if (total === 100n) expect(atOnce.tokens, `seed ${seed}`).toBe(0n);
    }
  });

  test('in steps that are smaller than a token takes no credit instead of tokens that are there', async () => {
    const totals = Array.from({ length: 20 }, (_, step) => BigInt(step + 1) * 5n);

    expect(await leftOfPackage({ tokens: 10n, used: 0n, totals })).toEqual({ tokens: 0n, credit: 0n, debt: 0n });
  });
});

type RefundedPackage = { readonly tokens: bigint; readonly used: bigint; readonly totals: readonly bigint[] };

/** The rest of a package for 100 nano-crowns, of which some was used before the payment was refunded up to these totals. */
async function leftOfPackage({ tokens, used, totals }: RefundedPackage) {
  await using storage = await openStorage();
  const offer: Offer = { id: 'package-1', kind: 'package', amount: AMOUNT, tokens, days: 10 };
  const { accountId } = await ordered(storage, { offer });
  await storage.stores.orders.apply(EVENTS[0]!, BY);
  await tamper(storage.db, `UPDATE pots SET balance = balance - ${used}, spent = ${used} WHERE kind = 'package'`);
  for (const total of totals) {
    await storage.stores.orders.apply({ id: `evt_refund_${total}`, kind: 'test', about: refunded(total) }, BY);
  }
  const { pots, credit, debt } = await storage.stores.ledger.balanceOf(accountId, NOON);
  return {
    tokens: pots.find(({ kind }) => kind === 'package')!.amount,
    credit: credit as bigint,
    debt: debt as bigint,
  };
}

describe('the audit', () => {
  test.each([
    ['an order that gave nothing', 'DELETE FROM ledger_entries'],
    ['an order that gave twice', TWICE],
    ['an invoice number that is missing', "UPDATE orders SET invoice_number = '2026-00002'"],
    ['an invoice of another amount', 'UPDATE documents SET total_nanos = 1'],
  ])('notices %s', async (_, statement) => {
    await using storage = await openStorage();
    await ordered(storage);
    await storage.stores.orders.apply(EVENTS[0]!, BY);
    expect(await storage.audit()).toMatchObject({ problems: [], checked: { L12: 3 } });

    await tamper(storage.db, statement);

    expect((await storage.audit()).problems.filter((problem) => problem.startsWith('L12'))).not.toEqual([]);
  });
});

test('the invoice after the 99,999th of a year is the 100,000th, and the audit knows it', async () => {
  await using storage = await openStorage();
  await storage.account();
  // Without triggers: what is written down of each order is not what this is about.
  for (let from = 1; from <= 100_001; from += 20_001) {
    await tamper(
      storage.db,
      `INSERT INTO orders (id, account_id, kind, offer, method, amount_nanos, currency, tokens, days, status, language,
         created_at_ms, expires_at_ms, paid_at_ms, invoice_number)
       WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${from} + 20000)
       SELECT 'ord_' || n, 'acc_1', 'package', 'p', 'stripe', 1, 'CZK', 1, 1, 'paid', 'en', 0, 0, 0,
         '2026-' || CASE WHEN n < 100000 THEN SUBSTR('00000' || n, LENGTH('00000' || n) - 4) ELSE '' || n END FROM numbers`,
    );
  }

  const { problems, checked } = await storage.audit();

  expect(checked.L12).toBe(200_010);
  expect(problems.filter((problem) => problem.startsWith('L12'))).toEqual([]);
});

describe('an order by bank transfer', () => {
  const CONFIRM: PaymentEvent = { id: 'confirm-ord_1', kind: 'bank', about: { by: 'order', orderId: 'ord_1' } };

  test('has a variable symbol of its own and is paid once when it is confirmed', async () => {
    await using storage = await openStorage();
    const { accountId, order } = await ordered(storage, { method: 'bank' });
    const other = await ordered(storage, { method: 'bank', id: 'ord_2' });

    await Promise.all(Array.from({ length: 10 }, () => storage.stores.orders.apply(CONFIRM, BY)));

    expect([order.variableSymbol, other.order.variableSymbol]).toEqual(['2026000001', '2026000002']);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(AMOUNT);
    expect(await storage.stores.orders.find(other.accountId, 'ord_1')).toBeUndefined();
  });

  test('can be confirmed after it has expired', async () => {
    await using storage = await openStorage();
    const { accountId } = await ordered(storage, { method: 'bank' });
    expect(await storage.stores.orders.expire(NOON + 2000)).toBe(1);

    await storage.stores.orders.apply(CONFIRM, BY);

    expect((await storage.stores.orders.find(accountId, 'ord_1'))?.status).toBe('paid');
  });

  test('for a plan that has become too small meanwhile gives its price as credit', async () => {
    await using storage = await openStorage();
    const offer: Offer = {
      id: 'plan-pro',
      kind: 'plan',
      plan: 'pro',
      name: planNames('pro'),
      every: 'month',
      amount: AMOUNT,
    };
    const { accountId } = await ordered(storage, { method: 'bank', offer });
    await storage.stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs: NOON });

    await storage.stores.orders.apply(CONFIRM, BY);

    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(AMOUNT);
    expect(await storage.stores.plans.current(accountId, NOON)).toMatchObject({ plan: 'ultra', nextPlan: 'ultra' });
  });
});

describe('after yesterday’s backup is restored', () => {
  test('a payment that is reported again is given once', async () => {
    await using storage = await openStorage();
    const { accountId } = await ordered(storage);
    // What the backup holds is the open order; the payment came after it and is reported again by the provider.
    const told = [EVENTS[0]!, EVENTS[0]!];

    for (const event of told) await storage.stores.orders.apply(event, BY);

    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(AMOUNT);
  });

  test('a payment of an order that is gone is remembered nowhere, so it can be reported again', async () => {
    await using storage = await openStorage();

    expect(await storage.stores.orders.apply(EVENTS[0]!, BY)).toEqual({ outcome: 'unknown', orderId: null });
    const { accountId } = await ordered(storage);
    await storage.stores.orders.apply(EVENTS[0]!, BY);

    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(AMOUNT);
  });
});

const orderedAs = (storage: Storage, at: number) => ordered(storage, { id: `ord_${at}_1`, session: `cs_${at}` });

/** The same message about another order. */
function renamed({ id, kind, about }: PaymentEvent, at: number): PaymentEvent {
  const own =
    about.by === 'session'
      ? { ...about, session: `cs_${at}`, orderId: `ord_${at}_1`, payment: about.payment && `pi_${at}` }
      : { ...about, payment: `pi_${at}` };
  return { id: `${id}_${at}`, kind, about: own as EventSubject };
}

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
