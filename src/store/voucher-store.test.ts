import { describe, expect } from 'bun:test';
import { longTest as test } from '../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../domain/money.ts';
import type { Voucher, VoucherGift } from '../domain/payment-ports.ts';

const DAY = 24 * 3_600_000;
const CREDIT: VoucherGift = { kind: 'credit', amount: nanos(100n) };

async function voucher(books: Storage, gift: VoucherGift, changes: Partial<Voucher> = {}): Promise<string> {
  const about = { hint: 'ABCD', usesMax: 1, uses: 0, note: '', createdBy: 'test', createdAtMs: NOON };
  const id = changes.id ?? 'vou_1';
  await books.stores.vouchers.add(
    { ...about, expiresAtMs: null, revokedAtMs: null, gift, ...changes, id },
    `print-${id}`,
  );
  return `print-${id}`;
}

const outcomes = async (redeems: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(redeems)).map((one) => (one.status === 'fulfilled' ? 'given' : one.reason.code)).sort();

describe('a voucher', () => {
  test('with one use is given to one of 100 accounts that try at once', async () => {
    await using books = await openStorage();
    const fingerprint = await voucher(books, CREDIT);
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1) ids.push((await books.account()).id);

    const told = await outcomes(
      ids.map((accountId) => books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON })),
    );

    expect(told).toEqual(['given', ...Array(99).fill('voucher_invalid')]);
    const balances = await Promise.all(ids.map((id) => books.stores.ledger.balanceOf(id, NOON)));
    expect(balances.reduce((sum, { credit }) => sum + credit, 0n)).toBe(100n);
    expect((await books.stores.vouchers.list())[0]?.uses).toBe(1);
    expect((await books.audit()).problems).toEqual([]);
  });

  test('with many uses is given once to an account that tries 100 times at once', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    const fingerprint = await voucher(books, CREDIT, { usesMax: 1000 });

    const told = await outcomes(
      Array.from({ length: 100 }, () => books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON })),
    );

    expect(told).toEqual(['given', ...Array(99).fill('voucher_invalid')]);
    expect((await books.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(nanos(100n));
    expect((await books.stores.vouchers.list())[0]?.uses).toBe(1);
  });

  test('that is unknown, used up, over or revoked is refused in the same words', async () => {
    await using books = await openStorage();
    const [first, second] = [await books.account(), await books.account()];
    const used = await voucher(books, CREDIT, { id: 'vou_used' });
    const over = await voucher(books, CREDIT, { id: 'vou_over', expiresAtMs: NOON });
    const revoked = await voucher(books, CREDIT, { id: 'vou_revoked' });
    await books.stores.vouchers.redeem({ accountId: first.id, fingerprint: used, atMs: NOON });
    await books.stores.vouchers.revoke('vou_revoked', NOON);

    const messages: string[] = [];
    for (const fingerprint of ['print-unknown', used, over, revoked]) {
      const redeem = books.stores.vouchers.redeem({ accountId: second.id, fingerprint, atMs: NOON });
      await redeem.catch((error: { code: string; message: string }) => messages.push(`${error.code} ${error.message}`));
    }

    expect(messages).toHaveLength(4);
    expect(new Set(messages).size).toBe(1);
    expect((await books.stores.ledger.balanceOf(second.id, NOON)).credit).toBe(nanos(0n));
  });

  test('can give a package with days of its own', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    const fingerprint = await voucher(books, { kind: 'package', tokens: 500n, days: 10 });

    await books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    const { pots } = await books.stores.ledger.balanceOf(accountId, NOON);
    expect(pots.find(({ kind }) => kind === 'package')).toMatchObject({ amount: 500n, expiresAtMs: NOON + 10 * DAY });
  });
});

describe('a voucher for months of a plan', () => {
  test('lasts as many periods, each with its tokens, and then ends', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    const fingerprint = await voucher(books, { kind: 'plan', plan: 'pro', months: 3 });

    await books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });
    const seen: unknown[] = [];
    for (const days of [0, 40, 70, 100]) {
      await books.stores.maintenance.renewPlans(NOON + days * DAY);
      const current = await books.stores.plans.current(accountId, NOON + days * DAY);
      seen.push(current && [current.plan, current.nextPlan]);
    }

    expect(seen).toEqual([['pro', 'pro'], ['pro', 'pro'], ['pro', null], undefined]);
    expect((await books.audit()).problems).toEqual([]);
  });

  test('comes to an end also if it was never read in all that time', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    const fingerprint = await voucher(books, { kind: 'plan', plan: 'pro', months: 3 });
    await books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    await books.stores.maintenance.renewPlans(NOON + 400 * DAY);
    await books.stores.maintenance.renewPlans(NOON + 400 * DAY);

    expect(await books.stores.plans.current(accountId, NOON + 400 * DAY)).toBeUndefined();
    const periods = await books.db.sql.all('SELECT * FROM plan_periods');
    expect(periods).toHaveLength(3);
  });

  test('adds to the same plan where months of it are left', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    for (const id of ['vou_1', 'vou_2']) {
      const fingerprint = await voucher(books, { kind: 'plan', plan: 'pro', months: 1 }, { id });
      await books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });
    }

    await books.stores.maintenance.renewPlans(NOON + 40 * DAY);

    expect(await books.stores.plans.current(accountId, NOON + 40 * DAY)).toMatchObject({ plan: 'pro', nextPlan: null });
  });

  test('is refused, and stays good, beside a plan that goes on by itself', async () => {
    await using books = await openStorage();
    const { id: accountId } = await books.account();
    await books.stores.plans.choose({ accountId, plan: 'ultra', actor: 'test', atMs: NOON });
    const fingerprint = await voucher(books, { kind: 'plan', plan: 'pro', months: 1 });

    const redeem = books.stores.vouchers.redeem({ accountId, fingerprint, atMs: NOON });

    await expect(redeem).rejects.toMatchObject({ code: 'plan_running' });
    expect((await books.stores.vouchers.list())[0]?.uses).toBe(0);
  });
});
