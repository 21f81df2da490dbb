import type { Accounts, Keys, Ledger, RecordedAnswers } from '../domain/ports.ts';
import { createAccountStore, createKeyStore } from './account-store.ts';
import { createAnswerStore } from './answer-store.ts';
import type { Database } from './database.ts';
import { createLedgerStore } from './ledger-store.ts';

/** Everything that is kept, behind its ports. */
export type Stores = {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly ledger: Ledger & { expireHolds(nowMs: number): Promise<number> };
  readonly answers: RecordedAnswers;
};

export const createStores = (db: Database): Stores => ({
  accounts: createAccountStore(db),
  keys: createKeyStore(db),
  ledger: createLedgerStore(db),
  answers: createAnswerStore(db),
});

/**
 * What a call asks of the disk. `read` changes nothing. `write` is visible to everybody at once but may be lost with the
 * power: a hold that is lost was never charged. `durable` is answered only when it would survive that.
 */
export type CallKind = 'read' | 'write' | 'durable';

export const CALL_KINDS: {
  readonly [Port in keyof Stores]: { readonly [Method in keyof Stores[Port]]: CallKind };
} = {
  accounts: { create: 'durable', find: 'read' },
  keys: { add: 'durable', findByFingerprint: 'read', list: 'read', revoke: 'durable' },
  ledger: {
    hold: 'write',
    settle: 'durable',
    release: 'write',
    grant: 'durable',
    balanceOf: 'read',
    expireHolds: 'write',
  },
  answers: { find: 'read', forgetExpired: 'write' },
};
