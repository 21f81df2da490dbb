/** Why a request is not admitted, in words for the caller. */

import { type ErrorCode, ServiceError } from '../core/errors.ts';
import type { HoldRequest } from '../core/ledger.ts';
import type { LimitOwner, LimitWindow } from '../core/limit.ts';
import { formatCzk, nanos } from '../core/money.ts';
import type { Decision } from './account-lease.ts';
import type { AccountState } from './lease.ts';
import type { LimitLeft } from './limits/rules.ts';

type Refusal = Extract<Decision, { readonly kind: 'refused' }>;

/** A 402 that explains itself: what is needed, what is there, what running requests hold, and what would fit. */
export function insufficient(request: HoldRequest, { plan, heldCredit }: Refusal): ServiceError {
  if (plan.limit) return limitReached(plan.limit, plan);
  const running = heldCredit > 0n ? `, ${formatCzk(nanos(heldCredit))} CZK are held by running requests` : '';
  const fits =
    plan.inputTokensThatFit > 0n
      ? ` Its input may be up to ${request.inputTokensMax} tokens; ${plan.inputTokensThatFit} would fit.`
      : '';
  return new ServiceError(
    'insufficient_credit',
    `Your credit is exhausted: this request needs at least ${formatCzk(nanos(plan.needed))} CZK, ${formatCzk(nanos(plan.available))} CZK are available${running}. Please top up.${fits}`,
  );
}

const REACHED: Readonly<
  Record<
    LimitOwner,
    { readonly code: ErrorCode; readonly of: string; readonly spender: string; readonly advice: string }
  >
> = {
  key: {
    code: 'key_limit_reached',
    of: 'of this API key',
    spender: 'the key',
    advice: 'Raise the limit in the settings area or use another key.',
  },
  member: {
    code: 'member_limit_reached',
    of: 'for all of your keys in this organisation',
    spender: 'your keys',
    advice: 'An owner or admin can raise it.',
  },
  account: {
    code: 'account_limit_reached',
    of: 'of this account',
    spender: 'the account',
    advice: 'Raise the limit in the settings area.',
  },
};

const EVERY: Partial<Readonly<Record<LimitWindow, string>>> = {
  hour: 'hourly ',
  day: 'daily ',
  week: 'weekly ',
  month: 'monthly ',
};
const THIS: Partial<Readonly<Record<LimitWindow, string>>> = {
  hour: ' this hour',
  day: ' today',
  week: ' this week',
  month: ' this month',
};

function limitReached(
  { owner, unit, window, model }: LimitLeft,
  { needed, available }: Pick<Refusal['plan'], 'needed' | 'available'>,
): ServiceError {
  const { code, of, spender, advice } = REACHED[owner];
  const within = THIS[window] ?? '';
  const reached = (what: string) =>
    `The ${EVERY[window] ?? ''}${what} limit ${of}${model === undefined ? '' : ` for ${model}`} is reached:`;
  const sentence = {
    CZK: `${reached('credit')} the request needs ${formatCzk(nanos(needed))} CZK, ${spender} may still spend ${formatCzk(nanos(available))} CZK${within}.`,
    tokens: `${reached('token')} the request may use ${needed} tokens for its input and one of output, ${available} are left${within}.`,
    requests: `${reached('request')} none is left${within}.`,
  }[unit];
  return new ServiceError(code, `${sentence} ${advice}`);
}

const INACTIVE: Readonly<Record<Exclude<AccountState, 'active'>, string>> = {
  blocked: 'This account is blocked because a payment was taken back; please settle the debt.',
  suspended: 'The operator of this service has suspended this account; please contact them.',
  closed: 'This account is closed.',
};

export const inactive = (state: Exclude<AccountState, 'active'>): ServiceError =>
  new ServiceError('account_blocked', INACTIVE[state]);

/** The lease of the request is gone: its money is free again and may be spent, so the answer cannot be given. */
export const tooLate = (requestId: string): ServiceError =>
  new ServiceError('internal', 'The answer took longer than its reservation; nothing was charged. Please try again.', {
    cause: new Error(`Request ${requestId} holds nothing: it can no longer be settled.`),
  });

const tryAgain = (what: string, cause: unknown): ServiceError =>
  new ServiceError('store_unavailable', `${what}; please try again.`, { cause });

/** Nothing is admitted that others may take for gone by the time it ends. */
export const silentTooLong = (
  cause: unknown = new Error('This server could not renew its leases in time.'),
): ServiceError => tryAgain('The service cannot reach its database right now', cause);

/** The other servers have taken this one for dead: what it had leased is free again. */
export const tookForDead = (): ServiceError =>
  tryAgain(
    'This server was out of touch for too long and begins anew; nothing was charged',
    new Error('Other servers took this one for dead: its leases are gone.'),
  );

/** After an extension without an answer: more may be leased here than is known. */
export const inDoubt = (): ServiceError =>
  tryAgain(
    'The service does not know yet how much of your credit is free, because its database did not answer',
    new Error('The lease of the account is in doubt.'),
  );

/** The lease of another server may be free: it did not say so in time, so it is not known that the credit is used up. */
export const othersSilent = (): ServiceError =>
  tryAgain(
    'The service does not know yet how much of your credit is free, because one of its servers did not answer',
    new Error('Another server has leased what is wanted, and did not answer.'),
  );

export const waitedTooLong = (): ServiceError =>
  tryAgain(
    'The request waited too long for its reservation',
    new Error('Requests of the same account before it were not decided in time.'),
  );

/** Whatever the reason. */
export function outOfReach(cause: unknown): never {
  throw silentTooLong(cause);
}
