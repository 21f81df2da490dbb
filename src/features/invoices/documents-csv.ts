/** Documents as rows, for accountants. Amounts of credit notes are below zero, so that a column can be summed. */

import { csvTable } from '../../lib/csv.ts';
import type { SalesDocument } from './document.ts';
import { isoDate, itemText } from './words.ts';

const czk = (hellers: number): number => hellers / 100;
const METHODS = { stripe: 'card', bank: 'bank transfer' } as const;

export const documentsCsv = csvTable<SalesDocument>([
  ['number', ({ number }) => number],
  ['kind', ({ kind }) => kind],
  ['issued_on', ({ issuedAtMs }) => isoDate(issuedAtMs)],
  ['tax_point_on', ({ taxPointAtMs, vat }) => (taxPointAtMs && vat.line ? isoDate(taxPointAtMs) : '')],
  ['due_on', ({ dueAtMs }) => isoDate(dueAtMs)],
  ['buyer', ({ buyer, accountId }) => buyer?.name ?? accountId],
  ['buyer_company_id', ({ buyer }) => buyer?.companyId ?? ''],
  ['buyer_vat_id', ({ buyer }) => buyer?.vatId ?? ''],
  ['buyer_country', ({ buyer }) => buyer?.country ?? ''],
  ['item', ({ item, language }) => itemText(item, language)],
  ['vat_treatment', ({ vat }) => vat.treatment],
  ['vat_country', ({ vat }) => vat.country ?? ''],
  ['vat_rate_percent', ({ vat }) => vat.line?.rate ?? ''],
  ['base_czk', ({ vat, totalHellers }) => czk(vat.line?.base ?? totalHellers)],
  ['vat_czk', ({ vat }) => czk(vat.line?.tax ?? 0)],
  ['total_czk', ({ totalHellers }) => czk(totalHellers)],
  ['evidence', ({ vat }) => (vat.evidence ?? []).map(({ kind, country }) => `${kind} ${country}`).join(', ')],
  ['vies', ({ vat }) => (vat.check ? `${vat.check.state} ${vat.check.requestId}`.trim() : '')],
  ['paid_by', ({ method }) => METHODS[method]],
  ['variable_symbol', ({ variableSymbol }) => variableSymbol ?? ''],
  ['corrects', ({ corrects }) => corrects ?? ''],
  ['order_id', ({ orderId }) => orderId],
]);
