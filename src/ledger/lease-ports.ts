/** Questions of a server to the database, for its leases and its journal. */

import type { Bought } from '../core/bought.ts';
import type { Usage } from '../core/chat.ts';
import type { FreeReason, HoldRequest, Outcome, Settlement } from '../core/ledger.ts';
import type { HeldRequest } from './account-lease.ts';
import type { Charge, PotPart } from './charging.ts';
import type { AccountFunds, LeaseDemand } from './lease.ts';

/** Leases of a server on accounts, and the journal of what it charged. Every call is one transaction. */
export interface Leases {
  /** Enters a server; without this it can lease nothing. */
  open(serverId: string): Promise<void>;
  /** Leases what the requests need and the account can give. */
  extend(request: LeaseRequest): Promise<LeaseGrant>;
  /**
   * The same for one server and many accounts, without waiting for accounts that others are busy with: null for each that
   * has to be extended alone.
   */
  extendTogether(requests: readonly LeaseRequest[]): Promise<readonly (LeaseGrant | null)[]>;
  /** Writes ended requests and takes what they cost out of pots and leases. All of them, or it throws and none. */
  write(batch: JournalBatch): Promise<void>;
  /** Which of these requests are written. */
  written(requestIds: readonly string[]): Promise<readonly string[]>;
  /** Takes free parts out of leases, and ends others whole. What is given back a second time takes nothing. */
  giveBack(returned: LeaseReturn): Promise<void>;
  /** Says that the server is alive, and tells which others are not and what has become of accounts. */
  sync(query: LeaseSync): Promise<LeaseNews>;
  /** The pots and keys of which others want back what is free. */
  wanted(serverId: string): Promise<readonly Wanted[]>;
  /** Ends a server and its leases. Returns whether there was one. */
  drop(serverId: string): Promise<boolean>;
  /** Does so if it is still silent. */
  dropSilent(serverId: string): Promise<boolean>;
  /** Ends all servers, where none can be alive. */
  dropAll(): Promise<void>;
}

/** For what takes from an account. */
export interface LeaseRecalls {
  /**
   * Asks all servers for what they have free of an account's pots, and has them lease no more than they need until then.
   * Returns whether there are any.
   */
  recall(recall: { readonly accountId: string; readonly untilMs: number }): Promise<boolean>;
  /** Says whether one of them has not answered yet. */
  isRecalling(accountId: string): Promise<boolean>;
}

export type LeaseRequest = LeaseDemand & {
  readonly serverId: string;
  readonly accountId: string;
  readonly atMs: number;
  /** Keys to tell about. */
  readonly keyIds: readonly string[];
  /** Pots and keys of which other servers were asked for what is free, for the same requests. */
  readonly recalled: readonly string[];
};

export type LeaseGrant = {
  readonly funds: AccountFunds;
  readonly raises: readonly PotPart[];
  /** Those of the request, and those that other servers were asked for now. */
  readonly recalled: readonly string[];
  /** True where one of the other servers may still give back what the request lacks. */
  readonly isRecalling: boolean;
};

/** `times`: how often it was asked for. An answer that knows of less leaves the question open. */
export type Wanted = { readonly id: string; readonly times: bigint };

export type LeaseReturn = {
  readonly serverId: string;
  readonly parts: readonly PotPart[];
  /** Accounts whose leases end, whatever they have. */
  readonly accountIds: readonly string[];
  /** Those that other servers wanted, where what is free is among the parts. */
  readonly answered: readonly Wanted[];
};

type LeaseSync = {
  readonly serverId: string;
  readonly atMs: number;
  readonly accountIds: readonly string[];
  readonly keyIds: readonly string[];
};

type LeaseNews = {
  /** False where the server was taken for dead: its leases are gone. */
  readonly isKnown: boolean;
  /** After how long a silent server is taken for dead; null where no other server could do so. */
  readonly silentMsMax: number | null;
  /** Others that have been silent for longer. */
  readonly silentServers: readonly string[];
  /** No other that is heard of comes before it. */
  readonly isFirst: boolean;
  readonly funds: readonly AccountFunds[];
};

/** A request that has ended, as it is written. */
export type JournalRow = {
  readonly held: Omit<HeldRequest, 'request'> & { readonly request: Omit<HoldRequest, 'price' | 'outputTokensMax'> };
  readonly outcome: Outcome | FreeReason;
  readonly endedAtMs: number;
  readonly firstEventAtMs: number | null;
  /** Missing where nothing was charged. */
  readonly charge?: Charge & {
    readonly usage: Usage;
    /** The parts that leases on limits lose. */
    readonly ofLimits: readonly PotPart[];
    /** Missing where no buying price is known. */
    readonly bought?: Bought | undefined;
  };
  readonly anomaly?: string | undefined;
  readonly structured?: Settlement['structured'];
  readonly record?: Settlement['record'];
};

/** One that was settled. */
export type ChargedRow = JournalRow & Required<Pick<JournalRow, 'charge'>>;

export type JournalBatch = { readonly serverId: string; readonly rows: readonly JournalRow[] };
