/** Every kind of action, as its feature declares it. */
import { BANK_ACTIONS, type BankChange, bankOrderActions } from '../../features/bank/actions.ts';
import type { OrderChange } from '../../features/bank/bank-orders.ts';
import { BATCH_ACTIONS, type BatchChange } from '../../features/batches/actions.ts';
import { MODEL_ACTIONS, type ModelChange } from '../../features/catalogue/transactions.ts';
import { CUSTOMER_ACTIONS, type StandingChange } from '../../features/customers/actions.ts';
import { KEY_ACTIONS, type KeyAction } from '../../features/keys/actions.ts';
import { INVITATION_ACTIONS, type InvitationChange } from '../../features/organisations/actions.ts';
import type { DomainChange } from '../../features/organisations/mail-domain.ts';
import { DOMAIN_ACTIONS } from '../../features/organisations/mail-domain-store.ts';
import { memberActions } from '../../features/organisations/member-actions.ts';
import type { MemberChange } from '../../features/organisations/members.ts';
import { GROUP_ACTIONS, type GroupChange, type MembershipChange } from '../../features/price-groups/transactions.ts';
import { SETTINGS_ACTIONS, type SettingsChange } from '../../features/service-settings/transactions.ts';
import { ENGINE_ACTIONS, type ServingChange } from '../../features/serving/actions.ts';
import { type OfferChange, offerActions, type RefundChange, refundActions } from '../../features/shop/actions.ts';
import { type BillingChange, billingActions } from '../../features/shop/billing-actions.ts';
import type { SaleTerms } from '../../features/shop/sale-terms.ts';
import { SIGN_UP_ACTIONS, type SignUpChange } from '../../features/sign-in/actions.ts';
import { NOTE_ACTIONS, type NoteChange } from '../../features/site/actions.ts';
import {
  MANAGEMENT_TOKEN_ACTIONS,
  type ManagementTokenChange,
  revokeManagementTokensOf,
} from '../../features/tokens/transactions.ts';
import type { WebhookChange } from '../../features/webhooks/rules.ts';
import { WEBHOOK_ACTIONS } from '../../features/webhooks/transactions.ts';
import { type LedgerChange, ledgerActions, type PriceChange, priceActions } from '../../ledger/actions.ts';
import { createClosingStore } from '../../ledger/closing-store.ts';
import { type ActionRules, DONE_ELSEWHERE, type WrittenDown } from '../../platform/action-log/action-rules.ts';
import { FORGOTTEN } from './forgotten.ts';

export type AccountAction = { readonly accountId: string } & (
  | LedgerChange
  | RefundChange
  | BillingChange
  | OrderChange
  | StandingChange
  | MembershipChange
  | KeyAction
  | ManagementTokenChange
  | MemberChange
  | DomainChange
  | WebhookChange
  /** For good. */
  | { readonly kind: 'close-account' }
);

export type ServiceAction =
  | PriceChange
  | GroupChange
  | OfferChange
  | BankChange
  | InvitationChange
  | SignUpChange
  | SettingsChange
  | ServingChange
  | ModelChange
  | NoteChange
  | BatchChange
  | WrittenDown<'audit' | 'reload'>;

/** A kind without a rule does not compile. */
export const actionRules = (terms: SaleTerms): ActionRules<AccountAction | ServiceAction> => ({
  ...ledgerActions(terms.offers),
  ...priceActions(terms.offers),
  ...GROUP_ACTIONS,
  ...refundActions(terms),
  ...billingActions(terms),
  ...offerActions(terms.offers),
  ...bankOrderActions(terms),
  ...BANK_ACTIONS,
  ...CUSTOMER_ACTIONS,
  ...KEY_ACTIONS,
  ...MANAGEMENT_TOKEN_ACTIONS,
  ...memberActions([revokeManagementTokensOf]),
  ...DOMAIN_ACTIONS,
  ...INVITATION_ACTIONS,
  ...SIGN_UP_ACTIONS,
  ...SETTINGS_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...ENGINE_ACTIONS,
  ...MODEL_ACTIONS,
  ...NOTE_ACTIONS,
  ...BATCH_ACTIONS,
  'close-account': {
    perform: (db, { accountId }, { actor, atMs }) =>
      createClosingStore(db, FORGOTTEN).close({ accountId, actor, atMs }),
  },
  audit: DONE_ELSEWHERE,
  reload: DONE_ELSEWHERE,
});
