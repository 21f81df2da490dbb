/** Management tokens in a real browser: made on the page, used by a program, revoked; by customers and by operators. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

const WORDS = {
  en: {
    ...{
      to: 'Access tokens',
      create: 'Create a token',
      make: 'Create token',
      missing: 'Choose at least one scope.',
    },
    ...{ name: 'Name', saved: 'I have saved the token', revoke: 'Revoke', revoked: 'revoked', active: 'active' },
  },
  cs: {
    ...{ to: 'Přístupové tokeny', create: 'Vytvořit token', make: 'Vytvořit token' },
    ...{ missing: 'Zvolte alespoň jedno oprávnění.', name: 'Název', saved: 'Token mám uložený' },
    ...{ revoke: 'Zneplatnit', revoked: 'zneplatněn', active: 'platný' },
  },
} as const;

let operator: PageClient;
beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

describe.each([
  ['en', 'desktop', 'customer'],
  ['cs', 'phone', 'customer'],
  ['cs', 'desktop', 'operator'],
  ['en', 'phone', 'operator'],
] as const)('a token, in %s on a %s, of a %s', (language, screen, who) => {
  test(
    'is made with scopes, shown once, works for a program, and ends when it is revoked',
    async () => {
      const words = WORDS[language];
      const isOperator = who === 'operator';
      const email = isOperator ? OPERATOR_EMAIL : `tokens-${language}@example.com`;
      await (isOperator ? operator : await signedUp(site.service, email)).patch('/api/me', { language });
      const visitor = await site.visit({ language, screen });
      const { page } = visitor;
      await signInQuietly(visitor, email, PASSWORD);

      await openPage(visitor, isOperator ? '/operator/tokens' : '/keys');
      if (!isOperator) await page.getByRole('link', { name: words.to }).click();
      await page.getByRole('heading', { level: 1, name: words.to }).waitFor();
      await page.getByRole('button', { name: words.create }).click();
      const dialog = page.getByRole('dialog');
      const name = `CI ${language}`;
      await dialog.getByLabel(words.name, { exact: true }).fill(name);
      await dialog.getByRole('button', { name: words.make }).click();
      await dialog.getByText(words.missing).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.locator(`input[value="${isOperator ? 'customers:read' : 'usage:read'}"]`).check();
      await dialog.getByRole('button', { name: words.make }).click();
      const secret = (await dialog.locator('.secret code').textContent())!;
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: words.saved }).click();

      const path = isOperator ? '/api/operator/customers' : '/api/billing';
      const ask = async () =>
        (await fetch(`${origin()}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
      expect(await ask()).toBe(200);
      const main = page.locator('#page');
      const row = main.locator('tr', { hasText: name });
      await row.getByText(words.active).waitFor();
      expect(await page.content()).not.toContain(secret);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await row.getByRole('button', { name: `${words.revoke}: ${name}` }).click();
      await dialog.getByRole('button', { name: words.revoke }).click();
      await row.getByText(words.revoked).waitFor();
      expect(await ask()).toBe(401);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );
});

const origin = () => new URL(site.service.url).origin;
