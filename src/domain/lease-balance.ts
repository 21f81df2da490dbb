/** What an account has, seen by a server that leases from it: what is free in its own leases is not held by any request. */
import type { Balance, KeyFunds } from './ledger.ts';
import { nanos } from './money.ts';

/** By pot and key. */
type Free = ReadonlyMap<string, bigint>;

export function balanceWithFree(balance: Balance, free: Free): Balance {
  const pots = balance.pots.map((pot) => ({ ...pot, held: less(pot.held, free.get(pot.id)) }));
  const credit = pots.find(({ kind }) => kind === 'credit');
  return { ...balance, pots, held: nanos(credit?.held ?? balance.held) };
}

export function fundsWithFree(funds: KeyFunds, keyId: string, free: Free): KeyFunds {
  const limit = funds.limit && { ...funds.limit, held: nanos(less(funds.limit.held, free.get(keyId))) };
  return { ...funds, balance: balanceWithFree(funds.balance, free), ...(limit && { limit }) };
}

function less(held: bigint, free = 0n): bigint {
  if (free <= 0n) return held;
  return free < held ? held - free : 0n;
}
