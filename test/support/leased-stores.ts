/** Stores with a ledger that holds and settles, as a serving process has them. */

import type { Balance } from '../../src/core/ledger.ts';
import { type LeaseKeeper, type LeaseTimes, openLeases } from '../../src/ledger/lease-keeper.ts';
import type { Leases } from '../../src/ledger/lease-ports.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createIds, systemClock } from '../../src/platform/clock.ts';
import type { Stores } from '../../src/server/stores/stores.ts';

export type LeasedStores = Omit<Stores, 'ledger'> & { readonly ledger: Ledger };

const NO_LOG = { info() {}, warn() {}, error() {} };
const NEVER_MS = 2 ** 31 - 1;
/** Longer than any test: nothing happens behind its back, nor after it, where something stays held. */
export const NO_TIMERS: LeaseTimes = { idleMs: 0, syncMs: NEVER_MS, recallMs: NEVER_MS };
/** As above, but other servers and refunds get back what is free. To be closed: it looks 20 times a second. */
export const RECALLS_ONLY: LeaseTimes = { idleMs: 0, syncMs: NEVER_MS };

export const keepLeases = ({ leases, ledger: reader }: Stores, times?: LeaseTimes): Promise<LeaseKeeper> =>
  openLeases({ leases, reader, clock: systemClock, ids: createIds(), log: NO_LOG, times });

/**
 * For walks without timers: none of their servers says that it lives, and a busy machine takes longer for a few steps than
 * others wait for such a word.
 */
export const neverSilent = <S extends Stores>(stores: S): S => {
  const sync: Leases['sync'] = async (query) => {
    const news = await stores.leases.sync(query);
    return { ...news, silentMsMax: news.silentMsMax && NO_TIMERS.syncMs, silentServers: [] };
  };
  return { ...stores, leases: { ...stores.leases, sync } };
};

/** A server that is entered in the database with its first hold. */
export function serverOn(stores: Stores, times?: LeaseTimes) {
  let opened: Promise<LeaseKeeper> | undefined;
  const keeper = () => {
    opened ??= keepLeases(stores, times);
    return opened;
  };
  const ledger: Ledger = {
    ...stores.ledger,
    hold: async (order) => (await keeper()).ledger.hold(order),
    settle: async (settlement) => (await keeper()).ledger.settle(settlement),
    release: async (release) => (await keeper()).ledger.release(release),
    letGo: () => {},
    openHolds: () => ({ count: 0, held: 0n as never }),
  };
  return { stores: { ...stores, ledger }, keeper, close: async () => void (await (await opened)?.close()) };
}

/**
 * For tests that look at the ledger after each step: before a hold the accounts are read anew, and after a request has
 * ended its lease goes back at once.
 */
export function leasedStores(inside: Stores): LeasedStores {
  const { stores, keeper } = serverOn(inside, NO_TIMERS);
  const { hold, settle, release } = stores.ledger;
  const rest = async () => {
    const { ledger, sync } = await keeper();
    await ledger.drained();
    await sync(0);
  };
  const ledger: Ledger = {
    ...stores.ledger,
    hold: async (order) => {
      await rest();
      return hold(order);
    },
    settle: async (settlement) => {
      const settled = await settle(settlement);
      await rest();
      return settled;
    },
    release: async (order) => {
      await release(order);
      await rest();
    },
  };
  return { ...stores, ledger };
}

/** For a server in the test's own process: leases go back so soon that no test has to wait for it. One that rests costs nothing. */
export const QUICK_TIMES: LeaseTimes = { idleMs: 25, syncMs: 25, livingMs: 3000 };
/** Longer than leases of a server rest before they go back: what is held for so long is held by running requests. */
const RESTED_MS = 3_000;

const heldOf = ({ pots }: Balance): bigint => pots.reduce((sum, { held }) => sum + held, 0n);

/** Stores whose balances are read when leases that rest have gone back: what is held then is held by running requests. */
export const readAtRest = <S extends Stores | LeasedStores>(stores: S): S => ({
  ...stores,
  ledger: {
    ...stores.ledger,
    balanceOf: async (accountId: string, nowMs: number) => {
      let balance = await stores.ledger.balanceOf(accountId, nowMs);
      let sinceMs = performance.now();
      while (heldOf(balance) > 0n && performance.now() - sinceMs < RESTED_MS) {
        await Bun.sleep(5);
        const next = await stores.ledger.balanceOf(accountId, nowMs);
        if (heldOf(next) !== heldOf(balance)) sinceMs = performance.now();
        balance = next;
      }
      return balance;
    },
  },
});
