/** VAT across borders on the pages: what VIES says of a company, and the file for the one-stop shop, in both languages. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  axeFindings,
  goOn,
  openBrowser,
  openPage,
  overflowOf,
  signInQuietly,
  type TestBrowser,
} from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { EU_BUYER } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { startVies } from '../support/vies-stand-in.ts';

const LONG_MS = 240_000;
const vies = startVies({ [EU_BUYER.vatId]: 'MÜLLER GMBH' });
let service: TestService;
let browser: TestBrowser;
let operator: PageClient;

beforeAll(async () => {
  const seller = { ...SELLER_SETTING, vatElsewhere: 'oss' };
  service = await startService({
    env: { BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, seller, vies: { url: vies.url } }) },
  });
  browser = await openBrowser();
  operator = await signedUpOperator(service);
}, LONG_MS);
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await service?.stop();
  await vies[Symbol.asyncDispose]();
});

const WORDS = {
  en: { save: 'Save', valid: /VIES confirms/, unreachable: /VIES does not answer now/, file: 'Quarter as CSV' },
  cs: { save: 'Uložit', valid: /VIES DIČ potvrzuje/, unreachable: /VIES teď neodpovídá/, file: 'Čtvrtletí v CSV' },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('VAT, in %s on a %s', (language, screen) => {
  test(
    'follows what VIES says, which the customer reads before ordering',
    async () => {
      const words = WORDS[language];
      const email = `company-${language}@example.com`;
      const client = await signedUp(service, email);
      await client.patch('/api/me', { language });
      vies.answers = 'down';
      await client.patch('/api/buyer', EU_BUYER);
      const visitor = await browser.visit(service, { language, screen });
      const { page } = visitor;
      await signInQuietly(visitor, email, PASSWORD);

      await openPage(visitor, '/billing/buy');
      await page.getByText(words.unreachable).waitFor();
      vies.answers = 'by-number';
      await goOn(visitor, '/account');
      await page.locator('#buyer').getByRole('button', { name: words.save }).click();
      await page.locator('#buyer').getByText(words.valid).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'of a quarter is saved for the one-stop shop',
    async () => {
      await operator.patch('/api/me', { language });
      const visitor = await browser.visit(service, { language, screen });
      const { page } = visitor;
      await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
      await openPage(visitor, '/operator/invoices');

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: WORDS[language].file, exact: true }).click(),
      ]);

      expect(readFileSync(await download.path(), 'utf8')).toContain('quarter');
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await visitor.leave();
    },
    LONG_MS,
  );
});
