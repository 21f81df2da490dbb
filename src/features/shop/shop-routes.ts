/** The shop: what can be bought, orders, and vouchers. */
import { ServiceError } from '../../core/errors.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Buyers } from './buyer.ts';
import { shop as contract } from './contract.ts';
import { giftToView, offersToView, orderToView } from './order-view.ts';
import type { Order, Orders } from './payment-ports.ts';
import type { ShopService } from './service.ts';

type Selling = {
  readonly service: ShopService;
  readonly orders: Orders;
  readonly buyers: Pick<Buyers, 'of'>;
  /** The tokens of a period that begins now. */
  readonly planOffers: () => PlanOffers;
};

export function shopRoutes(
  { serviceName }: Platform,
  { service, orders, buyers, planOffers }: Selling,
): readonly Route[] {
  const { shop } = service;
  const view = (order: Order) => orderToView(order, { bank: shop.bank, serviceName });

  return implement(contract, {
    offers: async ({ person }) => offersToView(shop, planOffers(), await buyers.of(person.accountId)),

    order: async ({ person, body }) => {
      const { order, url } = await service.order(person, body);
      return { order: view(order), url };
    },

    orders: async ({ person }) => ({ orders: (await orders.list(person.accountId)).map(view) }),

    orderOf: async ({ person, params }) => {
      const order = await orders.find(person.accountId, params.id);
      if (!order) throw new ServiceError('not_found', 'This account has no such order.');
      return { order: view(order) };
    },

    redeem: async ({ person, client, body }) => ({
      gift: giftToView(await service.redeem(person, body.code, client.address)),
    }),

    cancelPlan: async ({ person }) => {
      await service.cancelPlan(person);
      return { cancelled: true as const };
    },
  });
}
