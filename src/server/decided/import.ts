/** `import`: accounts, keys, credit, models and engines of another service. Shows everything first; twice is once. */

import { foreignFingerprint } from '../../core/api-key.ts';
import { MODEL_ID } from '../../core/model.ts';
import { AMOUNT_MAX, formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { LEAD_MS } from '../../core/version.ts';
import { isDecimal, readPriceList, sellingPrice } from '../../features/catalogue/price-lists.ts';
import {
  FOREIGN_SERVICES,
  type Foreign,
  type ForeignKey,
  type ForeignService,
  type ForeignUser,
  type Left,
  USD,
} from '../../features/imports/foreign.ts';
import { type ForeignTables, openForeign } from '../../features/imports/foreign-rows.ts';
import { readLiteLlm } from '../../features/imports/litellm.ts';
import { readOneApi } from '../../features/imports/one-api.ts';
import { isRange } from '../../lib/ip-range.ts';
import { type AccountNeeds, EMAIL } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Options, oneOf, optional, type Report, required, UsageError } from '../../platform/commands/command.ts';
import { sha256 } from '../../platform/sha256.ts';
import { fileAt, type Wished } from './apply.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    /** Applies wishes, or only shows them. */
    readonly apply: (wished: Wished, options: Options) => Promise<Report>;
    readonly onProgress: (sentence: string) => void;
  };

/** What a model of another service can say at the longest, until the operator says otherwise. */
const OUTPUT_TOKENS = 8192;
const NAME_MAX = 100;
const MODELS_MAX = 100;

export async function importForeign(options: Options, needs: Needs): Promise<Report> {
  const from = oneOf(options, 'from', FOREIGN_SERVICES) as ForeignService | undefined;
  if (from === undefined) throw new UsageError(`--from must be one of ${FOREIGN_SERVICES.join(', ')}.`);
  const rate = required(options, 'rate');
  if (!isDecimal(rate))
    throw new UsageError('--rate must be the CZK for a USD, such as 23.5, with at most 6 decimals.');
  await using tables = await openForeign(required(options, 'database'));
  const foreign = await read(tables, from);
  const terms = { rate, domain: optional(options, 'email-domain'), nowMs: needs.platform.clock.nowMs() };
  const { accounts, left: without } = accountsFrom(foreign, terms);
  const { file, left: unpriced } = wishesFrom(foreign, options, rate);
  const left = [...foreign.left, ...unpriced, ...without];
  const wished = { path: `What comes from ${from}`, reason: `boreal import of ${from}`, file };
  // `--from` is a date there.
  const served = await needs.apply(wished, { yes: options.yes });
  const { changes, error } = served.json as { readonly changes: readonly object[]; readonly error?: object };
  if (error) return served;
  const groups = new Set(foreign.groups.map(({ id }) => id));
  if (options.yes) await bring(accounts, { from, groups, needs });
  return report(accounts, { left, changes, served, isDone: options.yes === true });
}

async function read(tables: ForeignTables, from: ForeignService): Promise<Foreign> {
  try {
    return await (from === 'litellm' ? readLiteLlm(tables) : readOneApi(tables, from));
  } catch (error) {
    throw new UsageError(`This is no database of ${from}: ${error instanceof Error ? error.message : error}.`);
  }
}

type NewAccount = {
  readonly user: ForeignUser;
  readonly email: string;
  readonly credit: Nanos;
  readonly keys: readonly NewKey[];
};
type NewKey = ForeignKey & { readonly rest?: Nanos | undefined };

/** Rounded down, so that no more comes than there was. */
function czkOf(usd: bigint, rate: string): Nanos {
  const [whole = '', decimals = ''] = rate.split('.');
  const millionths = BigInt(whole + decimals.padEnd(6, '0'));
  return nanos((usd * millionths * 1_000_000_000n) / (USD * 1_000_000n));
}

const atMost = (max: Nanos, amount: Nanos): Nanos => (amount > max ? max : amount);

type Terms = { readonly rate: string; readonly domain: string | undefined; readonly nowMs: number };

