/** Doctor on getting paid. Nothing is asked over the network: that is for the list in the documents. */
import { offersFrom } from '../../features/shop/offer-terms.ts';
import { type Finding, fine, note, wrong } from '../../platform/commands/doctor-finding.ts';
import type { Config } from '../configuration/config.ts';

const WAYS = { stripe: 'by card', bank: 'by bank transfer' } as const;

export function paymentFindings({ shop, sold, plans, payments, publicUrl, smtp, notices }: Config): readonly Finding[] {
  const { methods } = shop;
  const { offers, anyAmount } = offersFrom(sold, plans);
  if (methods.length === 0) return [fine('payments: nothing is sold')];
  const takesCards = methods.includes('stripe');
  const mode = payments.stripe?.secretKey.includes('_live_') ? 'live' : 'test';
  const ways = methods.map((method) => WAYS[method]).join(' and ');
  const findings = [
    fine(
      `payments: ${offers.length} offers${anyAmount ? ' and any amount' : ''} in the configuration, paid ${ways}${takesCards ? ` (Stripe, ${mode} mode)` : ''}`,
    ),
  ];
  if (takesCards && !publicUrl.startsWith('https:')) {
    const what = 'payments: Stripe cannot tell what was paid, because publicUrl is no https address';
    const mend =
      'set publicUrl, and make a webhook endpoint in Stripe at publicUrl + /webhooks/stripe (docs/operating/payments.md)';
    findings.push(mode === 'live' ? wrong(what, mend) : note(what, mend));
  }
  if (!smtp) findings.push(note('payments: receipts are not sent', 'set smtp'));
  if (takesCards && !notices.webhook && (notices.email === '' || !smtp)) {
    findings.push(note('payments: failed ones are not reported to you', 'set notices.email or notices.webhook'));
  }
  return findings;
}
