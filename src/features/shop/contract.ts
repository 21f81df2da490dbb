/** The balance of an account, its alerts and limits; automatic top-up; what is sold, orders, vouchers and plans. */

import { z } from 'zod';
import { CARD_FAILURES } from '../../core/card-failure.ts';
import { PLAN_PAYMENTS, PLAN_WINDOWS } from '../../core/plan.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { czk } from '../../platform/api/czk.ts';
import { limitRules, limitView } from '../../platform/api/limits.ts';
import { ORDER_STATUSES } from './order.ts';
import { WITHDRAWAL_REFUSALS } from './withdrawal.ts';

const plan = z.string();
const planName = z.object({ en: z.string(), cs: z.string() });
const kind = z.enum(['credit', 'package', 'plan']);
export const method = z.enum(['stripe', 'bank']);
const potTokens = {
  tokens: z.number(),
  tokensLeft: z.number(),
  tokensHeld: z.number(),
  crowns: z
    .object({ allCzk: z.string(), leftCzk: z.string(), heldCzk: z.string() })
    .nullable()
    .describe('Of a plan that gives crowns, in place of tokens.'),
};

const planView = z
  .object({
    id: plan,
    name: planName.describe('As it was called when the period began.'),
    startsAtMs: z.number(),
    endsAtMs: z.number(),
    order: z.number().describe('An offer of a higher one is an upgrade.'),
    nextPlan: plan.nullable().describe('Null: this period is the last.'),
    monthsPaid: z.number().describe('How many months after this one are paid already.'),
    isRenewing: z.boolean().describe('It goes on after all that is paid, until it is cancelled.'),
    windows: z
      .array(
        z.object({
          window: z.enum(PLAN_WINDOWS),
          tokens: z.number(),
          tokensUsed: z.number(),
          crowns: z.object({ allCzk: z.string(), usedCzk: z.string() }).nullable(),
          resetsAtMs: z.number(),
        }),
      )
      .optional()
      .describe('How much may be used within each, what was, and when it opens again.'),
    ...potTokens,
  })
  .meta({ id: 'PlanView' });
export type PlanView = View<typeof planView>;

const potView = z
  .object({ id: z.string(), label: z.string(), ...potTokens, expiresAtMs: z.number() })
  .meta({ id: 'PotView' });
export type PotView = View<typeof potView>;

export const billingView = z
  .object({
    creditCzk: z.string(),
    heldCzk: z.string().describe('Of the credit: held by requests that run now.'),
    freeCzk: z.string(),
    debtCzk: z.string(),
    spentCzk: z.string(),
    plan: planView.nullable(),
    packages: z.array(potView).describe('Also what an upgrade has left of the plan before; its label is that plan.'),
    alertBelowCzk: z.string().nullable(),
    limitAlerts: z
      .boolean()
      .describe('Whether the owner gets e-mails about limits of which 80 % are used, or which are used up.'),
    limits: z.array(limitView).describe('Of all keys together.'),
  })
  .meta({ id: 'BillingView' });
export type BillingView = View<typeof billingView>;

export const billing = {
  read: route('GET /api/billing', {
    about: 'Credit, plan, packages, limits and alerts of the account.',
    needs: 'read-balance',
    reply: billingView,
  }),
  alert: route('PATCH /api/billing/alert', {
    needs: 'set-budgets',
    body: z.strictObject({ belowCzk: czk.nullable() }),
    reply: billingView,
  }),
  limitAlerts: route('PATCH /api/billing/limit-alerts', {
    about: 'Whether there are e-mails about limits that are nearly used up.',
    needs: 'set-budgets',
    body: z.strictObject({ isOn: z.boolean() }),
    reply: billingView,
  }),
  limits: route('PATCH /api/billing/limits', {
    about: 'What all keys together may use. The list takes the place of the one before; limits of the operator stay.',
    needs: 'set-budgets',
    body: z.strictObject({ limits: limitRules }),
    reply: billingView,
  }),
};

const amountRange = z.object({ minCzk: z.string(), maxCzk: z.string() }).meta({
  id: 'AmountRangeView',
  description: 'Between which amounts a customer may choose how much credit to buy.',
});
export type AmountRangeView = View<typeof amountRange>;

const cardFace = z
  .object({ brand: z.string(), last4: z.string(), expiryMonth: z.number(), expiryYear: z.number() })
  .meta({ id: 'CardFace', description: 'What a customer knows a card by.' });
export type CardFace = View<typeof cardFace>;

const cardFailure = z.enum(CARD_FAILURES).meta({
  id: 'CardFailure',
  description:
    '`authentication`: the bank wants its customer to confirm. `expired`: the card is over. `unusable`: it is lost, blocked or gone from the provider. `declined`: everything else, which another day may mend.',
});

