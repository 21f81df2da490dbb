import type { Seller } from '../../core/offer.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { createBankMovementStore } from '../../features/bank/bank-movement-store.ts';
import { createBatchFileStore, forgetFiles } from '../../features/batches/files.ts';
import { createBatchStore, forgetBatches } from '../../features/batches/transactions.ts';
import { createAccountStore, createKeyStore } from '../../features/customers/account-store.ts';
import { createCustomerStore } from '../../features/customers/customer-list.ts';
import { createExportStore } from '../../features/customers/export-store.ts';
import { buyerOn, createDocumentStore, issueCreditNote, issueInvoice } from '../../features/invoices/document-store.ts';
import { sellerFrom, type WrittenSeller } from '../../features/invoices/seller.ts';
import { createAccountKeysStore } from '../../features/keys/account-keys-store.ts';
import { createExpiringKeys } from '../../features/keys/expiring-keys.ts';
import { createMarginStore } from '../../features/margins/transactions.ts';
import { createInvitationStore } from '../../features/organisations/invitation-store.ts';
import { createMailDomainStore } from '../../features/organisations/mail-domain-store.ts';
import { createMemberStore } from '../../features/organisations/member-store.ts';
import { createOverviewStore } from '../../features/overview/overview-store.ts';
import { createSetUpStore, readSetting } from '../../features/service-settings/transactions.ts';
import { createBuyerStore } from '../../features/shop/buyer-store.ts';
import { settleAwaited } from '../../features/shop/fulfilment.ts';
import { createOrderStore } from '../../features/shop/order-store.ts';
import { createRenewals } from '../../features/shop/renewals.ts';
import type { SaleTerms } from '../../features/shop/sale-terms.ts';
import { createTopUpStore } from '../../features/shop/top-up-store.ts';
import { createVoucherStore } from '../../features/shop/voucher-store.ts';
import { createWithdrawalStore } from '../../features/shop/withdrawal-store.ts';
import { createAttemptStore } from '../../features/sign-in/attempt-store.ts';
import { createAuthStore } from '../../features/sign-in/auth-store.ts';
import { createOwnerStore } from '../../features/sign-in/owner-store.ts';
import { createStatusStore } from '../../features/site/status-store.ts';
import { createManagementTokenStore } from '../../features/tokens/transactions.ts';
import { createStatementStore } from '../../features/usage/statement-store.ts';
import { createWebhookStore } from '../../features/webhooks/transactions.ts';
import { createOutcomeStore } from '../../gateway/outcome-store.ts';
import { createBackgroundStore } from '../../gateway/responses/background-store.ts';
import { createConversationStore, forgetConversations } from '../../gateway/responses/conversation-store.ts';
import { createStoredResponseStore, forgetResponses } from '../../gateway/responses/stored-response-store.ts';
import { createAlertStore } from '../../ledger/alert-store.ts';
import { createAnswerClaimStore, forgetClaims } from '../../ledger/answer-claim-store.ts';
import { createAnswerStore } from '../../ledger/answer-store.ts';
import { createSealStore } from '../../ledger/audit/seal-store.ts';
import { createClosingStore } from '../../ledger/closing-store.ts';
import { createCreditStore } from '../../ledger/credit-store.ts';
import { createGroupStore } from '../../ledger/group-store.ts';
import { createRecallStore } from '../../ledger/lease-recall.ts';
import { createLeaseStore } from '../../ledger/lease-store.ts';
import { createLedgerReader } from '../../ledger/ledger-store.ts';
import { createLimitAlertStore } from '../../ledger/limits/alerts.ts';
import { createLimitStore } from '../../ledger/limits/store.ts';
import { createMaintenanceStore } from '../../ledger/maintenance-store.ts';
import { createPlanStore } from '../../ledger/plan-store.ts';
import { createPriceStore } from '../../ledger/price-store.ts';
import { createUsageStore } from '../../ledger/usage-hours.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { createOutboxStore } from '../../platform/notices/outbox-store.ts';
import { createActionLogStore } from './action-log-store.ts';
import { createAnnouncementReader } from './announcements.ts';
import { FORGOTTEN } from './forgotten.ts';

/** `declared`: the seller of the configuration, where it declares one or that there is none; else the database's sells. */
function documentsOf(declared: Seller | null | undefined): SaleTerms['documents'] {
  const sellerIn = async (sql: Sql) =>
    declared === undefined ? sellerFromRow(await readSetting(sql, 'payments.seller')) : declared;
  return {
    issueInvoice: async (sql, order, { atMs }) => issueInvoice(sql, order, { seller: await sellerIn(sql), atMs }),
    issueCreditNote: async (sql, order, { atMs, returned }) =>
      issueCreditNote(sql, order, { seller: await sellerIn(sql), atMs, returned }),
    buyerOn,
  };
}

