/**
 * File and environment → Config, once. Every problem is reported at once, with the name the operator wrote; nothing
 * starts on a configuration with a problem. The environment wins over the file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Declared } from '../../core/declared.ts';
import type { Legal } from '../../core/legal.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import type { Catalogue, DraftModel } from '../../core/model.ts';
import type { WaysToPay } from '../../core/offer.ts';
import { DEFAULT_PLANS, type PlanOffers } from '../../core/plan.ts';
import type { GroupTerms } from '../../core/price-groups.ts';
import type { SoldTerms } from '../../features/shop/offer-terms.ts';
import type { Front } from '../../features/site/front.ts';
import { isLoopback } from '../../lib/ip-range.ts';
import { type JsonMistake, jsonMistake } from '../../lib/json-mistake.ts';
import { isRecord } from '../../lib/record.ts';
import { termsFromWritten } from '../../platform/api/price-groups.ts';
import { type ConfigProblem, problemAt, sentencesOf } from '../../platform/configuration/problem.ts';
import { otelSettings } from '../../platform/telemetry/otel-variables.ts';
import { type CatalogueConfig, catalogueFrom, type EmbeddedModel } from './catalogue.ts';
import { configSchema, type EngineConfig, limitSchema, type RawConfig } from './config-schema.ts';
import { declaredIn } from './declared.ts';
import { frontFrom, frontSchema } from './front-config.ts';
import { legalFrom, legalProblems } from './legal-config.ts';
import { paymentsWarnings, soldTermsFrom, waysToPay } from './payments-config.ts';
import { catalogueProblems } from './sound-catalogue.ts';

export type Config = Readonly<
  Omit<RawConfig, 'models' | 'aliases' | 'limits' | 'plans' | 'priceGroups' | 'payments' | 'front' | 'legal'>
> & {
  readonly limits: Limits;
  readonly plans: PlanOffers;
  readonly priceGroups: ReadonlyMap<string, GroupTerms>;
  /** The catalogue that is served: the published variant with the operator's changes. */
  readonly models: Catalogue<DraftModel>;
  /** The settings that the catalogue was made of, as they are written. */
  readonly catalogueParts: CatalogueConfig;
  /** The models that the embedded engine answers for. */
  readonly embeddedModels: ReadonlyMap<string, EmbeddedModel>;
  readonly payments: ReturnType<typeof soldTermsFrom>['payments'];
  /** Everything that can be bought, as far as no operator has published something else. */
  readonly sold: SoldTerms;
  /** The pieces that the configuration owns. */
  readonly declared: Declared;
  /** The seller, and the ways to pay. */
  readonly shop: WaysToPay;
  /** The pages for visitors. */
  readonly front: Front;
  /** The terms that customers accept; null where there are none. */
  readonly legal: Legal | null;
  /** More about this service for receivers of OpenTelemetry. */
  readonly resourceAttributes: Readonly<Record<string, string>>;
  /** Where the configuration came from, for the operator. */
  readonly source: string;
  /** Things that are no error but deserve a word. */
  readonly warnings: readonly string[];
};

export type { EngineConfig };

type Environment = Readonly<Record<string, string | undefined>>;
type ConfigVariable = { readonly path: string; readonly env: string };

/** Every setting with its variable: `limits.bodyMs` is `BOREAL_LIMITS_BODY_MS`. Whatever has a shape of its own is given as JSON. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = Object.keys(configSchema.shape).flatMap((name) =>
  name === 'limits' ? Object.keys(limitSchema.shape).map((leaf) => variable(`limits.${leaf}`)) : [variable(name)],
);

/** Every limit with its variable, its default where it has one, and a sentence about it. */
export const LIMIT_SETTINGS: readonly (ConfigVariable & {
  readonly value: number | undefined;
  readonly about: string;
})[] = Object.entries(limitSchema.shape).map(([name, { description = '' }]) => ({
  ...variable(`limits.${name}`),
  value: DEFAULT_LIMITS[name as keyof Limits],
  about: description,
}));

