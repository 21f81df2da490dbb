/**
 * Offers, piece by piece: each plan, each package, the amounts of credit, and the limits of any amount. The terms of
 * a piece are never changed, only followed by a version that holds from a time on. Null is "not sold".
 */
import { CONFIGURATION } from '../../core/declared.ts';
import { formatCzk, NANOS_PER_CZK, parseCzk } from '../../core/money.ts';
import { creditOffer, type Offer, priceProblem, type Shop } from '../../core/offer.ts';
import { PLAN_ID, type PlanId, type PlanOffers, planNames, plansInOrder } from '../../core/plan.ts';
import type { PlanVersion } from '../../core/price-versions.ts';
import { versionAt } from '../../core/version.ts';

/** In one form for the pages, the API and the database. Amounts are in CZK. */
export type Terms =
  | { readonly kind: 'plan'; readonly czk: string }
  | { readonly kind: 'package'; readonly tokens: number; readonly czk: string; readonly days: number }
  | { readonly kind: 'amounts'; readonly czk: readonly string[] }
  | { readonly kind: 'any-amount'; readonly minCzk: string; readonly maxCzk: string };

/** `amounts`, `any-amount`, `plan-pro`, `package-million`: plans and packages by the ids of their offers. */
export type OfferItem = string;

export type OfferVersion = {
  readonly item: OfferItem;
  readonly version: number;
  readonly terms: Terms | null;
  readonly fromMs: number;
  readonly actor: string;
  /** It was taken back before it began, and never holds. */
  readonly withdrawnAtMs: number | null;
};

export type SoldTerms = ReadonlyMap<OfferItem, Terms>;

/** The configuration's offers. The pieces that it declares are its own; of the others it has the presets. */
export type ConfiguredOffers = { readonly sold: SoldTerms; readonly declared: ReadonlySet<OfferItem> };

export const AMOUNTS_MAX = 12;
export const PACKAGES_MAX = 12;
export const PACKAGE_DAYS_MAX = 3650;
export const PACKAGE_ID = /^[a-z0-9-]{1,40}$/;
export const PACKAGE_ID_FORM = 'must be 1 to 40 lower-case letters, digits or hyphens';
/** The largest amount of eight digits in hellers: Stripe takes no more. */
const CZK_MAX = 1_000_000n * NANOS_PER_CZK;

/** The problem of `max`, where both are prices. */
export function rangeProblem(min: string, max: string): string | undefined {
  if (priceProblem(min) || priceProblem(max)) return undefined;
  if (parseCzk(min) > parseCzk(max)) return 'must be at least min';
  return parseCzk(max) >= CZK_MAX ? 'must be less than 1000000 CZK' : undefined;
}

export const isDifferent = (czk: readonly string[]): boolean => new Set(czk.map(written)).size === czk.length;

/** One price has one form, so that the same terms are the same text. What is no price stays as it is. */
export const written = (czk: string): string => (priceProblem(czk) ? czk : formatCzk(parseCzk(czk)));

const PREFIXES = { plan: 'plan-', package: 'package-' } as const;

export const itemOf = (kind: keyof typeof PREFIXES, id: string): OfferItem => `${PREFIXES[kind]}${id}`;

/** The plan of a piece that is one. */
export const planOfItem = (item: OfferItem): PlanId => item.slice(PREFIXES.plan.length);

/** The kind of terms that a piece has; undefined where there is no such piece. */
export function kindOfItem(item: OfferItem): Terms['kind'] | undefined {
  if (item === 'amounts' || item === 'any-amount') return item;
  const idAfter = (prefix: string) => (item.startsWith(prefix) ? item.slice(prefix.length) : '');
  if (PLAN_ID.test(idAfter(PREFIXES.plan))) return 'plan';
  return PACKAGE_ID.test(idAfter(PREFIXES.package)) ? 'package' : undefined;
}

export const versionName = ({ item, version }: Pick<OfferVersion, 'item' | 'version'>): string => `${item}@${version}`;

/** A text that is no such name has no version. */
export function versionNamed(name: string): Pick<OfferVersion, 'item' | 'version'> {
  const at = name.lastIndexOf('@');
  return { item: name.slice(0, Math.max(0, at)), version: Number(name.slice(at + 1)) };
}

