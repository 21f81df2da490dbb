/**
 * What the operator says to all servers: prices and engines with the time from which they hold, who may sign up, and to
 * read the configuration again. Every server reads it each second and works from memory, so that nothing on the path of a
 * request waits for it.
 */

import type { EngineChange } from '../core/engine-changes.ts';
import type { Catalogue, DraftModel, Model } from '../core/model.ts';
import type { Shop } from '../core/offer.ts';
import type { SignUpMode } from '../core/people.ts';
import type { PlanOffers } from '../core/plan.ts';
import type { Clock, Log, Prices } from '../core/ports.ts';
import { type PriceVersion, planOffersAt } from '../core/price-versions.ts';
import { LEAD_MS, versionAt } from '../core/version.ts';
import { type OfferPublisher, offersFrom, type SoldTerms, termsAt } from '../features/shop/offer-terms.ts';
import { repeat } from '../lib/repeat.ts';
import type { Announcements, OperatorStore } from './stores/operator-port.ts';

type AnnouncementParts = {
  readonly operatorStore: Pick<OperatorStore, 'announcements'>;
  readonly prices: Prices;
  /** The models with the prices of the configuration. */
  readonly catalogue: Catalogue<DraftModel>;
  readonly offers: OfferPublisher;
  /** As the configuration has it. */
  readonly sold: SoldTerms;
  readonly plans: PlanOffers;
  readonly configuredSignUp: SignUpMode;
  /** An operator has asked all servers to read their configuration again. */
  readonly onReload: () => void;
  /** The changes of engines were read; some may hold only since now. */
  readonly onEngineChanges?: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type Announced = {
  /** Its models always have the prices of this moment. */
  readonly catalogue: Catalogue;
  /** Prices that will hold from a time to come, soonest first. */
  upcomingPrices(): readonly PriceVersion[];
  signUp(): SignUpMode;
  /** What operators have changed of engines, as last read. */
  engineChanges(): readonly EngineChange[];
  /** What can be bought at this moment. */
  sold(): Pick<Shop, 'offers' | 'anyAmount'>;
  /** What a period of a plan has that begins now. */
  planOffers(): PlanOffers;
  /**
   * Gets other models and configured prices ready, publishes what is sold by a configuration that was read again, and returns what puts the models in the place of the old
   * ones, at one moment.
   */
  prepare(catalogue: Catalogue<DraftModel>, sold?: SoldTerms): Promise<() => void>;
  /** Reads anew; also called after a change. */
  refresh(): Promise<void>;
  stop(): void;
};

const REFRESH_MS = LEAD_MS / 2;

export async function followAnnouncements(parts: AnnouncementParts): Promise<Announced> {
  const { operatorStore, clock, log, configuredSignUp } = parts;
  let offered = { ...parts.catalogue, models: await publishPrices(parts.catalogue, parts) };
  await parts.offers.publish(parts.sold, { actor: CONFIGURATION, atMs: clock.nowMs() });
  let said = await operatorStore.announcements();
  let priceList = createPriceList(offered.models, said.prices);

  async function refresh(): Promise<void> {
    const next = await operatorStore.announcements();
    if (isNews(said, next)) priceList = createPriceList(offered.models, next.prices);
    const isReload = next.lastReload > said.lastReload;
    said = next;
    if (isReload) parts.onReload();
    parts.onEngineChanges?.();
  }
  const reading = repeat({
    everyMs: REFRESH_MS,
    work: refresh,
    // The database is away: requests are refused anyway, and what was read last is still right for a moment.
    onFailure: (cause) => log.warn({ cause }, 'prices and settings could not be read; the next second tries again'),
  });

  async function prepare(catalogue: Catalogue<DraftModel>, sold?: SoldTerms): Promise<() => void> {
    const models = await publishPrices(catalogue, parts);
    if (sold) await parts.offers.publish(sold, { actor: CONFIGURATION, atMs: clock.nowMs() });
    await refresh();
    return () => {
      offered = { ...catalogue, models };
      priceList = createPriceList(models, said.prices);
    };
  }

  return {
    prepare,
    catalogue: {
      get variant() {
        return offered.variant;
      },
      get defaultModel() {
        return offered.defaultModel;
      },
      get aliases() {
        return offered.aliases;
      },
      get models() {
        return priceList(clock.nowMs());
      },
    },
    upcomingPrices: () => {
      const nowMs = clock.nowMs();
      return said.prices.filter(({ fromMs }) => fromMs > nowMs).toSorted((a, b) => a.fromMs - b.fromMs);
    },
    signUp: () => said.signUp ?? configuredSignUp,
    engineChanges: () => said.engineChanges,
    sold: () => offersFrom(termsAt(said.offers, clock.nowMs())),
    planOffers: () => planOffersAt(said.planVersions, parts.plans, clock.nowMs()),
    refresh,
    stop: () => void reading.stop(),
  };
}

/** The actor of what the configuration says. */
export const CONFIGURATION = 'configuration';

/** Every price gets its version in the database before anything is sold by it. */
async function publishPrices(
  catalogue: Catalogue<DraftModel>,
  { prices, clock }: Pick<AnnouncementParts, 'prices' | 'clock'>,
): Promise<ReadonlyMap<string, Model>> {
  const wanted = new Map([...catalogue.models].map(([id, model]) => [id, model.price]));
  const versions = await prices.publish(wanted, { actor: CONFIGURATION, atMs: clock.nowMs() });
  return new Map([...catalogue.models].map(([id, model]) => [id, { ...model, priceVersion: versions.get(id)! }]));
}

/** Versions are only ever added. */
const isNews = (before: Announcements, after: Announcements): boolean => before.prices.length !== after.prices.length;

/** The models with the prices of a moment. Between two changes it is always the same map. */
function createPriceList(
  models: ReadonlyMap<string, Model>,
  versions: readonly PriceVersion[],
): (atMs: number) => ReadonlyMap<string, Model> {
  const byModel = Map.groupBy(versions, ({ model }) => model);
  let made:
    | { readonly fromMs: number; readonly untilMs: number; readonly models: ReadonlyMap<string, Model> }
    | undefined;
  return (atMs) => {
    if (made && atMs >= made.fromMs && atMs < made.untilMs) return made.models;
    const priced = [...models].map(([id, model]) => {
      const version = versionAt(byModel.get(id) ?? [], atMs);
      return [id, version ? { ...model, price: version.price, priceVersion: version.id } : model] as const;
    });
    const later = versions.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > atMs);
    made = { fromMs: atMs, untilMs: Math.min(Number.POSITIVE_INFINITY, ...later), models: new Map(priced) };
    return made.models;
  };
}
