import type { AnswerClaims } from '../domain/answer-claims.ts';
import type { AuthRows } from '../domain/auth-rows.ts';
import type { Buyers } from '../domain/buyer.ts';
import type { Leases } from '../domain/lease-ports.ts';
import type { Outbox } from '../domain/notice.ts';
import type { OperatorStore } from '../domain/operator.ts';
import type { Orders, Vouchers } from '../domain/payment-ports.ts';
import type { Attempts, Invitations, Owners } from '../domain/people.ts';
import type { PlanOffers } from '../domain/plan.ts';
import type {
  Accounts,
  Credits,
  Keys,
  LedgerReader,
  Maintenance,
  Plans,
  Prices,
  RecordedAnswers,
  Seals,
  Usages,
} from '../domain/ports.ts';
import type { AccountKeys, Alerts, Closing, Exports, Statements } from '../domain/settings-ports.ts';
import type { StatusRecords } from '../domain/status.ts';
import type { StoredResponses } from '../domain/stored-responses.ts';
import { createAccountKeysStore } from './account-keys-store.ts';
import { createAccountStore, createKeyStore } from './account-store.ts';
import { createAlertStore } from './alert-store.ts';
import { createAnswerClaimStore } from './answer-claim-store.ts';
import { createAnswerStore } from './answer-store.ts';
import { createAttemptStore } from './attempt-store.ts';
import { createSealStore } from './audit/seal-store.ts';
import { createAuthStore } from './auth-store.ts';
import { createBuyerStore } from './buyer-store.ts';
import type { Database } from './database.ts';
import { createExportStore } from './export-store.ts';
import { createInvitationStore } from './invitation-store.ts';
import { createClosingStore } from './ledger/closing-store.ts';
import { createCreditStore } from './ledger/credit-store.ts';
import { createLeaseStore } from './ledger/lease-store.ts';
import { createLedgerReader } from './ledger/ledger-store.ts';
import { createMaintenanceStore } from './ledger/maintenance-store.ts';
import { createPlanStore } from './ledger/plan-store.ts';
import { createPriceStore } from './ledger/price-store.ts';
import { createStatementStore } from './ledger/statement-store.ts';
import { createUsageStore } from './ledger/usage-hours.ts';
import { createOperatorStore } from './operator-store.ts';
import { createOrderStore } from './order-store.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createOwnerStore } from './owner-store.ts';
import { createStatusStore } from './status-store.ts';
import { createStoredResponseStore } from './stored-response-store.ts';
import { createVoucherStore } from './voucher-store.ts';

/** Everything that is kept, behind its ports. */
export type Stores = {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly accountKeys: AccountKeys;
  readonly ledger: LedgerReader;
  readonly leases: Leases;
  readonly credits: Credits;
  readonly plans: Plans;
  readonly orders: Orders;
  readonly buyers: Buyers;
  readonly vouchers: Vouchers;
  readonly prices: Prices;
  readonly maintenance: Maintenance;
  readonly seals: Seals;
  readonly usages: Usages;
  readonly statements: Statements;
  readonly alerts: Alerts;
  readonly outbox: Outbox;
  readonly exports: Exports;
  readonly closing: Closing;
  readonly answers: RecordedAnswers;
  readonly answerClaims: AnswerClaims;
  readonly storedResponses: StoredResponses;
  readonly authRows: AuthRows;
  readonly owners: Owners;
  readonly invitations: Invitations;
  readonly attempts: Attempts;
  readonly operator: OperatorStore;
  readonly status: StatusRecords;
};

export const createStores = (db: Database, offers: PlanOffers): Stores => ({
  accounts: createAccountStore(db),
  keys: createKeyStore(db),
  accountKeys: createAccountKeysStore(db),
  ledger: createLedgerReader(db, offers),
  leases: createLeaseStore(db, offers),
  credits: createCreditStore(db),
  plans: createPlanStore(db, offers),
  orders: createOrderStore(db, offers),
  buyers: createBuyerStore(db),
  vouchers: createVoucherStore(db, offers),
  prices: createPriceStore(db),
  maintenance: createMaintenanceStore(db, offers),
  seals: createSealStore(db),
  usages: createUsageStore(db),
  statements: createStatementStore(db),
  alerts: createAlertStore(db),
  outbox: createOutboxStore(db),
  exports: createExportStore(db),
  closing: createClosingStore(db),
  answers: createAnswerStore(db),
  answerClaims: createAnswerClaimStore(db, createAnswerStore(db)),
  storedResponses: createStoredResponseStore(db),
  authRows: createAuthStore(db),
  owners: createOwnerStore(db),
  invitations: createInvitationStore(db),
  attempts: createAttemptStore(db),
  operator: createOperatorStore(db, offers),
  status: createStatusStore(db),
});

