/** What an account has, seen by a server that leases from it: what is free in its own leases is not held by any request. */

import type { Balance, KeyFunds, KeyLimitUse, TokenLimitUse } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { tokenLimitId } from './lease.ts';

/** By pot and limit. */
type Free = ReadonlyMap<string, bigint>;

export function balanceWithFree(balance: Balance, free: Free): Balance {
  const pots = balance.pots.map((pot) => ({ ...pot, held: less(pot.held, free.get(pot.id)) }));
  const credit = pots.find(({ kind }) => kind === 'credit');
  return { ...balance, pots, held: nanos(credit?.held ?? balance.held) };
}

export function fundsWithFree(funds: KeyFunds, keyId: string, free: Free): KeyFunds {
  const ofCredit = (use: KeyLimitUse | undefined, ownerId: string): KeyLimitUse | undefined =>
    use && { ...use, held: nanos(less(use.held, free.get(ownerId))) };
  const limit = ofCredit(funds.limit, keyId);
  const accountLimit = ofCredit(funds.accountLimit, funds.accountId);
  const { member } = funds;
  const ofTokens = (use: TokenLimitUse, ownerId: string): TokenLimitUse => ({
    ...use,
    held: less(use.held, free.get(tokenLimitId(ownerId))),
  });
  const { key, account } = funds.tokenLimits;
  return {
    ...funds,
    balance: balanceWithFree(funds.balance, free),
    ...(limit && { limit }),
    ...(accountLimit && { accountLimit }),
    ...(member && {
      member: {
        id: member.id,
        ...(member.limit && { limit: ofCredit(member.limit, member.id)! }),
        ...(member.tokenLimit && { tokenLimit: ofTokens(member.tokenLimit, member.id) }),
      },
    }),
    tokenLimits: {
      ...(key && { key: ofTokens(key, keyId) }),
      ...(account && { account: ofTokens(account, funds.accountId) }),
    },
  };
}

function less(held: bigint, free = 0n): bigint {
  if (free <= 0n) return held;
  return free < held ? held - free : 0n;
}
