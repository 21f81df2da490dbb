/** The means of a key, as JSON. Pots are in the order in which they pay, under the names that receipts use. */
import { isMoney, type KeyFunds, type PotBalance, type PotWindow } from '../core/ledger.ts';
import { type LimitUse, leftOf } from '../core/limit.ts';
import { formatCzk, nanos } from '../core/money.ts';
import { amountIn, ruleToView } from './api/limit-to-view.ts';

export const balanceToWire = (funds: KeyFunds, keyId: string) => ({
  object: 'balance',
  spendable: spendableOf(funds),
  key: { id: keyId },
  account: { status: funds.status, debt_czk: formatCzk(funds.balance.debt) },
  limits: funds.limits.map(limitToWire),
  pots: funds.balance.pots.filter(isWorthTelling).map((pot) => potToWire(pot, funds)),
});

/** The means of the next request, whatever its model: what plans and packages have first, then credit, within limits. */
function spendableOf({ status, balance, limits }: KeyFunds) {
  if (status !== 'active') return { tokens: 0, czk: '0' };
  const freeIn = (pots: readonly PotBalance[]) => pots.reduce((sum, pot) => sum + freeOf(pot), 0n);
  const tokens = freeIn(balance.pots.filter((pot) => !isMoney(pot)));
  const crowns = freeIn(balance.pots.filter(({ unit }) => unit === 'CZK'));
  const general = limits.filter(({ model }) => model === undefined);
  const leftIn = (unit: LimitUse['unit']) => general.filter((limit) => limit.unit === unit).map(leftOf);
  const credit = least([balance.credit - balance.held, ...leftIn('CZK')]);
  const usable = least([tokens, ...leftIn('tokens')]);
  // No request may be made or no token used any more, so none can be paid for.
  if ([...leftIn('tokens'), ...leftIn('requests')].includes(0n)) return { tokens: 0, czk: '0' };
  return { tokens: Number(usable), czk: formatCzk(nanos(credit + crowns)) };
}

const least = (amounts: readonly bigint[]): bigint => amounts.reduce((lower, one) => (one < lower ? one : lower));

/** A package that is used up is over; an empty plan is not, because it has a reset. */
const isWorthTelling = ({ kind, amount }: PotBalance): boolean => kind !== 'package' || amount > 0n;

/** Within the windows of a plan. */
const freeOf = ({ amount, held, windows = [] }: PotBalance): bigint => least([amount - held, ...windows.map(leftOf)]);

const limitToWire = (limit: LimitUse) => ({
  of: limit.owner,
  ...ruleToView(limit),
  used: amountIn(limit, limit.used),
  held: amountIn(limit, limit.held),
  left: amountIn(limit, leftOf(limit)),
  resets_at: limit.resetsAtMs === null ? null : at(limit.resetsAtMs),
});

function potToWire(pot: PotBalance, { renewal }: KeyFunds) {
  if (pot.kind === 'credit') {
    return { pot: pot.kind, czk: formatCzk(nanos(pot.amount)), held_czk: formatCzk(nanos(pot.held)) };
  }
  const amounts = { name: pot.label, ...(pot.unit === 'CZK' ? crownsToWire(pot) : tokensToWire(pot)) };
  const endsAt = at(pot.expiresAtMs ?? 0);
  return pot.kind === 'plan'
    ? { pot: pot.kind, ...amounts, resets_at: endsAt, renews_as: renewal?.potId === pot.id ? renewal.plan : null }
    : { pot: pot.kind, ...amounts, expires_at: endsAt };
}

const tokensToWire = ({ amount, held, spent, windows }: PotBalance) => ({
  tokens: Number(amount),
  held_tokens: Number(held),
  granted_tokens: Number(amount + spent),
  ...(windows && { windows: windows.map(windowToWire) }),
});

const crownsToWire = ({ amount, held, spent, windows }: PotBalance) => ({
  czk: formatCzk(nanos(amount)),
  held_czk: formatCzk(nanos(held)),
  granted_czk: formatCzk(nanos(amount + spent)),
  ...(windows && {
    windows: windows.map((window) => ({
      window: window.window,
      czk: formatCzk(nanos(window.max)),
      used_czk: formatCzk(nanos(window.used)),
      left_czk: formatCzk(nanos(leftOf(window))),
      resets_at: at(window.resetsAtMs),
    })),
  }),
});

const windowToWire = (window: PotWindow) => ({
  window: window.window,
  tokens: Number(window.max),
  used_tokens: Number(window.used),
  left_tokens: Number(leftOf(window)),
  resets_at: at(window.resetsAtMs),
});

const at = (ms: number): string => new Date(ms).toISOString();