export const topUpView = z
  .object({
    limits: amountRange.nullable().describe('Between which amounts one top-up is; null where it is not offered.'),
    card: cardFace.nullable(),
    rule: z
      .object({ isOn: z.boolean(), belowCzk: z.string(), amountCzk: z.string(), monthMaxCzk: z.string() })
      .nullable(),
    monthUsedCzk: z.string().describe('Paid and in flight in this calendar month of Prague.'),
    inFlight: z.string().nullable().describe('The order that is being charged.'),
    failure: z
      .object({ why: cardFailure, pausedAtMs: z.number().nullable(), nextTryAtMs: z.number().nullable() })
      .nullable()
      .describe('Why the last charge has failed; `pausedAtMs` once the card is not tried any more.'),
  })
  .meta({ id: 'TopUpView', description: 'Automatic top-up: the card, the rule, and how it goes.' });
export type TopUpView = View<typeof topUpView>;

/** A payment has no smaller part than a heller. */
const payable = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount in CZK with at most 2 decimals, such as 100 or 12.50');

const topUpRule = z.strictObject({
  isOn: z.boolean(),
  /** Credit below this is topped up. */
  belowCzk: czk,
  amountCzk: payable,
  /** The most that is charged in a calendar month of Prague. */
  monthMaxCzk: czk,
});

export const topUp = {
  read: route('GET /api/billing/top-up', {
    about: 'Automatic top-up by a saved card.',
    needs: 'read-billing',
    pagesOnly: true,
    reply: topUpView,
  }),
  set: route('PATCH /api/billing/top-up', {
    about: 'Also ends a pause.',
    needs: 'buy',
    body: topUpRule,
    reply: topUpView,
    refuses: ['offer_unknown'],
  }),
  beginCard: route('POST /api/billing/card', {
    about: '`url`: the page of the provider on which a card is saved.',
    needs: 'buy',
    /** The customer agrees that the card is charged while they are away. */
    body: z.strictObject({ consent: z.literal(true) }),
    reply: z.object({ url: z.string() }),
    refuses: ['offer_unknown', 'payment_provider_failed', 'too_many_attempts'],
  }),
  finishCard: route('POST /api/billing/card/finish', {
    about: 'After that page: takes the card that was saved there.',
    needs: 'buy',
    /** Ids of Stripe have letters, digits and underscores. */
    body: z.strictObject({ session: z.string().max(255).regex(/^\w+$/, 'must be the id of a page') }),
    reply: topUpView,
    refuses: ['payment_provider_failed'],
  }),
  removeCard: route('POST /api/billing/card/remove', {
    about: 'Turns automatic top-up off.',
    needs: 'buy',
    reply: topUpView,
  }),
};

const offerView = z
  .object({
    id: z.string(),
    kind,
    czk: z.string(),
    tokens: z.number().nullable().describe('Of a package, or of a plan each month.'),
    creditCzk: z.string().nullable().describe('Of a plan that gives crowns, each month.'),
    days: z.number().nullable().describe('How long a package lasts.'),
    plan: plan.nullable(),
    planName: planName.nullable().describe('As it is, or was, sold.'),
    every: z.enum(PLAN_PAYMENTS).nullable().describe('How often a plan is paid.'),
    order: z.number().nullable().describe('The place of a plan among the others.'),
  })
  .meta({ id: 'OfferView' });
export type OfferView = View<typeof offerView>;

const offersView = z
  .object({
    methods: z.array(method),
    offers: z.array(offerView),
    anyAmount: amountRange
      .nullable()
      .describe('Asked for as the offer `credit`, with an amount. Null where only the offers are sold.'),
    termsVersion: z
      .string()
      .nullable()
      .describe('The version of the terms that an order has to accept, as `acceptedTerms`; null where there is none.'),
    asksToBegin: z
      .boolean()
      .describe('Whether an order has to say `beginAtOnce`: there are terms, and the buyer is no company.'),
    hasVat: z.boolean().describe('Whether prices have VAT in them: the seller pays it.'),
  })
  .meta({ id: 'OffersView' });
export type OffersView = View<typeof offersView>;

const bankView = z
  .object({
    iban: z.string(),
    accountNumber: z.string().nullable().describe('As Czech banks write it; null for an account elsewhere.'),
    name: z.string(),
    variableSymbol: z.string(),
    message: z.string(),
    code: z.string().describe('The text of a Czech QR payment code.'),
  })
  .meta({ id: 'BankView' });
export type BankView = View<typeof bankView>;

