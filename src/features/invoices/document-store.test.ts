/** Documents by their time, their order and their quarter, straight on the store. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { BUYER } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { parseCzk } from '../../core/money.ts';
import { proformaFor } from './document.ts';
import { buyerOn, issueCreditNote, issueInvoice } from './document-store.ts';
import { ossExport } from './oss.ts';

const seller = { ...SELLER, vatElsewhere: 'oss' } as const;
const offer = { id: 'credit-100', kind: 'credit', amount: parseCzk('100') } as const;

async function ordered({ stores }: Storage, accountId: string, id: string) {
  const about = { language: 'en', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + 1000 } as const;
  return stores.orders.create({ id, accountId, offer, method: 'bank', ...about });
}

type Issued = readonly [series: string, atMs: number];

/** An order for each moment, and its invoice, to a person who was paying from Germany. Returns their numbers. */
async function invoiced(storage: Storage, issued: readonly Issued[]): Promise<readonly string[]> {
  const { id: accountId } = await storage.account();
  const numbers: string[] = [];
  for (const [at, [series, atMs]] of issued.entries()) {
    const order = { ...(await ordered(storage, accountId, `ord_${at}`)), paymentCountry: 'DE' };
    const sale = { seller: { ...seller, series: { ...seller.series, invoice: series } }, atMs };
    numbers.push(await storage.db.transaction((sql) => issueInvoice(sql, order, sale)));
  }
  return numbers;
}

test('a span has what was issued from its first millisecond on, and not with its last; pages part within one', async () => {
  await using storage = await openStorage();
  const [fromMs, toMs] = [NOON, NOON + 1000];
  const first = ['', 'B', 'B', 'B'].map((series, at) => [series, at === 0 ? fromMs - 1 : fromMs] as const);
  const numbers = await invoiced(storage, [...first, ['A', toMs - 1], ['', toMs]]);
  const { documents } = storage.stores;
  const inSpan = numbers.slice(1, 5);
  const numbersAfter = async (number?: string) => {
    const after = number === undefined ? null : (await documents.find(number))!;
    return (await documents.within({ fromMs, toMs, after })).map((one) => one.number);
  };

  expect(numbers).toEqual(['2026-00001', 'B2026-00001', 'B2026-00002', 'B2026-00003', 'A2026-00001', '2026-00002']);
  expect(await documents.count({ fromMs, toMs })).toBe(4);
  expect(await numbersAfter()).toEqual(inSpan);
  for (const [at, number] of inSpan.entries()) expect(await numbersAfter(number)).toEqual(inSpan.slice(at + 1));
  expect((await documents.ofOrders(['ord_2', 'ord_0'])).map(({ orderId }) => orderId)).toEqual(['ord_0', 'ord_2']);
  expect(await documents.ofOrders([])).toEqual([]);
});

test('a quarter of the one-stop shop is that of Prague, from its first to its last millisecond', async () => {
  await using storage = await openStorage();
  const borders = ['2026-12-31T23', '2027-03-31T22', '2027-06-30T22', '2027-09-30T22', '2027-12-31T23'];
  const bordersMs = borders.map((hour) => Date.parse(`${hour}:00:00Z`));
  await invoiced(
    storage,
    bordersMs.flatMap((atMs): Issued[] => [
      ['', atMs - 1],
      ['', atMs],
    ]),
  );

  for (const quarter of ['2027-Q1', '2027-Q2', '2027-Q3', '2027-Q4']) {
    const rows = await ossExport(storage.stores.documents, quarter);

    // The payment alone says where the buyer is: nothing is proved.
    const about = { quarter, country: 'DE', rate: 19, documents: 2, unproved: 2 };
    expect(rows).toEqual([{ ...about, baseHellers: 2 * 8403, taxHellers: 2 * 1597 }]);
  }
});

describe('an order', () => {
  test('has an invoice to who the account says at the moment, which is found for that account alone', async () => {
    await using storage = await openStorage();
    const { documents, buyers } = storage.stores;
    const { id: accountId } = await storage.account();
    const order = await ordered(storage, accountId, 'ord_1');
    await buyers.set({ accountId, buyer: BUYER, atMs: NOON });

    const number = await storage.db.transaction((sql) => issueInvoice(sql, order, { seller, atMs: NOON }));
    await buyers.set({ accountId, buyer: { ...BUYER, name: 'Another' }, atMs: NOON });

    expect((await documents.find(number, accountId))?.buyer).toEqual(BUYER);
    expect(await storage.db.transaction((sql) => buyerOn(sql, 'ord_1'))).toEqual(BUYER);
    expect(await storage.db.transaction((sql) => buyerOn(sql, 'ord_2'))).toBeNull();
    expect([await documents.find(number, 'acc_other'), await documents.find('2026-00002', accountId)]).toEqual([
      ...[undefined, undefined],
    ]);
  });

  test('has a credit note for each part that goes back, which come to its invoice, and none twice', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const order = await ordered(storage, accountId, 'ord_1');
    await storage.db.transaction((sql) => issueInvoice(sql, order, { seller, atMs: NOON }));

    const noting = { ...seller, series: { ...seller.series, creditNote: 'N' } };
    for (const returned of ['33.33', '33.33', '66.66', '100'].map(parseCzk)) {
      await storage.db.transaction((sql) => issueCreditNote(sql, order, { seller: noting, atMs: NOON + 1, returned }));
    }

    const entries = await storage.stores.documents.ofOrder({ accountId, orderId: 'ord_1' });
    expect(entries.map(({ number }) => number).slice(0, 2)).toEqual(['2026-00001', 'N2026-00001']);
    const made = await Promise.all(entries.map(async ({ number }) => (await storage.stores.documents.find(number))!));
    const parts = made.map(({ totalHellers, vat }) => [totalHellers, vat.line!.base, vat.line!.tax]);
    expect(parts.map(([total]) => total)).toEqual([10_000, -3333, -3333, -3334]);
    expect(parts.reduce((sum, part) => sum.map((one, at) => one + part[at]!))).toEqual([0, 0, 0]);
  });

  test('by bank transfer has a proforma under the number that its payment names', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const order = await ordered(storage, accountId, 'ord_1');

    const { number, vat } = proformaFor(order, { seller, buyer: null });

    expect(number).toBe(order.variableSymbol!);
    expect([number.length, vat.line?.tax]).toEqual([10, 1736]);
  });
});
