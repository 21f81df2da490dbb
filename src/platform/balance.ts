/** The means of a key, as JSON. Pots are in the order in which they pay, under the names that receipts use. */
import { monthOf, monthSpanMs } from '../core/calendar.ts';
import {
  type KeyFunds,
  type KeyLimitUse,
  leftOf,
  type PotBalance,
  type TokenLimitUse,
  tokensLeftOf,
} from '../core/ledger.ts';
import { formatCzk, nanos } from '../core/money.ts';

export const balanceToWire = (
  funds: KeyFunds,
  { keyId, nowMs }: { readonly keyId: string; readonly nowMs: number },
) => ({
  object: 'balance',
  spendable: spendableOf(funds),
  key: {
    id: keyId,
    limit: limitToWire(funds.limit, nowMs),
    token_limit: tokenLimitToWire(funds.tokenLimits.key, nowMs),
  },
  account: {
    status: funds.status,
    debt_czk: formatCzk(funds.balance.debt),
    limit: limitToWire(funds.accountLimit, nowMs),
    token_limit: tokenLimitToWire(funds.tokenLimits.account, nowMs),
  },
  pots: funds.balance.pots.filter(isWorthTelling).map((pot) => potToWire(pot, funds)),
});

/** The means of the next request: tokens of plans and packages first, then credit, within limits. */
function spendableOf({ status, balance, limit, member, accountLimit, tokenLimits }: KeyFunds) {
  if (status !== 'active') return { tokens: 0, czk: '0' };
  const tokens = balance.pots.filter(({ kind }) => kind !== 'credit').reduce((sum, pot) => sum + freeOf(pot), 0n);
  const left = [limit, member?.limit, accountLimit].flatMap((one) => (one ? [leftOf(one)] : []));
  const credit = least([balance.credit - balance.held, ...left]);
  const allowed = [...Object.values(tokenLimits), ...(member?.tokenLimit ? [member.tokenLimit] : [])].map(tokensLeftOf);
  const usable = least([tokens, ...allowed]);
  // No token may be used any more, so none can be paid for.
  if (allowed.includes(0n)) return { tokens: 0, czk: '0' };
  return { tokens: Number(usable), czk: formatCzk(nanos(credit)) };
}

const least = (amounts: readonly bigint[]): bigint => amounts.reduce((lower, one) => (one < lower ? one : lower));

/** A package that is used up is over; an empty plan is not, because it has a reset. */
const isWorthTelling = ({ kind, amount }: PotBalance): boolean => kind !== 'package' || amount > 0n;

const freeOf = ({ amount, held }: PotBalance): bigint => amount - held;

const limitToWire = (limit: KeyLimitUse | undefined, nowMs: number) =>
  limit
    ? {
        czk: formatCzk(limit.amount),
        window: limit.window,
        spent_czk: formatCzk(limit.spent),
        held_czk: formatCzk(limit.held),
        left_czk: formatCzk(leftOf(limit)),
        resets_at: resetOf(limit, nowMs),
      }
    : null;

const tokenLimitToWire = (limit: TokenLimitUse | undefined, nowMs: number) =>
  limit
    ? {
        tokens: Number(limit.tokens),
        window: limit.window,
        used_tokens: Number(limit.used),
        held_tokens: Number(limit.held),
        left_tokens: Number(tokensLeftOf(limit)),
        resets_at: resetOf(limit, nowMs),
      }
    : null;

const resetOf = ({ window }: { readonly window: 'total' | 'month' }, nowMs: number): string | null =>
  window === 'month' ? at(monthSpanMs(monthOf(nowMs))!.toMs) : null;

function potToWire(pot: PotBalance, { renewal }: KeyFunds) {
  if (pot.kind === 'credit') {
    return { pot: pot.kind, czk: formatCzk(nanos(pot.amount)), held_czk: formatCzk(nanos(pot.held)) };
  }
  const tokens = {
    name: pot.label,
    tokens: Number(pot.amount),
    held_tokens: Number(pot.held),
    granted_tokens: Number(pot.amount + pot.spent),
  };
  const endsAt = at(pot.expiresAtMs ?? 0);
  return pot.kind === 'plan'
    ? { pot: pot.kind, ...tokens, resets_at: endsAt, renews_as: renewal?.potId === pot.id ? renewal.plan : null }
    : { pot: pot.kind, ...tokens, expires_at: endsAt };
}

const at = (ms: number): string => new Date(ms).toISOString();
