import { ServiceError } from '../../core/errors.ts';
import type { Cause } from '../../core/ledger.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { refuseWhenFull } from '../../ledger/account-full.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { grantCredit, grantPackage } from '../../ledger/credit-store.ts';
import { addPlanMonths } from '../../ledger/plan-months.ts';
import { type Database, type Sql, text } from '../../platform/database/database.ts';
import type { Voucher, VoucherGift, Vouchers } from './payment-ports.ts';
import { readVouchers, voucherFromRow } from './voucher-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function createVoucherStore(db: Database, offers: PlanOffers): Vouchers {
  return {
    add: (voucher, fingerprint) => db.transaction((sql) => addVoucher(sql, voucher, fingerprint)),

    list: (filter) => readVouchers(db.sql, filter ?? {}),

    find: async (fingerprint) => {
      const row = await db.sql.one('SELECT * FROM vouchers WHERE fingerprint = ?', fingerprint);
      return row && voucherFromRow(row);
    },

    revoke: (id, atMs) => db.transaction((sql) => revokeVoucher(sql, id, atMs)),

    redeem: ({ accountId, fingerprint, atMs }) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, accountId);
        const { id, gift } = await take(sql, { accountId, fingerprint, atMs });
        const to = { accountId, atMs, offers, reason: `voucher ${id}`, cause: `voucher:${id}` } as const;
        await refuseWhenFull(giveGift(sql, gift, to), 'code');
        return gift;
      }),
  };
}

/** False when there is no such voucher. */
export async function revokeVoucher(sql: Sql, id: string, atMs: number): Promise<boolean> {
  const changed = await sql.run(
    'UPDATE vouchers SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ?',
    atMs,
    id,
  );
  return changed > 0;
}

/** Counts one use, or refuses. Of several at once for the last use, one succeeds: the row is changed by one at a time. */
async function take(sql: Sql, use: Parameters<Vouchers['redeem']>[0]): Promise<Voucher> {
  const { accountId, fingerprint, atMs } = use;
  const row = await sql.one(
    `UPDATE vouchers SET uses = uses + 1 WHERE fingerprint = ? AND uses < uses_max AND revoked_at_ms IS NULL
       AND (expires_at_ms IS NULL OR expires_at_ms > ?) RETURNING *`,
    fingerprint,
    atMs,
  );
  const isFirst =
    row !== undefined &&
    (await sql.run(
      `INSERT INTO voucher_uses (voucher_id, account_id, at_ms) VALUES (?, ?, ?)
       ON CONFLICT (voucher_id, account_id) DO NOTHING`,
      text(row, 'id'),
      accountId,
      atMs,
    )) > 0;
  if (!isFirst) throw noSuchVoucher();
  return voucherFromRow(row);
}

/** The same words whatever is wrong with it: the caller does not learn what. */
export const noSuchVoucher = () =>
  new ServiceError('voucher_invalid', 'This voucher code cannot be used.', { param: 'code' });

type GiftTo = {
  readonly accountId: string;
  readonly reason: string;
  readonly cause: Cause;
  readonly atMs: number;
  readonly offers: PlanOffers;
};

async function giveGift(sql: Sql, gift: VoucherGift, { offers, ...to }: GiftTo): Promise<void> {
  const about = { ...to, actor: 'voucher' };
  if (gift.kind === 'credit') return grantCredit(sql, { ...about, amount: gift.amount });
  if (gift.kind === 'package') {
    await grantPackage(sql, { ...about, tokens: gift.tokens, expiresAtMs: to.atMs + gift.days * DAY_MS });
    return;
  }
  const added = await addPlanMonths(sql, { ...about, plan: gift.plan, months: gift.months }, offers);
  if (added === undefined) {
    throw new ServiceError(
      'plan_running',
      'You have a plan to which this voucher cannot be added. Use it when that plan has ended.',
      { param: 'code' },
    );
  }
}

export async function addVoucher(sql: Sql, voucher: Voucher, fingerprint: string): Promise<void> {
  const { gift } = voucher;
  await sql.run(
    `INSERT INTO vouchers (id, fingerprint, hint, kind, amount_nanos, tokens, days, plan, months, uses_max, note,
       created_by, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    voucher.id,
    fingerprint,
    voucher.hint,
    gift.kind,
    gift.kind === 'credit' ? gift.amount : null,
    gift.kind === 'package' ? gift.tokens : null,
    gift.kind === 'package' ? gift.days : null,
    gift.kind === 'plan' ? gift.plan : null,
    gift.kind === 'plan' ? gift.months : null,
    voucher.usesMax,
    voucher.note,
    voucher.createdBy,
    voucher.createdAtMs,
    voucher.expiresAtMs,
  );
}
