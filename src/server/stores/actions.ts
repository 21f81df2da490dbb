/** Every kind of action, as its feature declares it. */
import { BANK_ACTIONS, bankOrderActions } from '../../features/bank/actions.ts';
import { CUSTOMER_ACTIONS } from '../../features/customers/actions.ts';
import { KEY_ACTIONS } from '../../features/keys/actions.ts';
import { INVITATION_ACTIONS } from '../../features/organisations/actions.ts';
import { DOMAIN_ACTIONS } from '../../features/organisations/mail-domain-store.ts';
import { MEMBER_ACTIONS } from '../../features/organisations/member-actions.ts';
import { ENGINE_ACTIONS } from '../../features/serving/actions.ts';
import { OFFER_ACTIONS, refundActions } from '../../features/shop/actions.ts';
import type { SaleTerms } from '../../features/shop/order-store.ts';
import { SIGN_UP_ACTIONS } from '../../features/sign-in/actions.ts';
import { NOTE_ACTIONS } from '../../features/site/actions.ts';
import { TOKEN_ACTIONS } from '../../features/tokens/actions.ts';
import { WEBHOOK_ACTIONS } from '../../features/webhooks/transactions.ts';
import { ledgerActions, PRICE_ACTIONS } from '../../ledger/actions.ts';
import { createClosingStore } from '../../ledger/closing-store.ts';
import { type ActionRules, DONE_ELSEWHERE } from '../../platform/action-log/action-rules.ts';
import type { OperatorAction } from '../../platform/action-log/operator.ts';
import { FORGOTTEN } from './forgotten.ts';

/** A kind without a rule does not compile. */
export const actionRules = (terms: SaleTerms): ActionRules<OperatorAction> => ({
  ...ledgerActions(terms.offers),
  ...PRICE_ACTIONS,
  ...refundActions(terms),
  ...OFFER_ACTIONS,
  ...bankOrderActions(terms),
  ...BANK_ACTIONS,
  ...CUSTOMER_ACTIONS,
  ...KEY_ACTIONS,
  ...TOKEN_ACTIONS,
  ...MEMBER_ACTIONS,
  ...DOMAIN_ACTIONS,
  ...INVITATION_ACTIONS,
  ...SIGN_UP_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...ENGINE_ACTIONS,
  ...NOTE_ACTIONS,
  'close-account': {
    perform: (db, { accountId }, { actor, atMs }) =>
      createClosingStore(db, FORGOTTEN).close({ accountId, actor, atMs }),
  },
  audit: DONE_ELSEWHERE,
  reload: DONE_ELSEWHERE,
});
