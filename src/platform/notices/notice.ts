/** Notices: what happened, by which channels it is sent, and when it is tried again. Each noun declares its own kinds. */

export type Owner = { readonly email: string; readonly language: 'cs' | 'en' };

/** An e-mail to the customer, an e-mail to the operator, or a call of the operator's webhook. */
export type Channel = 'owner' | 'operator' | 'webhook';
/** A call of a webhook of the customer. */
export type EndpointChannel = `endpoint:${string}`;

export const endpointChannel = (webhookId: string): EndpointChannel => `endpoint:${webhookId}`;
export const endpointOf = (channel: Channel | EndpointChannel): string => channel.slice('endpoint:'.length);

/** Amounts are decimal text in CZK, as everywhere outside. */
export type NoticeData = Readonly<Record<string, unknown>>;

/** A kind of notices, as the noun declares it that they tell of. */
export type NoticeKind<Data extends NoticeData> = {
  readonly type: string;
  readonly channels: readonly Channel[];
  /**
   * Customers and members can bring it about as often as they like. The first is sent at once; those of one text that
   * follow within `GATHERED_MS` are sent together at its end, so that no one can flood a mailbox and nothing is lost.
   */
  readonly gather?: (data: Data) => string;
  /** Nothing of it stays when it has arrived: its recipient may have asked to be forgotten. */
  readonly isForgotten?: true;
};

/** By itself, so that `Data` is said and the rest is checked. */
export const noticeKind = <Data extends NoticeData>(kind: NoticeKind<Data>): NoticeKind<Data> => kind;

export type Notice<Data extends NoticeData = NoticeData> = {
  /** The same event has the same id, and is sent once. */
  readonly id: string;
  readonly type: string;
  readonly atMs: number;
  readonly data: Data;
  /** The customer whom it is for, if it is for one. */
  readonly owner?: Owner;
  readonly isForgotten?: true;
};

/** A notice that is written down in the transaction of what it tells of, so that neither is there without the other. */
export type NoticeToWrite = {
  readonly notice: Notice;
  readonly channels: readonly Channel[];
  /** The group with which its e-mails are sent together; null where each is sent by itself. */
  readonly gather: string | null;
};

/** What happened, of a kind. */
type Happened<Data extends NoticeData> = Pick<Notice<Data>, 'id' | 'atMs' | 'data' | 'owner'>;

export const toWrite = <Data extends NoticeData>(
  { type, gather, isForgotten }: NoticeKind<Data>,
  happened: Happened<Data>,
  channels: readonly Channel[],
): NoticeToWrite => ({
  notice: { ...happened, type, ...(isForgotten && { isForgotten }) },
  channels,
  gather: gather?.(happened.data) ?? null,
});

export type OpenChannels = Readonly<Record<Channel, boolean>>;

export interface NoticeWays {
  /** Where notices of a kind go. */
  channelsOf(kind: Pick<NoticeKind<never>, 'channels'>): readonly Channel[];
  toWrite<Data extends NoticeData>(kind: NoticeKind<Data>, happened: Happened<Data>): NoticeToWrite;
}

export interface Notices {
  /** Returns when it is written down: from then on it will be sent, at least once by each way, over restarts too. */
  tell<Data extends NoticeData>(kind: NoticeKind<Data>, happened: Happened<Data>): Promise<void>;
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
  add(told: NoticeToWrite): Promise<void>;
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
  forget(beforeMs: number): Promise<number>;
}

export const GATHERED_MS = 15 * 60_000;

/** E-mails of one group to one recipient are sent together. */
export function groupOf(
  { notice, gather }: Pick<NoticeToWrite, 'notice' | 'gather'>,
  channel: Channel | EndpointChannel,
) {
  if (gather === null) return null;
  if (channel === 'operator') return gather;
  return channel === 'owner' && notice.owner ? `${gather}/${notice.owner.email}` : null;
}

export const ATTEMPTS_MAX = 18;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long until it is tried again, after so many attempts: half a minute, doubling up to six hours; three days in all. */
export const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
