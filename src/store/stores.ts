import type { Seller } from '../domain/offer.ts';
import type { PlanOffers } from '../domain/plan.ts';
import { createAccountKeysStore } from './account-keys-store.ts';
import { createAccountStore, createKeyStore } from './account-store.ts';
import { createAlertStore } from './alert-store.ts';
import { createAnswerClaimStore } from './answer-claim-store.ts';
import { createAnswerStore } from './answer-store.ts';
import { createAttemptStore } from './attempt-store.ts';
import { createSealStore } from './audit/seal-store.ts';
import { createAuthStore } from './auth-store.ts';
import { createBankMovementStore } from './bank-movement-store.ts';
import { createBuyerStore } from './buyer-store.ts';
import { createCreditLimitStore } from './credit-limit-store.ts';
import type { Database } from './database.ts';
import { createDocumentStore } from './document-store.ts';
import { createExportStore } from './export-store.ts';
import { createInvitationStore } from './invitation-store.ts';
import { createClosingStore } from './ledger/closing-store.ts';
import { createCreditStore } from './ledger/credit-store.ts';
import { createRecallStore } from './ledger/lease-recall.ts';
import { createLeaseStore } from './ledger/lease-store.ts';
import { createLedgerReader } from './ledger/ledger-store.ts';
import { createMaintenanceStore } from './ledger/maintenance-store.ts';
import { createPlanStore } from './ledger/plan-store.ts';
import { createPriceStore } from './ledger/price-store.ts';
import { createStatementStore } from './ledger/statement-store.ts';
import { createUsageStore } from './ledger/usage-hours.ts';
import { createLimitAlertStore } from './limit-alert-store.ts';
import { createMailDomainStore } from './mail-domain-store.ts';
import { createManagementTokenStore } from './management-token-store.ts';
import { createMemberStore } from './member-store.ts';
import { createMinuteLimitStore } from './minute-limit-store.ts';
import { createOfferVersionStore } from './offer-version-store.ts';
import { createOperatorStore } from './operator-store.ts';
import { createOrderStore } from './order-store.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createOverviewStore } from './overview-store.ts';
import { createOwnerStore } from './owner-store.ts';
import { createResponseStore } from './response-store.ts';
import { createStatusStore } from './status-store.ts';
import { createStoredResponseStore } from './stored-response-store.ts';
import { createTokenLimitStore } from './token-limit-store.ts';
import { createTopUpStore } from './top-up-store.ts';
import { createVoucherStore } from './voucher-store.ts';
import { createWebhookStore } from './webhook-store.ts';

/** Everything that is kept. Each port is a type of the domain, and the one that creates it names that type. */
export const createStores = (db: Database, offers: PlanOffers, seller: Seller | null = null) => ({
  accounts: createAccountStore(db),
  keys: createKeyStore(db),
  accountKeys: createAccountKeysStore(db),
  ledger: createLedgerReader(db, offers),
  leases: createLeaseStore(db, offers),
  recalls: createRecallStore(db),
  credits: createCreditStore(db),
  plans: createPlanStore(db, offers),
  orders: createOrderStore(db, { offers, seller }),
  bankMovements: createBankMovementStore(db),
  buyers: createBuyerStore(db),
  documents: createDocumentStore(db),
  vouchers: createVoucherStore(db, offers),
  prices: createPriceStore(db),
  offers: createOfferVersionStore(db),
  maintenance: createMaintenanceStore(db, offers),
  seals: createSealStore(db),
  usages: createUsageStore(db),
  statements: createStatementStore(db),
  alerts: createAlertStore(db),
  limitAlerts: createLimitAlertStore(db),
  creditLimits: createCreditLimitStore(db),
  minuteLimits: createMinuteLimitStore(db),
  tokenLimits: createTokenLimitStore(db),
  topUps: createTopUpStore(db),
  outbox: createOutboxStore(db),
  webhooks: createWebhookStore(db),
  exports: createExportStore(db),
  closing: createClosingStore(db),
  answers: createAnswerStore(db),
  answerClaims: createAnswerClaimStore(db, createAnswerStore(db)),
  storedResponses: createStoredResponseStore(db),
  authRows: createAuthStore(db),
  owners: createOwnerStore(db),
  invitations: createInvitationStore(db),
  members: createMemberStore(db),
  mailDomains: createMailDomainStore(db),
  managementTokens: createManagementTokenStore(db),
  attempts: createAttemptStore(db),
  operator: createOperatorStore(db, { offers, seller }),
  overview: createOverviewStore(db),
  status: createStatusStore(db),
  responses: createResponseStore(db),
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