/** It was judged when it was written. */
const sellerFromRow = (written: unknown): Seller | null => (written ? sellerFrom(written as WrittenSeller) : null);

/** A claim whose lease is over may still be fulfilled as long as no other has taken its place. */
const CLAIM_KEPT_MS = 60 * 60 * 1000;

/** Rows that go with time. */
const SWEPT: readonly ((sql: Sql, nowMs: number) => Promise<number>)[] = [
  (sql, nowMs) => forgetClaims(sql, nowMs - CLAIM_KEPT_MS),
  forgetResponses,
  forgetConversations,
  forgetFiles,
  forgetBatches,
];

/** Everything that is kept. Each port is a type of the domain, and the one that creates it names that type. */
export const createStores = (db: Database, offers: PlanOffers, seller?: Seller | null) =>
  storesWith(db, { offers, documents: documentsOf(seller) });

const storesWith = (db: Database, terms: SaleTerms, { offers } = terms) => ({
  accounts: createAccountStore(db),
  keys: createKeyStore(db),
  accountKeys: createAccountKeysStore(db),
  ledger: createLedgerReader(db, offers),
  leases: createLeaseStore(db, offers),
  recalls: createRecallStore(db),
  credits: createCreditStore(db),
  plans: createPlanStore(db, offers),
  orders: createOrderStore(db, terms),
  withdrawals: createWithdrawalStore(db, terms),
  bankMovements: createBankMovementStore(db),
  buyers: createBuyerStore(db),
  documents: createDocumentStore(db),
  vouchers: createVoucherStore(db, offers),
  prices: createPriceStore(db),
  priceGroups: createGroupStore(db),
  maintenance: createMaintenanceStore(db, { offers, settleAwaited, forgets: SWEPT }),
  seals: createSealStore(db),
  usages: createUsageStore(db),
  statements: createStatementStore(db),
  alerts: createAlertStore(db),
  renewals: createRenewals(db),
  expiringKeys: createExpiringKeys(db),
  limitAlerts: createLimitAlertStore(db),
  limits: createLimitStore(db),
  topUps: createTopUpStore(db),
  outbox: createOutboxStore(db),
  webhooks: createWebhookStore(db),
  exports: createExportStore(db),
  closing: createClosingStore(db, FORGOTTEN),
  answers: createAnswerStore(db),
  answerClaims: createAnswerClaimStore(db, createAnswerStore(db)),
  storedResponses: createStoredResponseStore(db),
  conversations: createConversationStore(db),
  batchFiles: createBatchFileStore(db),
  batches: createBatchStore(db),
  backgroundResponses: createBackgroundStore(db),
  authRows: createAuthStore(db),
  owners: createOwnerStore(db),
  invitations: createInvitationStore(db),
  members: createMemberStore(db),
  mailDomains: createMailDomainStore(db),
  managementTokens: createManagementTokenStore(db),
  attempts: createAttemptStore(db),
  actionLog: createActionLogStore(db, terms),
  announcements: createAnnouncementReader(db),
  setUp: createSetUpStore(db),
  customers: createCustomerStore(db),
  overview: createOverviewStore(db),
  margins: createMarginStore(db),
  status: createStatusStore(db),
  outcomes: createOutcomeStore(db),
});

type Created = ReturnType<typeof createStores>;

/** Written out as plain objects, so that ports and methods can also be found by their names. */
export type Stores = { readonly [Port in keyof Created]: Pick<Created[Port], keyof Created[Port]> };

/** A method of any port. Its values travel between threads, where no types can follow. */
type Method = (...values: never[]) => Promise<unknown>;
type Ports = Readonly<Record<string, Readonly<Record<string, Method>>>>;

/** The methods of every port, by its name. */
export type PortNames = Readonly<Record<string, readonly string[]>>;

export const namesOf = (stores: Stores): PortNames =>
  Object.fromEntries(Object.entries(stores).map(([port, methods]) => [port, Object.keys(methods)]));

export const methodOf = (stores: Ports, port: string, name: string): Method => stores[port]![name]!;

/** Stores with these methods, each made by its name. */
export function storesFrom(names: PortNames, make: (port: string, name: string) => Method): Stores {
  const methodsOf = (port: string, methods: readonly string[]) =>
    Object.fromEntries(methods.map((name) => [name, make(port, name)]));
  const ports: Ports = Object.fromEntries(
    Object.entries(names).map(([port, methods]) => [port, methodsOf(port, methods)]),
  );
  return ports as Stores;
}
