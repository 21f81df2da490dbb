/** Automatic top-up: the service behind the pages, and what it adds to the sweeps. */

import type { Shop } from '../core/offer.ts';
import type { Clock, Ids, Log } from '../core/ports.ts';
import type { PaymentProvider } from '../features/shop/payment-ports.ts';
import { createTopUpService, forgetCards, type TopUpService, topUpAccounts } from '../features/shop/top-ups.ts';
import type { SweepStep } from '../ledger/sweeps.ts';
import type { Notices } from '../platform/notices/notice.ts';
import type { Auth } from './auth.ts';
import type { Config } from './configuration/config.ts';
import type { Stores } from './stores/stores.ts';

type TopUpNeeds = {
  readonly stores: Pick<Stores, 'topUps' | 'orders' | 'attempts'>;
  readonly auth: Pick<Auth, 'address'>;
  readonly provider: PaymentProvider | undefined;
  readonly shop: Shop;
  readonly notices: Notices;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
};

type TopUps = { readonly service: TopUpService; readonly sweepSteps: readonly SweepStep[] };

export function createTopUps({ serviceName }: Config, { stores, auth, ...needs }: TopUpNeeds): TopUps {
  const { topUps, orders, attempts } = stores;
  const origin = () => auth.address().origin;
  const parts = { ...needs, serviceName, topUps, orders, attempts, origin };
  return {
    service: createTopUpService(parts),
    sweepSteps: [
      { name: 'topUps', run: () => topUpAccounts(parts) },
      { name: 'forgetCards', run: () => forgetCards(parts) },
    ],
  };
}
