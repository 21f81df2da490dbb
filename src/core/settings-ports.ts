/** Ports for what people do with their own account on the pages. Another account's things are as good as none. */
import type { ApiKey, KeyChange, KeyRecord } from './api-key.ts';
import type { LimitRule, LimitUse } from './limit.ts';
import type { Nanos } from './money.ts';
import type { NewKey } from './ports.ts';

/** Which key of which account. `dayFromMs` is when the owner's day began, for what was spent today. */
export type KeyOf = OwnOnly & { readonly accountId: string; readonly keyId: string };
export type KeyReading = OwnOnly & { readonly nowMs: number; readonly dayFromMs: number };

/** For those who see their own alone: whose keys. A key of another member is then as good as none. */
export type OwnOnly = { readonly ofUserId?: string | undefined };

/** The spender at the pages: a member other than the owner has a key of their own for it. */
export type PlaygroundOf = { readonly accountId: string; readonly userId?: string | undefined };

/** The keys of one account, for its owner. A key of another account is as good as none: `not_found`. */
export interface AccountKeys {
  /** The living ones first, then the others, newest first. */
  list(accountId: string, reading: KeyReading): Promise<readonly KeyRecord[]>;
  find(key: KeyOf, reading: KeyReading): Promise<KeyRecord>;
  /** Refuses when the account has as many keys that can be used as it may have, or is closed. */
  add(newKey: NewKey, livingMax: number): Promise<void>;
  change(key: KeyOf, change: KeyChange): Promise<void>;
  /** In one step: a new key with the rules of the old one, which ends at `endsAtMs` unless it ends before. */
  rotate(key: KeyOf, next: KeyRotation): Promise<void>;
  revoke(key: KeyOf, atMs: number): Promise<void>;
  /** The key that the pages spend with. */
  findPlayground(of: PlaygroundOf): Promise<ApiKey | undefined>;
  /** Many at once make one, and all get that one. */
  makePlayground(of: PlaygroundOf, ifNone: { readonly id: string; readonly atMs: number }): Promise<ApiKey>;
}

export type KeyRotation = {
  readonly id: string;
  readonly hint: string;
  readonly fingerprint: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
};

/** An account whose credit has fallen below the alert of its owner. */
export type LowBalance = {
  readonly accountId: string;
  readonly email: string;
  readonly language: 'cs' | 'en';
  readonly credit: Nanos;
  readonly below: Nanos;
};

export interface Alerts {
  of(accountId: string): Promise<Nanos | null>;
  set(
    accountId: string,
    alert: { readonly below: Nanos; readonly language: 'cs' | 'en'; readonly atMs: number } | null,
  ): Promise<void>;
  /**
   * Looks at some of the accounts with an alert, by id after `afterId`, and marks those that are due: each is given to
   * one caller only, until its credit has risen again. `next` is where to look on.
   */
  claim(afterId: string, atMs: number): Promise<{ readonly due: readonly LowBalance[]; readonly next: string | null }>;
  /** The e-mail did not leave: takes back the mark that was made at `atMs`. */
  giveBack(accountId: string, atMs: number): Promise<void>;
}

/** Limits of an account, of its keys and of its members. */
export interface AccountLimits {
  /** All of them; those of a minute without what was used. */
  list(accountId: string, nowMs: number): Promise<readonly LimitUse[]>;
  /** Makes these the limits that the customer has set for all keys together. */
  set(accountId: string, limits: readonly LimitRule[]): Promise<void>;
}