/** Settings with a shape of their own: as a variable they are written as JSON. */
const JSON_SETTINGS = new Set([
  'engines',
  'models',
  'aliases',
  'plans',
  'priceGroups',
  'embedded',
  'smtp',
  'notices',
  'oidc',
  'organisations',
  'payments',
  'front',
  'legal',
  'traces',
  'metricsExport',
  'operators',
  'sessions',
  'security',
  'trial',
]);

/** Not settings: for commands, and for the clients of our examples. */
export const OTHER_VARIABLES = new Set([
  'BOREAL_CONFIG',
  'BOREAL_PROVE_KEY',
  'BOREAL_API_KEY',
  'BOREAL_BASE_URL',
  'BOREAL_MODEL',
]);

export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const { values, source } = readFile(env, problems);
  const otel = otelSettings(env, problems);
  const merged = withEnvironment({ ...otel.settings, ...values }, env, problems);
  const isReadable = problems.length === 0;
  const result = configSchema.safeParse(merged);
  if (!result.success) problems.push(...sentencesOf(result.error.issues.flatMap((issue) => problemsOf(issue, env))));
  // Judged apart, so that a mistake elsewhere does not hide one between settings; but not where it could not be read.
  const frontPart = isReadable ? frontSchema.safeParse(merged.front) : undefined;
  const front = frontPart?.success ? frontFrom(frontPart.data) : undefined;
  problems.push(
    ...sentencesOf(isReadable ? catalogueProblems(merged) : []),
    ...sentencesOf(front?.problems ?? []),
    ...(isReadable ? contradictions(merged) : []),
  );
  if (problems.length > 0 || !result.success || !front) throw new InvalidConfig(problems);
  const { models, aliases, payments: paid, plans, priceGroups, ...config } = result.data;
  const { catalogue, defaultModel, engines, embedded } = config;
  const catalogueParts = { catalogue, defaultModel, engines, models, aliases, embedded };
  const found = catalogueFrom(catalogueParts);
  const declared = declaredIn(merged);
  const { payments, sold } = soldTermsFrom(paid);
  return Object.freeze({
    ...config,
    dataDir: resolve(config.dataDir),
    models: found.catalogue,
    catalogueParts,
    embeddedModels: found.embeddedModels,
    resourceAttributes: otel.resourceAttributes,
    source,
    warnings: [...unknownVariables(env), ...paymentsWarnings(payments), ...metricsWarnings(config)],
    plans: plansFrom(plans, declared),
    priceGroups: new Map(Object.entries(priceGroups).map(([id, one]) => [id, termsFromWritten(one)])),
    payments,
    sold,
    declared,
    shop: waysToPay(payments, config.legal),
    front: front.front,
    legal: legalFrom(config.legal),
  });
}

/** The presets, with what the file says of them, and the plans that it adds. */
function plansFrom(written: RawConfig['plans'], declared: Declared): PlanOffers {
  const presets: PlanOffers = DEFAULT_PLANS;
  const ids = new Set([...Object.keys(presets), ...Object.keys(written)]);
  return Object.fromEntries(
    [...ids].map((id) => [id, { ...presets[id], ...written[id], isDeclared: declared.plans.has(id) }]),
  );
}

const metricsWarnings = ({ host, metricsToken }: Pick<RawConfig, 'host' | 'metricsToken'>): readonly string[] =>
  metricsToken !== '' || isLoopback(host)
    ? []
    : [`metricsToken is not set, and host ${host} can be reached from elsewhere: /metrics answers 404 to everyone.`];

/** What is wrong between settings that are right by themselves. */
function contradictions(written: Readonly<Record<string, unknown>>): readonly string[] {
  const right = Object.fromEntries(
    BETWEEN.map((name) => [name, configSchema.shape[name].safeParse(written[name])] as const).flatMap(
      ([name, { success, data }]) => (success ? [[name, data]] : []),
    ),
  ) as Partial<Pick<RawConfig, (typeof BETWEEN)[number]>>;
  const { databaseUrl, redisUrl, secret, workers, backupTo, legal, front } = right;
  const isOnSqlite = databaseUrl === '';
  return [
    ...(legal && front ? sentencesOf(legalProblems(legal, front)) : []),
    ...(workers !== undefined && databaseUrl !== undefined
      ? workersProblems({ workers, databaseUrl }, process.platform)
      : []),
    // Servers that share a database must know each other's keys and limits.
    ...(databaseUrl && secret === '' ? ['secret must be set with databaseUrl, to the same on every server.'] : []),
    ...(backupTo && databaseUrl
      ? ['backupTo is for SQLite: PostgreSQL archives its log itself (docs/operating/backup.md).']
      : []),
    ...(redisUrl && isOnSqlite ? ['redisUrl needs databaseUrl: one server alone counts its limits in memory.'] : []),
  ];
}

