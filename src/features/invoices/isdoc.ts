/**
 * A document as ISDOC 6.0.2, the Czech format that accounting programs read. It has what the PDF has. Amounts of a credit
 * note are above zero: its type says that they go back.
 */
import { createHash } from 'node:crypto';
import { type Xml, xmlElement, xmlFile } from '../../lib/xml.ts';
import type { SalesDocument } from './document.ts';
import { customerOf, supplierOf } from './isdoc-parties.ts';
import type { VatLine } from './vat.ts';
import { dateText, isoDate, itemText, plainAmount, vatNoteOf, wordsOf } from './words.ts';

const NAMESPACE = 'http://isdoc.cz/namespace/2013';
const MEANS = { bank: '42', stripe: '48' } as const;

export function toIsdoc(made: SalesDocument, { serviceName }: { readonly serviceName: string }): string {
  const isTax = made.vat.treatment !== 'none';
  const sums = sumsOf(made);
  const root = xmlElement(
    'Invoice',
    [
      xmlElement('DocumentType', typeOf(made)),
      xmlElement('ID', made.number),
      xmlElement('UUID', uuidOf(made.orderId, made.number)),
      xmlElement('IssuingSystem', 'Boreal'),
      xmlElement('IssueDate', isoDate(made.issuedAtMs)),
      // The day of supply of a credit note is the day on which the buyer gets it, so it is not written.
      isTax && made.kind === 'invoice'
        ? xmlElement('TaxPointDate', isoDate(made.taxPointAtMs ?? made.issuedAtMs))
        : null,
      xmlElement('VATApplicable', String(isTax)),
      xmlElement('ElectronicPossibilityAgreementReference', ''),
      xmlElement('Note', noteOf(made), { languageID: made.language }),
      xmlElement('LocalCurrencyCode', 'CZK'),
      xmlElement('CurrRate', '1'),
      xmlElement('RefCurrRate', '1'),
      xmlElement('AccountingSupplierParty', [supplierOf(made, serviceName)]),
      customerOf(made),
      xmlElement('OrderReferences', [xmlElement('OrderReference', [xmlElement('SalesOrderID', made.orderId)])]),
      originalOf(made),
      xmlElement('InvoiceLines', [lineOf(made, sums)]),
      taxTotalOf(made, sums),
      legalTotalOf(sums),
      xmlElement('PaymentMeans', [paymentOf(made, sums)]),
    ],
    { xmlns: NAMESPACE, version: '6.0.2' },
  );
  return xmlFile(root);
}

/** Without a named buyer an invoice with VAT is a simplified tax document. */
function typeOf({ kind, buyer, vat }: SalesDocument): string {
  if (kind === 'credit-note') return '2';
  return buyer || vat.treatment === 'none' ? '1' : '7';
}