/**
 * What a call asks of the disk. `read` changes nothing. `write` is visible to all at once but may be lost with the
 * power: a lease that is lost was never charged. `durable` is answered only when it would survive that.
 */
export type CallKind = 'read' | 'write' | 'durable';

export const CALL_KINDS: {
  readonly [Port in keyof Stores]: { readonly [Method in keyof Stores[Port]]: CallKind };
} = {
  accounts: { create: 'durable', find: 'read', list: 'read' },
  keys: { add: 'durable', findByFingerprint: 'read', list: 'read', revoke: 'durable' },
  accountKeys: {
    list: 'read',
    find: 'read',
    add: 'durable',
    change: 'durable',
    rotate: 'durable',
    revoke: 'durable',
    findPlayground: 'read',
    makePlayground: 'durable',
  },
  ledger: {
    receiptOf: 'read',
    archivedUntilMs: 'read',
    balanceOf: 'read',
    fundsOf: 'write',
  },
  leases: {
    open: 'write',
    extend: 'write',
    write: 'durable',
    written: 'read',
    giveBack: 'write',
    sync: 'read',
    wanted: 'read',
    drop: 'write',
    dropAll: 'write',
  },
  credits: { grant: 'durable', correct: 'durable', takeBack: 'durable', grantPackage: 'durable' },
  plans: { choose: 'durable', cancel: 'durable', current: 'read' },
  orders: {
    create: 'durable',
    setSession: 'durable',
    find: 'read',
    list: 'read',
    paidWithin: 'read',
    listAll: 'read',
    apply: 'durable',
    expire: 'write',
    claimReceipts: 'durable',
    giveReceiptBack: 'durable',
    subscriptionOf: 'read',
    cancelSubscription: 'durable',
    changeSubscription: 'durable',
    failedPayment: 'read',
    subscriptionsToEnd: 'read',
    endSubscription: 'durable',
  },
  buyers: { of: 'read', set: 'durable' },
  vouchers: { add: 'durable', list: 'read', revoke: 'durable', redeem: 'durable' },
  prices: { publish: 'durable' },
  maintenance: {
    renewPlans: 'write',
    expirePots: 'write',
    payDebts: 'write',
    emptyClosed: 'write',
    forgetAnswers: 'write',
    tryWrite: 'durable',
    databaseMs: 'read',
    sweptTooEarly: 'read',
  },
  seals: { seal: 'write', head: 'read' },
  usages: { hours: 'read', steps: 'read', page: 'read', find: 'read' },
  statements: { read: 'read' },
  alerts: { of: 'read', set: 'durable', claim: 'durable', giveBack: 'durable' },
  outbox: {
    add: 'durable',
    claim: 'durable',
    arrived: 'durable',
    giveUp: 'durable',
    addDue: 'durable',
    forget: 'write',
  },
  exports: { about: 'read', movements: 'read' },
  closing: { close: 'durable' },
  answers: { find: 'read' },
  answerClaims: { take: 'write', look: 'read', renew: 'write', end: 'write' },
  storedResponses: { put: 'write', find: 'read', findResponses: 'read', remove: 'durable', list: 'read' },
  authRows: {
    create: 'durable',
    find: 'read',
    count: 'read',
    updateOne: 'durable',
    updateMany: 'durable',
    takeOne: 'durable',
    deleteMany: 'durable',
    forgetExpired: 'write',
  },
  owners: { accountOf: 'read', adopt: 'durable', rename: 'durable', forget: 'durable', hasOperator: 'read' },
  invitations: { add: 'durable', replaceFirst: 'durable', find: 'read', use: 'durable', giveBack: 'durable' },
  attempts: { take: 'write', giveBack: 'write', clear: 'write', forgetEnded: 'write' },
  operator: {
    act: 'durable',
    actions: 'read',
    customers: 'read',
    owner: 'read',
    accountOfKey: 'read',
    announcements: 'read',
    planVersions: 'read',
    anomalies: 'read',
  },
  status: { add: 'write', read: 'read', notes: 'read' },
};
