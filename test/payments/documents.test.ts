/** The documents of what was bought, as Stripe's messages and operators make them, on both databases. */
import { describe, expect } from 'bun:test';
import { formatCzk, parseCzk } from '../../src/core/money.ts';
import type { SalesDocument } from '../../src/features/invoices/document.ts';
import { test } from '../support/databases.ts';
import { isdocProblems } from '../support/isdoc-schema.ts';
import { BUYER, EU_BUYER, US_PERSON } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { pdfText } from '../support/pdf-text.ts';
import { disputeEvent, refundEvent, renewalEvent, sessionEvent } from '../support/stripe-events.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

const open = (seller: object | null = SELLER_SETTING) => startPayments({ seller });

/** An order by card of 100 CZK that is paid; the payment has this number. */
async function paid({ service, buy, tell }: Payments, number = 1): Promise<string> {
  const { order, session } = await buy(service.anna, 'credit-100');
  const about = { session, order, hellers: 10_000, payment: `pi_${number}` };
  expect((await tell(sessionEvent(`evt_${number}`, 'completed', about))).outcome).toBe('done');
  return order;
}

async function documentsOf({ service: { stores } }: Payments, orderId: string): Promise<readonly SalesDocument[]> {
  const entries = await stores.documents.ofOrder({ accountId: 'acc_anna', orderId });
  return Promise.all(entries.map(async ({ number }) => (await stores.documents.find(number))!));
}

const brief = ({ number, totalHellers, vat }: SalesDocument) => [number, totalHellers, vat.line?.base, vat.line?.tax];

describe('the invoice of a paid order', () => {
  test('has its number, its dates, both parties and the VAT in the price', async () => {
    await using payments = await open();
    await payments.service.anna.ask('PATCH /api/buyer', { body: BUYER });

    const orderId = await paid(payments);

    const [invoice] = await documentsOf(payments, orderId);
    const order = await payments.service.stores.orders.find('acc_anna', orderId);
    const paidAtMs = order!.paidAtMs!;
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: '2026-00001',
      issuedAtMs: paidAtMs,
      taxPointAtMs: paidAtMs,
      dueAtMs: paidAtMs,
      buyer: BUYER,
      seller: { name: 'Severní záře s.r.o.', companyId: '27082440', isVatPayer: true },
      item: { kind: 'credit' },
      totalHellers: 10_000,
      vat: { treatment: 'included', line: { rate: 21, base: 8_264, tax: 1_736 } },
    });
    expect(order?.invoiceNumber).toBe('2026-00001');
  });

  test('stays as it was when buyer and seller change, and the next one is new', async () => {
    await using payments = await open();
    await payments.service.anna.ask('PATCH /api/buyer', { body: BUYER });
    const first = await paid(payments, 1);
    await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });

    const second = await paid(payments, 2);

    const [[before], [after]] = [await documentsOf(payments, first), await documentsOf(payments, second)];
    expect([before?.buyer, before?.vat.treatment]).toEqual([BUYER, 'included']);
    expect([after?.buyer, after?.vat]).toMatchObject([
      EU_BUYER,
      { treatment: 'reverse-charge', line: { rate: 0, base: 10_000, tax: 0 } },
    ]);
  });

  test('of a person outside of the EU has no Czech VAT and says why, and so has its credit note', async () => {
    await using payments = await open();
    const { anna } = payments.service;
    await anna.ask('PATCH /api/buyer', { body: US_PERSON });

    const orderId = await paid(payments);
    await payments.tell(refundEvent('evt_refund', 'pi_1', 3_333));

    const treatment = 'outside-person';
    expect((await documentsOf(payments, orderId)).map(({ totalHellers, vat }) => [totalHellers, vat])).toMatchObject([
      [10_000, { treatment, line: { rate: 0, base: 10_000, tax: 0 } }],
      [-3_333, { treatment, line: { rate: 0, base: -3_333, tax: 0 } }],
    ]);
    const why =
      /není předmětem české DPH. Místo plnění podle § 10i zákona o DPH je mimo Evropskou unii, v zemi zákazníka/;
    const files: Record<string, string> = {};
    for (const number of ['2026-00001', 'D2026-00001']) {
      const pdf = await anna.open(`GET /api/documents/${number}/pdf`);
      expect(pdfText(await pdf.bytes()).replaceAll(/\s+/g, ' ')).toMatch(why);
      files[`${number}.isdoc`] = await (await anna.open(`GET /api/documents/${number}/isdoc`)).text();
      expect(files[`${number}.isdoc`]).toMatch(why);
    }
    expect(await isdocProblems(files)).toEqual([]);
  });

  test('of a seller who pays no VAT has none', async () => {
    await using payments = await open({ ...SELLER_SETTING, vatPayer: false });

    const [invoice] = await documentsOf(payments, await paid(payments));

    expect(invoice?.vat).toMatchObject({ treatment: 'none', line: null });
  });

  test('cannot be changed or removed, not even in the database', async () => {
    await using payments = await open();
    await paid(payments);
    const { sql } = payments.service.db;

    expect(sql.run("UPDATE documents SET body = '{}'")).rejects.toThrow('never changed');
    expect(sql.run('DELETE FROM documents')).rejects.toThrow('never deleted');
  });

  test('is one for each period of a plan, with the buyer of that day', async () => {
    await using payments = await open();
    const { service, tell } = payments;
    const { order, subscription } = await payments.subscribe(service.anna, 'pro');
    await service.anna.ask('PATCH /api/buyer', { body: BUYER });
    await payments.pass(31 * 86_400_000);

    await tell(renewalEvent('evt_renewal', { order, subscription, invoice: 'in_2', hellers: 25_000 }));

    const all = await service.stores.documents.within({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, after: null });
    expect(all.map(({ number, buyer }) => [number, buyer?.name])).toEqual([
      ['2026-00001', undefined],
      ['2026-00002', BUYER.name],
    ]);
  });
});