export const orderView = z
  .object({
    id: z.string(),
    kind,
    czk: z.string(),
    tokens: z.number().nullable(),
    plan: plan.nullable(),
    planName: planName.nullable().describe('As it is, or was, sold.'),
    every: z.enum(PLAN_PAYMENTS).nullable().describe('How often a plan is paid.'),
    method,
    status: z.enum(ORDER_STATUSES),
    createdAtMs: z.number(),
    expiresAtMs: z.number(),
    paidAtMs: z.number().nullable(),
    refundedCzk: z.string(),
    invoiceNumber: z.string().nullable(),
    vatId: z.string().nullable(),
    waitsForRenewal: z.boolean().describe('It changes a plan that runs, and is charged with the next period.'),
    termsVersion: z.string().nullable().describe('The version of the terms that was accepted with it.'),
    isAutomatic: z.boolean().describe('It charges a saved card, because the credit was low.'),
    bank: bankView.nullable().describe('Where to send the money; only for an order by bank transfer that is not paid.'),
  })
  .meta({ id: 'OrderView' });
export type OrderView = View<typeof orderView>;

export const giftView = z
  .union([
    z.object({ kind: z.literal('credit'), czk: z.string() }),
    z.object({ kind: z.literal('package'), tokens: z.number(), days: z.number() }),
    z.object({ kind: z.literal('plan'), plan, months: z.number() }),
  ])
  .meta({ id: 'GiftView' });
export type GiftView = View<typeof giftView>;

const newOrder = z.strictObject({
  offer: z.string().min(1).max(80),
  /** The offer as it was shown: one that has changed since then is refused, and not ordered at another price. */
  seen: z.strictObject({ czk: z.string().max(20), tokens: z.int().nullable(), days: z.int().nullable() }).optional(),
  /** With the offer `credit`: how much of it. */
  czk: payable.optional(),
  method,
  /** The version of the terms that the customer has seen and accepted. */
  acceptedTerms: z.string().max(40).optional(),
  /** A consumer wants use to begin before the time in which they may withdraw is over. */
  beginAtOnce: z.boolean().optional(),
});

const withdrawalView = z
  .object({
    untilMs: z.number().nullable().describe('The first moment after the right; null where the order is not paid.'),
    refused: z
      .enum(WITHDRAWAL_REFUSALS)
      .nullable()
      .describe(
        '`company`: its invoice names a company. `renewal`: the right was that of the first period. `returned`: everything has gone back.',
      ),
    refundCzk: z
      .string()
      .nullable()
      .describe('The worth of what is unused now; null where it cannot be withdrawn from.'),
    declared: z
      .object({
        name: z.string(),
        email: z.string().describe('Where it was acknowledged.'),
        atMs: z.number(),
        refundCzk: z.string(),
        sentAtMs: z.number().nullable().describe('When the money has left.'),
      })
      .nullable(),
  })
  .meta({ id: 'WithdrawalView' });
export type WithdrawalView = View<typeof withdrawalView>;

export const shop = {
  offers: route('GET /api/offers', {
    about: 'What can be bought and how; nothing where there is no way to pay.',
    needs: 'read-billing',
    pagesOnly: true,
    reply: offersView,
  }),
  order: route('POST /api/orders', {
    about: '`url`: where to pay by card. A bank order says in itself how it is paid.',
    needs: 'buy',
    body: newOrder,
    reply: z.object({ order: orderView, url: z.string().nullable() }),
    refuses: [
      'offer_unknown',
      'plan_running',
      'account_full',
      'payment_provider_failed',
      'too_many_attempts',
      'terms_not_accepted',
      'consent_required',
    ],
  }),
  orders: route('GET /api/orders', {
    about: 'Newest first.',
    needs: 'read-billing',
    reply: z.object({
      orders: z.array(orderView),
      withdrawable: z.array(z.string()).describe('The ids of those that can be withdrawn from now.'),
    }),
  }),
  orderOf: route('GET /api/orders/{id}', {
    about: 'One order.',
    needs: 'read-billing',
    reply: z.object({ order: orderView }),
  }),
  withdrawal: route('GET /api/orders/{id}/withdrawal', {
    about: 'Whether a consumer can withdraw from an order, until when, and what would go back now.',
    needs: 'read-billing',
    pagesOnly: true,
    reply: withdrawalView,
  }),
  withdraw: route('POST /api/orders/{id}/withdrawal', {
    about:
      'Withdraws from an order. The unused part goes back, and an e-mail acknowledges it. A repeat changes nothing.',
    needs: 'buy',
    body: z.strictObject({ name: z.string().trim().min(1, 'must not be empty').max(100) }),
    reply: withdrawalView,
    refuses: ['withdrawal_refused'],
  }),
  redeem: route('POST /api/vouchers/redeem', {
    needs: 'buy',
    body: z.strictObject({ code: z.string().trim().min(1, 'must not be empty').max(100) }),
    reply: z.object({ gift: giftView }),
    refuses: ['voucher_invalid', 'plan_running', 'account_full', 'too_many_attempts'],
  }),
  cancelPlan: route('POST /api/plan/cancel', {
    about: 'The running period is the last.',
    needs: 'buy',
    reply: z.object({ cancelled: z.literal(true) }),
    refuses: ['not_found', 'payment_provider_failed'],
  }),
};
