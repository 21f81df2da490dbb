/** A company buys by bank transfer: billing details, proforma, invoice, and the operator's view of it, in both languages. */

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { axeFindings, openPage, overflowOf, type Visitor } from '../support/browser.ts';
import { BANK } from '../support/furnished-orders.ts';
import { BUYER } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { signedUp } from '../support/page-client.ts';
import { pdfText } from '../support/pdf-text.ts';
import { openSite } from '../support/site.ts';
import { visitPhone } from '../support/unharmed.ts';

const LONG_MS = 600_000;
const site = openSite({ env: { BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, seller: SELLER_SETTING }) } });

const WORDS = {
  en: {
    ...{ name: 'Company or name', street: 'Street and number', city: 'Town', postalCode: 'Postal code' },
    ...{ companyId: 'Company ID (optional)', vatId: 'VAT ID (optional)', save: 'Save' },
    ...{
      wrong: 'This is not an IČO',
      saved: 'Saved. New invoices',
      to: /^Invoice to: Ledovec/,
      order: /^Order with obligation/,
    },
    ...{ proforma: /^Proforma invoice 2026/, invoice: /^Invoice \d{4}-\d{5} \(PDF\)/, title: 'Invoice – tax document' },
  },
  cs: {
    ...{ name: 'Firma nebo jméno', street: 'Ulice a číslo', city: 'Obec', postalCode: 'PSČ' },
    ...{ companyId: 'IČO (nepovinné)', vatId: 'DIČ (nepovinné)', save: 'Uložit' },
    ...{
      wrong: 'To není IČO',
      saved: 'Uloženo. Údaje',
      to: /^Doklad bude vystaven na: Ledovec/,
      order: /^Objednávka zavazující k platbě/,
    },
    ...{
      proforma: /^Zálohová faktura 2026/,
      invoice: /^Faktura \d{4}-\d{5} \(PDF\)/,
      title: 'Faktura – daňový doklad',
    },
  },
} as const;

describe.each(['en', 'cs'] as const)('a company that buys, in %s', (language) => {
  test(
    'says who it is once, pays by transfer, and gets its invoice',
    async () => {
      const email = `buyer-${language}@example.com`;
      await (await signedUp(site.service, email)).patch('/api/me', { language });
      const visitor = await visitPhone(site, email);
      const { page } = visitor;
      const words = WORDS[language];
      await openPage(visitor, '/account#buyer');
      const card = page.locator('#buyer');
      const save = card.getByRole('button', { name: words.save });
      for (const field of ['name', 'street', 'city', 'postalCode', 'vatId'] as const) {
        await card.getByLabel(words[field]).fill(BUYER[field]);
      }
      await card.getByLabel(words.companyId).fill('12345678');
      await save.click();
      await card.getByText(words.wrong).waitFor();
      await card.getByLabel(words.companyId).fill(BUYER.companyId);
      await save.click();
      await page.getByText(words.saved).waitFor();

      await openPage(visitor, '/billing/buy');
      await page.getByText(words.to).waitFor();
      await page.getByRole('button', { name: words.order }).click();
      await page.waitForURL(/\/orders\/ord_/);
      const proforma = await fileOf(visitor, words.proforma);
      await confirm(email);
      await page.reload();
      const invoice = await fileOf(visitor, words.invoice);
      const isdoc = await isdocOf(visitor);

      for (const part of [BUYER.name, BUYER.city, BANK_NUMBER]) expect(proforma).toContain(part);
      for (const part of [words.title, BUYER.name, BUYER.vatId, SELLER_SETTING.name]) expect(invoice).toContain(part);
      for (const part of [BUYER.name, BUYER.vatId, '<DocumentType>1<']) expect(isdoc).toContain(part);
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});

const BANK_NUMBER = '19-2000145399/0800';

/** The target of a link on the page. */
async function fileOf({ page }: Visitor, name: RegExp): Promise<string> {
  const href = await page.getByRole('link', { name }).getAttribute('href');
  const response = await page.context().request.get(new URL(href!, page.url()).href);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
  return pdfText(await response.body());
}

/** The file that the browser saves. */
async function isdocOf({ page }: Visitor): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: /^ISDOC/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^invoice-\d{4}-\d{5}\.isdoc$/);
  return readFileSync(await saved.path(), 'utf8');
}

async function confirm(email: string): Promise<void> {
  const { stores } = site.service;
  const account = await stores.accounts.find(email);
  const [order] = await stores.orders.list(account!.id);
  const told = {
    id: `confirm-${order!.id}`,
    kind: 'bank transfer',
    about: { by: 'order', orderId: order!.id },
  } as const;
  await stores.orders.apply(told, { actor: 'operator', atMs: Date.now() });
}
