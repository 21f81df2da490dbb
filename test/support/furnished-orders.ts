/** A service that sells, and orders in the states that pages show. */

import { nanos } from '../../src/core/money.ts';
import type { NewOrder } from '../../src/features/shop/payment-ports.ts';
import { voucherCreate } from '../../src/features/shop/vouchers-commands.ts';
import { createIds } from '../../src/platform/clock.ts';
import { keyFingerprint, serverSecret } from '../../src/platform/secrets.ts';
import type { TestService } from './service.ts';
import { STRIPE_KEY, WEBHOOK_SECRET } from './stripe-stand-in.ts';
import { testPlatform } from './test-platform.ts';

export const BANK = { iban: 'CZ6508000000192000145399', name: 'Boreal s.r.o.' };
/** With the address of what answers for Stripe. */
export const sellsAllWays = (apiUrl: string) => ({
  BOREAL_PAYMENTS: JSON.stringify({
    stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl },
    bank: BANK,
    anyAmount: { min: '50', max: '20000' },
    packages: [{ id: 'million', tokens: 1_000_000, czk: '90', days: 90 }],
  }),
});
/** For tests that only look: no order is paid by card, so there is no provider to answer. */
export const SELLS_ALL_WAYS = sellsAllWays('http://127.0.0.1:9');
export const SELLS_BY_BANK = { BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }) };

const DAY_MS = 86_400_000;
const CZK = 1_000_000_000n;

export type FurnishedOrders = { readonly open: string; readonly paid: string; readonly atCard: string };

export async function furnishedOrders({ stores }: TestService, accountId: string): Promise<FurnishedOrders> {
  const nowMs = Date.now();
  const about = { accountId, language: 'en', createdAtMs: nowMs, expiresAtMs: nowMs + 14 * DAY_MS } as const;
  const make = async (order: Pick<NewOrder, 'offer' | 'method' | 'vatId'>): Promise<string> =>
    (await stores.orders.create({ id: createIds().next('ord_'), ...about, ...order })).id;
  const credit = { id: 'credit-500', kind: 'credit', amount: nanos(500n * CZK) } as const;
  const tokens = { id: 'million', kind: 'package', amount: nanos(90n * CZK), tokens: 1_000_000n, days: 90 } as const;
  const open = await make({ offer: credit, method: 'bank', vatId: null });
  const paid = await make({ offer: tokens, method: 'bank', vatId: 'CZ12345679' });
  const atCard = await make({ offer: credit, method: 'stripe', vatId: null });
  const told = { id: `confirm-${paid}`, kind: 'bank transfer', about: { by: 'order', orderId: paid } } as const;
  const { outcome } = await stores.orders.apply(told, { actor: 'operator', atMs: nowMs });
  if (outcome !== 'done') throw new Error(`The payment was not taken: ${outcome}.`);
  await furnishedMovements(stores, nowMs);
  return { open, paid, atCard };
}

/** Movements of the bank that an operator has to look at, and one that left the account. */
export async function furnishedMovements({ bankMovements }: TestService['stores'], atMs: number): Promise<void> {
  const about = { bookedOn: '2026-11-16', currency: 'CZK', isReversal: false, bankId: null, counterparty: '' } as const;
  const name = 'Společnost s velmi dlouhým jménem pro příjem plateb, spol. s r.o.';
  const message = 'Platba za kredit podle objednávky, prosím o potvrzení e-mailem';
  const movements = [
    { ...about, amount: 500n * CZK, variableSymbol: '404', name, message },
    { ...about, amount: (25n * CZK) / 2n, variableSymbol: '', currency: 'EUR', name: '', message: '' },
    { ...about, amount: -99n * CZK, variableSymbol: '', name: 'Poplatek', message: '' },
  ];
  const ids = movements.map(() => createIds().next('mov_'));
  await bankMovements.record(movements, { account: BANK.iban, source: 'csv', atMs, ids });
  const pending = await bankMovements.pending();
  await bankMovements.leave(
    pending.map(({ id, amount }) => ({ id, problem: amount < 0n ? 'outgoing' : 'unknown-symbol' })),
  );
}

/** The code of a voucher, as the command line makes it. */
export async function newVoucher({ stores, config }: TestService, czk: string): Promise<string> {
  const fingerprint = keyFingerprint(serverSecret(config.secret, config.dataDir));
  const report = await voucherCreate.run({ czk }, { stores, platform: testPlatform(stores, { fingerprint }) });
  return (report.json as { readonly code: string }).code;
}
