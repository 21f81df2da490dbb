/** one-api and new-api, which grew out of it. A unit of theirs is a part of a USD; both keep their keys as plain text. */
import { canBeForeignKey, wholeForeignKey } from '../../core/api-key.ts';
import { groupFields } from '../../platform/api/price-groups.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Listed } from '../catalogue/index.ts';
import {
  type Foreign,
  type ForeignEngine,
  type ForeignGroup,
  type ForeignKey,
  type ForeignModel,
  type ForeignUser,
  type Left,
  listFrom,
  USD,
} from './foreign.ts';
import { type ForeignRow, type ForeignTables, isTrue, numberOf, objectOf, textOf } from './foreign-rows.ts';

type Fork = 'one-api' | 'new-api';

const ENABLED = 1;
const UNITS_PER_USD = 500_000;
/** A ratio of 1 is 2 USD for a million tokens. */
const USD_PER_RATIO = 2n;
const DEFAULT_GROUP = 'default';

export async function readOneApi(tables: ForeignTables, fork: Fork): Promise<Foreign> {
  const options = new Map((await tables.rows('options', '1')).map((row) => [textOf(row, 'key'), textOf(row, 'value')]));
  const left: Left[] = [];
  const groups = groupsFrom(options, left);
  const users = (await tables.rows('users', 'id')).flatMap((row) => userFrom(row, { options, groups, left }));
  const known = new Set(users.map(({ id }) => id));
  const keys = (await tables.rows('tokens', 'id')).flatMap((row) => keyFrom(row, { options, known, left }));
  const channels = (await tables.rows('channels', 'id')).flatMap((row) => channelFrom(row, fork, left));
  const models = modelsFrom(channels, { options, fork, left });
  return { users, keys, engines: channels.map(({ engine }) => engine), models, groups, left };
}

type Options = ReadonlyMap<string, string>;

const isGone = (row: ForeignRow): boolean => textOf(row, 'deleted_at') !== '' || numberOf(row, 'status') === 3;

/** Those whose members pay something else than the list. */
const groupsFrom = (options: Options, left: Left[]): readonly ForeignGroup[] =>
  Object.entries(objectOf(options.get('GroupRatio')))
    .filter(([, ratio]) => Number(ratio) !== 1)
    .flatMap(([name, ratio]) => {
      const percent = percentOf(Number(ratio));
      // The same again, whatever groups are beside it then.
      const id = `${slugOf(name)}-${sha256(name).slice(0, 6)}`;
      if (groupFields.percent.safeParse(percent).success) return [{ id, name, percent }];
      left.push({ what: `group ${name}`, why: `has the ratio ${ratio}: its users pay what all others do` });
      return [];
    });

type UserParts = { readonly options: Options; readonly groups: readonly ForeignGroup[]; readonly left: Left[] };

function userFrom(row: ForeignRow, { options, groups, left }: UserParts): readonly ForeignUser[] {
  const id = textOf(row, 'id');
  const name = textOf(row, 'username');
  if (isGone(row)) return [];
  if (numberOf(row, 'status') !== ENABLED) {
    left.push({ what: `user ${id} (${name})`, why: 'is disabled there' });
    return [];
  }
  if (numberOf(row, 'quota') < 0)
    left.push({ what: `the debt of user ${id} (${name})`, why: 'accounts begin with none' });
  if (numberOf(row, 'aff_quota') > 0)
    left.push({ what: `the reward of user ${id} (${name}) for invitations`, why: 'is not in the balance yet there' });
  const named = textOf(row, 'group') || DEFAULT_GROUP;
  const group = groups.find((one) => one.name === named)?.id ?? '';
  return [{ id, name, email: textOf(row, 'email').toLowerCase(), balance: usdOf(row, 'quota', options), group }];
}

function usdOf(row: ForeignRow, name: string, options: Options): bigint {
  const perUsd = BigInt(Math.round(Number(options.get('QuotaPerUnit') ?? UNITS_PER_USD)) || UNITS_PER_USD);
  const units = BigInt(Math.trunc(numberOf(row, name)));
  return units > 0n ? (units * USD) / perUsd : 0n;
}

