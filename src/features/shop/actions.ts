/** What operators do to what is sold, and how it is written down. */
import { ServiceError } from '../../core/errors.ts';
import type { Cause } from '../../core/ledger.ts';
import { nanos } from '../../core/money.ts';
import type { AccountRules, ActionRules } from '../../platform/action-log/action-rules.ts';
import type { AccountAction, ServiceAction, State } from '../../platform/action-log/operator.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import type { Sql } from '../../platform/database/database.ts';
import { offerState, publishOffer, withdrawOffer } from './offer-version-store.ts';
import { refundCredit } from './refunded-credit.ts';
import type { SaleTerms } from './sale-terms.ts';
import { addVoucher, revokeVoucher } from './voucher-store.ts';

export const refundActions = (terms: SaleTerms): AccountRules<AccountAction & { readonly kind: 'refund' }> => ({
  refund: {
    // Messages of providers take both locks in this order; otherwise the two would wait for each other.
    lockFirst: nextEventNumber,
    perform: (db, { accountId, amount }, { id, actor, reason, atMs }) => {
      const cause: Cause = `action:${id}`;
      const refund = { accountId, actor, reason, atMs, cause, amount: nanos(amount) };
      return refundCredit(db, refund, { id, ...terms });
    },
  },
});

type OfferChange = ServiceAction & { readonly kind: 'offer' | 'withdraw-offer' | 'voucher' | 'revoke-voucher' };

export const OFFER_ACTIONS: ActionRules<OfferChange> = {
  offer: {
    object: ({ item }) => item,
    state: (sql, { item }) => offerState(sql, item),
    perform: ({ sql }, action, { actor }) => publishOffer(sql, { ...action, actor }),
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
    perform: ({ sql }, { voucher, fingerprint }) => addVoucher(sql, voucher, fingerprint),
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
};

async function voucherState(sql: Sql, id: string): Promise<State> {
  const row = await sql.one('SELECT * FROM vouchers WHERE id = ?', id);
  return row ? { voucher: row.id, hint: row.hint, uses: Number(row.uses), revoked: row.revoked_at_ms !== null } : {};
}
