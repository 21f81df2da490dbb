/** The steps that the dashboard adds to the sweeps: e-mails that are due, what is over, what is forgotten. */

import { matchMovements } from '../features/bank/bank-import.ts';
import { addReceipts } from '../features/invoices/order-receipts.ts';
import { endSubscriptions } from '../features/shop/service.ts';
import { forgetCards, type TopUpSources, topUpAccounts } from '../features/shop/top-ups.ts';
import { sendRefunds } from '../features/shop/withdrawals.ts';
import { tellLowBalances } from '../ledger/low-balance.ts';
import type { SweepStep } from '../ledger/sweeps.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stores } from './stores/stores.ts';

export function createSweepSteps(
  platform: Platform,
  { alerts, orders, withdrawals, authRows, attempts, bankMovements }: Stores,
  topUps: TopUpSources,
): readonly SweepStep[] {
  const { provider } = topUps;
  return [
    { name: 'lowBalance', run: () => tellLowBalances(platform, alerts) },
    { name: 'receipts', run: () => addReceipts(platform, orders) },
    { name: 'expireOrders', run: (nowMs) => orders.expire(nowMs) },
    { name: 'endSubscriptions', run: () => endSubscriptions(platform, { orders, provider }) },
    { name: 'refunds', run: () => sendRefunds(platform, { withdrawals, provider }) },
    { name: 'forgetSessions', run: (nowMs) => authRows.forgetExpired('session', nowMs) },
    { name: 'forgetLinks', run: (nowMs) => authRows.forgetExpired('verification', nowMs) },
    { name: 'forgetAttempts', run: (nowMs) => attempts.forgetEnded(nowMs) },
    { name: 'topUps', run: () => topUpAccounts(platform, topUps) },
    { name: 'forgetCards', run: () => forgetCards(platform, topUps) },
    { name: 'bankMovements', run: () => matchMovements(platform, bankMovements) },
  ];
}
