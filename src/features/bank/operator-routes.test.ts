/** An operator imports bank files and assigns movements, over HTTP. */
import { describe, expect, test } from 'bun:test';
import { BANK, paymentsForEachTest } from '../../../test/payments/payments.fixture.ts';
import { BANK_FILE_WRITERS, type BankMovement, WRITTEN_FORMATS } from '../../../test/support/bank-files.ts';
import type { MovementView } from './contract.ts';

const payments = paymentsForEachTest();

const olga = () => payments.service.olga;
let sent = 0;
const newId = () => `statement-00000-${++sent}`;
const byBank = async (offer = 'credit-500') =>
  (await payments.service.anna.ask('POST /api/orders', { body: { offer, method: 'bank' } })).body.order;
const upload = (bytes: Uint8Array, name = 'statement') => {
  const body = { id: newId(), name, base64: Buffer.from(bytes).toString('base64') };
  return olga().ask('POST /api/operator/bank/statements', { body });
};
const DAY = '2026-11-15';
const movement = (changes: Partial<BankMovement>): BankMovement => ({
  ...{ day: DAY, amount: '500', symbol: '', id: 100 + ++sent, ...changes },
});
const list = async (query: Record<string, string> = {}) =>
  (await olga().ask('GET /api/operator/bank/movements', { query })).body;
const only = async (query: Record<string, string> = {}): Promise<MovementView> => {
  const { movements } = await list(query);
  expect(movements.length).toBe(1);
  return movements[0]!;
};
const assign = (id: string, order: string) =>
  olga().ask('POST /api/operator/bank/movements/{id}/assign', { id, body: { id: newId(), reason: 'a slip', order } });
const setAside = (id: string) =>
  olga().ask('POST /api/operator/bank/movements/{id}/set-aside', { id, body: { id: newId(), reason: 'sent back' } });
const logged = async () =>
  (await payments.service.stores.actionLog.actions({ rowsMax: 10 })).filter(({ memberId }) => memberId === null);

