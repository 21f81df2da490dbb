/** `key create`, `key revoke`. */

import { isUsable, type KeyLimit, type TokenLimit } from '../../core/api-key.ts';
import { tooManyKeys } from '../../core/errors.ts';
import { PER_MINUTE_MAX } from '../../core/limits.ts';
import type { Keys, NewKey } from '../../core/ports.ts';
import { isRange } from '../../lib/ip-range.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { amountOf, dateOf, tokensOf, wholeOf } from '../../platform/commands/amounts.ts';
import {
  type Command,
  listOf,
  type Options,
  oneOf,
  optional,
  required,
  UsageError,
} from '../../platform/commands/command.ts';
import { createKey } from './authenticate.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly keys: Pick<Keys, 'list'>;
      readonly operator: Pick<OperatorStore, 'accountOfKey'>;
    };
    readonly config: {
      readonly keyPrefix: string;
      readonly limits: { readonly keysPerAccount: number };
      readonly models: { readonly models: ReadonlyMap<string, unknown> };
    };
    readonly fingerprint: (secret: string) => string;
  };

export const keyCreate: Command<Needs> = {
  usage:
    'key create --account ID|EMAIL [--name N] [--limit CZK [--limit-window total|month]] [--token-limit N [--token-window total|month]] [--requests-per-minute N] [--tokens-per-minute N] [--models a,b] [--ranges CIDR,CIDR] [--expires DATE] [--json]',
  about: 'Creates a key and prints its secret once.',
  options: [
    ...['account', 'name', 'models', 'ranges', 'expires', 'limit', 'limit-window', 'token-limit', 'token-window'],
    ...['requests-per-minute', 'tokens-per-minute'],
  ],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    await refuseTooMany(account.id, storage);
    const allowedModels = listOf(options, 'models');
    for (const id of allowedModels) {
      if (!storage.config.models.models.has(id)) throw new UsageError(`--models names ${id}, which is not a model.`);
    }
    const allowedRanges = listOf(options, 'ranges');
    for (const range of allowedRanges) {
      if (!isRange(range)) throw new UsageError(`--ranges names ${range}, which is neither an address nor a range.`);
    }
    const expiresAtMs = dateOf(options, 'expires', storage.clock.nowMs());
    const limit = limitOf(options);
    const tokenLimit = tokenLimitOf(options);
    const requestsPerMinute = wholeOf(options, 'requests-per-minute', PER_MINUTE_MAX.requests);
    const tokensPerMinute = wholeOf(options, 'tokens-per-minute', PER_MINUTE_MAX.tokens);
    const { key, secret } = await createKey(
      {
        accountId: account.id,
        name: optional(options, 'name') ?? 'API key',
        allowedModels,
        allowedRanges,
        ...(expiresAtMs !== undefined && { expiresAtMs }),
        ...(limit && { limit }),
        ...(tokenLimit && { tokenLimit }),
        ...(requestsPerMinute && { requestsPerMinute }),
        ...(tokensPerMinute && { tokensPerMinute }),
      },
      {
        keys: { add: (made) => log(storage, made) },
        clock: storage.clock,
        ids: storage.ids,
        prefix: storage.config.keyPrefix,
        fingerprint: storage.fingerprint,
        random: crypto.getRandomValues(new Uint8Array(32)),
      },
    );
    return {
      json: { id: key.id, account: account.id, name: key.name, secret },
      text: `Key ${key.id} for ${account.email}. Its secret is shown only now:\n${secret}`,
    };
  },
};

async function refuseTooMany(accountId: string, { stores, clock, config }: Needs): Promise<void> {
  const { keysPerAccount } = config.limits;
  // The keys of the pages have no secret, and so no hint of one: they do not count.
  const living = (await stores.keys.list(accountId)).filter((key) => key.hint !== '' && isUsable(key, clock.nowMs()));
  if (living.length >= keysPerAccount) throw new UsageError(tooManyKeys(keysPerAccount).message);
}

/** The key and its line in the log are one transaction. */
const log = async (storage: Needs, made: NewKey): Promise<void> =>
  void (await act(
    storage,
    { kind: 'make-key', accountId: made.key.accountId, ...made },
    { reason: `key "${made.key.name}"` },
  ));

export const keyRevoke: Command<Needs> = {
  usage: 'key revoke --key ID [--json]',
  about: 'Revokes a key. Running servers refuse it within a second.',
  options: ['key'],
  run: async (options, storage) => {
    const id = required(options, 'key');
    const accountId = await storage.stores.operator.accountOfKey(id);
    if (!accountId) throw new UsageError(`There is no key ${id}; "account show" lists the ids.`);
    await act(storage, { kind: 'revoke-key', accountId, keyId: id }, { reason: 'revoked by the operator' });
    return { json: { id, revoked: true }, text: `Key ${id} is revoked; running servers refuse it within a second.` };
  },
};

function limitOf(options: Options): KeyLimit | undefined {
  const amount = amountOf(options, 'limit');
  const window = windowOf(options, 'limit-window', 'limit');
  return amount === undefined ? undefined : { amount, window };
}

function tokenLimitOf(options: Options): TokenLimit | undefined {
  const tokens = tokensOf(options, 'token-limit');
  const window = windowOf(options, 'token-window', 'token-limit');
  return tokens === undefined ? undefined : { tokens, window };
}

function windowOf(options: Options, name: string, limit: string): 'total' | 'month' {
  if (options[limit] === undefined && options[name] !== undefined) throw new UsageError(`--${name} needs --${limit}.`);
  return oneOf(options, name, ['total', 'month']) ?? 'total';
}
