/** Rows of `orders` as the rest of the program knows them. */
import { nanos } from '../../core/money.ts';
import { type InBoth, type PlanPayment, planNames } from '../../core/plan.ts';
import { bigint, number, type Row, text } from '../../platform/database/database.ts';
import type { OrderFacts, OrderStatus } from './order.ts';
import type { Order, OwnedOrder } from './payment-ports.ts';

export function orderFromRow(row: Row): Order {
  const about = {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    offer: text(row, 'offer'),
    amount: nanos(bigint(row, 'amount_nanos')),
    method: text(row, 'method') as Order['method'],
    status: text(row, 'status') as OrderStatus,
    language: text(row, 'language') as Order['language'],
    vatId: row.vat_id as string | null,
    paymentCountry: row.payment_country as string | null,
    termsVersion: row.terms_version as string | null,
    beginsAtOnce: row.begins_at_once === null ? null : number(row, 'begins_at_once') === 1,
    createdAtMs: number(row, 'created_at_ms'),
    expiresAtMs: number(row, 'expires_at_ms'),
    paidAtMs: row.paid_at_ms === null ? null : number(row, 'paid_at_ms'),
    refunded: nanos(bigint(row, 'refunded_nanos')),
    variableSymbol: row.variable_symbol as string | null,
    invoiceNumber: row.invoice_number as string | null,
    waitsForRenewal: isWaiting(row) && row.provider_subscription !== null && row.status === 'open',
    isAutomatic: row.card_method !== null,
  };
  switch (text(row, 'kind')) {
    case 'package':
      return { ...about, kind: 'package', tokens: bigint(row, 'tokens'), days: number(row, 'days') };
    case 'plan':
      return { ...about, kind: 'plan', plan: text(row, 'plan'), name: nameIn(row), every: everyIn(row) };
    default:
      return { ...about, kind: 'credit' };
  }
}

/** Orders of before names were kept are of the presets. */
const nameIn = (row: Row): InBoth =>
  row.plan_name === null ? planNames(text(row, 'plan')) : (JSON.parse(text(row, 'plan_name')) as InBoth);

export const everyIn = (row: Row): PlanPayment => (row.every === 'year' ? 'year' : 'month');

/** A change of a plan, before the renewal that pays it: no payment page was shown. */
export const isWaiting = (row: Row): boolean =>
  row.method === 'stripe' && row.kind === 'plan' && row.provider_session === null && row.paid_at_ms === null;

/** From a row that was joined with its account. */
export const ownedFromRow = (row: Row): OwnedOrder => ({ ...orderFromRow(row), email: text(row, 'email') });

export const factsFromRow = (row: Row): OrderFacts => ({
  isPaid: row.paid_at_ms !== null,
  hasEnded: row.ended_at_ms !== null,
  refunded: nanos(bigint(row, 'refunded_nanos')),
  dispute: text(row, 'dispute') as OrderFacts['dispute'],
  disputed: nanos(bigint(row, 'disputed_nanos')),
});
