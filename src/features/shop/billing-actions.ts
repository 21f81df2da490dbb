/** Changes that members make under billing, and how they are written down. */
import { ServiceError } from '../../core/errors.ts';
import type { LimitRule } from '../../core/limit.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import { createAlertStore } from '../../ledger/alert-store.ts';
import { createLimitAlertStore } from '../../ledger/limits/alerts.ts';
import { createLimitStore } from '../../ledger/limits/store.ts';
import { limitsOf } from '../../ledger/limits/uses.ts';
import { createPlanStore } from '../../ledger/plan-store.ts';
import type { State } from '../../platform/action-log/action.ts';
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import { ruleToView } from '../../platform/api/limit-to-view.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { Buyer } from './buyer-contract.ts';
import { createBuyerStore } from './buyer-store.ts';
import { createOrderStore } from './order-store.ts';
import { giftToView } from './order-view.ts';
import type { NewOrder, TransferTelling, Voucher } from './payment-ports.ts';
import type { SaleTerms } from './sale-terms.ts';
import type { SavedCard } from './saved-card.ts';
import type { TopUpRule } from './top-up.ts';
import { createTopUpStore } from './top-up-store.ts';
import { createVoucherStore } from './voucher-store.ts';
import { createWithdrawalStore } from './withdrawal-store.ts';
import type { Declaration } from './withdrawals.ts';

type Language = { readonly language: 'cs' | 'en' };

export type BillingChange =
  /** All limits that the account sets for its keys together. */
  | { readonly kind: 'set-limits'; readonly limits: readonly LimitRule[] }
  /** The credit below which there is an e-mail, or whether there are e-mails about limits. */
  | ({ readonly kind: 'set-alerts' } & (
      | (Language & { readonly below: Nanos | null })
      | { readonly limitAlerts: boolean }
    ))
  | (Language & { readonly kind: 'set-top-up'; readonly rule: TopUpRule })
  | { readonly kind: 'remove-card' }
  | { readonly kind: 'set-buyer'; readonly buyer: Buyer | null }
  | { readonly kind: 'place-order'; readonly order: NewOrder; readonly telling?: TransferTelling | undefined }
  /** `wasPaid`: a subscription by card was ended with it. */
  | { readonly kind: 'cancel-plan'; readonly wasPaid: boolean }
  | { readonly kind: 'save-card'; readonly card: SavedCard }
  | { readonly kind: 'redeem-voucher'; readonly voucher: Pick<Voucher, 'hint' | 'gift'>; readonly fingerprint: string }
  | { readonly kind: 'withdraw-order'; readonly declaration: Declaration };

const NOTHING = async (): Promise<State> => ({});

export const billingActions = (terms: SaleTerms): AccountRules<BillingChange> => ({
  'set-limits': {
    details: ({ limits }) => ({ limits: limits.map(ruleToView) }),
    state: limitsSet,
    perform: (db, { accountId, limits }) => createLimitStore(db).set(accountId, limits),
  },
  'set-alerts': {
    details: (change) =>
      'limitAlerts' in change
        ? { limitAlerts: change.limitAlerts }
        : { belowCzk: change.below === null ? null : formatCzk(change.below) },
    state: NOTHING,
    perform: (db, change, { atMs }) => setAlerts(db, change, atMs),
  },
  'set-top-up': {
    details: ({ rule: { isOn, below, amount, monthMax } }) => ({
      isOn,
      belowCzk: formatCzk(below),
      amountCzk: formatCzk(amount),
      monthMaxCzk: formatCzk(monthMax),
    }),
    state: NOTHING,
    perform: (db, { accountId, rule, language }, { atMs }) =>
      createTopUpStore(db).set(accountId, rule, { language, atMs }),
  },
  'remove-card': {
    state: NOTHING,
    perform: (db, { accountId }, { atMs }) => createTopUpStore(db).removeCard(accountId, atMs),
  },
  'set-buyer': {
    /** Lines stay for ever, and a person may want to be forgotten: names and addresses are not written. */
    details: ({ buyer }) => ({ country: buyer?.country ?? null, isCompany: Boolean(buyer?.companyId || buyer?.vatId) }),
    state: NOTHING,
    perform: (db, { accountId, buyer }, { atMs }) =>
      createBuyerStore(db).set({ accountId, buyer: buyer ?? undefined, atMs }),
  },
  'place-order': {
    details: ({ order: { id, offer, method } }) => ({
      orderId: id,
      offer: offer.id,
      method,
      amountCzk: formatCzk(offer.amount),
    }),
    state: NOTHING,
    perform: (db, { order, telling }) => createOrderStore(db, terms).create(order, telling),
  },
  'cancel-plan': {
    details: () => ({}),
    perform: async (db, { accountId, wasPaid }, { atMs }) => {
      const isCancelled = await createPlanStore(db, terms.offers).cancel({ accountId, atMs });
      if (!isCancelled && !wasPaid) throw new ServiceError('not_found', 'This account has no plan.');
    },
  },
  'save-card': {
    details: ({ card: { brand, last4 } }) => ({ brand, last4 }),
    state: NOTHING,
    perform: (db, { accountId, card }, { atMs }) => createTopUpStore(db).saveCard(accountId, card, atMs),
  },
  'redeem-voucher': {
    details: ({ voucher: { hint, gift } }) => ({ hint, gift: giftToView(gift) }),
    perform: (db, { accountId, fingerprint }, { atMs }) =>
      createVoucherStore(db, terms.offers).redeem({ accountId, fingerprint, atMs }),
  },
  'withdraw-order': {
    // Messages of providers take both locks in this order; otherwise the two would wait for each other.
    lockFirst: nextEventNumber,
    details: ({ declaration: { orderId } }) => ({ orderId }),
    perform: (db, { declaration }) => createWithdrawalStore(db, terms).declare(declaration),
  },
});

async function limitsSet(sql: Sql, { accountId }: { readonly accountId: string }): Promise<State> {
  const all = await limitsOf(sql, { accountId, ownerId: accountId, nowMs: 0 });
  return { limits: all.filter(({ setBy }) => setBy === 'customer').map(ruleToView) };
}

type AlertsChange = BillingChange & { readonly kind: 'set-alerts' };

function setAlerts(db: Database, change: AlertsChange & { readonly accountId: string }, atMs: number): Promise<void> {
  const { accountId } = change;
  if ('limitAlerts' in change) return createLimitAlertStore(db).set(accountId, change.limitAlerts);
  const { below, language } = change;
  return createAlertStore(db).set(accountId, below === null ? null : { below, language, atMs });
}
