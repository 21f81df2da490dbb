/** What can be bought in a test, from the setting `payments` as an operator writes it. */

import { openShop } from '../../src/core/offer.ts';
import type { PaymentProvider } from '../../src/features/shop/payment-ports.ts';
import { createShopService, type ShopParts } from '../../src/features/shop/service.ts';
import type { ShopRouteParts } from '../../src/features/shop/shop-routes.ts';
import { paymentCode } from '../../src/features/shop/spayd.ts';
import { cardProviderFrom } from '../../src/features/shop/stripe.ts';
import { createTopUpService, type TopUpParts, type TopUpService } from '../../src/features/shop/top-ups.ts';
import { createIds } from '../../src/platform/clock.ts';
import type { Announced } from '../../src/server/announcements.ts';
import { paymentsSchema, stripeOf, waysToPay } from '../../src/server/configuration/payments-config.ts';
import type { Stores } from '../../src/server/stores/stores.ts';

type ShopNeeds = Pick<ShopParts, 'clock' | 'log' | 'fingerprint' | 'origin' | 'notices'> & {
  readonly stores: Stores;
  readonly announced: Pick<Announced, 'sold' | 'planOffers'>;
};

type TestShop = {
  readonly shop: Omit<ShopRouteParts, 'orders'>;
  readonly provider: PaymentProvider | undefined;
  readonly topUps: TopUpService;
  /** The steps of the sweep. */
  readonly topUpParts: TopUpParts;
};

export function shopOf(written: unknown, { stores, announced, ...needs }: ShopNeeds): TestShop {
  const config = paymentsSchema.parse(written ?? {});
  const provider = cardProviderFrom(stripeOf(config));
  const about = { planOffers: announced.planOffers, serviceName: 'Boreal' };
  const [ids, sold] = [createIds(), openShop(waysToPay(config), announced.sold)];
  const topUpParts = { ...needs, ...stores, ids, shop: sold, provider, serviceName: about.serviceName };
  const topUps = createTopUpService(topUpParts);
  const service = createShopService({
    ...needs,
    ...stores,
    ...about,
    ids,
    shop: sold,
    cards: topUps,
    provider,
  });
  return { shop: { ...about, service, paymentCode }, provider, topUps, topUpParts };
}
