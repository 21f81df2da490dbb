/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import type { Declared } from '../../core/declared.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import { formatCzk, priceFromCzkPerMillion } from '../../core/money.ts';
import { orderOf, type PlanId, type PlanOffers, planNames, plansInOrder } from '../../core/plan.ts';
import {
  type PlanPatch,
  type PlanVersion,
  type PriceVersion,
  planOffersAt,
  priceAt,
} from '../../core/price-versions.ts';
import { startOf, withStates } from '../../core/version.ts';
import { patchToJson } from '../../ledger/plan-versions.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PlanVersionView, type PricesView, prices } from './contract.ts';
import { priceToView } from './model-view.ts';

/** The prices and plans of the service, as `server` hands them in. */
export type PriceSources = {
  readonly announcements: () => Promise<{
    readonly prices: readonly PriceVersion[];
    readonly planVersions: readonly PlanVersion[];
  }>;
  readonly catalogue: Catalogue;
  /** As the configuration has them. */
  readonly offers: PlanOffers;
  /** The pieces that the configuration owns. */
  readonly declared: () => Declared;
  /** What is asked for plans that are sold now, in CZK. */
  readonly planPrices: () => Promise<ReadonlyMap<PlanId, string>>;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function priceRoutes(
  { actionLog, clock }: Platform,
  { announcements, catalogue, offers, declared, planPrices, refresh }: PriceSources,
): readonly Route[] {
  async function view() {
    const { prices: versions, planVersions } = await announcements();
    const nowMs = clock.nowMs();
    return {
      models: [...catalogue.models].map(([id, { isDemonstration = false }]) => {
        const isFromFile = declared().prices.has(id);
        const own = versions.filter(({ model }) => model === id);
        return { id, isDemonstration, isFromFile, versions: pricesToView(own, isFromFile, nowMs) };
      }),
      plans: plansToView({ offers, planVersions, nowMs, prices: await planPrices(), declared: declared() }),
    };
  }

  return implement(prices, {
    list: view,

    setPrice: async ({ operator, body: { id, reason, model, price, fromMs } }) => {
      if (!catalogue.models.has(model)) {
        throw new ServiceError('invalid_request', `There is no model ${model}.`, { param: 'model' });
      }
      const atMs = clock.nowMs();
      const version = { model, price: priceFromCzkPerMillion(price), fromMs: startOf(fromMs, atMs) };
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action: { kind: 'price', ...version } });
      await refresh();
      return view();
    },

    setPlan: async ({ operator, body: { id, reason, plan, after, fromMs, ...terms } }) => {
      const atMs = clock.nowMs();
      const action = { kind: 'plan-terms', plan, terms, after, fromMs: startOf(fromMs, atMs) } as const;
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action });
      await refresh();
      return view();
    },

    withdrawPlan: async ({ operator, params, body }) => {
      const action = { kind: 'withdraw-plan', ...planVersionNamed(params.id) } as const;
      await actionLog.act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action });
      await refresh();
      return view();
    },
  });
}

/** Newest first, as the versions of a plan. */
const pricesToView = (own: readonly PriceVersion[], isFromFile: boolean, nowMs: number) =>
  withStates(own, nowMs, (atMs) => priceAt(own, isFromFile, atMs)).map(([version, state]) => ({
    ...version,
    price: priceToView(version.price),
    state,
  }));

type PlanParts = {
  readonly offers: PlanOffers;
  readonly planVersions: readonly PlanVersion[];
  readonly nowMs: number;
  readonly prices: ReadonlyMap<PlanId, string>;
  readonly declared: Declared;
};

/** Those that begin later are there too. */
function plansToView(parts: PlanParts): PricesView['plans'] {
  const { offers, planVersions, nowMs } = parts;
  const now = planOffersAt(planVersions, offers, nowMs);
  const later = planVersions.filter(({ plan, withdrawnAtMs }) => !now[plan] && withdrawnAtMs === null);
  const all = { ...Object.fromEntries(later.map(({ plan, terms }) => [plan, terms])), ...now };
  return plansInOrder(all).map((id) => planToView(id, all, parts));
}

