/** `key create | list | change | rotate | revoke`. */

import { isUsable } from '../../core/api-key.ts';
import { tooManyKeys } from '../../core/errors.ts';
import type { Account } from '../../core/ledger.ts';
import type { LimitRule, LimitWindow } from '../../core/limit.ts';
import { PER_MINUTE_MAX } from '../../core/limits.ts';
import { isRange } from '../../lib/ip-range.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR, amountOf, dateOf, tokensOf, wholeOf } from '../../platform/commands/amounts.ts';
import {
  type Command,
  listOf,
  type Options,
  oneOf,
  optional,
  required,
  UsageError,
} from '../../platform/commands/command.ts';
import { flagsOf, sentBy } from '../../platform/commands/flags.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { defined } from '../../platform/http/defined.ts';
import { checked } from '../../platform/http/validation-sentence.ts';
import { createKey } from './authenticate.ts';
import { type KeyView, keys, newKeyBody } from './contract.ts';
import { createKeyService, HOUR_MS, type KeyService } from './key-service.ts';
import { keyToView } from './key-view.ts';
import type { AccountKeys, Keys, NewKey } from './keys.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly keys: Pick<Keys, 'list'>;
      readonly accountKeys: AccountKeys;
      readonly customers: { accountOfKey(keyId: string): Promise<string | undefined> };
    };
    readonly config: {
      readonly limits: { readonly keysPerAccount: number };
      readonly models: { readonly models: ReadonlyMap<string, unknown> };
    };
  };

/** As `key create` calls them. */
const OPTION_NAMES = {
  allowedModels: 'models',
  allowedRanges: 'ranges',
};

export const keyCreate: Command<Needs> = {
  usage:
    'key create --account ID|EMAIL [--name N] [--limits MAX/UNIT/WINDOW[@MODEL],…] [--limit CZK [--limit-window day|week|month|total]] [--token-limit N [--token-window day|week|month|total]] [--requests-per-minute N] [--tokens-per-minute N] [--models a,b] [--ranges CIDR,CIDR] [--expires DATE] [--json]',
  about: 'Creates a key and prints its secret once.',
  options: [
    'account',
    'name',
    'models',
    'ranges',
    'expires',
    'limits',
    'limit',
    'limit-window',
    'token-limit',
    'token-window',
    'requests-per-minute',
    'tokens-per-minute',
  ],
  does: [keys.create.name],
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
    const expiresAtMs = dateOf(options, 'expires', storage.platform.clock.nowMs());
    const { key, secret } = await createKey(
      storage.platform,
      { add: (made) => log(storage, made) },
      {
        accountId: account.id,
        name: optional(options, 'name') ?? 'API key',
        allowedModels,
        allowedRanges,
        ...(expiresAtMs !== undefined && { expiresAtMs }),
        limits: limitsIn(options),
      },
    );
    return {
      json: { id: key.id, account: account.id, name: key.name, secret },
      text: `Key ${key.id} for ${account.email}. Its secret is shown only now:\n${secret}`,
    };
  },
};

async function refuseTooMany(accountId: string, { stores, platform: { clock }, config }: Needs): Promise<void> {
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
  does: [keys.revoke.name],
  run: async (options, storage) => {
    const id = required(options, 'key');
    const accountId = await accountOfKey(id, storage);
    await act(storage, { kind: 'revoke-key', accountId, keyId: id }, { reason: 'revoked by the operator' });
    return { json: { id, revoked: true }, text: `Key ${id} is revoked; running servers refuse it within a second.` };
  },
};

async function accountOfKey(id: string, { stores }: Needs): Promise<string> {
  const accountId = await stores.customers.accountOfKey(id);
  if (accountId) return accountId;
  throw new UsageError(`There is no key ${id}; "account show" lists the ids.`);
}

/** The service of the pages. What it changes is in the log. */
function serviceOf({ platform, stores, config }: Needs): KeyService {
  return createKeyService(platform, {
    accountKeys: stores.accountKeys,
    catalogue: config.models,
    keysPerAccount: config.limits.keysPerAccount,
    // Running servers read the key again within a second.
    forget: () => {},
  });
}

const byCommand = ({ id }: Account) => ({ accountId: id, email: ACTOR });