type KeyParts = { readonly options: Options; readonly known: ReadonlySet<string>; readonly left: Left[] };

function keyFrom(row: ForeignRow, { options, known, left }: KeyParts): readonly ForeignKey[] {
  if (textOf(row, 'deleted_at') !== '') return [];
  const id = textOf(row, 'id');
  const name = textOf(row, 'name');
  const userId = textOf(row, 'user_id');
  const secret = wholeForeignKey(textOf(row, 'key'));
  const without = (why: string) => {
    left.push({ what: `key ${id} (${name}) of user ${userId}`, why });
    return [];
  };
  if (!known.has(userId)) return without('has no user that comes');
  if (numberOf(row, 'status') !== ENABLED) return without('is disabled, over or used up there');
  if (!canBeForeignKey(secret)) return without('is no text that a key can be here');
  // Such a key pays by its own group there.
  const group = textOf(row, 'group');
  if (group !== '') without(`is of the group ${group} there: it comes, and pays as its user does`);
  const expires = numberOf(row, 'expired_time');
  const isLimited = row.model_limits_enabled === undefined || isTrue(row, 'model_limits_enabled');
  const models = isLimited ? listFrom(textOf(row, 'models') || textOf(row, 'model_limits')) : [];
  // To one-api an empty list is all of them, to new-api none.
  if (isTrue(row, 'model_limits_enabled') && models.length === 0) return without('may use no model there');
  return [
    {
      id,
      userId,
      name: name || `key ${id}`,
      hint: secret.slice(-4),
      limits: [],
      sha256: sha256(secret),
      expiresAtMs: expires > 0 ? expires * 1000 : undefined,
      models,
      ranges: listFrom(textOf(row, 'subnet') || textOf(row, 'allow_ips')),
      rest: isTrue(row, 'unlimited_quota') ? undefined : usdOf(row, 'remain_quota', options),
    },
  ];
}

/** The kinds of channels that speak a form that is spoken here, with their usual addresses. */
const OPENAI: Readonly<Record<Fork, Readonly<Record<number, string>>>> = {
  'one-api': {
    1: 'https://api.openai.com',
    20: 'https://openrouter.ai/api',
    25: 'https://api.moonshot.cn',
    28: 'https://api.mistral.ai',
    29: 'https://api.groq.com/openai',
    30: 'http://localhost:11434',
    36: 'https://api.deepseek.com',
    39: 'https://api.together.xyz',
    44: 'https://api.siliconflow.cn',
    45: 'https://api.x.ai',
    50: '',
  },
  'new-api': {
    1: 'https://api.openai.com',
    4: 'http://localhost:11434',
    20: 'https://openrouter.ai/api',
    25: 'https://api.moonshot.cn',
    40: 'https://api.siliconflow.cn',
    42: 'https://api.mistral.ai',
    43: 'https://api.deepseek.com',
    47: '',
    48: 'https://api.x.ai',
    60: '',
  },
};
const ANTHROPIC = 14;
const ANTHROPIC_URL = 'https://api.anthropic.com';

type Channel = {
  readonly engine: ForeignEngine;
  readonly weight: number;
  readonly priority: number;
  /** By the name that customers use: the name that the engine knows. */
  readonly models: ReadonlyMap<string, string>;
};

