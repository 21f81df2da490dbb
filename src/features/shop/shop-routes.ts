/** What can be bought, orders, and vouchers. */
import { ServiceError } from '../../core/errors.ts';
import type { PlanOffers } from '../../core/plan.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import { giftToView, offersToView, orderToView } from './order-view.ts';
import type { Order, Orders } from './payment-ports.ts';
import type { ShopService } from './service.ts';
import type { TransferPlace } from './transfer.ts';

export type ShopRouteParts = {
  readonly service: ShopService;
  readonly orders: Orders;
  /** What a period has that begins now. */
  readonly planOffers: () => PlanOffers;
  readonly serviceName: string;
  /** The text of a QR payment code. */
  readonly paymentCode: TransferPlace['paymentCode'];
};

export function shopRoutes({
  service,
  orders,
  planOffers,
  serviceName,
  paymentCode,
}: ShopRouteParts): readonly Route[] {
  const { shop } = service;
  const view = (order: Order) => orderToView(order, { bank: shop.bank, serviceName, paymentCode });

  return [
    personRoute('GET /api/offers', async () => offersToView(shop, planOffers())),

    personRoute('POST /api/orders', async ({ person }, { body }) => {
      const { order, url } = await service.order(person, body);
      return { order: view(order), url };
    }),

    personRoute('GET /api/orders', async ({ person }) => ({
      orders: (await orders.list(person.accountId)).map(view),
    })),

    personRoute('GET /api/orders/{id}', async ({ person, params }) => {
      const order = await orders.find(person.accountId, params.id ?? '');
      if (!order) throw new ServiceError('not_found', 'This account has no such order.');
      return { order: view(order) };
    }),

    personRoute('POST /api/vouchers/redeem', async ({ person, client }, { body }) => ({
      gift: giftToView(await service.redeem(person, body.code, client.address)),
    })),

    personRoute('POST /api/plan/cancel', async ({ person }) => {
      await service.cancelPlan(person);
      return { cancelled: true as const };
    }),
  ];
}
