/** `account limits`: what all keys of an account may do together in a minute, as the operator sets it. */

import { PER_MINUTE_MAX } from '../../core/limits.ts';
import type { AccountMinuteLimits } from '../../core/settings-ports.ts';
import { customers } from '../../features/customers/contract.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { wholeOf } from '../../platform/commands/amounts.ts';
import { type Command, type Options, optional, UsageError } from '../../platform/commands/command.ts';
import { minuteToJson, minuteWords } from './accounts.ts';

type Needs = ActNeeds & AccountNeeds & { readonly stores: { readonly minuteLimits: Pick<AccountMinuteLimits, 'of'> } };

export const accountLimits: Command<Needs> = {
  usage:
    'account limits --account ID|EMAIL [--requests-per-minute N|none] [--tokens-per-minute N|none] [--reason TEXT] [--json]',
  about: 'Sets what all keys of an account may do together in a minute; "none" takes a limit away.',
  options: ['account', 'requests-per-minute', 'tokens-per-minute', 'reason'],
  does: [customers.minuteLimits.name],
  run: async (options, storage) => {
    const { id: accountId, email } = await accountOf(options, storage);
    const requests = limitOf(options, 'requests-per-minute', PER_MINUTE_MAX.requests);
    const tokens = limitOf(options, 'tokens-per-minute', PER_MINUTE_MAX.tokens);
    if (requests === undefined && tokens === undefined) {
      throw new UsageError('Give --requests-per-minute, --tokens-per-minute or both.');
    }
    const before = minuteToJson((await storage.stores.minuteLimits.of(accountId)).byOperator);
    const limits = {
      requestsPerMinute: requests === undefined ? before.requestsPerMinute : requests,
      tokensPerMinute: tokens === undefined ? before.tokensPerMinute : tokens,
    };
    const reason = optional(options, 'reason') ?? 'set by the operator';
    await act(storage, { kind: 'minute-limits', accountId, ...limits }, { reason });
    const words = minuteWords(limits).join(' and ') || 'no limit a minute';
    return {
      json: { id: accountId, email, ...limits },
      text: `${email}: ${words}, by the operator. Running servers know within a second.`,
    };
  },
};

/** Null takes it away; undefined leaves it. */
const limitOf = (options: Options, name: string, max: number): number | null | undefined =>
  optional(options, name) === 'none' ? null : wholeOf(options, name, max);