function channelFrom(row: ForeignRow, fork: Fork, left: Left[]): readonly Channel[] {
  const id = textOf(row, 'id');
  const name = textOf(row, 'name');
  const type = numberOf(row, 'type');
  const without = (why: string) => {
    left.push({ what: `channel ${id} (${name})`, why });
    return [];
  };
  if (numberOf(row, 'status') !== ENABLED) return without('is disabled there');
  const usual = type === ANTHROPIC ? ANTHROPIC_URL : OPENAI[fork][type];
  if (usual === undefined) return without(`is of kind ${type}, which speaks neither OpenAI's form nor Anthropic's`);
  const base = (textOf(row, 'base_url') || usual).replace(/\/$/, '');
  if (base === '') return without('has no address');
  const mapping = objectOf(row.model_mapping);
  const models = listFrom(textOf(row, 'models')).map((one) => [one, String(mapping[one] ?? one)] as const);
  if (!models[0]) return without('has no models');
  const keys = listFrom(textOf(row, 'key'));
  if (keys.length > 1) without(`has ${keys.length} keys, of which the first comes`);
  const groups = listFrom(textOf(row, 'group') || DEFAULT_GROUP);
  if (!groups.includes(DEFAULT_GROUP)) without(`is for ${groups.join(', ')} alone there: it comes for all`);
  const changes = CHANGES.filter((column) => !['', '{}'].includes(textOf(row, column)));
  if (changes.length > 0) without(`comes without ${changes.join(', ')}`);
  return [
    {
      engine: {
        name: `${slugOf(name)}-${id}`,
        kind: type === ANTHROPIC ? 'anthropic' : 'openai',
        apiKey: keys[0] ?? '',
        baseUrl: base.endsWith('/v1') ? base : `${base}/v1`,
        model: models[0][1],
      },
      weight: numberOf(row, 'weight') || 1,
      priority: numberOf(row, 'priority'),
      models: new Map(models),
    },
  ];
}

/** Columns in which a channel says how it changes what passes through it. */
const CHANGES = ['system_prompt', 'param_override', 'header_override', 'status_code_mapping', 'openai_organization'];

/** Asked only where those of a higher priority fail. */
const LOWER_WEIGHT = 0.001;

type ModelParts = { readonly options: Options; readonly fork: Fork; readonly left: Left[] };

function modelsFrom(channels: readonly Channel[], { options, fork, left }: ModelParts): readonly ForeignModel[] {
  const ids = [...new Set(channels.flatMap(({ models }) => [...models.keys()]))].sort();
  return ids.flatMap((id) => {
    const serving = channels.filter(({ models }) => models.has(id));
    const first = Math.max(...serving.map(({ priority }) => priority));
    const shares = serving.map(({ engine, weight, priority, models }) => ({
      engine: engine.name,
      model: models.get(id)!,
      weight: priority < first ? LOWER_WEIGHT : Math.min(weight, 1000),
    }));
    // one-api bills the name that the channel asks for, new-api the name that the customer did.
    const billed = fork === 'one-api' ? [...new Set(shares.map(({ model }) => model))] : [id];
    const why = whyNotSold(billed, options);
    if (why === undefined) return [{ id, shares, price: priceFrom(billed[0]!, options) }];
    left.push({ what: `model ${id}`, why });
    return [];
  });
}

/** A model that is not sold by one price for its tokens. */
function whyNotSold(billed: readonly string[], options: Options): string | undefined {
  const has = (option: string, isIt: (key: string) => boolean) => Object.keys(objectOf(options.get(option))).some(isIt);
  if (has('ModelPrice', (key) => billed.includes(key))) return 'is sold there by the question and not by tokens';
  const isOfKind = (key: string) => billed.some((name) => key.startsWith(`${name}(`));
  if (has('ModelRatio', isOfKind) || has('CompletionRatio', isOfKind))
    return 'has a price for each kind of channel there';
  const [price, ...others] = billed.map((name) => priceFrom(name, options));
  return others.every((other) => Bun.deepEquals(other, price)) ? undefined : 'has a price for each channel there';
}

/** Both ratios must be written down: the defaults of a program are not in its database. */
function priceFrom(name: string, options: Options): Listed | undefined {
  const ratioIn = (option: string) => objectOf(options.get(option))[name];
  const input = ratioIn('ModelRatio');
  const output = ratioIn('CompletionRatio');
  const cached = ratioIn('CacheRatio');
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return {
    input: usdPerMillion(input),
    output: usdPerMillion(input * output),
    ...(typeof cached === 'number' && { cachedInput: usdPerMillion(input * cached) }),
  };
}

/** In 10⁻¹⁵ USD. */
const usdPerMillion = (ratio: number): bigint => BigInt(Math.round(ratio * 1e9)) * USD_PER_RATIO * 1_000_000n;

const percentOf = (ratio: number): string => String(Math.round(ratio * 10_000) / 100);

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, 30);
