import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import type { Voucher, VoucherGift } from './payment-ports.ts';

const DAY = 24 * 3_600_000;
const CREDIT: VoucherGift = { kind: 'credit', amount: nanos(100n) };

async function voucher(storage: Storage, gift: VoucherGift, changes: Partial<Voucher> = {}): Promise<string> {
  const about = { hint: 'ABCD', usesMax: 1, uses: 0, note: '', createdBy: 'test', createdAtMs: NOON };
  const id = changes.id ?? 'vou_1';
  await storage.stores.vouchers.add(
    { ...about, expiresAtMs: null, revokedAtMs: null, gift, ...changes, id },
    `print-${id}`,
  );
  return `print-${id}`;
}

const outcomes = async (redeems: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(redeems)).map((one) => (one.status === 'fulfilled' ? 'given' : one.reason.code)).sort();

describe('a voucher', () => {
  test('with one use is given to one of 100 accounts that try at once', async () => {
    await using storage = await openStorage();
    const fingerprint = await voucher(storage, CREDIT);
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1) ids.push((await storage.account()).id);

    const told = await outcomes(
      ids.map((accountId) => storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON })),
    );

    expect(told).toEqual(['given', ...Array(99).fill('voucher_invalid')]);
    const balances = await Promise.all(ids.map((id) => storage.stores.ledger.balanceOf(id, NOON)));
    expect(balances.reduce((sum, { credit }) => sum + credit, 0n)).toBe(100n);
    expect((await storage.stores.vouchers.list())[0]?.uses).toBe(1);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('with many uses is given once to an account that tries 100 times at once', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const fingerprint = await voucher(storage, CREDIT, { usesMax: 1000 });

    const told = await outcomes(
      Array.from({ length: 100 }, () => storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON })),
    );

    expect(told).toEqual(['given', ...Array(99).fill('voucher_invalid')]);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(nanos(100n));
    expect((await storage.stores.vouchers.list())[0]?.uses).toBe(1);
  });

  test('that is unknown, used up, over or revoked is refused in the same words', async () => {
    await using storage = await openStorage();
    const [first, second] = [await storage.account(), await storage.account()];
    const used = await voucher(storage, CREDIT, { id: 'vou_used' });
    const over = await voucher(storage, CREDIT, { id: 'vou_over', expiresAtMs: NOON });
    const revoked = await voucher(storage, CREDIT, { id: 'vou_revoked' });
    await storage.stores.vouchers.redeem({ accountId: first.id, fingerprint: used, atMs: NOON });
    await storage.stores.vouchers.revoke('vou_revoked', NOON);

    const messages: string[] = [];
    for (const fingerprint of ['print-unknown', used, over, revoked]) {
      const redeem = storage.stores.vouchers.redeem({ accountId: second.id, fingerprint, atMs: NOON });
      await redeem.catch((error: { code: string; message: string }) => messages.push(`${error.code} ${error.message}`));
    }

    expect(messages).toHaveLength(4);
    expect(new Set(messages).size).toBe(1);
    expect((await storage.stores.ledger.balanceOf(second.id, NOON)).credit).toBe(nanos(0n));
  });

  test('that ends some day is given until then', async () => {
    await using storage = await openStorage();
    const ids = [(await storage.account()).id, (await storage.account()).id, (await storage.account()).id];
    const fingerprint = await voucher(storage, CREDIT, { usesMax: 9, expiresAtMs: NOON + DAY });
    const at = [NOON + DAY - 1, NOON + DAY, NOON + DAY + 1];

    const redeems = ids.map((accountId, n) =>
      storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: at[n]! }).then(
        () => 'given',
        ({ code }) => code,
      ),
    );

    expect(await Promise.all(redeems)).toEqual(['given', 'voucher_invalid', 'voucher_invalid']);
  });

  test('can give a package with days of its own', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const fingerprint = await voucher(storage, { kind: 'package', tokens: 500n, days: 10 });

    await storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    const { pots } = await storage.stores.ledger.balanceOf(accountId, NOON);
    expect(pots.find(({ kind }) => kind === 'package')).toMatchObject({ amount: 500n, expiresAtMs: NOON + 10 * DAY });
  });
});

describe('a voucher for months of a plan', () => {
  test('lasts as many periods, each with its tokens, and then ends', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const fingerprint = await voucher(storage, { kind: 'plan', plan: 'pro', months: 3 });

    await storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });
    const seen: unknown[] = [];
    for (const days of [0, 40, 70, 100]) {
      await storage.stores.maintenance.renewPlans(NOON + days * DAY);
      const current = await storage.stores.plans.current(accountId, NOON + days * DAY);
      seen.push(current && [current.plan, current.nextPlan]);
    }

    expect(seen).toEqual([['pro', 'pro'], ['pro', 'pro'], ['pro', null], undefined]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('comes to an end also if it was never read in all that time', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const fingerprint = await voucher(storage, { kind: 'plan', plan: 'pro', months: 3 });
    await storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    await storage.stores.maintenance.renewPlans(NOON + 400 * DAY);
    await storage.stores.maintenance.renewPlans(NOON + 400 * DAY);

    expect(await storage.stores.plans.current(accountId, NOON + 400 * DAY)).toBeUndefined();
    const periods = await storage.db.sql.all('SELECT * FROM plan_periods');
    expect(periods).toHaveLength(3);
  });

  test('adds to the same plan where months of it are left', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    for (const id of ['vou_1', 'vou_2']) {
      const fingerprint = await voucher(storage, { kind: 'plan', plan: 'pro', months: 1 }, { id });
      await storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });
    }

    await storage.stores.maintenance.renewPlans(NOON + 40 * DAY);

    expect(await storage.stores.plans.current(accountId, NOON + 40 * DAY)).toMatchObject({
      plan: 'pro',
      nextPlan: null,
    });
  });

  test('is refused, and stays good, beside a plan that goes on by itself', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    await storage.stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs: NOON });
    const fingerprint = await voucher(storage, { kind: 'plan', plan: 'pro', months: 1 });

    const redeem = storage.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    await expect(redeem).rejects.toMatchObject({ code: 'plan_running' });
    expect((await storage.stores.vouchers.list())[0]?.uses).toBe(0);
  });
});
