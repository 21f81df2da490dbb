/** `import`: accounts, keys, credit, models and engines of another service. Shows everything first; twice is once. */
import { MODEL_ID } from '../../core/model.ts';
import { AMOUNT_MAX, formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { isDecimal, readPriceList, sellingPrice } from '../../features/catalogue/price-lists.ts';
import {
  FOREIGN_SERVICES,
  type Foreign,
  type ForeignKey,
  type ForeignService,
  type Left,
  USD,
} from '../../features/imports/foreign.ts';
import { type ForeignTables, openForeign } from '../../features/imports/foreign-rows.ts';
import { readLiteLlm } from '../../features/imports/litellm.ts';
import { readOneApi } from '../../features/imports/one-api.ts';
import { isRange } from '../../lib/ip-range.ts';
import { EMAIL } from '../../platform/commands/account.ts';
import { type Options, oneOf, optional, type Report, required, UsageError } from '../../platform/commands/command.ts';
import { fileAt, type Wished } from './apply.ts';
import {
  bring,
  type MissingAccount,
  missingOf,
  type NewAccount,
  type NewKey,
  type StepNeeds,
  userNamed,
} from './import-steps.ts';

type Needs = StepNeeds & {
  /** Applies wishes, or only shows them. */
  readonly apply: (wished: Wished, options: Options) => Promise<Report>;
  /** What keeps them from being applied. */
  readonly mistakesIn: (wished: Wished) => Promise<readonly string[]>;
};

/** What a model of another service can say at the longest, until the operator says otherwise. */
const OUTPUT_TOKENS = 8192;
const MODELS_MAX = 100;

export async function importForeign(options: Options, needs: Needs): Promise<Report> {
  const from = oneOf(options, 'from', FOREIGN_SERVICES) as ForeignService | undefined;
  if (from === undefined) throw new UsageError(`--from must be one of ${FOREIGN_SERVICES.join(', ')}.`);
  const rate = required(options, 'rate');
  if (!isDecimal(rate) || Number(rate) === 0)
    throw new UsageError('--rate must be the CZK for a USD, such as 23.5, with at most 6 decimals.');
  await using tables = await openForeign(required(options, 'database'));
  const foreign = await read(tables, from);
  const terms = { rate, domain: optional(options, 'email-domain'), nowMs: needs.platform.clock.nowMs() };
  const { accounts, left: without } = accountsFrom(foreign, terms);
  const { file, left: unpriced } = wishesFrom(foreign, options, rate);
  const wishedAs = (part: File) => ({
    path: `What comes from ${from}`,
    reason: `boreal import of ${from}`,
    file: { ...part },
  });
  const fitting = await fittingIn(file, (part) => needs.mistakesIn(wishedAs(part)));
  const groups = new Set(Object.keys(fitting.file.priceGroups ?? {}));
  const { missing, here, left: before } = await missingOf(accounts, { from, groups, needs });
  // `--from` is a date there.
  const served = await needs.apply(wishedAs(fitting.file), { yes: options.yes });
  const { changes, error } = served.json as { readonly changes: readonly object[]; readonly error?: object };
  if (error) return served;
  const isDone = options.yes === true;
  const { brought, left: refused } = isDone ? await bring(missing, { from, needs }) : { brought: missing, left: [] };
  const left = [...foreign.left, ...unpriced, ...fitting.left, ...without, ...before, ...refused];
  return report(brought, { left, here, changes, served, isDone });
}

async function read(tables: ForeignTables, from: ForeignService): Promise<Foreign> {
  try {
    return await (from === 'litellm' ? readLiteLlm(tables) : readOneApi(tables, from));
  } catch (error) {
    throw new UsageError(`This is no database of ${from}: ${error instanceof Error ? error.message : error}.`);
  }
}

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
    const what = userNamed(user);
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

type File = ReturnType<typeof wishesFrom>['file'];

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
    engines: Object.fromEntries(written),
    models: Object.fromEntries(priced),
    ...(percents.length > 0 && { priceGroups: Object.fromEntries(percents) }),
  };
  return { file, left };
}

/** Without what cannot be here, such as an address that is none: each thing is tried by itself once all together fail. */
async function fittingIn(file: File, mistakesIn: (part: File) => Promise<readonly string[]>) {
  if ((await mistakesIn(file)).length === 0) return { file, left: [] };
  const left: Left[] = [];
  const fits = async (what: string, part: File): Promise<boolean> => {
    const [mistake] = await mistakesIn(part);
    if (mistake !== undefined) left.push({ what, why: mistake.replace(/\.$/, '') });
    return mistake === undefined;
  };
  const { engines, models, priceGroups = {} } = file;
  const fitting = { engines: { ...engines }, models: { ...models }, priceGroups: { ...priceGroups } };
  for (const [name, engine] of Object.entries(engines)) {
    if (!(await fits(`engine ${name}`, { engines: { [name]: engine }, models: {} }))) delete fitting.engines[name];
  }
  for (const [id, model] of Object.entries(models)) {
    const shares = model.engine.filter(({ engine }) => engine in fitting.engines);
    const own = Object.fromEntries(shares.map(({ engine }) => [engine, fitting.engines[engine]!]));
    const part = { engines: own, models: { [id]: { ...model, engine: shares } } };
    if (await fits(`model ${id}`, part)) fitting.models[id] = part.models[id]!;
    else delete fitting.models[id];
  }
  for (const [id, group] of Object.entries(priceGroups)) {
    const part = { engines: {}, models: {}, priceGroups: { [id]: group } };
    if (!(await fits(`group ${group.name}`, part))) delete fitting.priceGroups[id];
  }
  return { file: fitting, left };
}

type Told = {
  readonly left: readonly Left[];
  /** How many accounts have nothing that is new. */
  readonly here: number;
  readonly changes: readonly object[];
  /** The report about models and engines. */
  readonly served: Report;
  readonly isDone: boolean;
};

const NOT_DONE = 'Nothing was brought: --yes brings it.';

function report(accounts: readonly MissingAccount[], { left, here, changes, served, isDone }: Told): Report {
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
    ...(here > 0 ? [`Here already, with nothing new: ${counted(here, 'account')}.`] : []),
    `${isDone ? 'Brought' : 'Would bring'}: ${total}.`,
  ];
  return {
    text: lines.join('\n'),
    json: {
      applied: isDone,
      accounts: accounts.map(({ user, email, credit: own, keys: brought }) => ({
        user: user.id,
        email,
        creditCzk: formatCzk(own),
        keys: brought.map(({ name, hint }) => ({ name, hint })),
      })),
      here,
      changes,
      left,
      creditCzk: formatCzk(nanos(credit)),
    },
    ...(!isDone && { notes: [NOT_DONE] }),
  };
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
