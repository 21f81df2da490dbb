/** The shop of operators: what is sold, orders of all customers, and vouchers. */

import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import { priceProblem } from '../../core/offer.ts';
import { VERSION_STATES } from '../../core/version.ts';
import { actionBody, actionFields, done, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { positiveCzk } from '../../platform/api/czk.ts';
import { planId } from '../../platform/api/plans.ts';
import { isFromFile, ms, place, search } from '../../platform/api/schemas.ts';
import { giftView, method, orderView } from './contract.ts';
import { AMOUNTS_MAX, isDifferent, kindOfItem, PACKAGE_DAYS_MAX, rangeProblem, written } from './offer-terms.ts';
import { ORDER_STATUSES } from './order.ts';

const tokens = z.int().min(1).max(Number(TOKENS_MAX));

const termsView = z
  .union([
    z.object({ kind: z.literal('plan'), czk: z.string() }),
    z.object({ kind: z.literal('package'), tokens: z.number(), czk: z.string(), days: z.number() }),
    z.object({ kind: z.literal('amounts'), czk: z.array(z.string()) }),
    z.object({ kind: z.literal('any-amount'), minCzk: z.string(), maxCzk: z.string() }),
  ])
  .nullable();

const offerVersionView = z
  .object({
    id: z.string().describe('As `plan-pro@3`.'),
    terms: termsView.describe('Null: not sold.'),
    fromMs: z.number(),
    actor: z.string(),
    state: z.enum([...VERSION_STATES, 'withdrawn']),
  })
  .meta({ id: 'OfferVersionView' });

const soldItem = z.object({
  item: z.string(),
  kind: z.enum(['plan', 'package', 'amounts', 'any-amount']),
  isFromFile,
  terms: termsView.describe('What holds now; null: not sold.'),
  version: z.number().describe('The last one, to be named as `after` by a change; 0 where there is none.'),
  versions: z.array(offerVersionView).describe('Newest first.'),
});

const soldView = z
  .object({
    methods: z.array(method).describe('How it can be paid; without a way to pay nothing is sold.'),
    items: z
      .array(soldItem)
      .describe(
        'The amounts of credit, the limits of any amount, plans, and packages, also those that are not sold any more.',
      ),
  })
  .meta({ id: 'SoldView' });
export type SoldView = View<typeof soldView>;

/** A price by the rules of the configuration: at least 15 CZK, with at most 2 decimals. */
const price = z
  .string()
  .refine((text) => !priceProblem(text), { error: ({ input }) => priceProblem(String(input)) })
  .transform(written);

const anyAmount = z
  .strictObject({ kind: z.literal('any-amount'), minCzk: price, maxCzk: price })
  .refine(({ minCzk, maxCzk }) => !rangeProblem(minCzk, maxCzk), {
    error: ({ input }) => {
      const { minCzk, maxCzk } = input as { minCzk: string; maxCzk: string };
      return rangeProblem(minCzk, maxCzk)?.replace('min', 'minCzk');
    },
    path: ['maxCzk'],
  });

const terms = z.discriminatedUnion('kind', [
  /** A month of a plan. */
  z.strictObject({ kind: z.literal('plan'), czk: price }),
  z.strictObject({ kind: z.literal('package'), tokens, czk: price, days: z.int().min(1).max(PACKAGE_DAYS_MAX) }),
  z.strictObject({
    kind: z.literal('amounts'),
    czk: z
      .array(price)
      .min(1, 'must have an amount; send terms: null to sell none')
      .max(AMOUNTS_MAX)
      .refine(isDifferent, 'must have a different amount for each'),
  }),
  anyAmount,
]);

const ITEM_FORM = 'must be amounts, any-amount, or plan- or package- and 1 to 40 lower-case letters, digits or hyphens';

const offerBody = z
  .strictObject({
    ...actionFields,
    /** One of amounts, any-amount, or plan- or package- and its name. */
    item: z.string().refine((item) => kindOfItem(item) !== undefined, ITEM_FORM),
    /** Null takes it off sale. */
    terms: terms.nullable(),
    /** The last version that the sender knows; 0 where there is none. Another one is a 409, and nothing changes. */
    after: z.int().min(0).max(1_000_000_000),
    fromMs,
  })
  .refine(fitsItem, { message: 'must be the kind of the item', path: ['terms', 'kind'] });
export type OfferBody = z.input<typeof offerBody>;

function fitsItem({ item, terms: sent }: { item: string; terms: { kind: string } | null }): boolean {
  return sent === null || kindOfItem(item) === undefined || sent.kind === kindOfItem(item);
}

export const offers = {
  list: route('GET /api/operator/offers', { about: 'What is sold.', needs: 'prices:read', reply: soldView }),
  publish: route('POST /api/operator/offers', {
    about: 'From a time on; null terms take it off sale.',
    needs: 'prices:write',
    body: offerBody,
    reply: soldView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  withdraw: route('POST /api/operator/offers/{id}/withdraw', {
    about: 'Only one that has not begun.',
    needs: 'prices:write',
    body: actionBody,
    reply: soldView,
    refuses: ['changed_meanwhile'],
  }),
};

export const orderRow = orderView
  .omit({ bank: true })
  .extend({
    accountId: z.string(),
    email: z.string(),
    variableSymbol: z.string().nullable().describe('Of a bank transfer.'),
  })
  .meta({ id: 'OrderRow', description: 'An order in a list of operators.' });
export type OrderRow = View<typeof orderRow>;

const ordersView = z
  .object({
    orders: z.array(orderRow),
    next: z.string().nullable().describe('Give it as `after` to read on; null at the end.'),
  })
  .meta({ id: 'OrdersView' });
export type OrdersView = View<typeof ordersView>;

const ordersQuery = z.strictObject({
  /** An order's id, variable symbol or invoice number, or the e-mail address of a customer. */
  search,
  status: z.enum(ORDER_STATUSES).optional(),
  method: method.optional(),
  after: place,
});

export const orders = {
  list: route('GET /api/operator/orders', {
    about: 'Orders of all customers, the newest first.',
    needs: 'customers:read',
    query: ordersQuery,
    reply: ordersView,
  }),
  confirm: route('POST /api/operator/orders/{id}/confirm', {
    about: 'The money of a bank transfer has come.',
    needs: 'credit:write',
    /** The amount in the bank file, so that no payment is confirmed unseen. */
    body: z.strictObject({ ...actionFields, czk: positiveCzk }),
    reply: done,
    refuses: ['account_full', 'account_blocked', 'order_settled', 'amount_differs', 'account_closed'],
  }),
  cancel: route('POST /api/operator/orders/{id}/cancel', {
    about: 'Only an open one by bank transfer.',
    needs: 'credit:write',
    body: actionBody,
    reply: done,
    refuses: ['order_settled'],
  }),
};

const withdrawalRow = z
  .object({
    orderId: z.string(),
    accountId: z.string(),
    name: z.string(),
    email: z.string(),
    atMs: z.number(),
    czk: z.string(),
    refundCzk: z.string(),
    sentAtMs: z.number().nullable().describe('When the money has left. By card the provider sends it.'),
    method,
    variableSymbol: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    hasConsent: z
      .boolean()
      .describe(
        'Whether the buyer had asked for use to begin at once. If not, what was used may have to go back, too.',
      ),
  })
  .meta({ id: 'WithdrawalRow' });
export type WithdrawalRow = View<typeof withdrawalRow>;

export const withdrawals = {
  list: route('GET /api/operator/withdrawals', {
    about: 'Consumers who have withdrawn from an order, newest first.',
    needs: 'customers:read',
    reply: z.object({ withdrawals: z.array(withdrawalRow) }),
  }),
  sent: route('POST /api/operator/withdrawals/{id}/sent', {
    about: 'The money of an order by bank transfer has been sent back.',
    needs: 'credit:write',
    body: actionBody,
    reply: done,
    refuses: ['order_settled'],
  }),
};

const voucherView = z
  .object({
    id: z.string(),
    hint: z.string().describe('The last characters of its code.'),
    gift: giftView,
    uses: z.number(),
    usesMax: z.number(),
    note: z.string(),
    createdBy: z.string(),
    createdAtMs: z.number(),
    expiresAtMs: z.number().nullable(),
    revokedAtMs: z.number().nullable(),
  })
  .meta({ id: 'VoucherView' });
export type VoucherView = View<typeof voucherView>;

const vouchersView = z
  .object({ vouchers: z.array(voucherView), next: z.string().nullable() })
  .meta({ id: 'VouchersView' });
export type VouchersView = View<typeof vouchersView>;

const newVoucherView = z
  .object({
    voucher: voucherView,
    code: z
      .string()
      .nullable()
      .describe('Shown this once. Null where the same order was sent before: then it was shown, or lost on its way.'),
  })
  .meta({ id: 'NewVoucherView' });
export type NewVoucherView = View<typeof newVoucherView>;

const gift = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('credit'), czk: positiveCzk }),
  z.strictObject({ kind: z.literal('package'), tokens, days: z.int().min(1).max(3650) }),
  z.strictObject({ kind: z.literal('plan'), plan: planId, months: z.int().min(1).max(120) }),
]);

/** The reason is also kept with the voucher, so that it can be found by it. */
const voucherBody = z.strictObject({
  ...actionFields,
  gift,
  usesMax: z.int().min(1).max(1_000_000),
  expiresAtMs: ms.nullable(),
});
export type VoucherBody = z.input<typeof voucherBody>;

const vouchersQuery = z.strictObject({
  /** A code or its last characters, an id, or a part of the note. */
  search,
  after: place,
});

export const vouchers = {
  list: route('GET /api/operator/vouchers', {
    about: 'Vouchers without their codes.',
    needs: 'vouchers:read',
    query: vouchersQuery,
    reply: vouchersView,
  }),
  make: route('POST /api/operator/vouchers', {
    about: 'Makes a voucher. Its code is in this answer and nowhere else.',
    needs: 'vouchers:write',
    body: voucherBody,
    reply: newVoucherView,
  }),
  revoke: route('POST /api/operator/vouchers/{id}/revoke', {
    about: 'Withdraws a voucher.',
    needs: 'vouchers:write',
    body: actionBody,
    reply: done,
  }),
};
