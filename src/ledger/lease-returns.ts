/**
 * Gives back what a server has leased. Everything that gives back does so in its turn: what rests, what other servers want,
 * what has ended, what is in doubt, and all of it at the end.
 *
 *   a turn     chooses accounts, takes parts out of their leases in memory, writes that, and ends leases in memory
 *   refused    the accounts of a turn are written one by one, so that one whose pot is wrong harms no other
 *
 * Two at once would give back the same lease, or one that is new by the time of the second.
 */

import type { InTurn } from '../lib/in-turn.ts';
import type { Platform } from '../platform/platform.ts';
import { AccountLease } from './account-lease.ts';
import type { PotPart } from './charging.ts';
import { isPassing } from './journal.ts';
import type { Leases, Wanted } from './lease-ports.ts';
import type { LeasedAccount } from './leased-account.ts';

type Returning = Pick<Platform, 'log'> & { readonly leases: Pick<Leases, 'giveBack'>; readonly inTurn: InTurn };

/** Free parts of the lease of an account, and the answers that they are to other servers. */
export type FreedParts = {
  /** Missing for answers about leases that are not known here. */
  readonly account: LeasedAccount | undefined;
  readonly parts: readonly PotPart[];
  readonly answered: readonly Wanted[];
};

type Refused = ReadonlyMap<LeasedAccount, unknown>;
type Back = FreedParts & { readonly isWhole: boolean };

export class LeaseReturns {
  readonly inTurn: InTurn;
  readonly #leases: Returning['leases'];
  readonly #log: Platform['log'];

  constructor({ leases, log, inTurn }: Returning) {
    this.#leases = leases;
    this.#log = log;
    this.inTurn = inTurn;
  }

  /**
   * Ends the leases of accounts of which nothing runs, within a turn. Returns those that the database has refused, with the
   * reason. Rejects where it is out of reach: then none has ended for sure.
   */
  async end(serverId: string, accounts: readonly LeasedAccount[]): Promise<Refused> {
    const refused = await this.#giveBack(
      serverId,
      accounts.map((account) => ({ account, parts: [], answered: [], isWhole: true })),
    );
    for (const account of accounts) if (!refused.has(account)) account.lease = new AccountLease(account.id);
    return refused;
  }

  /** Gives back parts that were taken out of leases in the same turn. What may not have gone back puts its lease in doubt. */
  async free(serverId: string, freed: readonly FreedParts[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const accounts = freed.flatMap(({ account }) => account ?? []);
    for (const account of accounts) account.freeing = promise;
    try {
      const refused = await this.#giveBack(
        serverId,
        freed.map((one) => ({ ...one, isWhole: false })),
      );
      for (const { lease } of refused.keys()) lease.isDoubtful = true;
    } catch (thrown) {
      for (const { lease } of accounts) lease.isDoubtful = true;
      throw thrown;
    } finally {
      for (const account of accounts) account.freeing = undefined;
      resolve();
    }
  }

  async #giveBack(serverId: string, all: readonly Back[]): Promise<Refused> {
    // What was refused is likely to be again, and would make all others go one by one.
    const together = all.filter(({ account }) => !account?.wasRefused);
    const before = all.filter(({ account }) => account?.wasRefused);
    try {
      await this.#write(serverId, together);
    } catch (thrown) {
      if (isPassing(thrown)) throw thrown;
      return this.#giveBackEach(serverId, all);
    }
    return this.#giveBackEach(serverId, before);
  }

  async #giveBackEach(serverId: string, all: readonly Back[]): Promise<Refused> {
    const refused = new Map<LeasedAccount, unknown>();
    for (const one of all) {
      const { account, isWhole } = one;
      try {
        await this.#write(serverId, [one]);
        if (account && isWhole) account.wasRefused = false;
      } catch (cause) {
        if (isPassing(cause) || !account) throw cause;
        if (!account.wasRefused) this.#log.error({ accountId: account.id, cause }, REFUSED);
        account.wasRefused = true;
        refused.set(account, cause);
      }
    }
    return refused;
  }

  async #write(serverId: string, all: readonly Back[]): Promise<void> {
    if (all.length === 0) return;
    const ended = all.flatMap(({ account, isWhole }) => (account && isWhole ? [account] : []));
    await this.#leases.giveBack({
      serverId,
      parts: all.flatMap(({ parts }) => parts),
      answered: all.flatMap(({ answered }) => answered),
      accountIds: ended.map(({ id }) => id),
    });
  }
}

const REFUSED = 'the database refused to take back the leases of an account';
