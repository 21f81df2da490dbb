/** Notices: what happened, by which channels it is sent, and when it is tried again. */

import type { CardFailure } from '../../core/card-failure.ts';
import type { LimitUnit, LimitWindow } from '../../core/limit.ts';
import type { BankAccount, PayMethod } from '../../core/offer.ts';
import type { InBoth } from '../../core/plan.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { TokenArea, TokenScope } from '../../core/token-scopes.ts';

/** Every kind with what it says. Amounts are decimal text in CZK, as everywhere outside. */
export type NoticeData = {
  'balance.low': { readonly accountId: string; readonly creditCzk: string; readonly belowCzk: string };
  'plan.renewed': {
    readonly accountId: string;
    readonly plan: string;
    /** Missing in notices of earlier versions. */
    readonly name?: InBoth;
    readonly endsAtMs: number;
  };
  /** An order waits for a bank transfer. */
  'order.transfer': {
    readonly accountId: string;
    readonly orderId: string;
    readonly amountCzk: string;
    readonly dueAtMs: number;
    readonly variableSymbol: string;
    readonly bank: BankAccount;
    readonly pageUrl: string;
  };
  /** The e-mail is the receipt, with the invoice. */
  'order.paid': { readonly accountId: string; readonly orderId: string; readonly pageUrl: string };
  /** A consumer has withdrawn from an order; the e-mail acknowledges it with what was declared, and when. */
  'order.withdrawn': {
    readonly accountId: string;
    readonly orderId: string;
    readonly invoiceNumber: string | null;
    readonly name: string;
    readonly email: string;
    readonly declaredAtMs: number;
    readonly amountCzk: string;
    readonly refundCzk: string;
    readonly method: PayMethod;
    /** The buyer had asked for use to begin at once. */
    readonly hasConsent: boolean;
    readonly pageUrl: string;
  };
  'payment.failed': {
    readonly accountId: string;
    readonly orderId: string;
    readonly amountCzk: string;
    /** Something that was bought, another period of a plan (the order is the one that began it), or an automatic top-up. */
    readonly what: 'order' | 'renewal' | 'top-up';
    /** The failure of an automatic top-up: why, whether no more are tried, and the page where its owner can act. */
    readonly topUp?: { readonly failure: CardFailure; readonly isPaused: boolean; readonly pageUrl: string };
  };
  'key.expiring': {
    readonly accountId: string;
    readonly keyId: string;
    readonly name: string;
    readonly hint: string;
    readonly expiresAtMs: number;
  };
  /** A limit of a key or of the whole account, or the budget of a member, of which 80 % are used, or which is used up. */
  'limit.reached': {
    readonly accountId: string;
    /** Null where the limit is not of a key. */
    readonly key: { readonly id: string; readonly name: string; readonly hint: string } | null;
    /** Whose budget it is; null where it is none. */
    readonly member: { readonly id: string; readonly email: string; readonly organisation: string } | null;
    readonly percent: 80 | 100;
    readonly unit: LimitUnit;
    readonly window: LimitWindow;
    /** The only model that counts. */
    readonly model?: string;
    /** The date on which the window began, or the hour; null where it counts in all. */
    readonly since: string | null;
    readonly limit: string;
    readonly used: string;
  };
  /** A change of role has stopped the keys of a member. It is for the member, or for the owner. */
  'keys.paused': {
    readonly accountId: string;
    readonly organisation: string;
    readonly member: string;
    readonly isMember: boolean;
    readonly role: GivenRole;
    readonly keys: number;
    readonly by: string;
  };
  /** A person was removed, owns an organisation now or no longer, or one that they belonged to was closed. */
  'members.changed': {
    readonly accountId: string;
    readonly organisation: string;
    readonly what: 'removed' | 'owner-now' | 'owner-before' | 'closed' | 'closed-own';
    /** The address of the person who did it. */
    readonly by: string;
    /** How many others belonged to one that was closed. */
    readonly colleagues: number;
  };
  /** A batch has ended, however it did. */
  'batch.completed': {
    readonly accountId: string;
    readonly batchId: string;
    readonly status: string;
    readonly total: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly costCzk: string;
  };
  /** A response in the background has ended, however it did. */
  'response.completed': {
    readonly accountId: string;
    readonly responseId: string;
    readonly status: 'completed' | 'failed' | 'cancelled';
    readonly costCzk: string;
  };
  /** A member of the account has changed something, or has signed in. */
  'activity.logged': {
    readonly accountId: string;
    readonly id: string;
    readonly action: string;
    /** The address of the member, and the management token where a program did it. */
    readonly actor: string;
    readonly memberId: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  /** A customer tries a webhook. */
  'webhook.test': { readonly accountId: string; readonly webhookId: string };
  /** Calls of a customer's webhook have failed for too long. */
  'webhook.disabled': { readonly accountId: string; readonly webhookId: string; readonly url: string };
  /** A management token was made. */
  'token.made': {
    readonly accountId: string;
    readonly tokenId: string;
    readonly area: TokenArea;
    readonly name: string;
    readonly hint: string;
    readonly scopes: readonly TokenScope[];
    readonly expiresAtMs?: number;
    /** For whom it acts, and who has made it: the same person, or the command line. */
    readonly person: string;
    readonly by: string;
  };
  'engine.down': { readonly engine: string };
  'engine.up': { readonly engine: string };
  /** Tokens of these types cost more at the engine than customers pay for them. */
  'model.below-cost': { readonly model: string; readonly engine: string; readonly tokens: readonly string[] };
  'audit.broken': { readonly problems: readonly string[] };
};

type NoticeType = keyof NoticeData;

export type Notice = {
  readonly [Type in NoticeType]: {
    /** The same event has the same id, and is sent once. */
    readonly id: string;
    readonly type: Type;
    readonly atMs: number;
    readonly data: NoticeData[Type];
    /** The customer whom it is for, if it is for one. */
    readonly owner?: Owner;
  };
}[NoticeType];

export type Owner = { readonly email: string; readonly language: 'cs' | 'en' };

/** An e-mail to the customer, an e-mail to the operator, or a call of the operator's webhook. */
export type Channel = 'owner' | 'operator' | 'webhook';
/** A call of a webhook of the customer. */
export type EndpointChannel = `endpoint:${string}`;

export const endpointChannel = (webhookId: string): EndpointChannel => `endpoint:${webhookId}`;
export const endpointOf = (channel: Channel | EndpointChannel): string => channel.slice('endpoint:'.length);

/** The channels of each notice. The e-mail about low credit is sent by the alert that the owner has set. */
const CHANNELS: Readonly<Record<NoticeType, readonly Channel[]>> = {
  'balance.low': ['webhook'],
  'plan.renewed': ['owner', 'webhook'],
  'order.transfer': ['owner'],
  'order.paid': ['owner'],
  'order.withdrawn': ['owner', 'operator', 'webhook'],
  'payment.failed': ['owner', 'operator', 'webhook'],
  'key.expiring': ['owner', 'webhook'],
  'limit.reached': ['owner', 'webhook'],
  'keys.paused': ['owner'],
  'members.changed': ['owner'],
  'batch.completed': [],
  'response.completed': [],
  'activity.logged': [],
  'webhook.test': [],
  'webhook.disabled': ['owner', 'webhook'],
  /** The operator gets an e-mail about tokens of operators only. */
  'token.made': ['owner', 'operator', 'webhook'],
  'engine.down': ['operator', 'webhook'],
  'engine.up': ['operator', 'webhook'],
  'model.below-cost': ['operator', 'webhook'],
  'audit.broken': ['operator', 'webhook'],
};

export type OpenChannels = Readonly<Record<Channel, boolean>>;

export const channelsOf = (type: NoticeType, isOpen: OpenChannels): readonly Channel[] =>
  CHANNELS[type].filter((channel) => isOpen[channel]);

/** A notice that is written down in the transaction of what it tells of, so that neither is there without the other. */
export type NoticeToWrite = { readonly notice: Notice; readonly channels: readonly Channel[] };

export interface NoticeWays {
  /** Where notices of a kind go. */
  channelsOf(type: NoticeType): readonly Channel[];
}

export interface Notices {
  /** Returns when it is written down: from then on it will be sent, at least once by each way, over restarts too. */
  tell(notice: Notice): Promise<void>;
}

export type Delivery = {
  readonly notice: Notice;
  /** Notices with the same text here are sent together; null where it is sent by itself. */
  readonly gather: string | null;
  readonly channel: Channel | EndpointChannel;
  readonly attempts: number;
};

/** Notices that wait to be sent. */
export interface Outbox {
  /** A notice that is there already is not added again. Webhooks of the customer that want it get it, too. */
  add(notice: Notice, channels: readonly Channel[]): Promise<void>;
  /** Those whose turn it is, each given to one caller only; it has its next turn then, in case the caller dies. */
  claim(nowMs: number): Promise<readonly Delivery[]>;
  /** The same of calls of customers' webhooks, which may hang: they must not delay others. */
  claimEndpoints(nowMs: number): Promise<readonly Delivery[]>;
  /** Those that were sent together. What has come meanwhile to be sent with them waits for the next e-mail. */
  arrived(
    sent: Pick<Delivery, 'channel' | 'gather'> & { readonly ids: readonly string[] },
    atMs: number,
  ): Promise<void>;
  giveUp(delivery: Pick<Delivery, 'channel'> & { readonly id: string }): Promise<void>;
  /** Writes down what time brings: periods that have begun, keys that are about to end. Returns how many. */
  addDue(
    nowMs: number,
    channels: Readonly<Record<'plan.renewed' | 'key.expiring', readonly Channel[]>>,
  ): Promise<number>;
  forget(beforeMs: number): Promise<number>;
}

/** Notices about limits of which 80 % are used, or which are used up: each once for a limit and its window. */
export interface LimitAlerts {
  /** The owner gets e-mails about them. */
  of(accountId: string): Promise<boolean>;
  set(accountId: string, isOn: boolean): Promise<void>;
  /** Looks at some of the limits, by id after `afterId`, and adds what is due to the outbox. Returns where to look on. */
  addDue(due: {
    readonly afterId: string;
    readonly nowMs: number;
    /** Ids of limits that requests were refused for. */
    readonly refused: readonly string[];
    readonly channels: readonly Channel[];
  }): Promise<string | null>;
}

/**
 * Customers and members can bring these about as often as they like. The first is sent at once; those that follow within
 * this time are sent together at its end, so that no one can flood a mailbox and nothing is lost.
 */
const GATHERED: readonly NoticeType[] = [
  'token.made',
  'limit.reached',
  'payment.failed',
  'webhook.disabled',
  'key.expiring',
  'keys.paused',
];
export const GATHERED_MS = 15 * 60_000;

/** The group of e-mails that the notice is sent with: others of its kind to the same recipient. */
export function gatherOf({ type, data, owner }: Notice, channel: Channel | EndpointChannel): string | null {
  if (!GATHERED.includes(type)) return null;
  if (channel === 'operator') return type;
  // A limit that is used up is no repeat of one that is nearly so.
  const kind = type === 'limit.reached' ? `${type}/${data.percent}` : type;
  return channel === 'owner' && owner ? `${kind}/${owner.email}` : null;
}

export const KEY_WARNING_MS = 7 * 86_400_000;
export const ATTEMPTS_MAX = 18;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long until it is tried again, after so many attempts: half a minute, doubling up to six hours; three days in all. */
export const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
