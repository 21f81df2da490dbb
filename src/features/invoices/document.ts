/**
 * Documents of sales: an invoice for each paid order, a credit note for each amount that went back, and a proforma for an
 * order by bank transfer that waits. Amounts are whole hellers, as numbers: a document is kept as JSON, as it was made.
 */

import { toHellers } from '../../core/money.ts';
import type { PayMethod, Seller } from '../../core/offer.ts';
import type { InBoth, PlanId, PlanPayment } from '../../core/plan.ts';
import type { Buyer, Order, VatCheck } from '../shop/index.ts';
import {
  returnedLineOf,
  type Sale,
  taxationOf,
  type VatEvidence,
  type VatLine,
  type VatTreatment,
  vatLineOf,
} from './vat.ts';

export type SalesDocument = {
  readonly kind: 'invoice' | 'credit-note' | 'proforma';
  readonly number: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly language: 'cs' | 'en';
  readonly issuedAtMs: number;
  /** When the tax is due: with the payment, or when it went back. Nothing is due for a proforma. */
  readonly taxPointAtMs: number | null;
  readonly dueAtMs: number;
  /** Null where the operator has not said who sells. */
  readonly seller: DocumentSeller | null;
  /** Null where the customer has not said who buys. */
  readonly buyer: Buyer | null;
  readonly item: DocumentItem;
  readonly method: PayMethod;
  readonly variableSymbol: string | null;
  /** Below zero in a credit note. */
  readonly totalHellers: number;
  readonly vat: {
    readonly treatment: VatTreatment;
    readonly line: VatLine | null;
    /** Where the tax is due; missing in documents of earlier versions, as all that follows. */
    readonly country?: string | null;
    readonly evidence?: readonly VatEvidence[];
    /** What VIES has said of the buyer. */
    readonly check?: VatCheck | null;
  };
  /** The number of the invoice that a credit note corrects. */
  readonly corrects: string | null;
};

/** Without the rates of all countries: the line has the one that counts. */
type DocumentSeller = Omit<Seller, 'vatElsewhere' | 'vatRates'>;

export type DocumentItem =
  | { readonly kind: 'credit' }
  | { readonly kind: 'package'; readonly tokens: number; readonly days: number }
  /** Documents of earlier versions have no name: those plans are the presets. */
  | { readonly kind: 'plan'; readonly plan: PlanId; readonly name?: InBoth; readonly every?: PlanPayment };

type Parties = Pick<Sale, 'seller' | 'buyer'> & Partial<Pick<Sale, 'check'>>;
type Issue = { readonly number: string; readonly atMs: number };

export const invoiceFor = (order: Order, parties: Parties, { number, atMs }: Issue): SalesDocument => ({
  ...aboutOrder(order, parties),
  kind: 'invoice',
  number,
  issuedAtMs: atMs,
  taxPointAtMs: atMs,
  dueAtMs: atMs,
});

/** It asks for money and is no tax document; its number is the variable symbol of the payment. */
export const proformaFor = (order: Order, parties: Parties): SalesDocument => ({
  ...aboutOrder(order, parties),
  kind: 'proforma',
  number: order.variableSymbol ?? order.id,
  issuedAtMs: order.createdAtMs,
  taxPointAtMs: null,
  dueAtMs: order.expiresAtMs,
});

type Return = Issue & { readonly hellers: number; readonly returnedBefore: number };

/** It has the parties and the terms of its invoice, whatever they are today. */
export function creditNoteFor(
  invoice: SalesDocument,
  { number, atMs, hellers, returnedBefore }: Return,
): SalesDocument {
  const terms = { treatment: invoice.vat.treatment, rate: invoice.vat.line?.rate ?? 0 };
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    issuedAtMs: atMs,
    taxPointAtMs: atMs,
    dueAtMs: atMs,
    totalHellers: -hellers,
    vat: { ...invoice.vat, line: returnedLineOf(invoice.totalHellers - returnedBefore, hellers, terms) },
    corrects: invoice.number,
  };
}

