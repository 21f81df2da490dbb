/** The truth about the product, for each kind of claim that the built-in model was taught about it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { chatSchema } from '../../src/dialects/chat/chat-schema.ts';
import { PASSWORD_LENGTH } from '../../src/features/sign-in/refusals.ts';
import { ERROR_TABLE } from '../../src/platform/http/error-body.ts';
import { allSettings, helpForConfiguration } from '../../src/server/commands/help-configuration.ts';
import { configSchema } from '../../src/server/configuration/config-schema.ts';

export type Fact = {
  readonly id: string;
  readonly fact: { readonly kind: FactKind; readonly name: string; readonly value: string };
  readonly ask: Readonly<Record<'en' | 'cs', string>>;
  readonly says: Readonly<Record<'en' | 'cs', string>>;
};
type FactKind = 'default' | 'command' | 'status' | 'limit' | 'path' | 'price' | 'text';

const ROOT = resolve(import.meta.dir, '../..');
const DEFAULTS = configSchema.parse({});
const { models: MODELS, defaultModel } = PUBLISHED.A;
const PACKAGE = JSON.parse(read('package.json')) as { license: string; engines: { node: string } };

export function readFacts(): readonly Fact[] {
  return JSON.parse(read('model/facts.json')) as readonly Fact[];
}

/** The value that the claim must have; nothing where the claim speaks of something that this file does not know. */
export function realValueOf({ kind, name, value }: Fact['fact'], helpLines: readonly string[]): string | undefined {
  if (kind === 'status') return statusOf(name);
  if (kind === 'price') return priceOf(name);
  if (kind === 'text') return isTextOf(name, value) ? value : undefined;
  const isOther = Object.hasOwn(OTHERS, `${kind} ${name}`);
  if (isOther) return OTHERS[`${kind} ${name}`]!(value);
  if (kind === 'command') return isCommand(value, helpLines) ? value : undefined;
  if (kind === 'path') return isDocumented(value) || isSetting(value) ? value : undefined;
  return settingOf(name);
}

/** The command with its options, as `boreal help` knows them. */
export function isCommand(written: string, helpLines: readonly string[]): boolean {
  const words = written.replace(/^.*?\bboreal /, '');
  const usage = helpLines.find((line) => words.startsWith(nameIn(line)));
  const options = words.match(/--[a-z-]+/g) ?? [];
  return usage !== undefined && options.every((option) => usage.includes(option));
}

/** `boreal key create --account …` → `key create`. */
const nameIn = (helpLine: string): string => /^boreal ([a-z]+(?: [a-z]+)?)/.exec(helpLine)?.[1]?.trim() ?? ' ';

const DOCUMENTS = [
  'README.md',
  'docs/start.md',
  'docs/concepts.md',
  'docs/reference/api.md',
  'docs/reference/errors.md',
]
  .concat(['docs/reference/configuration.md', 'docs/reference/cli.md', 'docs/operating/monitoring.md'])
  .concat(['docs/limitations.md', 'docs/operating/install.md', 'docs/operating/deploy.md'])
  .concat(['docs/reference/messages.md', 'docs/reference/responses.md', 'deploy/systemd/boreal.service'])
  .map(read)
  .concat(helpForConfiguration(), Object.keys(configSchema.shape).map(helpForConfiguration))
  .join('\n');

/** JSON in documents has its spaces elsewhere than JSON in sentences. */
export const isDocumented = (text: string): boolean => squeezed(DOCUMENTS).includes(squeezed(text));
const squeezed = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase();

function statusOf(name: string): string | undefined {
  if (name === 'errors') return '400, 401, 402, 404, 413, 429, 502';
  const row = Object.entries(ERROR_TABLE).find(([code]) => code === name)?.[1];
  return row && String(row.status);
}

function priceOf(id: string): string | undefined {
  const price = MODELS.find((model) => model.id === id)?.price;
  // A nano-crown for a token is a thousandth of a crown for a million.
  return price && [price.input, price.cachedInput, price.output].map((nanos) => Number(nanos) / 1000).join(', ');
}

/** Where the texts of a page are, by the page's name; the others are in `web/src/texts`. */
const TEXTS_OF: Readonly<Record<string, string>> = {
  account: 'sign-in/account-texts.ts',
  playground: 'playground/texts.ts',
  'auto-top-up': 'shop/auto-top-up-texts.ts',
  billing: 'shop/billing-texts.ts',
  keys: 'keys/texts.ts',
  'quick-start': 'quick-start/texts.ts',
  'sign-in': 'sign-in/texts.ts',
  team: 'organisations/texts.ts',
  usage: 'usage/texts.ts',
  webhooks: 'webhooks/texts.ts',
};

