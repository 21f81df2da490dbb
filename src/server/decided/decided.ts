/** Decisions for a time: by the configuration where it declares something, else in the database, else by presets. */

import type { Price } from '../../core/money.ts';
import type { SignUpMode } from '../../core/people.ts';
import type { PlanOffers } from '../../core/plan.ts';
import type { GroupTerms } from '../../core/price-groups.ts';
import { planOffersAt, priceAt } from '../../core/price-versions.ts';
import type { Vault } from '../../core/vault.ts';
import { type SoldTerms, soldAt } from '../../features/shop/offer-terms.ts';
import type { ServiceSettings } from '../../platform/database/service-settings.ts';
import type { Config } from '../configuration/config.ts';
import { type ServedConfig, servedConfig } from '../engine-changes.ts';
import type { Announcements } from '../stores/announcements.ts';

export type Decided = {
  /** Engines and models, with the keys of engines opened. */
  readonly served: ServedConfig;
  readonly prices: ReadonlyMap<string, Price>;
  readonly plans: PlanOffers;
  readonly priceGroups: ReadonlyMap<string, GroupTerms>;
  readonly sold: SoldTerms;
  readonly signUp: SignUpMode;
};

type Times = {
  /** For what is sold. */
  readonly atMs: number;
  readonly enginesAtMs: number;
};

/** The database's word; nothing, where no server has been started with it. */
export type Said = Pick<
  Announcements,
  'prices' | 'offers' | 'planVersions' | 'groupVersions' | 'engineChanges' | keyof ServiceSettings
>;

export async function decidedAt(
  file: Config,
  said: Said,
  { atMs, enginesAtMs, vault }: Times & { readonly vault: Pick<Vault, 'open'> },
): Promise<Decided> {
  const { declared, sold } = file;
  const served = await servedConfig(file, said, { atMs: enginesAtMs, vault });
  const versions = Map.groupBy(said.prices, ({ model }) => model);
  const prices = [...served.config.models.models].map(([id, model]) => {
    // The database may not know yet what the configuration says now.
    const held = declared.prices.has(id) ? undefined : priceAt(versions.get(id) ?? [], false, atMs);
    return [id, held?.price ?? model.price] as const;
  });
  return {
    served,
    prices: new Map(prices),
    plans: planOffersAt(said.planVersions, file.plans, atMs),
    priceGroups: new Map([...groupsAt(said.groupVersions, atMs), ...file.priceGroups]),
    sold: soldAt(said.offers, { sold, declared: declared.offers }, atMs),
    signUp: declared.settings.has('signUp') ? file.signUp : (said.signUp ?? file.signUp),
  };
}

/** Those of the database: what the file declares comes on top. */
const groupsAt = (versions: Said['groupVersions'], atMs: number): readonly (readonly [string, GroupTerms])[] =>
  [...Map.groupBy(versions, ({ group }) => group)].flatMap(([group, own]) => {
    const held = priceAt(own, false, atMs);
    return held ? [[group, { name: held.name, percent: held.percent, models: held.models }] as const] : [];
  });
