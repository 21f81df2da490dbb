/** `export`: what is decided now, in the shape of the configuration file and of what `apply` takes. */

import type { SignUpMode } from '../../core/people.ts';
import { DEFAULT_PLANS, type PlanOffers, plansInOrder } from '../../core/plan.ts';
import type { Preset } from '../../core/preset.ts';
import type { SettingValues } from '../../core/service-settings.ts';
import { termsToView } from '../../features/price-groups/index.ts';
import { itemOf, kindOfItem, planOfItem, type SoldTerms } from '../../features/shop/offer-terms.ts';
import { patchToJson } from '../../ledger/plan-versions.ts';
import { isRecord } from '../../lib/record.ts';
import type { Report } from '../../platform/commands/command.ts';
import { sentencesOf } from '../../platform/configuration/problem.ts';
import { onlyEngineOf } from '../configuration/catalogue.ts';
import { exportOf, writtenPrice } from '../configuration/changed-config.ts';
import type { Config } from '../configuration/config.ts';
import type { Decided } from './decided.ts';
import { writtenSettings } from './settings-difference.ts';

/** The settings that are decided in the database too. */
export type Exported = {
  readonly catalogue: Preset;
  readonly defaultModel: string;
  readonly engines: Readonly<Record<string, object>>;
  readonly models: Readonly<Record<string, object>>;
  readonly aliases: object;
  readonly plans: object;
  readonly priceGroups: object;
  readonly payments: object;
  readonly signUp: SignUpMode;
  /** Settings of the service, spread over the file as it has them. */
  readonly settings: Readonly<Record<string, unknown>>;
};

function exportedFrom(decided: Decided, file: Config, settings: SettingValues): Exported {
  const { config } = decided.served;
  const { engines, models } = exportOf(config, file) as Pick<Exported, 'engines' | 'models'>;
  // Each model is named here, so the only engine does not answer for all of them without a word any more.
  const only = onlyEngineOf(file.catalogueParts);
  const named = [...config.models.models.values()].map(({ id, kind }) => [
    id,
    { ...(only !== undefined && { engine: only }), ...models[id], price: writtenPrice(decided.prices.get(id)!, kind) },
  ]);
  const removed = Object.entries(config.catalogueParts.models).filter(([, model]) => model.removed);
  return {
    catalogue: config.catalogue,
    defaultModel: config.models.defaultModel,
    engines,
    models: Object.fromEntries([...named, ...removed]),
    aliases: Object.fromEntries(config.models.aliases),
    plans: writtenPlans(decided.plans),
    priceGroups: Object.fromEntries([...decided.priceGroups].map(([id, terms]) => [id, termsToView(terms)])),
    payments: writtenSold(decided.sold),
    signUp: decided.signUp,
    settings: writtenSettings(file, settings),
  };
}

type Wanted = {
  /** Of the database. */
  readonly settings: SettingValues;
  readonly parts: readonly (keyof Exported)[];
  readonly planned: number;
};

/** `parts`: those that are asked for. What is beside the settings is said to people. */
export function exportReport(decided: Decided, file: Config, { settings, parts, planned }: Wanted): Report {
  const { settings: written, ...all } = exportedFrom(decided, file, settings);
  const named = parts.flatMap((part) => (part === 'settings' ? [] : [[part, all[part]] as const]));
  const json = parts.includes('settings') ? merged(written, Object.fromEntries(named)) : Object.fromEntries(named);
  const { config, problems } = decided.served;
  const secrets = Object.entries(config.engines).filter(([, { apiKey }]) => apiKey);
  const notes = [
    ...sentencesOf(problems),
    ...secrets.map(
      ([name]) => `engines.${name}.apiKey is missing: keys are never printed. "apply" keeps the one that is there.`,
    ),
    ...(isRecord(settings.smtp) && 'sealedPassword' in settings.smtp && parts.includes('settings')
      ? ['smtp.password is missing: secrets are never printed. "apply" keeps the one that is there.']
      : []),
    ...(planned > 0
      ? [`Not printed: ${planned} planned for a later date ("price list", "offer list", the page of engines).`]
      : []),
  ];
  return { json, text: JSON.stringify(json, undefined, 2), notes };
}

/** `payments` has parts of both. */
const merged = (settings: Exported['settings'], others: Readonly<Record<string, unknown>>) => ({
  ...settings,
  ...others,
  ...(isRecord(settings.payments) && { payments: { ...settings.payments, ...(others.payments as object) } }),
});

/** Without what a preset says by itself. */
function writtenPlans(plans: PlanOffers): object {
  const presets: PlanOffers = DEFAULT_PLANS;
  const written = plansInOrder(plans).map((id) => {
    const { name, order } = presets[id] ?? {};
    const preset: Readonly<Record<string, unknown>> = { name, order };
    const fields = Object.entries(patchToJson(plans[id]!)).filter(([field, value]) => preset[field] !== value);
    return [id, Object.fromEntries(fields)];
  });
  return Object.fromEntries(written);
}

/** Everything that is sold, as the setting `payments`. A part of which nothing is sold is there too, as empty. */
export function writtenSold(sold: SoldTerms) {
  const amounts = sold.get('amounts');
  const range = sold.get('any-amount');
  const packages = [...sold].flatMap(([item, terms]) =>
    terms.kind === 'package' && kindOfItem(item) === 'package'
      ? [{ id: item.slice(itemOf('package', '').length), tokens: terms.tokens, czk: terms.czk, days: terms.days }]
      : [],
  );
  const plans = [...sold].flatMap(([item, terms]) =>
    terms.kind === 'plan' ? [[planOfItem(item), { czk: terms.czk }]] : [],
  );
  return {
    amounts: amounts?.kind === 'amounts' ? amounts.czk : [],
    anyAmount: range?.kind === 'any-amount' ? { min: range.minCzk, max: range.maxCzk } : null,
    packages,
    plans: Object.fromEntries(plans) as Readonly<Record<string, { readonly czk: string }>>,
  };
}
