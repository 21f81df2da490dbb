/** Documents of an account: those of an order, each as a file, and what to pay by bank transfer. */
import type { Buyers } from '../../domain/buyer.ts';
import { type Documents, type DrawPdf, proformaFor } from '../../domain/document.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Shop } from '../../domain/offer.ts';
import type { Orders } from '../../domain/payment-ports.ts';
import { documentToView, orderToView } from '../../wire/order-view.ts';
import type { PersonCall, Route } from '../call.ts';
import { pdfResponse } from '../document-file.ts';
import { personRoute } from './route.ts';
import type { ShopRouteParts } from './shop.ts';

export type DocumentRouteParts = {
  readonly documents: Documents;
  readonly orders: Orders;
  readonly buyers: Buyers;
  readonly shop: Shop;
  readonly drawPdf: DrawPdf;
} & Pick<ShopRouteParts, 'serviceName' | 'paymentCode'>;

export function documentRoutes(parts: DocumentRouteParts): readonly Route[] {
  const { documents, orders, shop, serviceName, paymentCode, drawPdf } = parts;

  async function orderOf({ person, params }: PersonCall) {
    const order = await orders.find(person.accountId, params.id ?? '');
    if (!order) throw new ServiceError('not_found', 'This account has no such order.');
    return order;
  }

  async function invoice({ person, params }: PersonCall): Promise<Response> {
    const made = await documents.find(params.id ?? '', person.accountId);
    if (!made) throw new ServiceError('not_found', 'This account has no such document.');
    return pdfResponse(made, { drawPdf, serviceName });
  }

  async function proforma(call: PersonCall): Promise<Response> {
    const order = await orderOf(call);
    const { bank } = orderToView(order, { bank: shop.bank, serviceName, paymentCode });
    if (!bank) throw new ServiceError('not_found', 'This order does not wait for a bank transfer.');
    const buyer = (await parts.buyers.of(order.accountId)) ?? null;
    const made = proformaFor(order, { seller: shop.seller, buyer });
    return pdfResponse(made, { drawPdf, serviceName, target: bank });
  }

  return [
    personRoute('GET /api/orders/{id}/documents', async (call) => {
      const { id, accountId } = await orderOf(call);
      return { documents: (await documents.ofOrder({ accountId, orderId: id })).map(documentToView) };
    }),
    { method: 'GET', path: '/api/documents/{id}/pdf', guard: 'person', handle: invoice },
    { method: 'GET', path: '/api/orders/{id}/proforma', guard: 'person', handle: proforma },
  ];
}
