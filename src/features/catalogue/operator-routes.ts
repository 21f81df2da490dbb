/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import type { Declared } from '../../core/declared.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import { priceFromCzkPerMillion } from '../../core/money.ts';
import { PLANS, type PlanId, type PlanOffers } from '../../core/plan.ts';
import type { Clock } from '../../core/ports.ts';
import { type PlanVersion, type PriceVersion, planOffersAt, priceAt } from '../../core/price-versions.ts';
import { startOf, versionAt, withStates } from '../../core/version.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { prices } from './contract.ts';
import { priceToView } from './model-view.ts';

export type PriceParts = {
  readonly operatorStore: Pick<ActionLog, 'act'> & {
    announcements(): Promise<{
      readonly prices: readonly PriceVersion[];
      readonly planVersions: readonly PlanVersion[];
    }>;
  };
  readonly catalogue: Catalogue;
  /** As the configuration has them. */
  readonly offers: PlanOffers;
  /** What the configuration owns. */
  readonly declared: () => Declared;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function priceRoutes({
  operatorStore,
  catalogue,
  offers,
  declared,
  refresh,
  clock,
}: PriceParts): readonly Route[] {
  async function view() {
    const { prices: versions, planVersions } = await operatorStore.announcements();
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
      await operatorStore.act({ id, reason, actor: actorOf(operator), atMs, action: { kind: 'price', ...version } });
      await refresh();
      return view();
    },

    setPlan: async ({ operator, body: { id, reason, plan, tokens, fromMs } }) => {
      const atMs = clock.nowMs();
      const version = { plan, tokens: BigInt(tokens), fromMs: startOf(fromMs, atMs) };
      const action = { kind: 'plan-tokens', ...version } as const;
      await operatorStore.act({ id, reason, actor: actorOf(operator), atMs, action });
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
