/** A month of an account, as the pages show it. */
import { isMoney } from '../../core/ledger.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import type { Order } from '../shop/index.ts';
import type { StatementView } from './contract.ts';
import type { Statement } from './statement.ts';

type StatementAbout = Pick<StatementView, 'month' | 'fromMs' | 'toMs' | 'isFinal' | 'email' | 'seller'>;

export const statementToView = (
  statement: Statement & { readonly orders: readonly Order[] },
  about: StatementAbout,
): StatementView => ({
  ...about,
  invoices: statement.orders.map(invoiceToView),
  openingCzk: formatCzk(statement.opening),
  closingCzk: formatCzk(statement.closing),
  chargedCzk: formatCzk(statement.charged),
  movements: statement.movements.map(({ amount, unit, ...entry }) => {
    const inCzk = isMoney({ kind: entry.pot, ...(unit && { unit }) });
    return { ...entry, czk: inCzk ? formatCzk(nanos(amount)) : null, tokens: inCzk ? null : Number(amount) };
  }),
  priceGroups: statement.priceGroups,
  usage: statement.usage.map(({ model, requests, usage, cost, planTokens, packageTokens }) => ({
    model,
    requests,
    ...usage,
    planTokens: Number(planTokens),
    packageTokens: Number(packageTokens),
    czk: formatCzk(cost),
  })),
});

const invoiceToView = (order: Order): StatementView['invoices'][number] => ({
  orderId: order.id,
  number: order.invoiceNumber ?? '',
  atMs: order.paidAtMs ?? order.createdAtMs,
  kind: order.kind,
  czk: formatCzk(order.amount),
  refundedCzk: formatCzk(order.refunded),
  vatId: order.vatId,
});