const DAY_MS = 24 * HOUR_MS;

export const keyList: Command<Needs> = fromContract('key list', keys.list, {
  about: 'Lists the keys of an account: their rules, and what they have spent. Today is a day in UTC.',
  fills: { dayFromMs: ({ platform: { clock } }) => clock.nowMs() - (clock.nowMs() % DAY_MS) },
  run: async ({ account, query }, needs) => {
    const found = await serviceOf(needs).list({ accountId: account.id }, query.dayFromMs);
    return { keys: found.map(keyToView) };
  },
  text: ({ keys: all }) => all.map(lineOf).join('\n') || 'The account has no key.',
});

export const keyChange: Command<Needs> = fromContract('key change', keys.change, {
  about: 'Changes the rules of a key; "none" takes one away. Running servers know within a second.',
  names: OPTION_NAMES,
  accountOf: accountOfKey,
  run: async ({ account, params, body }, needs) => {
    const change = defined(body);
    if (Object.keys(change).length === 0) throw new UsageError('Say what to change, such as --name.');
    return {
      key: keyToView(
        await serviceOf(needs).change({ accountId: account.id, keyId: params.id }, change, byCommand(account)),
      ),
    };
  },
  text: ({ key }) => lineOf(key),
});

export const keyRotate: Command<Needs> = fromContract('key rotate', keys.rotate, {
  about: 'Makes a new key with the same rules and prints its secret once. The old one ends after the overlap.',
  accountOf: accountOfKey,
  run: async ({ account, params, body }, needs) => {
    const old = { accountId: account.id, keyId: params.id };
    const { key, secret } = await serviceOf(needs).rotate(old, body.overlapHours * HOUR_MS, byCommand(account));
    return { key: keyToView(key), secret };
  },
  text: ({ key, secret }, { params, body }) =>
    `Key ${key.id} takes the place of ${params.id}, which ends in ${body.overlapHours} hours. Its secret is shown only now:\n${secret}`,
});

function lineOf({ id, name, hint, spentCzk, revokedAtMs, expiresAtMs, lastUsedAtMs }: KeyView): string {
  const timed = (word: string, atMs: number | null) =>
    atMs === null ? [] : [`${word} ${new Date(atMs).toISOString()}`];
  return [
    `${id} "${name}" …${hint}`,
    `spent ${spentCzk} CZK`,
    ...timed('last used', lastUsedAtMs),
    ...timed('expires', expiresAtMs),
    ...timed('revoked', revokedAtMs),
  ].join(', ');
}

const WRITTEN_LIMITS = newKeyBody.pick({ limits: true });

function limitsIn(options: Options): readonly LimitRule[] {
  const credit = amountOf(options, 'limit');
  const tokens = tokensOf(options, 'token-limit');
  const requestsOfMinute = wholeOf(options, 'requests-per-minute', PER_MINUTE_MAX.requests);
  const tokensOfMinute = wholeOf(options, 'tokens-per-minute', PER_MINUTE_MAX.tokens);
  const rules: readonly (Omit<LimitRule, 'max'> & { readonly max: bigint | number | undefined })[] = [
    { unit: 'CZK', window: windowOf(options, 'limit-window', 'limit'), max: credit },
    { unit: 'tokens', window: windowOf(options, 'token-window', 'token-limit'), max: tokens },
    { unit: 'requests', window: 'minute', max: requestsOfMinute },
    { unit: 'tokens', window: 'minute', max: tokensOfMinute },
  ];
  const single = rules.flatMap(({ max, ...rule }) => (max === undefined ? [] : [{ ...rule, max: BigInt(max) }]));
  if (options.limits === undefined) return single;
  if (single.length > 0) throw new UsageError('--limits is all limits: leave the other options of limits out.');
  return checked(WRITTEN_LIMITS, sentBy(flagsOf(WRITTEN_LIMITS, {}), options)).limits;
}

function windowOf(options: Options, name: string, limit: string): LimitWindow {
  if (options[limit] === undefined && options[name] !== undefined) throw new UsageError(`--${name} needs --${limit}.`);
  return oneOf(options, name, ['day', 'week', 'month', 'total']) ?? 'total';
}
