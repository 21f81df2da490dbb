/** Notices about orders, payments and plans. */
import type { CardFailure } from '../../core/card-failure.ts';
import type { BankAccount, PayMethod } from '../../core/offer.ts';
import type { InBoth } from '../../core/plan.ts';
import { noticeKind } from '../../platform/notices/notice.ts';

type Renewed = {
  readonly accountId: string;
  readonly plan: string;
  /** Missing in notices of earlier versions. */
  readonly name?: InBoth;
  readonly endsAtMs: number;
};

export const PLAN_RENEWED = noticeKind<Renewed>({
  type: 'plan.renewed',
  channels: ['owner', 'webhook'],
});

/** An order waits for a bank transfer. */
export type HowToPay = {
  readonly accountId: string;
  readonly orderId: string;
  readonly amountCzk: string;
  readonly dueAtMs: number;
  readonly variableSymbol: string;
  readonly bank: BankAccount;
  readonly pageUrl: string;
};

export const ORDER_TRANSFER = noticeKind<HowToPay>({ type: 'order.transfer', channels: ['owner'] });

/** The e-mail is the receipt, with the invoice, which is made when it is sent. */
export type PaidOrder = { readonly accountId: string; readonly orderId: string; readonly pageUrl: string };

export const ORDER_PAID = noticeKind<PaidOrder>({ type: 'order.paid', channels: ['owner'] });

/** A consumer has withdrawn from an order; the e-mail acknowledges it with what was declared, and when. */
type Withdrawn = {
  readonly accountId: string;
  readonly orderId: string;
  readonly invoiceNumber: string | null;
  readonly name: string;
  readonly email: string;
  readonly declaredAtMs: number;
  readonly amountCzk: string;
  readonly refundCzk: string;
  readonly method: PayMethod;
  /** The buyer had asked for use to begin at once. */
  readonly hasConsent: boolean;
  readonly pageUrl: string;
};

export const ORDER_WITHDRAWN = noticeKind<Withdrawn>({
  type: 'order.withdrawn',
  channels: ['owner', 'operator', 'webhook'],
});

type Failed = {
  readonly accountId: string;
  readonly orderId: string;
  readonly amountCzk: string;
  /** Something that was bought, another period of a plan (the order is the one that began it), or an automatic top-up. */
  readonly what: 'order' | 'renewal' | 'top-up';
  /** The failure of an automatic top-up: why, whether no more are tried, and the page where its owner can act. */
  readonly topUp?: { readonly failure: CardFailure; readonly isPaused: boolean; readonly pageUrl: string };
};

export const PAYMENT_FAILED = noticeKind<Failed>({
  type: 'payment.failed',
  channels: ['owner', 'operator', 'webhook'],
  gather: () => 'payment.failed',
});
