/** Withdrawals of consumers: declared by the customer, acknowledged by e-mail, and the money sent back once. */
import { actorOf } from '../../core/management-token.ts';
import type { Nanos } from '../../core/money.ts';
import type { PayMethod } from '../../core/offer.ts';
import type { Person } from '../../core/person.ts';
import type { Acting } from '../../platform/action-log/act-for.ts';
import type { Channel } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import { ORDER_WITHDRAWN } from './notices.ts';
import type { PaymentProvider } from './payment-ports.ts';
import type { WithdrawalRefusal } from './withdrawal.ts';

export type Withdrawal = {
  readonly orderId: string;
  readonly accountId: string;
  /** The consumer, as the declaration says, and where it was acknowledged. */
  readonly name: string;
  readonly email: string;
  readonly atMs: number;
  readonly refund: Nanos;
  /** When the money has left; null while it has not. */
  readonly sentAtMs: number | null;
  readonly amount: Nanos;
  readonly method: PayMethod;
  readonly variableSymbol: string | null;
  readonly invoiceNumber: string | null;
  /** The buyer had asked for use to begin at once. Without that, what was used may have to go back, too. */
  readonly hasConsent: boolean;
};

/** An order as its buyer may withdraw from it. `refund` is what would go back now. */
export type WithdrawalLook = {
  readonly declared: Withdrawal | null;
  readonly refused: WithdrawalRefusal | null;
  readonly refund: Nanos | null;
  /** The first moment after the right; null where it has not begun. */
  readonly untilMs: number | null;
};

export type Declaration = {
  readonly accountId: string;
  readonly orderId: string;
  readonly name: string;
  readonly email: string;
  /** That of the order, unless said. */
  readonly language: 'cs' | 'en' | null;
  readonly atMs: number;
  readonly pageUrl: string;
  readonly channels: readonly Channel[];
};

export type RefundToSend = { readonly orderId: string; readonly payment: string | null; readonly amount: Nanos };

export interface Withdrawals {
  /** The orders of an account that can be withdrawn from. */
  open(accountId: string, nowMs: number): Promise<readonly string[]>;
  look(asked: {
    readonly accountId: string;
    readonly orderId: string;
    readonly nowMs: number;
  }): Promise<WithdrawalLook>;
  /** Once for an order: a repeat gets the first. */
  declare(declaration: Declaration): Promise<Withdrawal>;
  /** Newest first, a bounded number. */
  list(): Promise<readonly Withdrawal[]>;
  /** Those by card whose turn it is. */
  toSend(nowMs: number): Promise<readonly RefundToSend[]>;
  askAgain(orderId: string, askAtMs: number): Promise<void>;
  sent(orderId: string, atMs: number): Promise<void>;
}

type Wish = { readonly orderId: string; readonly name: string };

/** Returns the order as it is then. The same twice is done once. */
export async function declareWithdrawal(
  platform: Platform,
  withdrawals: Pick<Withdrawals, 'look'>,
  { person, wish }: { readonly person: Acting & Pick<Person, 'language'>; readonly wish: Wish },
): Promise<WithdrawalLook> {
  const { actionLog, clock, notices, origin } = platform;
  const { accountId, email, language } = person;
  const look = () => withdrawals.look({ accountId, orderId: wish.orderId, nowMs: clock.nowMs() });
  const before = await look();
  if (before.declared) return before;
  const declaration = {
    ...wish,
    accountId,
    email,
    language,
    atMs: clock.nowMs(),
    pageUrl: `${origin()}/orders/${wish.orderId}`,
    channels: notices.channelsOf(ORDER_WITHDRAWN),
  };
  await actionLog.act({
    id: `withdraw-${wish.orderId}`,
    reason: 'withdrew from an order',
    atMs: declaration.atMs,
    actor: actorOf(person),
    memberId: person.userId,
    action: { kind: 'withdraw-order', accountId, declaration },
  });
  return look();
}

const ASK_AGAIN_MS = 10 * 60 * 1000;

/** A step of the sweep: has the provider send what is due. It sends one refund for an order, however often it is asked. */
export async function sendRefunds(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  { withdrawals, provider }: { readonly withdrawals: Withdrawals; readonly provider: PaymentProvider | undefined },
): Promise<number> {
  let sent = 0;
  if (!provider) return sent;
  for (const { orderId, payment, amount } of await withdrawals.toSend(clock.nowMs())) {
    try {
      // The payment of a plan is reported a moment after the plan itself.
      if (payment === null) throw new Error('The payment of the order is not known yet.');
      await provider.refund({ orderId, payment, amount });
      await withdrawals.sent(orderId, clock.nowMs());
      sent += 1;
    } catch (cause) {
      log.error({ order: orderId, cause }, 'a refund could not be sent by the provider; it is tried again');
      await withdrawals.askAgain(orderId, clock.nowMs() + ASK_AGAIN_MS);
    }
  }
  return sent;
}
