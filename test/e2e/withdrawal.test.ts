/** A consumer withdraws from an order in a real browser, and the operator sends the money, in both languages. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const site = openSite({ env: SELLS_BY_BANK });
let operator: PageClient;
beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

const WORDS = {
  en: {
    ...{ withdraw: 'Withdraw from contract here', confirm: 'Confirm withdrawal', name: 'Your name' },
    ...{ missing: 'Type your name.', back: /500\.00 go back to you; what is left/, done: /You have withdrawn on/ },
    ...{ sent: 'Money was sent', reason: 'Reason', waiting: 'To be sent', state: 'Sent' },
  },
  cs: {
    ...{ withdraw: 'Odstoupit od smlouvy', confirm: 'Potvrdit odstoupení', name: 'Vaše jméno' },
    ...{ missing: 'Zadejte své jméno.', back: /Vrátíme vám 500,00/, done: /Od smlouvy jste odstoupili/ },
    ...{ sent: 'Peníze odeslány', reason: 'Důvod', waiting: 'K odeslání', state: 'Odesláno' },
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('withdrawing, in %s on a %s', (language, screen) => {
  test(
    'is declared and confirmed, and what is unused goes back',
    async () => {
      const words = WORDS[language];
      const email = `buyer-${language}@example.com`;
      const client = await signedUp(site.service, email);
      await client.patch('/api/me', { language });
      await operator.patch('/api/me', { language });
      const ordered = await client.post('/api/orders', { offer: 'credit-500', method: 'bank' });
      const { id } = ordered.json.order as { readonly id: string };
      await performAction(operator, `orders/${id}/confirm`, { ...orderBecause('it came'), czk: '500' });
      const visitor = await site.visit({ language, screen });
      const { page } = visitor;
      await signInQuietly(visitor, email, PASSWORD);

      await openPage(visitor, '/billing/documents');
      await page.getByRole('link', { name: words.withdraw }).click();
      await page.getByRole('button', { name: words.withdraw }).click();
      const window = page.getByRole('dialog');
      await window.getByText(words.back).waitFor();
      await window.getByLabel(words.name).fill('');
      await window.getByRole('button', { name: words.confirm }).click();
      await window.getByText(words.missing).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await window.getByLabel(words.name).fill('Jana Nová');
      await window.getByRole('button', { name: words.confirm }).click();
      await page.getByText(words.done).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      expect((await client.get('/api/billing')).json.creditCzk).toBe('0');
      await visitor.leave();

      const office = await site.visit({ language, screen });
      await signInQuietly(office, OPERATOR_EMAIL, PASSWORD);
      await openPage(office, '/operator/orders');
      const row = office.page.getByRole('row', { name: email }).filter({ hasText: words.waiting });
      await row.getByRole('button', { name: words.sent }).click();
      await office.page.getByLabel(words.reason).fill('by bank today');
      await office.page.getByRole('dialog').getByRole('button', { name: words.sent }).click();
      await office.page.getByRole('row', { name: email }).getByText(words.state, { exact: true }).waitFor();
      expect([await axeFindings(office.page), await overflowOf(office.page)]).toEqual([[], 0]);
      const { declared } = (await client.get(`/api/orders/${id}/withdrawal`)).json;
      expect(declared).toMatchObject({ name: 'Jana Nová', email, refundCzk: '500', sentAtMs: expect.any(Number) });
      await office.leave();
    },
    LONG_MS,
  );
});