/** Everything that is sold at a time: as the configuration declares it, else the version that holds then, else the preset. */
export function soldAt(
  versions: readonly OfferVersion[],
  { sold: configured, declared }: ConfiguredOffers,
  atMs: number,
): SoldTerms {
  const sold = new Map(configured);
  for (const [item, own] of Map.groupBy(decidedVersions(versions), (one) => one.item)) {
    const held = declared.has(item) ? undefined : versionAt(own, atMs);
    if (held?.terms) sold.set(item, held.terms);
    else if (held) sold.delete(item);
  }
  return sold;
}

/** Those that operators have published and not withdrawn. Earlier releases wrote what the configuration said beside them. */
export const decidedVersions = (versions: readonly OfferVersion[]): readonly OfferVersion[] =>
  versions.filter(({ withdrawnAtMs, actor }) => withdrawnAtMs === null && actor !== CONFIGURATION);

/** Credit as it is listed, then packages by price, then plans in their order; a plan that is not there is not sold. */
export function offersFrom(sold: SoldTerms, plans: PlanOffers): Pick<Shop, 'offers' | 'anyAmount'> {
  const offers: Offer[] = [];
  let anyAmount: Shop['anyAmount'] = null;
  for (const [id, terms] of sold) {
    if (terms.kind === 'amounts') offers.push(...terms.czk.map((czk) => creditOffer(parseCzk(czk))));
    else if (terms.kind === 'any-amount') anyAmount = { min: parseCzk(terms.minCzk), max: parseCzk(terms.maxCzk) };
    else if (terms.kind === 'plan') {
      const plan = planOfItem(id);
      const own = plans[plan];
      if (!own) continue;
      const sold = { kind: 'plan', plan, name: planNames(plan, own), every: own.every ?? 'month' } as const;
      offers.push({ id, ...sold, amount: parseCzk(terms.czk) });
    } else {
      const { tokens, czk, days } = terms;
      offers.push({ id, kind: 'package', amount: parseCzk(czk), tokens: BigInt(tokens), days });
    }
  }
  const inOrder = plansInOrder(plans);
  const group = ({ kind }: Offer) => ['credit', 'package', 'plan'].indexOf(kind);
  const inGroup = (one: Offer, other: Offer) => {
    if (one.kind === 'package') return Number(one.amount - other.amount) || (one.id < other.id ? -1 : 1);
    return one.kind === 'plan' && other.kind === 'plan' ? inOrder.indexOf(one.plan) - inOrder.indexOf(other.plan) : 0;
  };
  return { offers: offers.toSorted((a, b) => group(a) - group(b) || inGroup(a, b)), anyAmount };
}

/** The prices of plans that are sold, in CZK. */
export const planPricesOf = (sold: SoldTerms): ReadonlyMap<PlanId, string> =>
  new Map([...sold].flatMap(([item, terms]) => (terms.kind === 'plan' ? [[planOfItem(item), terms.czk]] : [])));

/** The prices among the versions of plans. One that only puts a plan on sale has the price of before. */
export function pricesOf(versions: readonly PlanVersion[]): readonly OfferVersion[] {
  const priced = versions.filter(({ terms: { czk, isOnSale } }) => czk !== undefined || isOnSale !== undefined);
  const inTime = priced.toSorted((a, b) => a.fromMs - b.fromMs || a.version - b.version);
  return priced.map((one) => {
    const { plan, version, fromMs, actor, withdrawnAtMs } = one;
    const until = inTime.slice(0, inTime.indexOf(one) + 1);
    const own = until.filter((other) => other === one || (other.plan === plan && other.withdrawnAtMs === null));
    const czk = own.findLast(({ terms }) => terms.czk !== undefined)?.terms.czk;
    const isOnSale = own.findLast(({ terms }) => terms.isOnSale !== undefined)?.terms.isOnSale ?? true;
    const terms = isOnSale && czk !== undefined ? ({ kind: 'plan', czk } as const) : null;
    return { item: itemOf('plan', plan), version, terms, fromMs, actor, withdrawnAtMs };
  });
}
