/** Automatic top-up in a real browser, in both languages and on both screens, with a stand-in for Stripe. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import {
  axeFindings,
  goOn,
  openBrowser,
  openPage,
  overflowOf,
  signInQuietly,
  type TestBrowser,
} from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { STRIPE_KEY, type StripeStandIn, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';

let stripe: StripeStandIn;
let service: TestService;
let browser: TestBrowser;

beforeAll(async () => {
  stripe = await startStripe();
  const payments = {
    stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url },
    anyAmount: { min: '50', max: '20000' },
  };
  service = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await stripe?.[Symbol.asyncDispose]();
});

const WORDS = {
  en: {
    consent: /^I agree that/,
    missing: 'Tick the box to save a card.',
    saveCard: 'Save a card',
    saved: 'The card is saved. Now choose when it is charged.',
    face: 'Visa ending in 4242, valid until 04/2030',
    below: 'When credit falls below, in CZK',
    belowWrong: 'Type an amount above zero, and at most the amount that is topped up.',
    save: 'Save',
    on: 'Automatic top-up is on.',
    used: 'CZK 500.00 of CZK 2,000.00 used this month.',
    automatic: 'Credit, automatic top-up',
    paused: 'Automatic top-up is paused',
    remove: 'Remove the card',
    removed: 'The card is removed, and automatic top-up is off.',
  },
  cs: {
    consent: /^Souhlasím, aby služba/,
    missing: 'Pro uložení karty zaškrtněte souhlas.',
    saveCard: 'Uložit kartu',
    saved: 'Karta je uložená. Teď zvolte, kdy se z ní má platit.',
    face: 'Visa končící na 4242, platná do 04/2030',
    below: 'Když kredit klesne pod, v Kč',
    belowWrong: 'Zadejte částku větší než nula a nejvýše takovou, o jakou se dobíjí.',
    save: 'Uložit',
    on: 'Automatické dobíjení je zapnuté.',
    used: 'Tento měsíc využito 500,00 Kč z 2 000,00 Kč.',
    automatic: 'Kredit, automatické dobití',
    paused: 'Automatické dobíjení je pozastavené',
    remove: 'Odebrat kartu',
    removed: 'Karta je odebraná a automatické dobíjení vypnuté.',
  },
} as const;

test.each([
  ['en', 'phone'],
  ['cs', 'desktop'],
] as const)('a card is saved, charged, paused and removed: %s on a %s', async (language, screen) => {
  const words = WORDS[language];
  const email = `${language}@example.com`;
  const client = await signedUp(service, email);
  await client.patch('/api/me', { language });
  const visitor = await browser.visit(service, { screen, language });
  await signInQuietly(visitor, email, PASSWORD);
  const { page } = visitor;
  stripe.cards.answer('approve');

  await openPage(visitor, '/billing/buy');
  await page.getByRole('button', { name: words.saveCard }).click();
  await page.getByText(words.missing).waitFor();
  await page.getByLabel(words.consent).check();
  await page.getByRole('button', { name: words.saveCard }).click();
  await page.getByRole('heading', { name: 'Save a card' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(words.saved).waitFor();
  await page.getByText(words.face).waitFor();
  expect(page.url()).toEndWith('/billing/buy');

  const below = page.getByLabel(words.below);
  const form = page.locator('form').filter({ has: below });
  await below.fill('501');
  await form.getByRole('button', { name: words.save }).click();
  await page.getByText(words.belowWrong).waitFor();
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
  await below.fill('100');
  await form.getByRole('button', { name: words.save }).click();
  await page.getByText(words.on).waitFor();

  // The account has no credit: the next sweep charges the card.
  const accountId = (await service.stores.accounts.find(email))!.id;
  const { ledger, credits } = service.stores;
  const creditOf = async () => (await ledger.balanceOf(accountId, Date.now())).credit;
  await until('the credit is topped up', async () => (await creditOf()) === 500_000_000_000n);
  await openPage(visitor, '/billing/buy');
  await page.getByText(words.used).waitFor();
  await goOn(visitor, '/billing/documents');
  await page.locator('#page').getByText(words.automatic).first().waitFor();

  stripe.cards.answer({ code: 'authentication_required', declineCode: 'authentication_required' });
  const about = { accountId, reason: 'spent', actor: 'test', atMs: Date.now() };
  await credits.correct({ ...about, amount: nanos(-(await creditOf())) });
  const isPaused = async () => (await service.stores.topUps.of(accountId, Date.now())).failure !== null;
  await until('it is paused', isPaused);
  await openPage(visitor, '/billing/buy');
  await page.getByText(words.paused).waitFor();
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);

  await page.getByRole('button', { name: words.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
  await page.getByText(words.removed).waitFor();
  await until('Stripe has forgotten the card', () => stripe.cards.customers.size === 0);
});
