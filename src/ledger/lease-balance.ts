/** The balance of an account, seen by a server that leases from it: what is free in its own leases is not held by any request. */

import type { Balance, KeyFunds } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';

/** Amounts by pot and limit. */
type Free = ReadonlyMap<string, bigint>;

export function balanceWithFree(balance: Balance, free: Free): Balance {
  const pots = balance.pots.map((pot) => {
    const held = less(pot.held, free.get(pot.id));
    // What requests hold of the pot, they hold of each of its windows.
    return { ...pot, held, ...(pot.windows && { windows: pot.windows.map((window) => ({ ...window, held })) }) };
  });
  const credit = pots.find(({ kind }) => kind === 'credit');
  return { ...balance, pots, held: nanos(credit?.held ?? balance.held) };
}

export const fundsWithFree = (funds: KeyFunds, free: Free): KeyFunds => ({
  ...funds,
  balance: balanceWithFree(funds.balance, free),
  limits: funds.limits.map((limit) => ({ ...limit, held: less(limit.held, free.get(limit.id)) })),
});

function less(held: bigint, free = 0n): bigint {
  if (free <= 0n) return held;
  return free < held ? held - free : 0n;
}
