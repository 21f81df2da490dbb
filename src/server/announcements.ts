/**
 * The operator's word to all servers: prices, offers and engines with the time from which they hold, who may sign up,
 * and to read the configuration again. Every server reads it each second and works from memory, so that nothing on the path
 * of a request waits for it. What the configuration declares is not changed by it.
 */

import { type BuyingPrices, type BuyingWords, createBuyingPrices } from '../core/buying.ts';
import { CONFIGURATION, type Declared } from '../core/declared.ts';
import type { Catalogue, DraftModel } from '../core/model.ts';
import type { Shop } from '../core/offer.ts';
import type { SignUpMode } from '../core/people.ts';
import type { PlanOffers } from '../core/plan.ts';
import { createPriceGroups, type GroupMembership, type GroupTerms } from '../core/price-groups.ts';
import { type PriceVersion, planOffersAt, priceAt } from '../core/price-versions.ts';
import type { SettingMark } from '../core/service-settings.ts';
import { LEAD_MS } from '../core/version.ts';
import { offersFrom, type SoldTerms, soldAt } from '../features/shop/offer-terms.ts';
import { createGroupPrices, type GroupPrices } from '../ledger/group-prices.ts';
import type { PriceGroupRecords } from '../ledger/group-store.ts';
import type { Prices } from '../ledger/price-store.ts';
import { repeat } from '../lib/repeat.ts';
import type { Platform } from '../platform/platform.ts';
import type { AnnouncementReader, Announcements } from './stores/announcements.ts';

/** The configuration's word on all this. */
type Configured = {
  /** The models with the prices of the configuration. */
  readonly models: Catalogue<DraftModel>;
  readonly sold: SoldTerms;
  readonly priceGroups: ReadonlyMap<string, GroupTerms>;
  readonly signUp: SignUpMode;
  readonly declared: Declared;
};

/** The configuration, and the models that are served: its own, and those that the database has beside them. */
type Offered = { readonly configured: Configured; readonly catalogue: Catalogue<DraftModel> };

type Following = Offered &
  Pick<Platform, 'clock' | 'log'> & {
    readonly announcements: Pick<AnnouncementReader, 'read' | 'revision'>;
    readonly prices: Prices;
    readonly groups: Pick<PriceGroupRecords, 'members' | 'price' | 'publish'>;
    readonly plans: PlanOffers;
    /** An operator has asked all servers to read their configuration again. */
    readonly onReload: () => void;
    /** The changes of engines were read; some may hold only since now. */
    readonly onEngineChanges?: () => void;
    /** Settings of the service were read; what is new among them is taken over before anything else. */
    readonly onSettings?: (marks: readonly SettingMark[]) => Promise<void>;
  };

export type Announced = {
  /** Its models always have the prices of this moment. */
  readonly catalogue: Catalogue;
  /** The prices of customers who are in price groups. */
  readonly groupPrices: GroupPrices;
  /** The buying prices of engines. */
  readonly buying: BuyingPrices;
  /** Prices that will hold from a time to come, soonest first. */
  upcomingPrices(): readonly PriceVersion[];
  signUp(): SignUpMode;
  /** All of it, as last read. */
  said(): Announcements;
  /** Everything that can be bought at this moment. */
  sold(): Pick<Shop, 'offers' | 'anyAmount'>;
  /** The plans of a period that begins now. */
  planOffers(): PlanOffers;
  /**
   * Gets other models and another configuration ready, and returns what puts them in the place of the old ones, at one
   * moment.
   */
  prepare(next: Offered): Promise<() => void>;
  /** Reads anew; also called after a change. */
  refresh(): Promise<void>;
  stop(): void;
};

const REFRESH_MS = LEAD_MS / 2;

export async function followAnnouncements(parts: Following): Promise<Announced> {
  const { announcements, clock, log } = parts;
  let offered: Offered = parts;
  await publishPrices(offered.configured, parts);
  let revision = await announcements.revision();
  let said = await announcements.read();
  let priceList = createPriceList(offered, said.prices);
  let buying = createBuyingPrices(said);
  const groups = await followGroups(parts.groups, offered, said);

  let begun = 0;
  let taken = 0;
  async function refresh(): Promise<void> {
    const read = ++begun;
    // Read before the rows: what comes between is read again.
    const found = await announcements.revision();
    const next = found === revision ? said : await announcements.read();
    const members = await groups.membersOf(next);
    await parts.onSettings?.(next.settings);
    // One that began before a change may arrive after one that has seen it.
    if (read < taken) return;
    taken = read;
    // Versions are only ever added.
    if (said.prices.length !== next.prices.length) priceList = createPriceList(offered, next.prices);
    if (isNewer(next, said)) buying = createBuyingPrices(next);
    groups.take(offered, next, members);
    const isReload = next.lastReload > said.lastReload;
    said = next;
    revision = found;
    if (isReload) parts.onReload();
    parts.onEngineChanges?.();
  }
  const reading = repeat({
    everyMs: REFRESH_MS,
    work: refresh,
    // The database is away: requests are refused anyway, and what was read last is still right for a moment.
    onFailure: (cause) => log.warn({ cause }, 'prices and settings could not be read; the next second tries again'),
  });

  return {
    prepare: async (next) => {
      await publishPrices(next.configured, parts);
      await refresh();
      return () => {
        offered = next;
        priceList = createPriceList(next, said.prices);
        groups.take(next, said);
      };
    },
    catalogue: pricedCatalogue(
      () => offered.catalogue,
      () => priceList(clock.nowMs()),
    ),
    buying: { of: (source, atMs) => buying.of(source, atMs) },
    groupPrices: createGroupPrices(parts.groups, groups.now),
    upcomingPrices: () => upcomingIn(said, offered, clock.nowMs()),
    signUp: () => signUpOf(offered.configured, said),
    said: () => said,
    sold: () => {
      const { sold, declared } = offered.configured;
      const nowMs = clock.nowMs();
      const plans = planOffersAt(said.planVersions, parts.plans, nowMs);
      return offersFrom(soldAt(said.offers, { sold, declared: declared.offers }, nowMs), plans);
    },
    planOffers: () => planOffersAt(said.planVersions, parts.plans, clock.nowMs()),
    refresh,
    stop: () => void reading.stop(),
  };
}

