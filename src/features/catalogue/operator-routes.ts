/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import { priceFromCzkPerMillion } from '../../core/money.ts';
import type { PlanOffers } from '../../core/plan.ts';
import type { Clock } from '../../core/ports.ts';
import { LEAD_MS } from '../../core/version.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import type { Route } from '../../platform/http/call.ts';
import type { PricesView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { pricesToView } from '../customers/operator-view.ts';

export type PriceParts = {
  readonly operatorStore: OperatorStore;
  readonly catalogue: Catalogue;
  /** As the configuration has them. */
  readonly offers: PlanOffers;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function priceRoutes({ operatorStore, catalogue, offers, refresh, clock }: PriceParts): readonly Route[] {
  async function view(): Promise<PricesView> {
    const { prices, planVersions } = await operatorStore.announcements();
    return pricesToView({ models: [...catalogue.models.keys()], prices, planVersions, offers, nowMs: clock.nowMs() });
  }

  return [
    operatorRoute('GET /api/operator/prices', view),

    operatorRoute('POST /api/operator/prices', async ({ operator }, { body: { id, reason, model, price, fromMs } }) => {
      if (!catalogue.models.has(model)) {
        throw new ServiceError('invalid_request', `There is no model ${model}.`, { param: 'model' });
      }
      const atMs = clock.nowMs();
      const version = { model, price: priceFromCzkPerMillion(price), fromMs: startOf(fromMs, atMs) };
      await operatorStore.act({ id, reason, actor: actorOf(operator), atMs, action: { kind: 'price', ...version } });
      await refresh();
      return view();
    }),

    operatorRoute('POST /api/operator/plans', async ({ operator }, { body: { id, reason, plan, tokens, fromMs } }) => {
      const atMs = clock.nowMs();
      const version = { plan, tokens: BigInt(tokens), fromMs: startOf(fromMs, atMs) };
      await operatorStore.act({
        id,
        reason,
        actor: actorOf(operator),
        atMs,
        action: { kind: 'plan-tokens', ...version },
      });
      await refresh();
      return view();
    }),
  ];
}

/** A time that has passed cannot be priced anew; what holds at once needs a moment to reach every server. */
export function startOf(fromMs: number | null, nowMs: number): number {
  if (fromMs === null) return nowMs + LEAD_MS;
  if (fromMs < nowMs) {
    throw new ServiceError('invalid_request', 'A new version can only hold from a time that has not passed.', {
      param: 'fromMs',
    });
  }
  return Math.max(fromMs, nowMs + LEAD_MS);
}