const BETWEEN = ['databaseUrl', 'redisUrl', 'secret', 'workers', 'backupTo', 'legal', 'front'] as const;

/** SQLite is written by one process; and only Linux gives each of several listeners its part of the connections. */
export function workersProblems(
  { workers, databaseUrl }: Pick<RawConfig, 'workers' | 'databaseUrl'>,
  platform: string,
): string[] {
  if (workers === 1) return [];
  if (!databaseUrl) return ['workers above 1 needs databaseUrl (PostgreSQL): SQLite is written by one process.'];
  return platform === 'linux' ? [] : ['workers above 1 needs Linux: other systems do not share a port fairly.'];
}

function readFile(env: Environment, problems: string[]): { values: Record<string, unknown>; source: string } {
  const path = env.BOREAL_CONFIG || 'boreal.config.json';
  if (!existsSync(path)) {
    if (env.BOREAL_CONFIG) problems.push(`BOREAL_CONFIG names ${path}, which does not exist.`);
    return { values: {}, source: 'defaults' };
  }
  try {
    const text = readFileSync(path, 'utf8');
    const mistake = jsonMistake(text);
    const values: unknown = mistake ? undefined : JSON.parse(text);
    if (isRecord(values)) return { values, source: path };
    problems.push(mistake ? mistakeIn(path, mistake) : `${path} must hold one JSON object.`);
  } catch (error) {
    problems.push(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  return { values: {}, source: path };
}

const mistakeIn = (name: string, { line, column, expected }: JsonMistake): string =>
  `${name} is not valid JSON: line ${line}, column ${column} should have ${expected}.`;

function withEnvironment(file: Record<string, unknown>, env: Environment, problems: string[]): Record<string, unknown> {
  const merged = structuredClone(file);
  for (const { path, env: name } of CONFIG_VARIABLES) {
    const written = env[name];
    if (written === undefined) continue;
    const [outer, inner] = path.split('.') as [string, string?];
    const value = JSON_SETTINGS.has(path) ? parseJson(written, name, problems) : written;
    if (inner === undefined) merged[outer] = value;
    else merged[outer] = { ...(merged[outer] as object | undefined), [inner]: value };
  }
  return merged;
}

function parseJson(json: string, name: string, problems: string[]): unknown {
  const mistake = jsonMistake(json);
  if (!mistake) return JSON.parse(json);
  problems.push(mistakeIn(name, mistake));
  return {};
}

/** `env`: a setting that a variable has set is named with the variable. */
export function problemsOf(issue: z.core.$ZodIssue, env: Environment = {}): ConfigProblem[] {
  const parts = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => problemAt([...parts, key], 'is not a setting.'));
  }
  const path = parts.join('.');
  const name = CONFIG_VARIABLES.find((one) => one.path === path && env[one.env] !== undefined)?.env;
  const what = (issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message)
    .replace(/^Invalid (input|option): /, 'is not valid: ')
    .replace(/^Too (small|big): /, 'is not valid: ');
  return [{ path: parts, sentence: `${path}${name ? ` (${name})` : ''} ${what}.` }];
}

/** A misspelt variable would be ignored in silence; say so, but do not refuse: it may belong to another program. */
function unknownVariables(env: Environment): string[] {
  const known = new Set([...CONFIG_VARIABLES.map((one) => one.env), ...OTHER_VARIABLES]);
  return Object.keys(env)
    .filter((name) => name.startsWith('BOREAL_') && !known.has(name))
    .map((name) => `The variable ${name} is not a setting of this version and is ignored.`);
}

function variable(path: string): ConfigVariable {
  return {
    path,
    env: `BOREAL_${path
      .replaceAll('.', '_')
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toUpperCase()}`,
  };
}