function aboutOrder(order: Order, parties: Parties) {
  const { seller, buyer, check = null } = parties;
  const totalHellers = toHellers(order.amount);
  const { treatment, rate, country } = taxationOf({ seller, buyer, check, paymentCountry: order.paymentCountry });
  return {
    orderId: order.id,
    accountId: order.accountId,
    language: order.language,
    seller: seller && named(seller),
    buyer,
    item: itemOf(order),
    method: order.method,
    variableSymbol: order.variableSymbol,
    totalHellers,
    vat: {
      treatment,
      line: vatLineOf(totalHellers, { treatment, rate }),
      country,
      evidence: evidenceOf(order, buyer),
      check,
    },
    corrects: null,
  };
}

function named({ vatElsewhere: _, vatRates: __, ...seller }: Seller): DocumentSeller {
  return seller;
}

function evidenceOf({ method, paymentCountry }: Order, buyer: Buyer | null): readonly VatEvidence[] {
  const payment = method === 'stripe' ? 'card' : 'bank-account';
  return [
    ...(buyer ? [{ kind: 'address', country: buyer.country } as const] : []),
    ...(paymentCountry ? [{ kind: payment, country: paymentCountry } as const] : []),
  ];
}

/** Two pieces that say the same, as the EU wants it above the threshold. */
export const isProved = ({ vat: { evidence = [], country } }: SalesDocument): boolean =>
  evidence.length > 1 && evidence.every((one) => one.country === country);

function itemOf(order: Order): DocumentItem {
  switch (order.kind) {
    case 'credit':
      return { kind: 'credit' };
    case 'package':
      return { kind: 'package', tokens: Number(order.tokens), days: order.days };
    case 'plan':
      return { kind: 'plan', plan: order.plan, name: order.name, every: order.every };
  }
}

/** Where to send the money for a proforma: also as the text of a Czech QR payment code. */
export type PaymentTarget = { readonly iban: string; readonly accountNumber: string | null; readonly code: string };

export type PdfAbout = { readonly serviceName: string; readonly target?: PaymentTarget | undefined };

export type DrawPdf = (made: SalesDocument, about: PdfAbout) => Promise<Uint8Array>;

export type DocumentForm = 'pdf' | 'isdoc';

export const fileNameOf = ({ kind, number }: SalesDocument, form: DocumentForm): string => `${kind}-${number}.${form}`;

/** Documents as files. */
export interface DocumentFiles {
  /** A proforma also says where to pay it. */
  pdf(made: SalesDocument, target?: PaymentTarget): Promise<Uint8Array>;
  /** ISDOC, for accounting programs: of invoices and credit notes. */
  isdoc(made: SalesDocument): string;
  /** A ZIP file with the PDF and ISDOC of each, and all as rows of a CSV file. */
  archive(documents: AsyncIterable<SalesDocument>, form?: ListForm): AsyncGenerator<Uint8Array, void>;
}

/** The spreadsheet that the rows are for: any, or a Czech one. */
type ListForm = 'plain' | 'excel-cs';

/** A document in a list, without what is in it. */
export type DocumentEntry = Pick<SalesDocument, 'kind' | 'number' | 'orderId' | 'issuedAtMs' | 'totalHellers'>;

export interface Documents {
  /** Those of an order of the account, oldest first. */
  ofOrder(order: { readonly accountId: string; readonly orderId: string }): Promise<readonly DocumentEntry[]>;
  /** Those of these orders, of any account. */
  ofOrders(orderIds: readonly string[]): Promise<readonly DocumentEntry[]>;
  /** Searches all accounts where none is said. */
  find(number: string, accountId?: string): Promise<SalesDocument | undefined>;
  /** Issued within `[fromMs, toMs)`, by time, a bounded number after the given one. */
  within(span: DocumentSpan): Promise<readonly SalesDocument[]>;
  /** How many were issued within `[fromMs, toMs)`. */
  count(span: Omit<DocumentSpan, 'after'>): Promise<number>;
}

export type DocumentSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: Pick<DocumentEntry, 'issuedAtMs' | 'number'> | null;
};