function planToView(id: PlanId, all: PlanOffers, parts: PlanParts): PricesView['plans'][number] {
  const { offers, planVersions, nowMs, prices, declared } = parts;
  const own = planVersions.filter(({ plan }) => plan === id);
  const terms = all[id] ?? {};
  return {
    id,
    isFromFile: offers[id]?.isDeclared ?? false,
    isPriceFromFile: declared.offers.has(`plan-${id}`),
    configuredTokens: numberOf(offers[id]?.tokens),
    name: planNames(id, terms),
    text: terms.text ?? { en: '', cs: '' },
    order: orderOf(id, terms),
    every: terms.every ?? 'month',
    tokens: numberOf(terms.tokens),
    credit: terms.credit === undefined ? null : formatCzk(terms.credit),
    models: terms.models ?? null,
    windows: terms.windows ?? {},
    weights: patchToJson({ weights: terms.weights ?? {} }).weights ?? {},
    czk: prices.get(id) ?? null,
    version: own.at(-1)?.version ?? 0,
    versions: versionsToView(own, { isFromFile: offers[id]?.isDeclared ?? false, nowMs }),
  };
}

/** Each changes something else, so several hold at once: all that have begun. */
function versionsToView(
  own: readonly PlanVersion[],
  { isFromFile, nowMs }: { readonly isFromFile: boolean; readonly nowMs: number },
): PricesView['plans'][number]['versions'] {
  const counting = isFromFile ? [] : own.filter(({ withdrawnAtMs }) => withdrawnAtMs === null);
  const stateOf = (one: PlanVersion) => {
    if (one.withdrawnAtMs !== null) return 'withdrawn';
    if (!counting.includes(one) || isReplaced(one, counting)) return 'past';
    return one.fromMs > nowMs
      ? 'planned'
      : counting.some((other) => other.fromMs <= nowMs && isReplacing(other, one))
        ? 'past'
        : 'now';
  };
  return own
    .toSorted((a, b) => b.fromMs - a.fromMs || b.version - a.version)
    .map((one) => ({
      id: `${one.plan}@${one.version}`,
      changes: changesToView(one.terms),
      tokens: numberOf(one.terms.tokens),
      fromMs: one.fromMs,
      actor: one.actor,
      state: stateOf(one),
    }));
}

/** One that another replaces at its very beginning never holds. */
const isReplaced = (one: PlanVersion, all: readonly PlanVersion[]): boolean =>
  all.some((other) => other.fromMs === one.fromMs && isReplacing(other, one));

/** Says whether a later version says something else of all that an earlier one has said. */
function isReplacing(later: PlanVersion, earlier: PlanVersion): boolean {
  const isLater = later.fromMs > earlier.fromMs || (later.fromMs === earlier.fromMs && later.version > earlier.version);
  return isLater && Object.keys(earlier.terms).every((field) => field in later.terms);
}

function changesToView(terms: PlanPatch): PlanVersionView['changes'] {
  const { tokens, credit, name, text, order, every, czk, isOnSale, models, weights, windows } = terms;
  return {
    name,
    text,
    order,
    every,
    czk,
    isOnSale,
    models,
    windows,
    weights: patchToJson({ weights }).weights,
    tokens: tokens === undefined ? undefined : Number(tokens),
    credit: credit === undefined ? undefined : formatCzk(credit),
  };
}

const numberOf = (tokens: bigint | undefined): number | null => (tokens === undefined ? null : Number(tokens));

function planVersionNamed(name: string): { readonly plan: PlanId; readonly version: number } {
  const at = name.lastIndexOf('@');
  return { plan: name.slice(0, Math.max(0, at)), version: Number(name.slice(at + 1)) };
}
