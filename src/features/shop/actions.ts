/** Actions of operators in the shop, and how they are written down. */
import { ServiceError } from '../../core/errors.ts';
import type { Cause } from '../../core/ledger.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { noSuchPlan, offersAt } from '../../ledger/plan-versions.ts';
import type { State } from '../../platform/action-log/action.ts';
import type { AccountRules, ActionRules } from '../../platform/action-log/action-rules.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { OfferItem, Terms } from './offer-terms.ts';
import { offerState, publishOffer, withdrawOffer } from './offer-version-store.ts';
import type { Voucher } from './payment-ports.ts';
import { refundCredit } from './refunded-credit.ts';
import type { SaleTerms } from './sale-terms.ts';
import { addVoucher, revokeVoucher } from './voucher-store.ts';
import { markSent, withdrawalOf } from './withdrawal-store.ts';

export type RefundChange =
  | { readonly kind: 'refund'; readonly amount: Nanos }
  /** The money of a consumer who has withdrawn was sent by bank. */
  | { readonly kind: 'send-refund'; readonly orderId: string };

export const refundActions = (terms: SaleTerms): AccountRules<RefundChange> => ({
  refund: {
    // Messages of providers take both locks in this order; otherwise the two would wait for each other.
    lockFirst: nextEventNumber,
    perform: (db, { accountId, amount }, { id, actor, reason, atMs }) => {
      const cause: Cause = `action:${id}`;
      const refund = { accountId, actor, reason, atMs, cause, amount: nanos(amount) };
      return refundCredit(db, refund, { id, ...terms });
    },
  },
  'send-refund': {
    perform: async ({ sql }, { orderId }, { atMs }) => {
      const found = await withdrawalOf(sql, orderId);
      if (found?.method !== 'bank' || !(await markSent(sql, orderId, atMs))) {
        throw new ServiceError('order_settled', 'The money was sent before, or is sent by the provider of the card.');
      }
    },
  },
});

export type OfferChange =
  /** An offer; `after` is the last version that was known. */
  | {
      readonly kind: 'offer';
      readonly item: OfferItem;
      readonly terms: Terms | null;
      readonly after: number;
      readonly fromMs: number;
    }
  /** A version that has not begun. */
  | { readonly kind: 'withdraw-offer'; readonly item: OfferItem; readonly version: number }
  | { readonly kind: 'voucher'; readonly voucher: Voucher; readonly fingerprint: string }
  | { readonly kind: 'revoke-voucher'; readonly voucherId: string };

export const offerActions = (plans: PlanOffers): ActionRules<OfferChange> => ({
  offer: {
    object: ({ item }) => item,
    state: (sql, { item }) => offerState(sql, item),
    perform: ({ sql }, action, { actor }) => publishOffer(sql, { ...action, actor }, plans),
  },
  'withdraw-offer': {
    object: ({ item }) => item,
    state: (sql, { item }) => offerState(sql, item),
    perform: ({ sql }, action, { atMs }) => withdrawOffer(sql, { ...action, atMs }),
  },
  voucher: {
    object: ({ voucher }) => voucher.id,
    details: ({ voucher: { gift, usesMax, note, expiresAtMs } }) => ({ gift, usesMax, note, expiresAtMs }),
    state: (sql, { voucher }) => voucherState(sql, voucher.id),
    perform: async ({ sql }, { voucher, fingerprint }, { atMs }) => {
      const { gift } = voucher;
      if (gift.kind === 'plan' && !(await offersAt(sql, plans, atMs))[gift.plan]) throw noSuchPlan(gift.plan);
      await addVoucher(sql, voucher, fingerprint);
    },
  },
  'revoke-voucher': {
    object: ({ voucherId }) => voucherId,
    state: (sql, { voucherId }) => voucherState(sql, voucherId),
    perform: async ({ sql }, { voucherId }, { atMs }) => {
      if (!(await revokeVoucher(sql, voucherId, atMs))) {
        throw new ServiceError('not_found', 'There is no such voucher.');
      }
    },
  },
});

async function voucherState(sql: Sql, id: string): Promise<State> {
  const row = await sql.one('SELECT * FROM vouchers WHERE id = ?', id);
  return row ? { voucher: row.id, hint: row.hint, uses: Number(row.uses), revoked: row.revoked_at_ms !== null } : {};
}
