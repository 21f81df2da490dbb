/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import { priceFromCzkPerMillion } from '../../core/money.ts';
import { PLANS, type PlanId, type PlanOffers } from '../../core/plan.ts';
import type { Clock } from '../../core/ports.ts';
import type { PlanVersion, PriceVersion } from '../../core/price-versions.ts';
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
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function priceRoutes({ operatorStore, catalogue, offers, refresh, clock }: PriceParts): readonly Route[] {
  async function view() {
    const { prices: versions, planVersions } = await operatorStore.announcements();
    const nowMs = clock.nowMs();
    return {
      models: [...catalogue.models.keys()].map((id) => ({ id, versions: pricesOf(id, versions, nowMs) })),
      plans: PLANS.map((id) => planOf({ id, configured: offers[id].tokens }, planVersions, nowMs)),
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
function pricesOf(id: string, versions: readonly PriceVersion[], nowMs: number) {
  const own = versions.filter(({ model }) => model === id);
  return withStates(own, nowMs).map(([version, state]) => ({ ...version, price: priceToView(version.price), state }));
}

type ConfiguredPlan = { readonly id: PlanId; readonly configured: bigint };

function planOf({ id, configured }: ConfiguredPlan, versions: readonly PlanVersion[], nowMs: number) {
  const own = versions.filter(({ plan }) => plan === id);
  return {
    id,
    configuredTokens: Number(configured),
    tokens: Number(versionAt(own, nowMs)?.tokens ?? configured),
    versions: withStates(own, nowMs).map(([version, state]) => ({ ...version, tokens: Number(version.tokens), state })),
  };
}
