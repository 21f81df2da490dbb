/** Automatic top-up: the service behind the pages, and what it adds to the sweeps. */
import type { Notices } from '../domain/notice.ts';
import type { Shop } from '../domain/offer.ts';
import type { PaymentProvider } from '../domain/payment-ports.ts';
import type { Clock, Ids, Log } from '../domain/ports.ts';
import type { Config } from '../ops/config.ts';
import type { SweepStep } from '../service/sweeps.ts';
import { createTopUpService, forgetCards, type TopUpService, topUpAccounts } from '../service/top-ups.ts';
import type { Stores } from '../store/stores.ts';
import type { Auth } from './auth.ts';

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