function accountsFrom({ users, keys }: Foreign, { rate, domain, nowMs }: Terms) {
  const left: Left[] = [];
  const withRest = (key: ForeignKey): NewKey => ({
    ...key,
    rest: key.rest === undefined ? undefined : atMost(AMOUNT_MAX, czkOf(key.rest, rate)),
  });
  const byUser = Map.groupBy(keys, ({ userId }) => userId);
  const taken = new Map<string, string>();
  const accounts = users.flatMap((user): NewAccount[] => {
    const email = user.email || (domain ? `${user.name.toLowerCase()}@${domain}` : '');
    const what = `user ${user.id} (${user.name})`;
    const without = (why: string) => {
      left.push({ what, why });
      return [];
    };
    if (email === '') return without('has no e-mail address: --email-domain makes one of its name');
    if (!EMAIL.test(email)) return without(`has "${email}", which is no e-mail address`);
    const other = taken.get(email);
    if (other !== undefined) return without(`has the e-mail address of user ${other}`);
    taken.set(email, user.id);
    const credit = czkOf(user.balance, rate);
    if (credit > AMOUNT_MAX)
      left.push({ what: `the balance of ${what}`, why: `is ${formatCzk(credit)} CZK, above ${formatCzk(AMOUNT_MAX)}` });
    const own = (byUser.get(user.id) ?? []).filter((key) => {
      const why = whyNot(key, nowMs);
      if (why !== undefined) left.push({ what: `key ${key.id} (${key.name}) of ${what}`, why });
      return why === undefined;
    });
    return [{ user, email, credit: credit > AMOUNT_MAX ? nanos(0n) : credit, keys: own.map(withRest) }];
  });
  return { accounts, left };
}

/** A rule that cannot be kept would let a key do more than before. */
function whyNot({ ranges, models, rest, expiresAtMs = Infinity }: ForeignKey, nowMs: number): string | undefined {
  if (rest === 0n) return 'is used up there';
  if (expiresAtMs <= nowMs) return 'is over there';
  const wrong = ranges.find((range) => !isRange(range));
  if (wrong !== undefined) return `is only for "${wrong}", which is neither an address nor a range`;
  return models.length > MODELS_MAX ? `names ${models.length} models, above ${MODELS_MAX}` : undefined;
}

/** Engines, models and price groups, as a file of the configuration says them. */
function wishesFrom({ engines, models, groups }: Foreign, options: Options, rate: string) {
  const left: Left[] = [];
  const path = optional(options, 'prices');
  const list = path === undefined ? undefined : readPriceList(fileAt(path));
  if (path !== undefined && !list)
    throw new UsageError(`${path} is no price list of models.dev, OpenRouter or LiteLLM.`);
  const priced = models.flatMap(({ id, shares, price = list?.prices.get(id) }) => {
    if (!MODEL_ID.test(id)) {
      left.push({ what: `model ${id}`, why: 'has a name that no model can have here' });
      return [];
    }
    if (price) {
      const entry = { engine: shares, maxOutputTokens: OUTPUT_TOKENS, tools: true };
      return [[id, { ...entry, price: sellingPrice(price, { rate, margin: '0' }) }] as const];
    }
    left.push({ what: `model ${id}`, why: 'has no price in that database: --prices names a list that has one' });
    return [];
  });
  const used = new Set(priced.flatMap(([, { engine }]) => engine.map((one) => one.engine)));
  const written = engines.filter(({ name }) => used.has(name)).map(({ name, ...engine }) => [name, engine] as const);
  const percents = groups.map(({ id, name, percent }) => [id, { name, percent }] as const);
  const file = {
    ...{ engines: Object.fromEntries(written), models: Object.fromEntries(priced) },
    ...(percents.length > 0 && { priceGroups: Object.fromEntries(percents) }),
  };
  return { file, left };
}

type Bringing = { readonly from: ForeignService; readonly groups: ReadonlySet<string>; readonly needs: Needs };

