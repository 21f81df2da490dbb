/** `account limits`: what all keys of an account may use together, as the operator sets it. */

import { z } from 'zod';
import { customers } from '../../features/customers/contract.ts';
import { billing } from '../../features/shop/contract.ts';
import type { AccountLimits } from '../../ledger/limits/store.ts';
import { limitToView } from '../../platform/api/limit-to-view.ts';
import { limitRules, limitView } from '../../platform/api/limits.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { limitWords } from '../../platform/commands/limit-words.ts';

type Needs = ActNeeds & AccountNeeds & { readonly stores: { readonly limits: Pick<AccountLimits, 'list'> } };

const byOperator = {
  ...billing.limits,
  body: z.strictObject({ limits: limitRules, reason: z.string().default('set by the operator') }),
  reply: z.object({ id: z.string(), email: z.string(), limits: z.array(limitView) }),
};

export const accountLimits: Command<Needs> = fromContract('account limits', byOperator, {
  also: [customers.limits.name],
  about: 'Sets what all keys of an account may use together, beside the limits of the customer; "none" takes all away.',
  run: async ({ account: { id, email }, body: { limits, reason } }, needs) => {
    await act(needs, { kind: 'limit-account', accountId: id, limits }, { reason });
    const all = await needs.stores.limits.list(id, needs.platform.clock.nowMs());
    const set = all.filter(({ owner, setBy }) => owner === 'account' && setBy === 'operator');
    return { id, email, limits: set.map(limitToView) };
  },
  text: ({ email, limits }) =>
    `${email}: ${limits.map(limitWords).join(' and ') || 'no limit'}, by the operator. Running servers know within a second.`,
});
