/** Movements straight on the store, on every database: what is kept, what the audit finds, and what may not be. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import type { Movement } from './bank.ts';

const AMOUNT = nanos(500n);
const ABOUT = { account: 'CZ6508000000192000145399', source: 'fio', atMs: NOON } as const;

const movementOf = (changes: Partial<Movement> = {}): Movement => ({
  ...{ bookedOn: '2026-11-15', amount: AMOUNT, currency: 'CZK', variableSymbol: '2026000001', isReversal: false },
  ...{ bankId: '1', counterparty: '', name: 'Jana', message: '' },
  ...changes,
});

async function paidOrder(storage: Storage, counterparty = ''): Promise<string> {
  const { id: accountId } = await storage.account();
  const about = { language: 'en', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + 1000 } as const;
  const offer = { id: 'credit', kind: 'credit', amount: AMOUNT } as const;
  await storage.stores.orders.create({ id: 'ord_1', accountId, offer, method: 'bank', ...about });
  await storage.stores.bankMovements.record([movementOf({ counterparty })], { ...ABOUT, ids: ['mov_1'] });
  const action = { kind: 'confirm-order', accountId, orderId: 'ord_1', amount: AMOUNT, movementId: 'mov_1' } as const;
  await storage.stores.actionLog.act({ id: 'act-1', actor: 'test', reason: 'test', atMs: NOON, action });
  return accountId;
}

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE'],
  ['19-2000145399/0800', 'CZ'],
  ['a name', null],
  ['', null],
])('a payment from the account "%s" says from which country it came', async (counterparty, country) => {
  await using storage = await openStorage();
  const accountId = await paidOrder(storage, counterparty);

  const order = await storage.stores.orders.find(accountId, 'ord_1');
  const invoice = await storage.stores.documents.find(order!.invoiceNumber!);

  expect(order?.paymentCountry).toBe(country);
  expect(invoice?.vat.evidence).toEqual(country === null ? [] : [{ kind: 'bank-account', country }]);
});

describe('the audit', () => {
  test.each([
    ['of another amount', 'UPDATE bank_movements SET amount_nanos = amount_nanos + 1'],
    ['in another currency', "UPDATE bank_movements SET currency = 'EUR'"],
    ['of an order by card', "UPDATE orders SET method = 'stripe', variable_symbol = NULL"],
  ])('notices a movement %s that has paid an order', async (_, statement) => {
    await using storage = await openStorage();
    await paidOrder(storage);
    expect((await storage.audit()).problems).toEqual([]);

    await tamper(storage.db, statement);

    expect((await storage.audit()).problems).toContainEqual(expect.stringContaining('L12: the bank movement mov_1'));
  });
});

describe('the database refuses', () => {
  test.each([
    ['a second movement for one order', "UPDATE bank_movements SET state = 'matched', order_id = 'ord_1'"],
    ['a match without an order', "UPDATE bank_movements SET state = 'matched' WHERE id = 'mov_2'"],
    ['an amount that is too large', 'UPDATE bank_movements SET amount_nanos = 1000000000000000001'],
    ['an unmatched movement without a problem', "UPDATE bank_movements SET state = 'unmatched' WHERE id = 'mov_2'"],
  ])('%s', async (_, statement) => {
    await using storage = await openStorage();
    await paidOrder(storage);
    await storage.stores.bankMovements.record([movementOf({ variableSymbol: '2' })], { ...ABOUT, ids: ['mov_2'] });

    await expect(storage.db.transaction((sql) => sql.run(statement))).rejects.toThrow();
  });
});

test('two servers that record the same statement at once keep each movement once', async () => {
  await using storage = await openStorage();
  const movements = ['1', '2', '3'].map((bankId) => movementOf({ bankId }));

  const added = await Promise.all(
    [1, 2, 3, 4].map((server) =>
      storage.stores.bankMovements.record(movements, { ...ABOUT, ids: [1, 2, 3].map((id) => `mov_${server}${id}`) }),
    ),
  );

  expect(added.map((ids) => ids.length).toSorted()).toEqual([0, 0, 0, 3]);
  expect((await storage.stores.bankMovements.list({ rowsMax: 10 })).length).toBe(3);
});
