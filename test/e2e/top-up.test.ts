/** Topping up in a real browser, against a stand-in for Stripe's hosted page and API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { parseCzk } from '../../src/core/money.ts';
import { axeFindings, openBrowser, openPage, overflowOf, signInQuietly, type TestBrowser } from '../support/browser.ts';
import { BANK, newVoucher } from '../support/furnished-orders.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sessionEvent } from '../support/stripe-events.ts';
import {
  STRIPE_KEY,
  type StandInSession,
  type StripeStandIn,
  signed,
  startStripe,
  WEBHOOK_SECRET,
} from '../support/stripe-stand-in.ts';

const EMAIL = 'anna@example.com';
let stripe: StripeStandIn;
let service: TestService;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  stripe = await startStripe();
  const payments = {
    stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url },
    bank: BANK,
    anyAmount: { min: '50', max: '20000' },
    plans: { pro: { czk: '250' }, ultra: { czk: '900' } },
    seller: SELLER_SETTING,
  };
  service = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });
  const client = await signedUp(service, EMAIL);
  await client.patch('/api/me', { language: 'en' });
  browser = await openBrowser();
  const anna = await browser.visit(service, { screen: 'phone' });
  await signInQuietly(anna, EMAIL, PASSWORD);
  ({ page } = anna);
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await stripe?.[Symbol.asyncDispose]();
});

const origin = () => `http://localhost:${service.port}`;

async function creditOf(): Promise<number> {
  const account = await service.stores.accounts.find(EMAIL);
  return Number((await service.stores.ledger.balanceOf(account!.id, Date.now())).credit) / 1e9;
}

async function tellPaid({ id, asked }: StandInSession): Promise<void> {
  const hellers = Number(asked['line_items[0][price_data][unit_amount]']);
  const plan = asked.mode === 'subscription' && { payment: null, invoice: `in_${id}`, subscription: `sub_${id}` };
  const about = { session: id, order: asked.client_reference_id!, hellers, ...plan };
  const event = sessionEvent(`evt_${id}`, 'completed', about);
  const { body, signature } = await signed(event, { atMs: Date.now() });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await fetch(`${origin()}/webhooks/stripe`, { method: 'POST', headers, body });
}

describe('topping up', () => {
  test('by card leads to the provider and back, waits honestly, and shows the credit', async () => {
    stripe.onPay(async () => {});
    await page.goto('/billing/buy');
    await page.getByRole('radio', { name: 'CZK 500.00' }).check();
    await page.getByRole('button', { name: 'Order with obligation to pay CZK 500.00' }).click();

    await page.getByRole('heading', { name: '500.00 CZK' }).waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Waiting for your payment to be confirmed').waitFor();
    await tellPaid(stripe.sessions.at(-1)!);
    await page.getByText('It is paid').waitFor();

    await page.getByRole('link', { name: 'Back to Billing' }).click();
    await page.getByLabel('Credit', { exact: true }).getByText('CZK 500.00').first().waitFor();
    expect(stripe.sessions.at(-1)?.asked.success_url).toStartWith(`${origin()}/orders/ord_`);
  });

  test('that is left on the provider’s page says that nothing was paid', async () => {
    const before = await creditOf();
    await page.goto('/billing/buy');
    await page.getByRole('button', { name: 'Order with obligation to pay CZK 100.00' }).click();

    await page.getByRole('link', { name: 'Back' }).click();

    await page.getByText('You have not paid').waitFor();
    expect(await creditOf()).toBe(before);
  });

  test('by bank transfer shows a code to scan and every field', async () => {
    await page.goto('/billing/buy');
    await page.getByRole('button', { name: 'By bank transfer' }).click();
    await page.getByRole('button', { name: 'Order with obligation to pay CZK 100.00' }).click();

    await page.getByRole('img', { name: 'QR code of the payment' }).waitFor();
    await page.getByText('19-2000145399/0800').waitFor();
    await page.getByRole('button', { name: /Copy.*Variable symbol/ }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

const WORDS = {
  en: {
    other: 'Other amount CZK 50.00 to CZK 20,000.00',
    field: 'Other amount in CZK',
    wrong: 'Type an amount from CZK 50.00 to CZK 20,000.00, with at most two decimals.',
    order: 'Order with obligation to pay',
    pay: 'Order with obligation to pay CZK 1,333.25',
    byBank: 'By bank transfer',
    paid: 'Thank you. What you have bought is on your account already.',
    typed: '1333.25',
    vat: 'incl. VAT',
    terms: 'terms of service',
  },
  cs: {
    other: 'Jiná částka od 50,00 Kč do 20 000,00 Kč',
    field: 'Jiná částka v Kč',
    wrong: 'Zadejte částku od 50,00 Kč do 20 000,00 Kč, nejvýše na dvě desetinná místa.',
    order: 'Objednávka zavazující k platbě',
    pay: 'Objednávka zavazující k platbě 1 333,25 Kč',
    byBank: 'Bankovním převodem',
    paid: 'Děkujeme. Zakoupené už máte připsané na účtu.',
    typed: '1 333,25 Kč',
    vat: 'včetně DPH',
    terms: 'obchodními podmínkami',
  },
} as const;

describe.each([
  ['en', 'phone'],
  ['cs', 'desktop'],
  ['cs', 'phone'],
  ['en', 'desktop'],
] as const)('any other amount, in %s on a %s', (language, screen) => {
  test('is typed between limits that are said, refused beyond them, and paid to the heller', async () => {
    const words = WORDS[language];
    stripe.onPay(tellPaid);
    const email = `other-${language}-${screen}@example.com`;
    await (await signedUp(service, email)).patch('/api/me', { language });
    const visitor = await browser.visit(service, { screen });
    await signInQuietly(visitor, email, PASSWORD);
    const { page: billing } = visitor;
    await openPage(visitor, '/billing/buy');

    const cards = billing.locator('.offer');
    expect(await cards.getByText(words.vat, { exact: true }).count()).toBe(await cards.count());
    expect(await billing.getByRole('link', { name: words.terms }).getAttribute('href')).toBe(`/${language}/terms`);
    await billing.getByRole('radio', { name: words.other }).check();
    const field = billing.getByLabel(words.field);
    for (const typed of ['', '49.99', '20000.01', '60.001', '1e3', NAUGHTY_TEXTS[3]!]) {
      await field.fill(typed);
      await billing.getByRole('button', { name: words.order, exact: true }).click();
      await billing.getByText(words.wrong).waitFor();
      await field.and(billing.locator('[aria-invalid=true]:focus')).waitFor();
    }
    expect([await axeFindings(billing), await overflowOf(billing)]).toEqual([[], 0]);
    await field.fill(words.typed);
    await billing.getByRole('button', { name: words.byBank }).click();
    await billing.getByRole('button', { name: words.pay }).click();
    await billing.getByText('19-2000145399/0800').waitFor();
    await openPage(visitor, '/billing/buy');
    await billing.getByRole('radio', { name: words.other }).check();
    await field.fill(words.typed);
    await billing.getByRole('button', { name: words.pay }).click();
    await billing.getByRole('heading', { name: '1333.25 CZK' }).waitFor();
    await billing.getByRole('button', { name: 'Pay' }).click();
    await billing.getByText(words.paid).waitFor();

    const account = await service.stores.accounts.find(email);
    const { credit } = await service.stores.ledger.balanceOf(account!.id, Date.now());
    const orders = await service.stores.orders.list(account!.id);
    expect([credit, orders.map(({ amount, status }) => [amount, status]).toSorted()]).toEqual([
      parseCzk('1333.25'),
      [
        [parseCzk('1333.25'), 'open'],
        [parseCzk('1333.25'), 'paid'],
      ],
    ]);
    await visitor.leave();
  });
});

test('a plan by card becomes smaller with its next period, and nothing is charged before', async () => {
  stripe.onPay(tellPaid);
  await page.goto('/billing/buy');
  await page.getByRole('radio', { name: 'Ultra' }).check();
  await page.getByRole('button', { name: 'Order with obligation to pay CZK 900.00' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('It is paid').waitFor();
  await page.getByRole('link', { name: 'Back to Billing' }).click();
  await page.getByRole('link', { name: 'Top up' }).click();

  await page.getByRole('radio', { name: 'Pro' }).check();
  await page.getByRole('button', { name: 'Order with obligation to pay: Pro from the next period' }).click();
  await page.getByText('Your plan changes with its next period').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('link', { name: 'Back to Billing' }).click();

  await page.getByText('the plan is Pro.').waitFor();
  const { plan, nextPlan } = (await service.stores.plans.current(
    (await service.stores.accounts.find(EMAIL))!.id,
    Date.now(),
  ))!;
  expect([plan, nextPlan]).toEqual(['ultra', 'pro']);
});

describe('a voucher', () => {
  const redeem = async (code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Redeem' }).click();
  };
  test('is redeemed as people type it, shows in the credit at once, and works only once', async () => {
    const before = await creditOf();
    const code = await newVoucher(service, '250');
    await page.goto('/billing/buy');

    await redeem(code.toLowerCase().replaceAll('-', ' '));
    await page.getByText('CZK 250.00 were added to your credit.').waitFor();
    const after = `CZK ${(before + 250).toFixed(2)}`;
    await page.getByLabel('Credit', { exact: true }).getByText(after).first().waitFor();
    await redeem(code);
    await page.getByText('This code cannot be used').waitFor();

    expect(await creditOf()).toBe(before + 250);
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(code);
  });

  test('that does not exist is refused at its field', async () => {
    const before = await creditOf();
    await page.goto('/billing/buy');

    await redeem('0000-0000-0000-0000');

    await page.getByLabel('Code', { exact: true }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
    expect(await creditOf()).toBe(before);
  });
});