describe('a credit note', () => {
  test('is made for each amount that went back, and together they take exactly the invoice back', async () => {
    await using payments = await open();
    const orderId = await paid(payments);

    for (const hellers of [3_333, 3_334, 10_000]) {
      await payments.tell(refundEvent(`evt_refund_${hellers}`, 'pi_1', hellers));
      await payments.tell(refundEvent(`evt_refund_${hellers}_again`, 'pi_1', hellers));
    }

    expect((await documentsOf(payments, orderId)).map(brief)).toEqual([
      ['2026-00001', 10_000, 8_264, 1_736],
      ['D2026-00001', -3_333, -2_754, -579],
      ['D2026-00002', -1, -1, 0],
      ['D2026-00003', -6_666, -5_509, -1_157],
    ]);
  });

  test('has the parties of its invoice, whatever they are now', async () => {
    await using payments = await open();
    await payments.service.anna.ask('PATCH /api/buyer', { body: BUYER });
    const orderId = await paid(payments);
    await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });

    await payments.tell(refundEvent('evt_refund', 'pi_1', 10_000));

    const [invoice, note] = await documentsOf(payments, orderId);
    expect(note).toMatchObject({ kind: 'credit-note', corrects: invoice!.number, buyer: BUYER, totalHellers: -10_000 });
  });

  test('is made when a dispute is lost, and not while it is open or when it is won', async () => {
    await using payments = await open();
    const [lost, won] = [await paid(payments, 1), await paid(payments, 2)];
    for (const number of [1, 2]) {
      await payments.tell(disputeEvent(`evt_open_${number}`, `pi_${number}`, { status: 'needs_response' }));
    }
    const before = await documentsOf(payments, lost);

    await payments.tell(disputeEvent('evt_lost', 'pi_1', { status: 'lost' }));
    await payments.tell(disputeEvent('evt_won', 'pi_2', { status: 'won' }));

    expect(before.length).toBe(1);
    expect((await documentsOf(payments, lost)).map(({ totalHellers }) => totalHellers)).toEqual([10_000, -10_000]);
    expect((await documentsOf(payments, won)).length).toBe(1);
  });

  test('of a refund that arrived before its payment comes with the payment', async () => {
    await using payments = await open();
    await payments.tell(refundEvent('evt_refund', 'pi_1', 10_000));

    const orderId = await paid(payments);

    expect((await documentsOf(payments, orderId)).map(({ totalHellers }) => totalHellers)).toEqual([10_000, -10_000]);
  });
});

