/** What is sold: every version of each piece there was, is and will be, publishing a new one, and withdrawing one. */
import { actorOf } from '../../core/management-token.ts';
import type { WaysToPay } from '../../core/offer.ts';
import type { Clock } from '../../core/ports.ts';
import { startOf } from '../../core/version.ts';
import type { OperatorAction, OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import type { SoldView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { soldToView } from '../customers/operator-view.ts';
import { versionNamed } from './offer-terms.ts';

export type OfferParts = {
  readonly operatorStore: OperatorStore;
  readonly ways: WaysToPay;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
};

export function offerRoutes({ operatorStore, ways, refresh, clock }: OfferParts): readonly Route[] {
  async function view(): Promise<SoldView> {
    const { offers } = await operatorStore.announcements();
    return soldToView(offers, { methods: ways.methods, nowMs: clock.nowMs() });
  }

  type Order = { readonly id: string; readonly reason: string; readonly atMs: number; readonly action: OperatorAction };

  async function act({ operator }: OperatorCall, order: Order): Promise<SoldView> {
    await operatorStore.act({ ...order, actor: actorOf(operator) });
    await refresh();
    return view();
  }

  return [
    operatorRoute('GET /api/operator/offers', view),

    operatorRoute('POST /api/operator/offers', (call, { body: { id, reason, fromMs, ...offer } }) => {
      const atMs = clock.nowMs();
      return act(call, { id, reason, atMs, action: { kind: 'offer', ...offer, fromMs: startOf(fromMs, atMs) } });
    }),

    operatorRoute('POST /api/operator/offers/{id}/withdraw', (call, { body: { id, reason } }) => {
      const action = { kind: 'withdraw-offer', ...versionNamed(call.params.id ?? '') } as const;
      return act(call, { id, reason, atMs: clock.nowMs(), action });
    }),
  ];
}
