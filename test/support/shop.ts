/** What can be bought in a test, from the setting `payments` as an operator writes it. */

import { openShop } from '../../src/domain/offer.ts';
import type { PaymentProvider } from '../../src/domain/payment-ports.ts';
import type { ShopRouteParts } from '../../src/http/settings/shop.ts';
import { createIds } from '../../src/ops/clock.ts';
import { paymentsSchema, stripeOf, waysToPay } from '../../src/ops/payments-config.ts';
import { paymentCode } from '../../src/payments/spayd.ts';
import { cardProviderFrom } from '../../src/payments/stripe.ts';
import type { Announced } from '../../src/service/announcements.ts';
import { createShopService, type ShopParts } from '../../src/service/shop.ts';
import { createTopUpService, type TopUpParts, type TopUpService } from '../../src/service/top-ups.ts';
import type { Stores } from '../../src/store/stores.ts';

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