const PROGRESS_EVERY = 500;

/** Each step has a name of its own, by which the log knows that it was done. */
async function bring(accounts: readonly NewAccount[], { from, groups, needs }: Bringing): Promise<void> {
  const { platform, stores } = needs;
  for (const [done, { user, email, credit, keys }] of accounts.entries()) {
    if (done > 0 && done % PROGRESS_EVERY === 0) needs.onProgress(`${done} of ${accounts.length} accounts`);
    const about = (what: string) => ({
      id: `import-${sha256(`${from} ${user.id} ${email} ${what}`).slice(0, 32)}`,
      reason: `from ${from}, user ${user.id}`,
    });
    const known = await stores.accounts.find(email);
    const accountId = known?.id ?? platform.ids.next('acc_');
    if (!known) await act(needs, { kind: 'open-account', accountId, email }, about('account'));
    if (credit > 0n) await act(needs, { kind: 'grant', accountId, amount: credit }, about('credit'));
    if (groups.has(user.group)) {
      const fromMs = platform.clock.nowMs() + LEAD_MS;
      await act(needs, { kind: 'join-price-group', accountId, group: user.group, fromMs }, about('group'));
    }
    for (const key of keys) await bringKey(key, { accountId, needs, about: about(`key ${key.sha256}`) });
  }
}

type BringingKey = {
  readonly needs: Needs;
  readonly accountId: string;
  readonly about: { readonly id: string; readonly reason: string };
};

async function bringKey(key: NewKey, { accountId, needs, about }: BringingKey): Promise<void> {
  const { platform } = needs;
  const made = {
    ...{ id: platform.ids.next('key_'), accountId, name: key.name.slice(0, NAME_MAX), hint: key.hint },
    createdAtMs: platform.clock.nowMs(),
    ...(key.expiresAtMs !== undefined && { expiresAtMs: key.expiresAtMs }),
    ...{ allowedModels: key.models, allowedRanges: key.ranges },
    limits: [
      ...key.limits,
      ...(key.rest === undefined ? [] : [{ unit: 'CZK', window: 'total', max: key.rest } as const]),
    ],
  };
  const fingerprint = foreignFingerprint(key.sha256, platform.fingerprint);
  await act(needs, { kind: 'make-key', accountId, key: made, fingerprint }, about);
}

type Told = {
  readonly left: readonly Left[];
  readonly changes: readonly object[];
  /** The report about models and engines. */
  readonly served: Report;
  readonly isDone: boolean;
};

const NOT_DONE = 'Nothing was brought: --yes brings it.';

function report(accounts: readonly NewAccount[], { left, changes, served, isDone }: Told): Report {
  const credit = accounts.reduce((sum, one) => sum + one.credit, 0n);
  const keys = accounts.reduce((sum, one) => sum + one.keys.length, 0);
  const total = `${counted(accounts.length, 'account')} with ${formatCzk(nanos(credit))} CZK and ${counted(keys, 'key')}`;
  const lines = [
    ...accounts.map(({ user, email, credit: own, keys: brought }) =>
      [
        `+ account ${email} (user ${user.id}): ${formatCzk(own)} CZK`,
        ...brought.map(({ name, hint }) => `key "${name}" …${hint}`),
      ].join(', '),
    ),
    ...(served.text === '' ? [] : [served.text]),
    ...(left.length > 0 ? ['Left out:', ...left.map(({ what, why }) => `- ${what}: ${why}.`)] : []),
    `${isDone ? 'Brought' : 'Would bring'}: ${total}.`,
  ];
  return {
    text: lines.join('\n'),
    json: {
      applied: isDone,
      accounts: accounts.map(({ user, email, credit: own, keys: brought }) => ({
        ...{ user: user.id, email, creditCzk: formatCzk(own) },
        keys: brought.map(({ name, hint }) => ({ name, hint })),
      })),
      ...{ changes, left, creditCzk: formatCzk(nanos(credit)) },
    },
    ...(!isDone && { notes: [NOT_DONE] }),
  };
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
