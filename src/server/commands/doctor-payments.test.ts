import { expect, test } from 'bun:test';
import { testConfig } from '../../../test/support/test-config.ts';
import { paymentFindings } from './doctor-payments.ts';

const BANK = { iban: 'CZ6508000000192000145399', name: 'Seller' };
const stripe = (mode: string) => ({ secretKey: `sk_${mode}_0123456789`, webhookSecret: 'whsec_0123456789' });
const SMTP = JSON.stringify({ host: 'mail.example.com', from: 'a@example.com' });
const found = (payments: object, env: Readonly<Record<string, string>> = {}) =>
  paymentFindings(testConfig({ BOREAL_PAYMENTS: JSON.stringify(payments), ...env }));
const said = (findings: ReturnType<typeof found>) =>
  findings.map(({ ok, what, mend }) => `${ok ? (mend ? 'note' : 'ok') : 'FAIL'} ${what}`);

test('nothing that is sold is nothing to mend', () => {
  expect(said(found({}))).toEqual(['ok payments: nothing is sold']);
});

test('a shop that is ready is reported with its ways of paying', () => {
  const env = {
    BOREAL_PUBLIC_URL: 'https://ai.example.com',
    BOREAL_SMTP: SMTP,
    BOREAL_NOTICES: '{"email":"op@example.com"}',
  };

  expect(said(found({ bank: BANK, stripe: stripe('live') }, env))).toEqual([
    'ok payments: 3 offers in the configuration, paid by card and by bank transfer (Stripe, live mode)',
  ]);
});

test('any amount is reported beside the offers', () => {
  const [first] = said(found({ bank: BANK, anyAmount: { min: '50', max: '5000' } }));

  expect(first).toBe('ok payments: 3 offers and any amount in the configuration, paid by bank transfer');
});

test('live cards without an https address are wrong; in test mode it is a note', () => {
  const problem = 'payments: Stripe cannot tell what was paid, because publicUrl is no https address';

  expect(said(found({ stripe: stripe('live') }))).toContain(`FAIL ${problem}`);
  expect(said(found({ stripe: stripe('test') }))).toContain(`note ${problem}`);
});

test('receipts and failed payments that reach no reader are notes', () => {
  expect(said(found({ stripe: stripe('test') }, { BOREAL_PUBLIC_URL: 'https://ai.example.com' })).slice(1)).toEqual([
    'note payments: receipts are not sent',
    'note payments: failed ones are not reported to you',
  ]);
});
