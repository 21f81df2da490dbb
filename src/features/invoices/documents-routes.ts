/** Documents of an account: those of an order, each as a file, and what to pay by bank transfer. */

import { ServiceError } from '../../core/errors.ts';
import type { Shop } from '../../core/offer.ts';
import type { PersonCall, Route } from '../../platform/http/call.ts';
import { fileRoute, personRoute } from '../../server/api/settings-route.ts';
import { documentToView, orderToView } from '../shop/order-view.ts';
import type { Orders } from '../shop/payment-ports.ts';
import type { ShopRouteParts } from '../shop/shop-routes.ts';
import type { Buyers } from './buyer.ts';
import { type DocumentFiles, type Documents, proformaFor } from './document.ts';
import { DOCUMENT_FORMS, documentResponse, pdfResponse } from './document-file.ts';

type DocumentRouteParts = {
  readonly documents: Documents;
  readonly orders: Orders;
  readonly buyers: Buyers;
  readonly shop: Shop;
  readonly files: DocumentFiles;
} & Pick<ShopRouteParts, 'serviceName' | 'paymentCode'>;

export function documentRoutes(parts: DocumentRouteParts): readonly Route[] {
  const { documents, orders, shop, serviceName, paymentCode, files } = parts;

  async function orderOf({ person, params }: PersonCall) {
    const order = await orders.find(person.accountId, params.id ?? '');
    if (!order) throw new ServiceError('not_found', 'This account has no such order.');
    return order;
  }

  async function proforma(call: PersonCall): Promise<Response> {
    const order = await orderOf(call);
    const { bank } = orderToView(order, { bank: shop.bank, serviceName, paymentCode });
    if (!bank) throw new ServiceError('not_found', 'This order does not wait for a bank transfer.');
    const buyer = (await parts.buyers.of(order.accountId)) ?? null;
    const made = proformaFor(order, { seller: shop.seller, buyer });
    return pdfResponse(made, { files, target: bank });
  }

  return [
    personRoute('GET /api/orders/{id}/documents', async (call) => {
      const { id, accountId } = await orderOf(call);
      return { documents: (await documents.ofOrder({ accountId, orderId: id })).map(documentToView) };
    }),
    ...DOCUMENT_FORMS.map((form) =>
      fileRoute(`GET /api/documents/{id}/${form}`, (call) =>
        documentResponse(call, { files, form, find: (number) => documents.find(number, call.person.accountId) }),
      ),
    ),
    fileRoute('GET /api/orders/{id}/proforma', proforma),
  ];
}