describe('a statement', () => {
  test.each(WRITTEN_FORMATS)('as %s confirms the order that it pays, as an operator does', async (format) => {
    const { id, bank } = await byBank();

    const { body } = await upload(BANK_FILE_WRITERS[format]([movement({ symbol: bank!.variableSymbol })]));

    expect(body).toMatchObject({ movements: 1, added: 1, confirmed: 1, unmatched: 0 });
    expect(await payments.gained(payments.service.anna)).toBe(500);
    expect(await only()).toMatchObject({ state: 'matched', orderId: id, email: 'anna@example.com', problem: null });
    const [imported, confirmed] = await logged();
    expect(imported).toMatchObject({ kind: 'bank-import', actor: 'olga@example.com', object: 'statement' });
    expect(confirmed).toMatchObject({
      kind: 'confirm-order',
      actor: 'bank',
      accountId: 'acc_anna',
      before: { order: 'open', creditCzk: '1000' },
      after: { order: 'paid', invoice: '2026-00001', creditCzk: '1500' },
    });
  });

  test.each(WRITTEN_FORMATS)('as %s with an amount that no account may have is refused as a file', async (format) => {
    const bytes = BANK_FILE_WRITERS[format]([movement({ amount: '1000000500' })]);

    const { status, error } = await upload(bytes);

    expect([status, error?.param]).toEqual([400, 'file']);
    expect((await list()).movements).toEqual([]);
  });

  test('that comes again, in every format, changes nothing', async () => {
    const { bank } = await byBank();
    const movements = [
      movement({ symbol: bank!.variableSymbol }),
      movement({ symbol: '77' }),
      movement({ symbol: '77' }),
    ];

    for (const format of [...WRITTEN_FORMATS, ...WRITTEN_FORMATS]) await upload(BANK_FILE_WRITERS[format](movements));

    expect(await payments.gained(payments.service.anna)).toBe(500);
    expect((await list()).movements.length).toBe(3);
    expect((await list()).unmatched).toBe(2);
  });

  test('of another account is refused, and so is one that cannot be read', async () => {
    const { bank } = await byBank();
    const file = [movement({ symbol: bank!.variableSymbol })];

    for (const format of ['fio-json', 'fio-csv', 'gpc', 'camt'] as const) {
      const { status, error } = await upload(BANK_FILE_WRITERS[format](file, 'CZ0720100000001000000005'));
      expect([status, error?.param]).toEqual([400, 'file']);
      expect(error).toMatchObject({ statement: { kind: 'other-account' } });
      expect(error?.message).toContain(BANK.iban.replaceAll(' ', ''));
    }
    const unreadable = (await upload(new TextEncoder().encode('hello'))).error;
    expect(unreadable?.message).toContain('names of columns');
    expect(unreadable).toMatchObject({ code: 'statement_invalid', statement: { kind: 'no-columns' } });
    const mistyped = (await upload(new TextEncoder().encode('date;amount\n2026-11-16;much'))).error;
    const place = { unit: 'line', number: 2 };
    expect(mistyped).toMatchObject({ statement: { kind: 'amount', place, text: 'much' } });
    expect(await payments.gained(payments.service.anna)).toBe(0);
    expect(await list()).toMatchObject({ movements: [], unmatched: 0 });
    expect(await logged()).toEqual([]);
  });

  test('that is too large is refused before it is read', async () => {
    const { status } = await upload(new Uint8Array(2 * 1024 * 1024 + 1));

    expect(status).toBe(400);
    expect((await upload(new Uint8Array(4 * 1024 * 1024))).status).toBe(413);
  });

  test('has what does not match, each with its reason', async () => {
    const [open, paid, card] = [await byBank(), await byBank('credit-100'), await byBank('credit-1000')];
    const symbolOf = (order: typeof open) => order.bank!.variableSymbol;
    await upload(BANK_FILE_WRITERS.csv([movement({ amount: '100', symbol: symbolOf(paid) })]));
    const cancelling = { id: newId(), reason: 'asked for it' };
    await olga().ask('POST /api/operator/orders/{id}/cancel', { id: card.id, body: cancelling });

    await upload(
      BANK_FILE_WRITERS['fio-json']([
        movement({ amount: '499.99', symbol: symbolOf(open) }),
        movement({ amount: '500', symbol: symbolOf(open), currency: 'EUR' }),
        movement({ amount: '100', symbol: symbolOf(paid), day: '2026-11-16' }),
        movement({ amount: '1000', symbol: symbolOf(card) }),
        movement({ symbol: '12345' }),
        movement({ symbol: '' }),
        movement({ amount: '-20', symbol: '' }),
      ]),
    );

    const { movements, unmatched } = await list({ state: 'unmatched' });
    expect(
      movements
        .map(({ problem }) => problem)
        .toSorted()
        .join(' '),
    ).toBe('already-paid late no-symbol unknown-symbol wrong-amount wrong-currency');
    expect(unmatched).toBe(6);
    expect(await only({ state: 'set-aside' })).toMatchObject({ problem: 'outgoing', amount: '-20' });
    expect(await payments.gained(payments.service.anna)).toBe(100);
  });

  test('that comes after its order has ended by itself counts the day on which the money came', async () => {
    const { bank } = await byBank();
    const { stores, clock } = payments.service;
    clock.pass(20 * 86_400_000);
    await stores.orders.expire(clock.nowMs());

    await upload(BANK_FILE_WRITERS.gpc([movement({ symbol: bank!.variableSymbol, day: '2026-12-01' })]));
    expect(await only()).toMatchObject({ problem: 'late' });
    await upload(BANK_FILE_WRITERS.gpc([movement({ symbol: bank!.variableSymbol, day: '2026-11-20' })]));

    expect(await only({ state: 'matched' })).toMatchObject({ bookedOn: '2026-11-20' });
  });
});

