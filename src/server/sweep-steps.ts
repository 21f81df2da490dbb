/** What the dashboard adds to the sweeps: e-mails that are due, orders and subscriptions that are over, what is forgotten. */
import type { DocumentFiles } from '../domain/document.ts';
import type { Mail } from '../domain/mail.ts';
import type { Notices } from '../domain/notice.ts';
import type { PaymentProvider } from '../domain/payment-ports.ts';
import type { Clock, Log } from '../domain/ports.ts';
import type { Config } from '../ops/config.ts';
import { tellLowBalances } from '../service/low-balance.ts';
import { sendReceipts } from '../service/order-receipts.ts';
import { endSubscriptions } from '../service/shop.ts';
import type { SweepStep } from '../service/sweeps.ts';
import type { Stores } from '../store/stores.ts';
import type { Auth } from './auth.ts';

type StepNeeds = {
  readonly stores: Pick<Stores, 'alerts' | 'orders' | 'documents' | 'authRows' | 'attempts'>;
  readonly auth: Pick<Auth, 'address'>;
  readonly files: DocumentFiles;
  readonly mail: Mail;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly log: Log;
};

export function createSweepSteps(
  { serviceName, shop }: Config,
  { stores: { alerts, orders, documents, authRows, attempts }, auth, files, mail, notices, clock, log }: StepNeeds,
  provider: PaymentProvider | undefined,
): readonly SweepStep[] {
  const origin = () => auth.address().origin;
  const receipts = { orders, documents, files, mail, serviceName, seller: shop.seller, origin, clock, log };
  return [
    { name: 'lowBalance', run: () => tellLowBalances({ alerts, mail, notices, serviceName, clock, log }) },
    { name: 'receipts', run: () => sendReceipts(receipts) },
    { name: 'expireOrders', run: (nowMs) => orders.expire(nowMs) },
    { name: 'endSubscriptions', run: () => endSubscriptions({ orders, provider, log }) },
    { name: 'forgetSessions', run: (nowMs) => authRows.forgetExpired('session', nowMs) },
    { name: 'forgetLinks', run: (nowMs) => authRows.forgetExpired('verification', nowMs) },
    { name: 'forgetAttempts', run: (nowMs) => attempts.forgetEnded(nowMs) },
  ];
}
