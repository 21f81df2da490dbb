/** The details of the buyer, the documents of an order, each as a file, and what to pay by bank transfer. */
import { ServiceError } from '../../core/errors.ts';
import { formatCzk, fromHellers } from '../../core/money.ts';
import type { Shop } from '../../core/offer.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Buyers, type Orders, orderToView } from '../shop/index.ts';
import { type DocumentView, invoices } from './contract.ts';
import { COUNTRIES } from './countries.ts';
import { type DocumentEntry, type DocumentFiles, type Documents, proformaFor } from './document.ts';
import { documentResponse, pdfResponse } from './document-file.ts';
import type { CheckBuyer } from './vies.ts';

type InvoiceStores = { readonly documents: Documents; readonly orders: Orders; readonly buyers: Buyers };

type Selling = { readonly shop: Shop; readonly files: DocumentFiles; readonly checkBuyer: CheckBuyer };

export function invoiceRoutes(
  platform: Platform,
  { documents, orders, buyers }: InvoiceStores,
  { shop, files, checkBuyer }: Selling,
): readonly Route[] {
  async function orderOf(accountId: string, id: string) {
    const order = await orders.find(accountId, id);
    if (!order) throw new ServiceError('not_found', 'This account has no such order.');
    return order;
  }

  async function buyerView(accountId: string) {
    const check = await buyers.checkOf(accountId);
    const vatCheck = check && { state: check.state, name: check.name, requestId: check.requestId, atMs: check.atMs };
    return { buyer: (await buyers.of(accountId)) ?? null, countries: COUNTRIES, vatCheck };
  }

  return implement(invoices, {
    buyer: async ({ person }) => buyerView(person.accountId),

    setBuyer: async ({ person, body: buyer }) => {
      const { accountId } = person;
      await actFor(platform, person, { kind: 'set-buyer', buyer }, { reason: 'changed the details for invoices' });
      await checkBuyer(accountId, buyer);
      return buyerView(accountId);
    },

    documents: async ({ person, params }) => {
      const { id, accountId } = await orderOf(person.accountId, params.id);
      return { documents: (await documents.ofOrder({ accountId, orderId: id })).map(documentToView) };
    },

    pdf: ({ person, params }) =>
      documentResponse({ params }, { files, form: 'pdf', find: (number) => documents.find(number, person.accountId) }),

    isdoc: ({ person, params }) =>
      documentResponse(
        { params },
        { files, form: 'isdoc', find: (number) => documents.find(number, person.accountId) },
      ),

    proforma: async ({ person, params }) => {
      const order = await orderOf(person.accountId, params.id);
      const { bank } = orderToView(order, { bank: shop.bank, serviceName: platform.serviceName });
      if (!bank) throw new ServiceError('not_found', 'This order does not wait for a bank transfer.');
      const buyer = (await buyers.of(order.accountId)) ?? null;
      const check = await buyers.checkOf(order.accountId);
      return pdfResponse(proformaFor(order, { seller: shop.seller, buyer, check }), { files, target: bank });
    },
  });
}

const documentToView = ({ kind, number, issuedAtMs, totalHellers }: DocumentEntry): DocumentView => ({
  kind: kind === 'credit-note' ? 'credit-note' : 'invoice',
  number,
  issuedAtMs,
  czk: formatCzk(fromHellers(totalHellers)),
});