describe('a movement that did not match', () => {
  test('is assigned to an order of its amount, once', async () => {
    const { id, bank } = await byBank();
    await upload(BANK_FILE_WRITERS.camt([movement({ symbol: '12345', name: 'Karel' }), movement({ symbol: '777' })]));
    const found = await only({ search: '12345' });
    const other = await only({ search: '777' });
    expect(await only({ search: 'karel' })).toEqual(found);

    expect((await assign(found.id, '404')).error?.message).toContain('no order 404');
    expect((await assign(found.id, bank!.variableSymbol)).status).toBe(200);
    expect((await assign(other.id, id)).error?.message).toContain('paid already');
    expect((await setAside(found.id)).error?.message).toContain('does not wait');

    expect(await payments.gained(payments.service.anna)).toBe(500);
    expect(await only({ search: id })).toMatchObject({ state: 'matched', problem: null });
    expect(await logged()).toMatchObject([
      { kind: 'confirm-order', actor: 'olga@example.com', reason: 'a slip', wanted: { movementId: found.id } },
      { kind: 'bank-import' },
    ]);
  });

  test('is not assigned to an order of another amount, currency, or by card', async () => {
    const { id } = await byBank();
    const card = await payments.buy(payments.service.anna, 'credit-100');
    const foreign = movement({ symbol: '2', currency: 'EUR' });
    await upload(BANK_FILE_WRITERS['fio-json']([movement({ symbol: '1', amount: '499' }), foreign]));

    expect((await assign((await only({ search: '1' })).id, id)).error?.message).toContain('The order is for 500 CZK');
    expect((await assign((await only({ search: '2' })).id, id)).error?.message).toContain('not of this amount');
    expect((await assign((await only({ search: '1' })).id, card.order)).error?.message).toContain('paid by card');
    expect((await assign('mov_none', id)).status).toBe(404);
    expect(await payments.gained(payments.service.anna)).toBe(0);
  });

  test('is set aside with a reason, and can still be assigned', async () => {
    const { id } = await byBank();
    await upload(BANK_FILE_WRITERS.csv([movement({ symbol: '5' })]));
    const { id: movementId } = await only();

    expect((await setAside(movementId)).status).toBe(200);
    expect(await list()).toMatchObject({
      unmatched: 0,
      movements: [{ state: 'set-aside', problem: 'unknown-symbol' }],
    });
    expect((await logged())[0]).toMatchObject({
      ...{ kind: 'set-aside', object: movementId, reason: 'sent back' },
      ...{ before: { movement: 'unmatched' }, after: { movement: 'set-aside' } },
    });
    expect((await assign(movementId, id)).status).toBe(200);
    expect(await payments.gained(payments.service.anna)).toBe(500);
  });
});

test('an order that an operator confirms by hand is not paid again by its statement', async () => {
  const { id, bank } = await byBank();
  const body = { id: newId(), reason: 'seen', czk: '500' };
  await olga().ask('POST /api/operator/orders/{id}/confirm', { id, body });

  await upload(BANK_FILE_WRITERS.gpc([movement({ symbol: bank!.variableSymbol })]));

  expect(await only()).toMatchObject({ state: 'unmatched', problem: 'already-paid' });
  expect(await payments.gained(payments.service.anna)).toBe(500);
});

test('movements are a file, too, also as Excel in Czech reads it', async () => {
  const { id, bank } = await byBank();
  const paying = movement({ symbol: bank!.variableSymbol });
  await upload(BANK_FILE_WRITERS.csv([paying, movement({ symbol: '5', amount: '12.5' })]));
  const linesOf = async (query: Record<string, string>) =>
    (await (await olga().open('GET /api/operator/bank/movements.csv', { query })).text()).split('\r\n');

  const all = await linesOf({ search: '5' });
  const [head, row] = await linesOf({ state: 'matched', for: 'excel-cs' });

  expect(all).toHaveLength(3);
  expect(all[1]).toStartWith(`${DAY},12.5,CZK,5,`);
  expect(head).toStartWith('booked_on;amount;currency;variable_symbol;');
  expect(row).toStartWith(`${DAY};500;CZK;${bank!.variableSymbol};`);
  expect(row).toContain(`;matched;;${id};anna@example.com;`);
});
