/** From the first visit of the front to an invoice and a paid request, on pages alone, in both languages and sizes. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  axeFindings,
  brokenWords,
  openBrowser,
  overflowOf,
  scriptBytesOf,
  type TestBrowser,
  type Visitor,
  whole,
} from '../support/browser.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { pdfText } from '../support/pdf-text.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { isThorough } from '../support/thorough.ts';

const LONG_MS = 600_000;
const SCRIPT_BYTES_MAX = 150_000;

const WORDS = {
  en: {
    ...{ prices: 'See prices', choose: 'Choose: Credit', withVat: /incl\. VAT/, title: 'Create an account' },
    ...{ password: 'Password', signUp: 'Create account', confirm: 'Confirm your address' },
    ...{ confirmed: 'Address confirmed', go: 'Continue', firstKey: 'Create your first key' },
    ...{ newKey: 'Create a key', name: 'Name', createKey: 'Create key', saved: 'I have saved the key' },
    ...{ topUp: 'Top up', amount: /CZK 500\.00.*incl\. VAT/, order: 'Order with obligation to pay CZK 500.00' },
    ...{ qr: 'QR code of the payment', paid: 'It is paid', invoice: /^Invoice \d{4}-\d{5} \(PDF\)/ },
    ...{ document: 'Invoice – tax document', usage: 'Usage', receipt: 'Receipt', back: 'Billing' },
    ...{ documents: 'Documents', openInvoice: /^Open document \d{4}-\d{5} \(PDF\)/ },
  },
  cs: {
    ...{ prices: 'Ceník', choose: 'Vybrat: Kredit', withVat: /včetně DPH/, title: 'Nový účet' },
    ...{ password: 'Heslo', signUp: 'Vytvořit účet', confirm: 'Potvrďte svou adresu' },
    ...{ confirmed: 'Adresa je potvrzená', go: 'Pokračovat', firstKey: 'Vytvořte svůj první klíč' },
    ...{ newKey: 'Vytvořit klíč', name: 'Název', createKey: 'Vytvořit klíč', saved: 'Klíč mám uložený' },
    ...{ topUp: 'Dobít', amount: /500,00\sKč.*včetně DPH/, order: /^Objednávka zavazující k platbě 500,00/ },
    ...{ qr: 'QR kód platby', paid: 'Zaplaceno', invoice: /^Faktura \d{4}-\d{5} \(PDF\)/ },
    ...{ document: 'Faktura – daňový doklad', usage: 'Spotřeba', receipt: 'Účtenka', back: 'Vyúčtování' },
    ...{ documents: 'Doklady', openInvoice: /^Otevřít doklad \d{4}-\d{5} \(PDF\)/ },
  },
} as const;

/** Words change with the language and widths with the screen: the other two rarely find more. */
const ONES = [
  ['en', 'phone'],
  ['cs', 'desktop'],
] as const;
const OTHERS = [
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const;

let service: TestService;
let operator: PageClient;
let browser: TestBrowser;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mail = await startMailServer();
  const env = { BOREAL_SMTP: mail.setting, BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, seller: SELLER_SETTING }) };
  service = await startService({ env });
  service.upstream.play(answerText('pong', { usage: { prompt_tokens: 2000, completion_tokens: 100 } }));
  operator = await signedUpOperator(service);
  browser = await openBrowser();
}, LONG_MS);
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await mail?.[Symbol.asyncDispose]();
});

