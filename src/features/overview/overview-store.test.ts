import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { writeFullLedger } from '../../../test/support/full-ledger.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import { audit } from '../../ledger/audit/audit.ts';
import { AUDIT_BROKEN } from '../../ledger/notices.ts';
import { toWrite } from '../../platform/notices/notice.ts';
import type { EventSubject, NewOrder } from '../shop/payment-ports.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CZK = 10n ** 9n;

type Who = { readonly id: string; readonly keyId: string };

async function ask(storage: Storage, who: Who, asked: { requestId: string; atMs: number; model: string }) {
  const { requestId, atMs, model } = asked;
  await storage.stores.ledger.hold({
    requestId,
    accountId: who.id,
    keyId: who.keyId,
    model,
    atMs,
    priceVersion: await storage.publish(),
    price: PRICE,
    inputTokensMax: 100,
    outputTokensMax: 100,
  });
  await storage.stores.ledger.settle({ requestId, usage: usageOf(30, 20), outcome: 'finished', atMs });
}
const COST = 30n * PRICE.input + 20n * PRICE.output;

function ordersOf({ stores }: Storage) {
  const offer = { id: 'credit-500', kind: 'credit', amount: nanos(500n * CZK) } as const;
  const about = { offer, language: 'en', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + DAY } as const;
  return {
    order: (order: Pick<NewOrder, 'id' | 'accountId' | 'method'>) => stores.orders.create({ ...about, ...order }),
    tell: (id: string, about: EventSubject, atMs: number) =>
      stores.orders.apply({ id, kind: 'told', about }, { actor: 'test', atMs }),
  };
}

const ofCard = (name: string, kind: 'failed' | 'paid'): EventSubject => ({
  by: 'session',
  session: `cs_${name}`,
  orderId: `ord_${name}`,
  payment: null,
  invoice: null,
  subscription: null,
  fact: { kind },
  paid: kind === 'paid' ? { amount: nanos(500n * CZK), currency: 'czk' } : null,
});

describe('the overview reads', () => {
  test('what was used between two hours, by account and model', async () => {
    await using storage = await openStorage();
    const [one, other] = [await storage.account({ credit: CZK }), await storage.account({ credit: CZK })];
    await ask(storage, one, { requestId: 'req_1', atMs: NOON - 1, model: 'm' });
    await ask(storage, one, { requestId: 'req_2', atMs: NOON, model: 'm' });
    await ask(storage, one, { requestId: 'req_3', atMs: NOON + HOUR, model: 'm' });
    await ask(storage, one, { requestId: 'req_4', atMs: NOON + HOUR, model: 'n' });
    await ask(storage, other, { requestId: 'req_5', atMs: NOON + 2 * HOUR - 1, model: 'm' });
    await ask(storage, other, { requestId: 'req_6', atMs: NOON + 2 * HOUR, model: 'm' });

    const found = await storage.stores.overview.usage({ fromMs: NOON, toMs: NOON + 2 * HOUR });

    const once = { requests: 1, tokens: 50, coveredTokens: 0, cost: nanos(COST) };
    expect(found).toEqual([
      { accountId: one.id, model: 'm', requests: 2, tokens: 100, coveredTokens: 0, cost: nanos(2n * COST) },
      { accountId: one.id, model: 'n', ...once },
      { accountId: other.id, model: 'm', ...once },
    ]);
  });

  test('what was paid and who is new, from the first moment of a span to before its last', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const late = { id: 'acc_late', email: 'late@example.com', status: 'active', createdAtMs: NOON + DAY } as const;
    await storage.stores.accounts.create(late);
    const { order, tell } = ordersOf(storage);
    for (const [i, atMs] of [NOON - 1, NOON, NOON + DAY - 1, NOON + DAY].entries()) {
      await order({ id: `ord_${i}`, accountId, method: 'bank' });
      await tell(`evt_${i}`, { by: 'order', orderId: `ord_${i}` }, atMs);
    }
    const { overview } = storage.stores;

    expect(await overview.sales({ fromMs: NOON, toMs: NOON + DAY })).toEqual({
      payments: 2,
      paid: nanos(1000n * CZK),
      trial: nanos(0n),
      newCustomers: 1,
    });
    expect(await overview.sales({ fromMs: 0, toMs: 1 })).toEqual({
      payments: 0,
      paid: nanos(0n),
      trial: nanos(0n),
      newCustomers: 0,
    });
    expect(await overview.emails([late.id, 'acc_nobody'])).toEqual(new Map([[late.id, late.email]]));
    expect(await overview.emails([])).toEqual(new Map());
  });

  test('what waits for an operator now', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account({ credit: 7n });
    await storage.account({ credit: 5n });
    const { order, tell } = ordersOf(storage);
    await order({ id: 'ord_bank', accountId, method: 'bank' });
    for (const name of ['card', 'again', 'old']) {
      await order({ id: `ord_${name}`, accountId, method: 'stripe' });
      await storage.stores.orders.setSession(`ord_${name}`, `cs_${name}`);
    }
    await tell('evt_old', ofCard('old', 'failed'), NOON - 4 * DAY);
    await tell('evt_1', ofCard('card', 'failed'), NOON);
    await tell('evt_2', ofCard('card', 'failed'), NOON + 1);
    await tell('evt_3', ofCard('again', 'failed'), NOON);
    await tell('evt_4', ofCard('again', 'paid'), NOON + 1);
    const about = { bookedOn: '2026-11-15', currency: 'CZK', isReversal: false, bankId: null } as const;
    const movement = { ...about, counterparty: '', variableSymbol: '1', name: '', message: '', amount: CZK };
    const recorded = { account: 'CZ', source: 'csv', atMs: NOON, ids: ['mov_1'] } as const;
    await storage.stores.bankMovements.record([movement], recorded);
    await storage.stores.bankMovements.leave([{ id: 'mov_1', problem: 'unknown-symbol' }]);

    const now = await storage.stores.overview.now(NOON + HOUR);

    const owner = { accountId, email: `${accountId}@example.com`, language: 'en' as const };
    expect(now).toEqual({
      openTransfers: { count: 1, amount: nanos(500n * CZK) },
      disputes: 0,
      unmatchedMovements: 1,
      failedPayments: [
        { id: 'ord_card', orderId: 'ord_card', what: 'order', amount: nanos(500n * CZK), ...owner, atMs: NOON + 1 },
      ],
      credit: nanos(500n * CZK + 12n),
      held: nanos(0n),
      audits: { rightAtMs: null, allRightAtMs: null, brokenAtMs: null, firstSealAtMs: null },
    });
  });

  test('when the ledger was last found right, and broken', async () => {
    await using storage = await openStorage();
    await writeFullLedger(storage.db);
    await audit(storage.db, NOON + HOUR, { isRemembered: true });
    await audit(storage.db, NOON + DAY, { isRemembered: true, scope: 'new' });
    const broken = { id: `audit.broken/${NOON}`, atMs: NOON + 2 * HOUR, data: { problems: ['L1'] } };
    await storage.stores.outbox.add(toWrite(AUDIT_BROKEN, broken, ['operator', 'webhook']));

    const { audits } = await storage.stores.overview.now(NOON + 2 * DAY);

    expect(audits).toEqual({
      rightAtMs: NOON + DAY,
      allRightAtMs: NOON + HOUR,
      brokenAtMs: NOON + 2 * HOUR,
      firstSealAtMs: NOON,
    });
  });
});
