/** The wishes of a file for `apply`, checked by the rules of the configuration itself. */

import type { SignUpMode } from '../../core/people.ts';
import type { PlanId, PlanTerms } from '../../core/plan.ts';
import type { Preset } from '../../core/preset.ts';
import type { GroupTerms } from '../../core/price-groups.ts';
import { SETTING_ALL_PLACES, type SettingValues } from '../../core/service-settings.ts';
import type { SoldTerms } from '../../features/shop/offer-terms.ts';
import { isRecord } from '../../lib/record.ts';
import { termsFromWritten } from '../../platform/api/price-groups.ts';
import { sentencesOf } from '../../platform/configuration/problem.ts';
import { problemsOf } from '../configuration/config.ts';
import { configSchema, type EngineConfig, type ModelConfig } from '../configuration/config-schema.ts';
import { soldTermsFrom } from '../configuration/payments-config.ts';
import { settingsIn } from './settings-difference.ts';

/** The parts of what is sold. Each that a file names is whole: what it leaves out there is not sold any more. */
const SOLD_PARTS = ['amounts', 'anyAmount', 'packages', 'plans'] as const;
export type SoldPart = (typeof SOLD_PARTS)[number];

/** Engines, models, aliases and plans are by name: one that is not named stays as it is. Null takes one out of the database. */
export type Wishes = {
  readonly engines: ReadonlyMap<string, EngineConfig | null>;
  readonly models: ReadonlyMap<string, ModelConfig | null>;
  readonly aliases: ReadonlyMap<string, string | null>;
  readonly plans: ReadonlyMap<PlanId, PlanTerms>;
  readonly priceGroups: ReadonlyMap<string, GroupTerms>;
  readonly sold: SoldTerms;
  readonly soldParts: ReadonlySet<SoldPart>;
  readonly signUp: SignUpMode | undefined;
  /** The models to begin with. */
  readonly preset: Preset | undefined;
  readonly defaultModel: string | undefined;
  /** Settings of the service; null gives one back to its default. */
  readonly settings: SettingValues;
};

const SERVED = configSchema.pick({ engines: true, models: true, aliases: true });
const SOLD = configSchema.pick({ plans: true, payments: true });
const GROUPS = configSchema.pick({ priceGroups: true });
const SINGLE = configSchema.pick({ signUp: true, catalogue: true, defaultModel: true });

/** A mistake in one part does not hide one in another. */
export function wishesFrom(file: Readonly<Record<string, unknown>>): {
  readonly wishes: Wishes;
  readonly problems: readonly string[];
} {
  const engines = named(file.engines);
  const models = named(file.models);
  const aliases = named(file.aliases);
  const { plans = {}, priceGroups = {}, payments = {}, signUp, catalogue, defaultModel } = file;
  const served = SERVED.safeParse({ engines: engines.set, models: models.set, aliases: aliases.set });
  const sold = SOLD.safeParse({ plans, payments: withoutSettings(payments) });
  const groups = GROUPS.safeParse({ priceGroups });
  const single = SINGLE.safeParse({ signUp, catalogue, defaultModel });
  const issues = [served, sold, groups, single].flatMap((result) => (result.success ? [] : result.error.issues));
  const names = (part: unknown) => (isRecord(part) ? Object.keys(part) : []);
  return {
    wishes: {
      engines: new Map([...Object.entries(served.data?.engines ?? {}), ...engines.ended]),
      models: new Map([...Object.entries(served.data?.models ?? {}), ...models.ended]),
      aliases: new Map([...Object.entries(served.data?.aliases ?? {}), ...aliases.ended]),
      plans: new Map(Object.entries(sold.data?.plans ?? {})),
      priceGroups: new Map(
        Object.entries(groups.data?.priceGroups ?? {}).map(([id, one]) => [id, termsFromWritten(one)]),
      ),
      sold: sold.success ? soldTermsFrom(sold.data.payments).sold : new Map(),
      soldParts: new Set(sold.success ? SOLD_PARTS.filter((part) => names(payments).includes(part)) : []),
      signUp: signUp === undefined ? undefined : single.data?.signUp,
      preset: catalogue === undefined ? undefined : single.data?.catalogue,
      defaultModel: defaultModel === undefined ? undefined : single.data?.defaultModel,
      settings: settingsIn(file),
    },
    problems: [...strangersIn(file, names(payments)), ...sentencesOf(issues.flatMap((issue) => problemsOf(issue)))],
  };
}

const PARTS = [
  'catalogue',
  'defaultModel',
  'engines',
  'models',
  'aliases',
  'plans',
  'priceGroups',
  'payments',
  'signUp',
  ...new Set(SETTING_ALL_PLACES.map((place) => place.split('.')[0]!)),
];

/** Seller and bank account are judged as settings of the service. */
function withoutSettings(payments: unknown): unknown {
  if (!isRecord(payments)) return payments;
  const { seller: _, bank: __, ...rest } = payments;
  return rest;
}

/** Of a part that holds settings of the service beside others, those others. */
const beside = (file: Readonly<Record<string, unknown>>, part: string): string[] => {
  const places: readonly string[] = SETTING_ALL_PLACES;
  const names = isRecord(file[part]) ? Object.keys(file[part]) : [];
  return names.map((name) => `${part}.${name}`).filter((place) => !places.includes(place));
};

function strangersIn(file: Readonly<Record<string, unknown>>, payments: readonly string[]): string[] {
  const others = Object.keys(file).filter((name) => !PARTS.includes(name));
  const isSetting = (name: string) => Object.hasOwn(configSchema.shape, name);
  const ways = payments.filter((name) => ['stripe', 'vies', 'ares'].includes(name));
  return [
    ...others.filter((name) => !isSetting(name)).map((name) => `${name} is not a setting.`),
    ...[
      ...others.filter(isSetting),
      ...ways.map((name) => `payments.${name}`),
      ...beside(file, 'front'),
      ...beside(file, 'notices'),
    ].map((name) => `${name} is decided by the configuration of each server alone: "apply" cannot change it.`),
  ];
}

/** A part that is no object is left to the schema. */
function named(part: unknown = {}): { readonly set: unknown; readonly ended: readonly (readonly [string, null])[] } {
  if (!isRecord(part)) return { set: part, ended: [] };
  const entries = Object.entries(part);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    ended: entries.flatMap(([name, value]) => (value === null ? [[name, null] as const] : [])),
  };
}
