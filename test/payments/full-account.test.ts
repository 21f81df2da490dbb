/** An account that has as much as it may have: nothing is taken for what could not be given, and nothing paid is lost. */
import { describe, expect, test } from 'bun:test';
import { AMOUNT_MAX, CREDIT_MAX, nanos, parseCzk } from '../../src/core/money.ts';
import { normalCode } from '../../src/features/shop/voucher-code.ts';
import { sessionEvent } from '../support/stripe-events.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const payments = paymentsForEachTest();
const anna = () => payments.service.anna;
const creditOf = async (accountId: string) => {
  const { stores, clock } = payments.service;
  return (await stores.ledger.balanceOf(accountId, clock.nowMs())).credit;
};

/** Leaves room for less than any offer. */
async function fill(): Promise<string> {
  const { stores, clock } = payments.service;
  const { accountId } = anna();
  const about = { accountId, actor: 'operator', reason: 'a test', atMs: clock.nowMs() };
  for (;;) {
    const room = CREDIT_MAX - (await creditOf(accountId));
    if (room === 1n) return accountId;
    await stores.credits.grant({ ...about, amount: nanos(room > AMOUNT_MAX ? AMOUNT_MAX : room - 1n) });
  }
}

async function makeRoom(accountId: string): Promise<void> {
  const { stores, clock } = payments.service;
  const about = { accountId, actor: 'operator', reason: 'a test', atMs: clock.nowMs() };
  await stores.credits.correct({ ...about, amount: nanos(-parseCzk('1000')) });
}

describe('an account that is full', () => {
  test('can order no credit that it could not be given', async () => {
    await fill();

    const { status, error } = await anna().ask('POST /api/orders', { body: { offer: 'credit-100', method: 'stripe' } });

    expect([status, error?.code]).toEqual([400, 'account_full']);
    expect((await anna().ask('GET /api/orders')).body.orders).toEqual([]);
  });

  test('keeps a voucher that does not fit, for later', async () => {
    const { stores, clock } = payments.service;
    const about = { id: 'vou_1', hint: 'FULL', note: '', createdBy: 'olga', createdAtMs: clock.nowMs() };
    const gift = { kind: 'credit', amount: parseCzk('50') } as const;
    const print = new Bun.CryptoHasher('sha256').update(`voucher ${normalCode('FULL')}`).digest('hex');
    await stores.vouchers.add({ ...about, gift, uses: 0, usesMax: 1, expiresAtMs: null, revokedAtMs: null }, print);
    const accountId = await fill();
    const redeem = () => anna().ask('POST /api/vouchers/redeem', { body: { code: 'FULL' } });

    const refused = await redeem();
    await makeRoom(accountId);
    const taken = await redeem();

    expect([refused.status, refused.error?.code]).toEqual([400, 'account_full']);
    expect([taken.status, taken.body.gift]).toEqual([200, { kind: 'credit', czk: '50' } as never]);
  });

  test('gets a payment that came meanwhile as soon as it fits: the message is refused until then', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');
    const accountId = await fill();
    const full = await creditOf(accountId);
    const paid = sessionEvent('evt_1', 'completed', { session, order });

    expect((await payments.tell(paid)).status).toBe(400);
    expect(await creditOf(accountId)).toBe(full);
    expect((await anna().ask('GET /api/orders')).body.orders).toMatchObject([{ status: 'open', invoiceNumber: null }]);

    await makeRoom(accountId);
    expect(await payments.tell(paid)).toEqual({ status: 200, outcome: 'done' });
    expect((await payments.tell(paid)).outcome).toBe('duplicate');
    expect(await creditOf(accountId)).toBe(nanos(full - parseCzk('900')));
    const [bought] = (await anna().ask('GET /api/orders')).body.orders;
    expect(bought).toMatchObject({ status: 'paid', invoiceNumber: '2026-00001' });
  });
});
