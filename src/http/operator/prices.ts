/** Prices and plans: every version there was, is and will be, and publishing a new one for a time to come. */

import { ServiceError } from '../../domain/errors.ts';
import { actorOf } from '../../domain/management-token.ts';
import type { Catalogue } from '../../domain/model.ts';
import { priceFromCzkPerMillion } from '../../domain/money.ts';
import type { OperatorStore } from '../../domain/operator.ts';
import type { PlanOffers } from '../../domain/plan.ts';
import type { Clock } from '../../domain/ports.ts';
import { LEAD_MS } from '../../domain/version.ts';
import type { PricesView } from '../../wire/operator-api.ts';
import { pricesToView } from '../../wire/operator-view.ts';
import type { Route } from '../call.ts';
import { operatorRoute } from './route.ts';

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
