/** Credit of an amount that the customer chooses, over HTTP and on both databases. */
import { describe, expect } from 'bun:test';
import { formatCzk, nanos, parseCzk } from '../../src/core/money.ts';
import { BANK_FILE_WRITERS, WRITTEN_FORMATS } from '../support/bank-files.ts';
import { test } from '../support/databases.ts';
import { isdocProblems } from '../support/isdoc-schema.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { pdfText } from '../support/pdf-text.ts';
import { type Random, seeded } from '../support/random.ts';
import { refundEvent, sessionEvent } from '../support/stripe-events.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

const ANY = { min: '50', max: '20000' };
const open = (changes: object = {}) => startPayments({ anyAmount: ANY, seller: SELLER_SETTING, ...changes });

const order = ({ service }: Payments, czk: unknown, method = 'bank') =>
  service.anna.ask('POST /api/orders', { body: { offer: 'credit', czk, method } });

const LIMITS = 'czk must be an amount from 50 to 20000 CZK.';
const FORM = 'czk must be an amount in CZK with at most 2 decimals, such as 100 or 12.50.';

describe('an amount of the customer’s choice', () => {
  test('is offered with its limits, and ordered from the least to the most', async () => {
    await using payments = await open();

    const { body } = await payments.service.anna.ask('GET /api/offers');
    const bought = [];
    for (const czk of ['50', '50.01', '0123.40', '20000.00']) bought.push((await order(payments, czk)).body.order.czk);

    expect(body.anyAmount).toEqual({ minCzk: '50', maxCzk: '20000' });
    expect(bought).toEqual(['50', '50.01', '123.4', '20000']);
    expect((await payments.service.audit()).problems).toEqual([]);
  });

  test('is refused in one sentence where it is none or beyond the limits, and nothing is ordered', async () => {
    await using payments = await open();
    const asked: readonly (readonly [unknown, string])[] = [
      ...[undefined, '49.99', '20000.01', '9999999.99', '0', '0.01'].map((czk) => [czk, LIMITS] as const),
      ...['', ' 100', '100 ', '-100', '+100', '1e3', '12.345', '100.', '.5', '100,50', '1 000', '0x64'].map(
        (czk) => [czk, FORM] as const,
      ),
      ...['NaN', 'Infinity', '٣٠٠', '100\n', '99999999999999999999'].map((czk) => [czk, FORM] as const),
      ...[100, 99.999, null, ['100'], { amount: '100' }, true].map((czk) => [czk, 'czk must be a string.'] as const),
    ];

    for (const [czk, sentence] of asked) {
      const { status, error } = await order(payments, czk);
      expect([czk, status, error?.param, error?.message]).toEqual([czk, 400, 'czk', sentence]);
    }

    expect((await payments.service.anna.ask('GET /api/orders')).body.orders).toEqual([]);
    expect(payments.stripe.sessions).toEqual([]);
  });

  test('changes the price of no other offer', async () => {
    await using payments = await open();

    const body = { offer: 'credit-100', czk: '50', method: 'stripe' };
    const { status, error } = await payments.service.anna.ask('POST /api/orders', { body });

    expect([status, error?.message]).toEqual([400, 'czk must be left out: this offer has its own price.']);
  });

  test('is not sold where no limits are set', async () => {
    await using payments = await open({ anyAmount: null });

    const { status, error } = await order(payments, '100');

    expect((await payments.service.anna.ask('GET /api/offers')).body.anyAmount).toBeNull();
    expect([status, error?.code, error?.param]).toEqual([400, 'offer_unknown', 'offer']);
  });

  test('by card is asked for to the heller, given when exactly that was paid, and taken back in parts', async () => {
    await using payments = await open();
    const { service, stripe, tell } = payments;
    const { body } = await order(payments, '250.07', 'stripe');
    const { id: session, asked } = stripe.sessions.at(-1)!;
    const about = { session, order: body.order.id, payment: 'pi_1' };

    const less = await tell(sessionEvent('evt_less', 'completed', { ...about, hellers: 25_006 }));
    const gainedByLess = await payments.gained(service.anna);
    const exact = await tell(sessionEvent('evt_1', 'completed', { ...about, hellers: 25_007 }));
    const again = await tell(sessionEvent('evt_1', 'completed', { ...about, hellers: 25_007 }));
    await tell(refundEvent('evt_2', 'pi_1', 10_003));

    expect(asked['line_items[0][price_data][unit_amount]']).toBe('25007');
    expect([less.outcome, gainedByLess]).toEqual(['wrong-amount', 0]);
    expect([exact.outcome, again.outcome]).toEqual(['done', 'duplicate']);
    expect(await payments.gained(service.anna)).toBe(150.04);
    const { order: found } = (await service.anna.ask('GET /api/orders/{id}', { id: body.order.id })).body;
    expect([found.status, found.czk, found.refundedCzk]).toEqual(['partly-refunded', '250.07', '100.03']);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('by bank transfer is on the code to scan, and its documents are in order', async () => {
    await using payments = await open();
    const { service } = payments;
    const { body } = await order(payments, '1234.56');
    const { id, bank } = body.order;
    const proforma = pdfText(await (await service.anna.open(`GET /api/orders/${id}/proforma`)).bytes());

    const statement = BANK_FILE_WRITERS.gpc([
      { day: '2026-11-15', amount: '1234.56', symbol: bank!.variableSymbol, id: 1 },
    ]);
    await importMovements(payments, statement);

    expect(bank?.code).toContain('*AM:1234.56*');
    expect(proforma).toContain('1\u00a0234,56\u00a0Kč');
    const entries = await service.stores.documents.ofOrder({ accountId: 'acc_anna', orderId: id });
    const { number } = entries[0]!;
    const document = await service.stores.documents.find(number);
    expect([document?.totalHellers, document?.vat.line]).toEqual([123_456, { rate: 21, base: 102_030, tax: 21_426 }]);
    const isdoc = await (await service.anna.open(`GET /api/documents/${number}/isdoc`)).text();
    expect(isdoc).toContain('<PayableAmount>1234.56<');
    expect(await isdocProblems({ 'invoice.isdoc': isdoc })).toEqual([]);
    expect(await payments.gained(service.anna)).toBe(1234.56);
    expect((await service.audit()).problems).toEqual([]);
  });
});

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2];

test.each(SEEDS)('whatever is chosen, exactly what was paid is given, and taken back: seed %i', async (seed) => {
  const random = seeded(seed);
  await using payments = await open();
  let expected = 0n;

  for (let step = 0; step < 25; step += 1) {
    const amount = nanos(BigInt(random.integer(5_000, 2_000_000)) * 10_000_000n);
    const pay = random.pick([payByCard, payByCard, payByBank]);
    expected += await pay(payments, { amount, step, random });
  }

  const { creditCzk, debtCzk } = (await payments.service.anna.ask('GET /api/billing')).body;
  const has = parseCzk(creditCzk) - parseCzk(debtCzk) - parseCzk('1000');
  expect(formatCzk(nanos(has)), `seed ${seed}`).toBe(formatCzk(nanos(expected)));
  const totals = await documentTotals(payments);
  expect(totals * 10_000_000n, `seed ${seed}`).toBe(expected);
  expect((await payments.service.audit()).problems, `seed ${seed}`).toEqual([]);
});

type Step = { readonly amount: bigint; readonly step: number; readonly random: Random };

const hellersOf = (amount: bigint) => Number(amount / 10_000_000n);

/** Sometimes too little comes first, sometimes twice the same, sometimes a part goes back. Returns what is left. */
async function payByCard(payments: Payments, { amount, step, random }: Step): Promise<bigint> {
  const { body } = await order(payments, formatCzk(nanos(amount)), 'stripe');
  const session = payments.stripe.sessions.at(-1)!.id;
  const about = { session, order: body.order.id, hellers: hellersOf(amount), payment: `pi_${step}` };
  const fate = random.pick(['paid', 'too little', 'twice', 'refunded', 'left'] as const);
  if (fate === 'left') return 0n;
  if (fate === 'too little') {
    const little = { ...about, hellers: about.hellers - 1 };
    expect((await payments.tell(sessionEvent(`evt_little_${step}`, 'completed', little))).outcome).toBe('wrong-amount');
    return 0n;
  }
  await payments.tell(sessionEvent(`evt_${step}`, 'completed', about));
  if (fate === 'twice') await payments.tell(sessionEvent(`evt_again_${step}`, 'completed', about));
  if (fate !== 'refunded') return amount;
  const back = random.integer(1, about.hellers);
  await payments.tell(refundEvent(`evt_back_${step}`, about.payment, back));
  return amount - BigInt(back) * 10_000_000n;
}

async function payByBank(payments: Payments, { amount, step, random }: Step): Promise<bigint> {
  const { body } = await order(payments, formatCzk(nanos(amount)));
  const isExact = random.fraction() < 0.7;
  const paid = formatCzk(nanos(isExact ? amount : amount + 10_000_000n));
  const symbol = body.order.bank!.variableSymbol;
  const movement = { day: '2026-11-15', amount: paid, symbol, id: step + 1 };
  await importMovements(payments, BANK_FILE_WRITERS[random.pick(WRITTEN_FORMATS)]([movement]));
  return isExact ? amount : 0n;
}

async function importMovements({ service }: Payments, file: Uint8Array): Promise<void> {
  const body = { id: crypto.randomUUID(), name: 'statement', base64: Buffer.from(file).toString('base64') };
  expect((await service.olga.ask('POST /api/operator/bank/statements', { body })).status).toBe(200);
}

async function documentTotals({ service }: Payments): Promise<bigint> {
  let total = 0n;
  for (const { id } of (await service.anna.ask('GET /api/orders')).body.orders) {
    const { documents } = (await service.anna.ask('GET /api/orders/{id}/documents', { id })).body;
    for (const { czk } of documents) total += parseCzk(czk) / 10_000_000n;
  }
  return total;
}