/** The page says these words. */
function isTextOf(name: string, words: string): boolean {
  const texts = read(TEXTS_OF[name] ? `web/src/features/${TEXTS_OF[name]}` : `web/src/texts/${name}.ts`);
  // Where a service has no name of its own, its key is in this variable.
  return texts.includes(`'${words}'`) || texts.replaceAll(/\$\{key\}/g, 'BOREAL_API_KEY').includes(`\`${words}\``);
}

function settingOf(name: string): string | undefined {
  let value: unknown = DEFAULTS;
  for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** `engines`: what is at the top of the configuration file. */
export const isTopSetting = (name: string): boolean => Object.hasOwn(configSchema.shape, name);

/** `embedded.temperature`: a setting of the schema, also one without a default. */
const isSetting = (name: string): boolean => allSettings().some(({ path }) => path === name);

const BASE = `http://${DEFAULTS.host}:${DEFAULTS.port}/v1`;
const accepts = (settings: object): boolean => configSchema.safeParse(settings).success;
/** The value where a document says so in these words, otherwise nothing. */
const said = (words: string) => (value: string) => (isDocumented(words) ? value : undefined);

/** Claims that are neither a setting nor a limit of the configuration. */
const OTHERS: Readonly<Record<string, (value: string) => string | undefined>> = {
  'default base address': () => BASE,
  'default catalogue A': () => MODELS.map(({ id }) => id).join(', '),
  'default default model': () => defaultModel,
  'default cheapest to dearest': () =>
    MODELS.toSorted((a, b) => Number(a.price.output - b.price.output))
      .map(({ id }) => id)
      .join(', '),
  'default svc-polaris': () => (MODELS.find(({ id }) => id === 'svc-polaris')?.isReasoning ? 'reasoning' : undefined),
  'default svc-frost': () =>
    MODELS.find(({ id }) => id === 'svc-frost')?.role.startsWith('Fast') ? 'fast' : undefined,
  'default plans.pro.tokens': () => String(DEFAULT_PLANS.pro.tokens),
  'default plans.ultra.tokens': () => String(DEFAULT_PLANS.ultra.tokens),
  'default licence': () => PACKAGE.license,
  'default node': () => /^>=(\d+)$/.exec(PACKAGE.engines.node)?.[1],
  'default databaseUrl': (value) => (accepts({ databaseUrl: `${value}user:password@host/boreal` }) ? value : undefined),
  'default databaseUrl empty': () => (DEFAULTS.databaseUrl === '' ? 'SQLite' : undefined),
  'default order of pots': () =>
    /they pay in this order:\s+1\. \*\*(\w+)\*\*.*?2\. \*\*(\w+)\*\*.*?3\. \*\*(\w+)\*\*/s
      .exec(DOCUMENTS)
      ?.slice(1)
      .join(', ')
      .toLowerCase(),
  'default compatible': said('OpenAI-compatible'),
  'default runs on': said('service that you run yourself'),
  'default currency': said('credit in CZK'),
  'default failed answer': said('If the engine fails, the hold is **released** and nothing is charged.'),
  'default hold': said('Sending `max_tokens` makes holds small.'),
  'default end of stream': (value) => said(value)(value),
  'limit key shown': said('secret is shown once'),
  'limit temperature': () => {
    const takes = (temperature: number) =>
      chatSchema(DEFAULT_LIMITS).safeParse({ messages: [{ role: 'user', content: 'Hi' }], temperature }).success;
    const taken = [-0.5, 0, 1, 2, 2.5].filter(takes);
    return `${taken[0]} to ${taken.at(-1)}`;
  },
  'limit maxOutputTokens': () => [...new Set(MODELS.map(({ maxOutputTokens }) => maxOutputTokens))].join(', '),
  'limit password': () => String(PASSWORD_LENGTH.min),
  'limit secret': (value) =>
    accepts({ secret: 'x'.repeat(Number(value)) }) && !accepts({ secret: 'x'.repeat(Number(value) - 1) })
      ? value
      : undefined,
  'command npm start': (value) => said(value)(value),
  'command SIGHUP': (value) => said(value)(value),
  'command boreal key create --limit': said('boreal key create'),
};

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