const isNewer = (next: BuyingWords, last: BuyingWords): boolean =>
  next.buyingVersions.length !== last.buyingVersions.length || next.rates.length !== last.rates.length;

/** Versions are only ever added. Members may be many, and are read when there is a new one. */
async function followGroups(records: Pick<PriceGroupRecords, 'members'>, offered: Offered, said: Announcements) {
  const groupsFrom = ({ configured: { declared } }: Offered, { groupVersions: versions }: Announcements) =>
    createPriceGroups({ versions, members }, declared.priceGroups);
  let members = await records.members();
  let taken = { offered, said };
  let groups = groupsFrom(offered, said);
  return {
    now: () => groups,
    membersOf: async ({ memberRevision }: Announcements): Promise<readonly GroupMembership[]> =>
      memberRevision === taken.said.memberRevision ? members : records.members(),
    take: (nextOffered: Offered, next: Announcements, nextMembers = members): void => {
      const isSame =
        nextOffered === taken.offered &&
        nextMembers === members &&
        next.groupVersions.length === taken.said.groupVersions.length;
      members = nextMembers;
      taken = { offered: nextOffered, said: next };
      if (!isSame) groups = groupsFrom(nextOffered, next);
    },
  };
}

/** Soonest first. */
const upcomingIn = ({ prices }: Announcements, { configured: { declared } }: Offered, nowMs: number) =>
  prices
    .filter(({ fromMs, model }) => fromMs > nowMs && !declared.prices.has(model))
    .toSorted((a, b) => a.fromMs - b.fromMs);

const signUpOf = ({ signUp, declared }: Configured, said: Announcements): SignUpMode =>
  declared.settings.has('signUp') ? signUp : (said.signUp ?? signUp);

/** The catalogue of this moment, whenever it is looked at. */
const pricedCatalogue = (catalogue: () => Catalogue<DraftModel>, priced: () => Priced): Catalogue => ({
  get variant() {
    return catalogue().variant;
  },
  get defaultModel() {
    return catalogue().defaultModel;
  },
  get aliases() {
    return priced().aliases;
  },
  get models() {
    return priced().models;
  },
});

/** Every price of the configuration gets its version in the database before anything is sold by it. */
async function publishPrices(
  { models, priceGroups }: Pick<Configured, 'models' | 'priceGroups'>,
  { prices, groups, clock }: Pick<Following, 'prices' | 'groups' | 'clock'>,
): Promise<void> {
  const wanted = new Map([...models.models].map(([id, model]) => [id, model.price]));
  await prices.publish(wanted, { actor: CONFIGURATION, atMs: clock.nowMs() });
  if (priceGroups.size > 0) await groups.publish(priceGroups, clock.nowMs());
}

/** A model without a price is not served, under none of its names. */
type Priced = Pick<Catalogue, 'models' | 'aliases'>;

/** The models with the prices of a moment. Between two changes they are always the same maps. */
function createPriceList(
  { catalogue, configured: { declared } }: Offered,
  versions: readonly PriceVersion[],
): (atMs: number) => Priced {
  const byModel = Map.groupBy(versions, ({ model }) => model);
  let made: (Priced & { readonly fromMs: number; readonly untilMs: number }) | undefined;
  return (atMs) => {
    if (made && atMs >= made.fromMs && atMs < made.untilMs) return made;
    const priced = [...catalogue.models].flatMap(([id, model]) => {
      const version = priceAt(byModel.get(id) ?? [], declared.prices.has(id), atMs);
      return version ? [[id, { ...model, price: version.price, priceVersion: version.id }] as const] : [];
    });
    const later = versions.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > atMs);
    const models = new Map(priced);
    const aliases = new Map([...catalogue.aliases].filter(([, id]) => models.has(id)));
    made = { fromMs: atMs, untilMs: Math.min(Number.POSITIVE_INFINITY, ...later), models, aliases };
    return made;
  };
}