describe('a refund by hand', () => {
  /** An order by transfer of 500 CZK that has come. */
  async function transferred({ service: { anna, stores, clock } }: Payments): Promise<string> {
    const { order } = (await anna.ask('POST /api/orders', { body: { offer: 'credit-500', method: 'bank' } })).body;
    const told = {
      id: `confirm-${order.id}`,
      kind: 'bank transfer',
      about: { by: 'order', orderId: order.id },
    } as const;
    await stores.orders.apply(told, { actor: 'test', atMs: clock.nowMs() });
    return order.id;
  }
  const refund = ({ service: { stores, clock } }: Payments, czk: string, id: string) =>
    stores.actionLog.act({
      id,
      actor: 'olga@example.com',
      reason: 'sent back',
      atMs: clock.nowMs(),
      action: { kind: 'refund', accountId: 'acc_anna', amount: parseCzk(czk) },
    });
  const amounts = async (payments: Payments, orderId: string) =>
    (await documentsOf(payments, orderId)).map(({ totalHellers }) => totalHellers);

  test('makes credit notes for the transfers that bought the credit, newest first, once', async () => {
    await using payments = await open();
    const first = await transferred(payments);
    await payments.pass(60_000);
    const second = await transferred(payments);
    const card = await paid(payments);

    await refund(payments, '600.005', 'refund-1-of-anna');
    await refund(payments, '600.005', 'refund-1-of-anna');
    await refund(payments, '250', 'refund-2-of-anna');

    expect(await amounts(payments, second)).toEqual([50_000, -50_000]);
    expect(await amounts(payments, first)).toEqual([50_000, -10_000, -25_000]);
    expect(await amounts(payments, card)).toEqual([10_000]);
    const orders = await payments.service.stores.orders.list('acc_anna');
    const states = [first, second, card].map((id) => orders.find((order) => order.id === id)?.status);
    expect(states).toEqual(['partly-refunded', 'refunded', 'paid']);
    const { credit } = await payments.service.stores.ledger.balanceOf('acc_anna', payments.service.clock.nowMs());
    expect(formatCzk(credit)).toBe('1249.995');
  });

  test('of more than was bought leaves the rest without a document, and what was spent as a debt', async () => {
    await using payments = await open();
    const orderId = await transferred(payments);

    const done = await refund(payments, '1700', 'refund-3-of-anna');

    expect(await amounts(payments, orderId)).toEqual([50_000, -50_000]);
    expect(done.after).toMatchObject({ creditCzk: '0', debtCzk: '200', status: 'blocked' });
  });
});

describe('the file of a document', () => {
  test('is open to its buyer and to the operator, and says what was frozen', async () => {
    await using payments = await open();
    const { anna, ben, olga } = payments.service;
    await anna.ask('PATCH /api/buyer', { body: BUYER });
    const orderId = await paid(payments);
    const { documents } = (await anna.ask('GET /api/orders/{id}/documents', { id: orderId })).body;
    expect(documents).toMatchObject([{ kind: 'invoice', number: '2026-00001', czk: '100' }]);

    const answers = [
      await anna.open('GET /api/documents/2026-00001/pdf'),
      await olga.open('GET /api/operator/documents/2026-00001/pdf'),
      await ben.open('GET /api/documents/2026-00001/pdf'),
      await ben.open('GET /api/operator/documents/2026-00001/pdf'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    expect(answers[0]!.headers.get('content-disposition')).toBe('inline; filename="invoice-2026-00001.pdf"');
    expect(pdfText(await answers[0]!.bytes())).toContain('Ústí nad Labem');
  });

  test('is ISDOC for accounting programs too, for its buyer and the operator alone', async () => {
    await using payments = await open();
    const { anna, ben, olga } = payments.service;
    await anna.ask('PATCH /api/buyer', { body: BUYER });
    await paid(payments);
    await payments.tell(refundEvent('evt_refund', 'pi_1', 3_333));

    const [invoice, note, same, ...others] = [
      await anna.open('GET /api/documents/2026-00001/isdoc'),
      await anna.open('GET /api/documents/D2026-00001/isdoc'),
      await olga.open('GET /api/operator/documents/2026-00001/isdoc'),
      await ben.open('GET /api/documents/2026-00001/isdoc'),
      await ben.open('GET /api/operator/documents/2026-00001/isdoc'),
    ];

    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    expect(invoice!.headers.get('content-disposition')).toBe('attachment; filename="invoice-2026-00001.isdoc"');
    const files = { 'invoice.isdoc': await invoice!.text(), 'note.isdoc': await note!.text() };
    expect(await same!.text()).toBe(files['invoice.isdoc']);
    expect(files['note.isdoc']).toContain('<PayableAmount>33.33<');
    expect(await isdocProblems(files)).toEqual([]);
  });

  test('of an order by transfer is a proforma with the payment in it, until it is paid', async () => {
    await using payments = await open();
    const { anna, stores, clock } = payments.service;
    const { order } = (await anna.ask('POST /api/orders', { body: { offer: 'credit-500', method: 'bank' } })).body;
    const proforma = await anna.open(`GET /api/orders/${order.id}/proforma`);

    const told = { id: 'confirm', kind: 'bank transfer', about: { by: 'order', orderId: order.id } } as const;
    await stores.orders.apply(told, { actor: 'test', atMs: clock.nowMs() });

    expect(pdfText(await proforma.bytes())).toContain('19-2000145399/0800');
    expect((await anna.open(`GET /api/orders/${order.id}/proforma`)).status).toBe(404);
  });
});
