/** A shop in a test, from the setting `payments` as an operator writes it. */

import { openShop } from '../../src/core/offer.ts';
import { type CheckBuyer, createBuyerCheck, sellerVatIdOf } from '../../src/features/invoices/vies.ts';
import { createShopService, type ShopService } from '../../src/features/shop/service.ts';
import { cardProviderFrom } from '../../src/features/shop/stripe.ts';
import { createTopUpService, type TopUpService, type TopUpSources } from '../../src/features/shop/top-ups.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Announced } from '../../src/server/announcements.ts';
import { paymentsSchema, stripeOf, waysToPay } from '../../src/server/configuration/payments-config.ts';
import type { Stores } from '../../src/server/stores/stores.ts';

type ShopNeeds = {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly announced: Pick<Announced, 'sold' | 'planOffers'>;
};

type TestShop = {
  readonly shop: ShopService;
  readonly topUps: TopUpService;
  readonly checkBuyer: CheckBuyer;
  /** For the steps of the sweep. */
  readonly topUpSources: TopUpSources;
};

export function shopOf(
  written: unknown,
  { platform, stores, announced }: ShopNeeds,
  legal: { readonly version: string } | null = null,
): TestShop {
  const config = paymentsSchema.parse(written ?? {});
  const ways = waysToPay(config, legal);
  const shop = openShop(() => ways, announced.sold);
  const provider = cardProviderFrom(stripeOf(config));
  const { topUps, orders, attempts } = stores;
  const topUpSources = { shop, provider, topUps, orders, attempts };
  const cards = createTopUpService(platform, topUpSources);
  const checkBuyer = createBuyerCheck(platform, {
    buyers: stores.buyers,
    attempts,
    vies: config.vies,
    sellerVatId: () => sellerVatIdOf(shop),
  });
  const sources = { shop, provider, stores, planOffers: announced.planOffers, cards, checkBuyer };
  return { shop: createShopService(platform, sources), topUps: cards, topUpSources, checkBuyer };
}
