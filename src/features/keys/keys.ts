/** The keys of accounts, as they are kept. */
import type { ApiKey, KeyChange, KeyRecord } from '../../core/api-key.ts';
import type { Nanos } from '../../core/money.ts';
import type { OwnOnly } from '../../platform/api/own-only.ts';

export type NewKey = { readonly key: ApiKey; readonly fingerprint: string };

export interface Keys {
  add(newKey: NewKey): Promise<void>;
  /** Looks a key up by the fingerprint of its secret. The secret itself is stored nowhere. */
  findByFingerprint(fingerprint: string): Promise<ApiKey | undefined>;
  /** For what a key has begun and goes on without its secret. */
  findById(keyId: string): Promise<ApiKey | undefined>;
  /** True where keys of another service were taken over. */
  hasForeign(): Promise<boolean>;
  list(accountId: string): Promise<readonly (ApiKey & { readonly spent: Nanos })[]>;
  /** Takes a key id. Returns false when there is no such key. Revoking twice keeps the first time. */
  revoke(keyId: string, atMs: number): Promise<boolean>;
}

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

/** Which key of which account. `dayFromMs` is when the owner's day began, for what was spent today. */
export type KeyOf = OwnOnly & { readonly accountId: string; readonly keyId: string };

export type KeyReading = OwnOnly & { readonly nowMs: number; readonly dayFromMs: number };

export type KeyRotation = {
  readonly id: string;
  readonly hint: string;
  readonly fingerprint: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
};

/** The spender at the pages: a member other than the owner has a key of their own for it. */
export type PlaygroundOf = { readonly accountId: string; readonly userId?: string | undefined };