describe.each([...ONES, ...(isThorough ? OTHERS : [])])('a visitor, in %s at a %s', (language, screen) => {
  test(
    'becomes a customer who has paid, asked, and got an invoice and a receipt',
    async () => {
      const words = WORDS[language];
      const email = `visitor-${language}-${screen}@example.com`;
      const visitor = await browser.visit(service, { language, screen });
      const { page } = visitor;
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

      await page.goto('/');
      await expectSound(visitor);
      await page.locator('main').getByRole('link', { name: words.prices }).first().click();
      await page.getByText(words.withVat).first().waitFor();
      await expectSound(visitor);
      await page.getByRole('link', { name: words.choose }).click();
      await page.getByRole('heading', { name: words.title }).waitFor();
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
      await expectSound(visitor);
      await button(words.signUp).click();
      await page.getByRole('heading', { name: words.confirm }).waitFor();
      await page.goto(await linkTo(email));
      await page.getByRole('heading', { name: words.confirmed }).waitFor();
      await page.getByRole('link', { name: words.go }).click();
      await page.getByRole('heading', { name: words.firstKey }).waitFor();
      await expectSound(visitor);
      const secret = await newKey(visitor, words);

      await page.goto('/billing');
      await page.getByRole('link', { name: words.topUp }).first().click();
      await page.getByRole('radio', { name: words.amount }).check();
      await expectSound(visitor);
      await button(words.order).click();
      await page.getByRole('img', { name: words.qr }).waitFor();
      await expectSound(visitor);
      await confirmOrderOf(page.url());
      await page.getByRole('status').getByText(words.paid, { exact: true }).waitFor();
      await expectSound(visitor);
      expect(await invoiceOf(visitor, words.invoice)).toContain(words.document);
      await page.goto('/billing/documents');
      await page.getByRole('heading', { name: words.documents }).first().waitFor();
      expect(await invoiceOf(visitor, words.openInvoice)).toContain(words.document);
      await expectSound(visitor);

      const asked = service.client({ apiKey: secret }).chat.completions;
      const answer = await asked.create({ model: 'svc-frost', messages: [{ role: 'user', content: 'ping' }] });
      expect(answer.choices[0]!.message.content).toBe('pong');
      await page.goto('/usage');
      await openFirstRow(page);
      await expectSound(visitor);
      await page.locator('a[href^="/requests/"]').filter({ visible: true }).first().click();
      await page.getByRole('heading', { name: words.receipt, exact: true }).waitFor();
      await expectSound(visitor);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});

type Words = (typeof WORDS)['en' | 'cs'];

async function expectSound(visitor: Visitor): Promise<void> {
  await whole(visitor);
  const { page } = visitor;
  const where = page.url();
  expect([where, ...(await axeFindings(page))]).toEqual([where]);
  expect([where, await overflowOf(page)]).toEqual([where, 0]);
  expect([where, ...(await brokenWords(page))]).toEqual([where]);
  expect(await scriptBytesOf(page), where).toBeLessThan(SCRIPT_BYTES_MAX);
}

/** The link that confirms the address. */
async function linkTo(email: string): Promise<string> {
  const sent = () => mail.emails.find(({ to }) => to.includes(email))?.text;
  await until('the e-mail with the link', () => sent() !== undefined);
  return /http\S{1,2000}/.exec(sent()!)![0];
}

async function newKey({ page }: Visitor, words: Words): Promise<string> {
  await page.getByRole('button', { name: words.newKey, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.name, { exact: true }).fill('Program');
  await dialog.getByRole('button', { name: words.createKey, exact: true }).click();
  const secret = await dialog.locator('.secret code').first().textContent();
  await dialog.getByRole('button', { name: words.saved }).click();
  return secret!;
}

/** Where there is no room for columns, a row is a line that opens. */
async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'svc-frost' }).first().waitFor();
  const line = page.locator('.brief').filter({ visible: true });
  if ((await line.count()) > 0) await line.first().click();
}

/** What an operator does when the money has come. */
async function confirmOrderOf(address: string): Promise<void> {
  const id = /ord_\w+/.exec(address)![0];
  const body = { ...orderBecause('the money is there'), czk: '500' };
  expect((await operator.post(`/api/operator/orders/${id}/confirm`, body)).status).toBe(200);
}

async function invoiceOf({ page }: Visitor, name: RegExp): Promise<string> {
  const href = await page.getByRole('link', { name }).getAttribute('href');
  return pdfText(await (await page.context().request.get(new URL(href!, page.url()).href)).body());
}
