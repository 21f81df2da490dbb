/** Terms on the pages: accepted at sign-up and with an order, in both languages. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { BANK } from '../support/furnished-orders.ts';
import { linkFor, PASSWORD } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const TERMS = { cs: 'https://shop.example/podminky', en: 'https://shop.example/terms' };
const PRIVACY = { cs: 'https://shop.example/soukromi', en: 'https://shop.example/privacy' };
const site = openSite({
  env: {
    BOREAL_LEGAL: JSON.stringify({ version: '2026-11-01', terms: TERMS, privacy: PRIVACY }),
    BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }),
  },
});

const WORDS = {
  en: {
    ...{ password: 'Password', create: 'Create account', confirm: 'Confirm your address', terms: 'terms of service' },
    ...{ agree: /^I agree to the terms of service \(version 2026-11-01\)/, missing: 'Confirm that you agree.' },
    ...{ begin: /^I want use to begin at once/, order: 'Order with obligation to pay CZK 100.00' },
  },
  cs: {
    ...{ password: 'Heslo', create: 'Vytvořit účet', confirm: 'Potvrďte svou adresu', terms: 'obchodními podmínkami' },
    ...{ agree: /^Souhlasím s obchodními podmínkami \(verze 2026-11-01\)/, missing: 'Potvrďte, že souhlasíte.' },
    ...{ begin: /^Chci, aby plnění začalo hned/, order: 'Objednávka zavazující k platbě 100,00 Kč' },
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('terms, in %s on a %s', (language, screen) => {
  test(
    'are linked, have to be accepted, and are kept with the person and the order',
    async () => {
      const words = WORDS[language];
      const email = `terms-${language}@example.com`;
      const visitor = await site.visit({ language, screen });
      const { page } = visitor;
      await openPage(visitor, '/sign-up');
      expect(await page.getByRole('link', { name: words.terms }).getAttribute('href')).toBe(TERMS[language]);
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
      await page.getByRole('button', { name: words.create }).click();
      await page.getByText(words.missing).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await page.getByRole('checkbox', { name: words.agree }).check();
      await page.getByRole('button', { name: words.create }).click();
      await page.getByRole('heading', { name: words.confirm }).waitFor();
      await page.goto(linkFor(site.service, email, 'verify'));
      await signInQuietly(visitor, email, PASSWORD);

      await openPage(visitor, '/billing/buy');
      await page.getByRole('button', { name: words.order }).click();
      await page.getByRole('checkbox', { name: words.agree }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
      await page.getByRole('checkbox', { name: words.agree }).check();
      await page.getByRole('button', { name: words.order }).click();
      await page.getByRole('checkbox', { name: words.begin }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await page.getByRole('checkbox', { name: words.begin }).check();
      await page.getByRole('button', { name: words.order }).click();
      await page.getByText('19-2000145399/0800').waitFor();

      const account = await site.service.stores.accounts.find(email);
      const orders = await site.service.stores.orders.list(account!.id);
      expect(orders.map(({ termsVersion, beginsAtOnce }) => [termsVersion, beginsAtOnce])).toEqual([
        ['2026-11-01', true],
      ]);
      expect((await site.service.stores.customers.owner(account!.id))?.terms?.version).toBe('2026-11-01');
      await visitor.context.close();
    },
    LONG_MS,
  );
});
