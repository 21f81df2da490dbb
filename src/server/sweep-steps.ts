/** What the dashboard adds to the sweeps: e-mails that are due, orders and subscriptions that are over, what is forgotten. */

import type { Clock, Log } from '../core/ports.ts';
import { addReceipts } from '../features/invoices/order-receipts.ts';
import type { PaymentProvider } from '../features/shop/payment-ports.ts';
import { endSubscriptions } from '../features/shop/service.ts';
import { tellLowBalances } from '../ledger/low-balance.ts';
import type { SweepStep } from '../ledger/sweeps.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Notices, NoticeWays } from '../platform/notices/notice.ts';
import type { Auth } from './auth.ts';
import type { Config } from './configuration/config.ts';
import type { Stores } from './stores/stores.ts';

type StepNeeds = {
  readonly stores: Pick<Stores, 'alerts' | 'orders' | 'authRows' | 'attempts'>;
  readonly auth: Pick<Auth, 'address'>;
  readonly mail: Mail;
  readonly notices: Notices & NoticeWays;
  readonly clock: Clock;
  readonly log: Log;
};

export function createSweepSteps(
  { serviceName }: Config,
  { stores: { alerts, orders, authRows, attempts }, auth, mail, notices, clock, log }: StepNeeds,
  provider: PaymentProvider | undefined,
): readonly SweepStep[] {
  const origin = () => auth.address().origin;
  return [
    { name: 'lowBalance', run: () => tellLowBalances({ alerts, mail, notices, serviceName, clock, log }) },
    { name: 'receipts', run: () => addReceipts({ orders, notices, origin, clock, log }) },
    { name: 'expireOrders', run: (nowMs) => orders.expire(nowMs) },
    { name: 'endSubscriptions', run: () => endSubscriptions({ orders, provider, log }) },
    { name: 'forgetSessions', run: (nowMs) => authRows.forgetExpired('session', nowMs) },
    { name: 'forgetLinks', run: (nowMs) => authRows.forgetExpired('verification', nowMs) },
    { name: 'forgetAttempts', run: (nowMs) => attempts.forgetEnded(nowMs) },
  ];
}
