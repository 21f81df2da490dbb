import type { Stores } from './stores.ts';

/**
 * The demand of a call on the disk. `read` changes nothing. `write` is visible to all at once but may be lost with the
 * power: a lease that is lost was never charged. `durable` is answered only when it would survive that.
 */
export type CallKind = 'read' | 'write' | 'durable';

type Methods = { readonly [Port in keyof Stores]?: readonly (keyof Stores[Port] & string)[] };

const READS: Methods = {
  accounts: ['find', 'list'],
  keys: ['findByFingerprint', 'findById', 'hasForeign', 'list'],
  accountKeys: ['list', 'find', 'findPlayground'],
  ledger: ['receiptOf', 'archivedUntilMs', 'balanceOf'],
  leases: ['written', 'sync', 'wanted'],
  recalls: ['isRecalling'],
  plans: ['current'],
  orders: [
    'find',
    'list',
    'paidWithin',
    'listAll',
    'takesFrom',
    'subscriptionOf',
    'failedPayment',
    'subscriptionsToEnd',
  ],
  withdrawals: ['open', 'look', 'list', 'toSend'],
  bankMovements: ['pending', 'payable', 'states', 'find', 'list', 'unmatched'],
  vouchers: ['list', 'find'],
  priceGroups: ['read', 'members'],
  maintenance: ['databaseMs', 'hasReturned', 'refundsToSettle', 'sweptTooEarly', 'accountsToRepair'],
  seals: ['head'],
  usages: ['hours', 'steps', 'page', 'firstEvents', 'find'],
  statements: ['read'],
  alerts: ['of'],
  webhooks: ['list', 'target'],
  managementTokens: ['list', 'personWith', 'accountOf'],
  limitAlerts: ['of'],
  limits: ['list'],
  topUps: ['of', 'cardsToForget', 'due'],
  buyers: ['of', 'checkOf'],
  documents: ['ofOrder', 'ofOrders', 'find', 'within', 'count'],
  exports: ['about', 'movements'],
  answers: ['find'],
  answerClaims: ['look'],
  storedResponses: ['find', 'findResponses', 'list'],
  conversations: ['find', 'items', 'page', 'item', 'list'],
  batchFiles: ['find', 'list', 'part'],
  backgroundResponses: ['find', 'pieces', 'counts'],
  batches: ['find', 'list', 'shown', 'hasLive', 'open', 'ended', 'counts'],
  authRows: ['find', 'count'],
  owners: ['accountsOf', 'hasOperator', 'operatorLanguage', 'trialsToRead'],
  invitations: ['find'],
  members: ['of', 'monthUse', 'invitations', 'invitationOf', 'signedUpFor'],
  mailDomains: ['list', 'find', 'verified', 'signInTarget', 'requiredIn', 'hasRoom', 'hasLeft', 'toCheck'],
  actionLog: ['actions'],
  announcements: ['read', 'revision', 'settings'],
  setUp: ['setUpFacts'],
  customers: ['list', 'owner', 'members', 'accountOfKey', 'anomalies'],
  overview: ['usage', 'hours', 'sales', 'emails', 'now'],
  margins: ['within', 'charged'],
  status: ['read', 'notes'],
  outcomes: ['within', 'firstTokens', 'ofAccount'],
};

const WRITES: Methods = {
  ledger: ['fundsOf'],
  leases: ['open', 'extend', 'extendTogether', 'giveBack', 'drop', 'dropSilent', 'dropAll'],
  recalls: ['recall'],
  orders: ['expire'],
  // What is lost of a statement comes with it again; an import is in the log before the operator hears of it.
  bankMovements: ['record', 'leave'],
  maintenance: ['renewPlans', 'expirePots', 'payDebts', 'settleRefunds', 'emptyClosed', 'forgetAnswers'],
  seals: ['seal'],
  outbox: ['forget'],
  answerClaims: ['take', 'renew', 'end'],
  storedResponses: ['put'],
  // A lease that is lost ends by itself, and lines are read from their file again.
  backgroundResponses: ['begin', 'addPieces'],
  batches: ['claimInput', 'addLines', 'take', 'renew', 'putBack', 'releaseAll'],
  authRows: ['forgetExpired'],
  attempts: ['take', 'giveBack', 'clear', 'forgetEnded'],
  mailDomains: ['checked'],
  status: ['add'],
  outcomes: ['add'],
};

const KINDS = new Map<string, Map<string, CallKind>>();
for (const [kind, ports] of [['read', READS] as const, ['write', WRITES] as const]) {
  for (const [port, methods] of Object.entries(ports)) {
    if (!KINDS.has(port)) KINDS.set(port, new Map());
    for (const method of methods) KINDS.get(port)!.set(method, kind);
  }
}

/** Durable unless it is listed above, so that a method that was forgotten is slow and never loses anything. */
export const kindOf = (port: string, method: string): CallKind => KINDS.get(port)?.get(method) ?? 'durable';
