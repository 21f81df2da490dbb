/** `document …`, `order proforma`, `buyer …`: documents as files and lists, and what is printed on them. */

import { resolve } from 'node:path';
import { openShop, type WaysToPay } from '../../core/offer.ts';
import type { Attempts } from '../../core/people.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import { type Command, required, tellRefusal, UsageError } from '../../platform/commands/command.ts';
import { forService, fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaOperatorRoute, viaRoute } from '../../platform/commands/via-route.ts';
import { writeNewFile } from '../../platform/new-file.ts';
import { type Buyers, type Orders, orderOf } from '../shop/index.ts';
import { type BuyerReply, invoices } from './contract.ts';
import type { DocumentFiles, Documents } from './document.ts';
import type { DocumentExport } from './document-export.ts';
import { documents } from './operator-contract.ts';
import { operatorDocumentRoutes } from './operator-routes.ts';
import { invoiceRoutes } from './routes.ts';
import { createBuyerCheck, sellerVatIdOf, type ViesSettings } from './vies.ts';

type ExportNeeds = { readonly documentExport: DocumentExport };

export const documentExport: Command<ExportNeeds> = {
  usage: 'document export --month YYYY-MM --to FILE [--json]',
  about: 'Writes the invoices and credit notes of a month into a ZIP file: PDF, ISDOC and a list as CSV.',
  options: ['month', 'to'],
  does: [documents.month.name],
  run: async (options, { documentExport: documents }) => {
    const month = required(options, 'month');
    const path = resolve(required(options, 'to'));
    const { count, pieces } = await documents.ofMonth(month).catch(tellRefusal);
    const bytes = await writeNewFile(path, pieces).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EEXIST') throw new UsageError(`${path} is there already.`);
      throw failure;
    });
    return {
      json: { month, file: path, documents: count, bytes },
      text: `Documents of ${month}: ${count}, in ${path} (${bytes} bytes).`,
    };
  },
};

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly documents: Documents;
      readonly orders: Orders;
      readonly buyers: Buyers;
      readonly attempts: Pick<Attempts, 'take'>;
    };
    readonly config: { readonly shop: WaysToPay; readonly payments: { readonly vies: ViesSettings | null } };
    readonly documentFiles: DocumentFiles;
  };

const routesOf = ({ stores, config, platform, documentFiles }: Needs) =>
  invoiceRoutes(platform, stores, {
    files: documentFiles,
    checkBuyer: createBuyerCheck(platform, {
      buyers: stores.buyers,
      attempts: stores.attempts,
      vies: config.payments.vies,
      sellerVatId: () => sellerVatIdOf(config.shop),
    }),
    shop: openShop(
      () => config.shop,
      () => ({ offers: [], anyAmount: null }),
    ),
  });

const operatorRoutesOf = (needs: Needs) =>
  operatorDocumentRoutes(needs.stores.documents, { files: needs.documentFiles, sendFile: commandFiles(needs) });

/** An order says whose it is. */
const accountOfOrder = async (order: string, needs: Needs): Promise<string> =>
  (await orderOf({ order }, needs)).accountId;

export const documentList: Command<Needs> = fromContract('document list', invoices.documents, {
  about: 'Lists the invoices and credit notes of an order, oldest first.',
  names: { id: 'order' },
  accountOf: accountOfOrder,
  run: viaRoute(invoices.documents, routesOf),
  text: ({ documents: all }) =>
    all
      .map(({ kind, number, issuedAtMs, czk }) =>
        [number, kind, new Date(issuedAtMs).toISOString(), `${czk} CZK`].join('  '),
      )
      .join('\n') || 'The order has no document.',
});

export const documentPdf: Command<Needs> = forService('document pdf', documents.pdf, {
  about: 'Writes an invoice or a credit note into a PDF file.',
  id: 'NUMBER',
  also: [invoices.pdf.name],
  run: viaOperatorRoute(documents.pdf, operatorRoutesOf),
});

export const documentIsdoc: Command<Needs> = forService('document isdoc', documents.isdoc, {
  about: 'Writes an invoice or a credit note into an ISDOC file, for accounting programs.',
  id: 'NUMBER',
  also: [invoices.isdoc.name],
  run: viaOperatorRoute(documents.isdoc, operatorRoutesOf),
});

export const documentOss: Command<Needs> = forService('document oss', documents.oss, {
  about: 'Writes the sales of a quarter to persons elsewhere in the EU into a CSV file, for the one-stop shop (OSS).',
  run: viaOperatorRoute(documents.oss, operatorRoutesOf),
});

export const orderProforma: Command<Needs> = fromContract('order proforma', invoices.proforma, {
  about: 'Writes how to pay an order by bank transfer into a PDF file.',
  accountOf: accountOfOrder,
  run: viaRoute(invoices.proforma, routesOf),
});

const buyerText = ({ buyer }: BuyerReply): string =>
  buyer === null
    ? 'The account has said nothing of the buyer.'
    : [
        buyer.name,
        buyer.street,
        `${buyer.postalCode} ${buyer.city}, ${buyer.country}`,
        ...(buyer.companyId ? [`company id ${buyer.companyId}`] : []),
        ...(buyer.vatId ? [`VAT id ${buyer.vatId}`] : []),
      ].join('\n');

export const buyerShow: Command<Needs> = fromContract('buyer show', invoices.buyer, {
  about: 'Shows what is printed of the buyer on the documents of an account.',
  run: viaRoute(invoices.buyer, routesOf),
  text: buyerText,
});

const unsaid = () => '';

export const buyerSet: Command<Needs> = fromContract('buyer set', invoices.setBuyer, {
  about: 'Sets what is printed of the buyer. Without a name, an address or an id it forgets what was kept.',
  defaults: {
    name: unsaid,
    street: unsaid,
    city: unsaid,
    postalCode: unsaid,
    companyId: unsaid,
    vatId: unsaid,
    country: () => 'CZ',
  },
  run: viaRoute(invoices.setBuyer, routesOf),
  text: buyerText,
});