/** Always the same for a document: a program that reads it again knows it. Ids of orders are random, so no other has it. */
function uuidOf(orderId: string, number: string): string {
  const bytes = createHash('sha256').update(`boreal/${orderId}/${number}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function noteOf(made: SalesDocument): string {
  const words = wordsOf(made.language);
  const notes = [
    made.kind === 'invoice' ? words.paidOn(dateText(made.issuedAtMs, made.language)) : '',
    made.corrects ? words.corrects(made.corrects) : '',
    vatNoteOf(made),
  ];
  return notes.filter(Boolean).join(' ');
}

function originalOf({ orderId, corrects }: SalesDocument): Xml | null {
  if (!corrects) return null;
  const reference = [xmlElement('ID', corrects), xmlElement('UUID', uuidOf(orderId, corrects))];
  return xmlElement('OriginalDocumentReferences', [
    xmlElement('OriginalDocumentReference', reference, { id: 'original' }),
  ]);
}

type Sums = { readonly rate: string; readonly base: string; readonly tax: string; readonly total: string };

function sumsOf({ totalHellers, vat }: SalesDocument): Sums {
  const line: VatLine = vat.line ?? { rate: 0, base: totalHellers, tax: 0 };
  const amount = (hellers: number) => plainAmount(Math.abs(hellers));
  return { rate: String(line.rate), base: amount(line.base), tax: amount(line.tax), total: amount(totalHellers) };
}

const ZERO = plainAmount(0);
const amounts = (pairs: Readonly<Record<string, string>>): readonly Xml[] =>
  Object.entries(pairs).map(([name, amount]) => xmlElement(name, amount));

function lineOf(made: SalesDocument, { rate, base, tax, total }: Sums): Xml {
  const { treatment } = made.vat;
  const note = wordsOf(made.language).notes[treatment];
  return xmlElement('InvoiceLine', [
    xmlElement('ID', '1'),
    made.corrects ? xmlElement('OriginalDocumentReference', [], { ref: 'original' }) : null,
    xmlElement('InvoicedQuantity', '1', { unitCode: 'ks' }),
    ...amounts({
      LineExtensionAmount: base,
      LineExtensionAmountTaxInclusive: total,
      LineExtensionTaxAmount: tax,
      UnitPrice: base,
      UnitPriceTaxInclusive: total,
    }),
    xmlElement('ClassifiedTaxCategory', [
      xmlElement('Percent', rate),
      // Prices have the tax in them: it is computed from the top.
      xmlElement('VATCalculationMethod', treatment === 'included' || treatment === 'oss' ? '1' : '0'),
      xmlElement('VATApplicable', String(treatment !== 'none')),
    ]),
    note ? xmlElement('VATNote', note, { languageID: made.language }) : null,
    xmlElement('Item', [xmlElement('Description', itemText(made.item, made.language))]),
  ]);
}

function taxTotalOf({ vat }: SalesDocument, { rate, base, tax, total }: Sums): Xml {
  const subTotal = xmlElement('TaxSubTotal', [
    ...amounts({
      TaxableAmount: base,
      TaxAmount: tax,
      TaxInclusiveAmount: total,
      AlreadyClaimedTaxableAmount: ZERO,
      AlreadyClaimedTaxAmount: ZERO,
      AlreadyClaimedTaxInclusiveAmount: ZERO,
      DifferenceTaxableAmount: base,
      DifferenceTaxAmount: tax,
      DifferenceTaxInclusiveAmount: total,
    }),
    xmlElement('TaxCategory', [
      xmlElement('Percent', rate),
      xmlElement('TaxScheme', 'VAT'),
      xmlElement('VATApplicable', String(vat.treatment !== 'none')),
    ]),
  ]);
  return xmlElement('TaxTotal', [subTotal, xmlElement('TaxAmount', tax)]);
}

const legalTotalOf = ({ base, total }: Sums): Xml =>
  xmlElement(
    'LegalMonetaryTotal',
    amounts({
      TaxExclusiveAmount: base,
      TaxInclusiveAmount: total,
      AlreadyClaimedTaxExclusiveAmount: ZERO,
      AlreadyClaimedTaxInclusiveAmount: ZERO,
      DifferenceTaxExclusiveAmount: base,
      DifferenceTaxInclusiveAmount: total,
      PayableRoundingAmount: ZERO,
      PaidDepositsAmount: ZERO,
      PayableAmount: total,
    }),
  );

/** The bank account is not kept in a document, but programs pair a transfer with its document by the variable symbol. */
function paymentOf({ method, dueAtMs, variableSymbol }: SalesDocument, { total }: Sums): Xml {
  const details = xmlElement('Details', [
    xmlElement('PaymentDueDate', isoDate(dueAtMs)),
    ...['ID', 'BankCode', 'Name', 'IBAN', 'BIC'].map((name) => xmlElement(name, '')),
    variableSymbol ? xmlElement('VariableSymbol', variableSymbol) : null,
  ]);
  return xmlElement('Payment', [
    xmlElement('PaidAmount', total),
    xmlElement('PaymentMeansCode', MEANS[method]),
    method === 'bank' ? details : null,
  ]);
}
