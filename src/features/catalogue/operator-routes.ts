/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import type { Declared } from '../../core/declared.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import { priceFromCzkPerMillion } from '../../core/money.ts';
import { PLANS, type PlanId, type PlanOffers } from '../../core/plan.ts';
import { type PlanVersion, type PriceVersion, planOffersAt, priceAt } from '../../core/price-versions.ts';
import { startOf, versionAt, withStates } from '../../core/version.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { prices } from './contract.ts';
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
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function priceRoutes(
  { actionLog, clock }: Platform,
  { announcements, catalogue, offers, declared, refresh }: PriceSources,
): readonly Route[] {
  async function view() {
    const { prices: versions, planVersions } = await announcements();
    const nowMs = clock.nowMs();
    return {
      models: [...catalogue.models.keys()].map((id) => {
        const isFromFile = declared().prices.has(id);
        const own = versions.filter(({ model }) => model === id);
        return { id, isFromFile, versions: pricesToView(own, isFromFile, nowMs) };
      }),
      plans: PLANS.map((id) => planToView(id, { offers, planVersions, nowMs })),
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

    setPlan: async ({ operator, body: { id, reason, plan, tokens, fromMs } }) => {
      const atMs = clock.nowMs();
      const version = { plan, tokens: BigInt(tokens), fromMs: startOf(fromMs, atMs) };
      const action = { kind: 'plan-tokens', ...version } as const;
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action });
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
};

function planToView(id: PlanId, { offers, planVersions, nowMs }: PlanParts) {
  const own = planVersions.filter(({ plan }) => plan === id);
  const { tokens, isDeclared: isFromFile = false } = offers[id];
  const holdsAt = (atMs: number) => (isFromFile ? undefined : versionAt(own, atMs));
  return {
    id,
    isFromFile,
    configuredTokens: Number(tokens),
    tokens: Number(planOffersAt(planVersions, offers, nowMs)[id].tokens),
    versions: withStates(own, nowMs, holdsAt).map(([version, state]) => ({
      ...version,
      tokens: Number(version.tokens),
      state,
    })),
  };
}
