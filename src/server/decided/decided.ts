/** What is decided for a time: the configuration, and what was said on top of it in the database. */

import type { Price } from '../../core/money.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { planOffersAt } from '../../core/price-versions.ts';
import type { Vault } from '../../core/vault.ts';
import { versionAt } from '../../core/version.ts';
import { changesAt } from '../../features/serving/changes-at.ts';
import { type SoldTerms, termsAt } from '../../features/shop/offer-terms.ts';
import type { Config } from '../configuration/config.ts';
import { type ServedConfig, servedConfig } from '../engine-changes.ts';
import type { Announcements } from '../stores/operator-port.ts';

export type Decided = {
  /** Engines and models, with the keys of engines opened. */
  readonly served: ServedConfig;
  readonly prices: ReadonlyMap<string, Price>;
  readonly plans: PlanOffers;
  readonly sold: SoldTerms;
};

type Times = {
  /** For what is sold. */
  readonly atMs: number;
  readonly enginesAtMs: number;
};

/** What the database says; nothing, where no server has been started with it. */
export type Said = Pick<Announcements, 'prices' | 'offers' | 'planVersions' | 'engineChanges'>;

export async function decidedAt(
  file: Config,
  said: Said,
  { atMs, enginesAtMs, vault }: Times & { readonly vault: Pick<Vault, 'open'> },
): Promise<Decided> {
  const served = await servedConfig(file, changesAt(said.engineChanges, enginesAtMs), vault);
  const versions = Map.groupBy(said.prices, ({ model }) => model);
  const prices = [...served.config.models.models].map(
    ([id, model]) => [id, versionAt(versions.get(id) ?? [], atMs)?.price ?? model.price] as const,
  );
  return {
    served,
    prices: new Map(prices),
    plans: planOffersAt(said.planVersions, file.plans, atMs),
    sold: said.offers.length > 0 ? termsAt(said.offers, atMs) : file.sold,
  };
}
