/** The shop: what can be bought, orders, and vouchers. */
import { ServiceError } from '../../core/errors.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Buyers } from './buyer.ts';
import { shop as contract } from './contract.ts';
import { giftToView, offersToView, orderToView, withdrawalToView } from './order-view.ts';
import type { Order, Orders } from './payment-ports.ts';
import type { ShopService } from './service.ts';
import { declareWithdrawal, type Withdrawals } from './withdrawals.ts';

type Selling = {
  readonly service: ShopService;
  readonly orders: Orders;
  readonly buyers: Pick<Buyers, 'of'>;
  readonly withdrawals: Withdrawals;
  /** The tokens of a period that begins now. */
  readonly planOffers: () => PlanOffers;
};

export function shopRoutes(platform: Platform, selling: Selling): readonly Route[] {
  const { clock } = platform;
  const { service, orders, buyers, withdrawals, planOffers } = selling;
  const { shop } = service;
  const view = (order: Order) => orderToView(order, { bank: shop.bank, serviceName: platform.serviceName });

  const look = (accountId: string, orderId: string) => withdrawals.look({ accountId, orderId, nowMs: clock.nowMs() });

  return implement(contract, {
    offers: async ({ person }) => offersToView(shop, planOffers(), await buyers.of(person.accountId)),

    order: async ({ person, body }) => {
      const { order, url } = await service.order(person, body);
      return { order: view(order), url };
    },

    orders: async ({ person: { accountId } }) => ({
      orders: (await orders.list(accountId)).map(view),
      withdrawable: await withdrawals.open(accountId, clock.nowMs()),
    }),

    orderOf: async ({ person, params }) => {
      const order = await orders.find(person.accountId, params.id);
      if (!order) throw new ServiceError('not_found', 'This account has no such order.');
      return { order: view(order) };
    },

    withdrawal: async ({ person: { accountId }, params: { id } }) => withdrawalToView(await look(accountId, id)),

    withdraw: async ({ person, params: { id }, body: { name } }) =>
      withdrawalToView(await declareWithdrawal(platform, withdrawals, { person, wish: { orderId: id, name } })),

    redeem: async ({ person, client, body }) => ({
      gift: giftToView(await service.redeem(person, body.code, client.address)),
    }),

    cancelPlan: async ({ person }) => {
      await service.cancelPlan(person);
      return { cancelled: true as const };
    },
  });
}
