/** Whatever an operator types is shown as text: to operators, and to the customer who reads it. */
import { beforeAll, expect, test } from 'bun:test';
import { goOn, openPage } from '../support/browser.ts';
import { OPERATOR_EMAIL, orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { typeAsked, typeRefused } from '../support/naughty-typing.ts';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';
import { expectUnharmed, visitPhone } from '../support/unharmed.ts';

const EMAIL = 'jana@example.com';
const LONG_MS = 600_000;

const site = openSite();
let operator: PageClient;
let janaId: string;

beforeAll(async () => {
  const jana = await signedUp(site.service, EMAIL);
  janaId = ((await jana.get('/api/me')).json as unknown as { account: { id: string } }).account.id;
  operator = await signedUpOperator(site.service);
}, LONG_MS);

const visit = (email = OPERATOR_EMAIL) => visitPhone(site, email);

test(
  'a search for customers finds none, and keeps what was typed',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openPage(visitor, '/operator/customers');
    const field = page.getByLabel('E-mail or account ID');

    await typeAsked(visitor, {
      into: [field],
      send: page.getByRole('button', { name: 'Search' }),
      asks: '/api/operator/customers?',
      check: async (text, response) => {
        expect(response.status()).toBe(200);
        await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
        expect(await field.inputValue()).toBe(text);
      },
    });
    const markup = encodeURIComponent('"><img src=x onerror="window.pwned = 1">');
    for (const path of [`/operator/customers?search=${markup}`, `/operator/customers/${markup}`]) {
      await openPage(visitor, path);
      await expectUnharmed(visitor);
    }
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'reasons are shown as they were typed, in the log, with the customer, and on the statement',
  async () => {
    const isMarkup = (text: string) => text.includes('pwned');
    const visitor = await visit();
    const { page } = visitor;
    for (const reason of NAUGHTY_TEXTS.filter((text) => !isMarkup(text))) {
      await performAction(operator, `customers/${janaId}/credit`, { ...orderBecause(reason), kind: 'grant', czk: '1' });
    }
    await openPage(visitor, `/operator/customers/${janaId}`);
    for (const reason of NAUGHTY_TEXTS.filter(isMarkup)) {
      await page.getByRole('button', { name: 'Add credit', exact: true }).click();
      await page.getByLabel('Amount in CZK').fill('1');
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('dialog').getByRole('button', { name: 'Add credit' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const reasons = page.locator('td[data-label="Reason"]');
    const everyReason = async () => (await reasons.allTextContents()).toSorted();

    await goOn(visitor, '/operator/log');
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await everyReason()).toEqual([...NAUGHTY_TEXTS, 'Used an invitation for operators'].toSorted());
    await expectUnharmed(visitor);
    await openPage(visitor, `/operator/customers/${janaId}`);
    const shown = await reasons.allTextContents();
    expect([shown.length > 0, shown.filter((text) => !NAUGHTY_TEXTS.includes(text))]).toEqual([true, []]);
    await expectUnharmed(visitor);
    await visitor.leave();

    const customer = await visit(EMAIL);
    await openPage(customer, `/statements/${new Date().toISOString().slice(0, 7)}`);
    const read = await customer.page.locator('td[data-label="Reason"]').allTextContents();
    expect(read.toSorted()).toEqual(NAUGHTY_TEXTS.toSorted());
    await expectUnharmed(customer);
    await customer.leave();
  },
  LONG_MS,
);

test(
  'notes of vouchers are shown as they were typed, and orders and vouchers are searched for anything',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const gift = { kind: 'credit', czk: '1' };
    await openPage(visitor, '/operator/orders');
    for (const text of NAUGHTY_TEXTS) {
      await page.getByLabel('Number or e-mail').fill(text);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('heading', { name: 'No such order' }).waitFor();
      expect(await page.getByLabel('Number or e-mail').inputValue()).toBe(text);
      const made = { ...orderBecause(text), gift, usesMax: 1, expiresAtMs: null };
      await performAction(operator, 'vouchers', made);
    }
    await expectUnharmed(visitor);

    await goOn(visitor, '/operator/vouchers');
    const notes = page.locator('td[data-label="Note"] .two-lines > :first-child');
    expect((await notes.allTextContents()).toSorted()).toEqual(NAUGHTY_TEXTS.toSorted());
    const markup = NAUGHTY_TEXTS.filter((text) => text.includes('pwned'));
    for (const text of markup) {
      await page.getByLabel('Code or note').fill(text);
      await page.getByRole('button', { name: 'Search' }).click();
      await until('the voucher is found', async () => (await notes.allTextContents()).join() === text);
    }
    await expectUnharmed(visitor);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'amounts, tokens and prices are refused as text',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const customer = `/operator/customers/${janaId}`;
    const prices = ['Input', 'Cached input', 'Output', 'Reasoning'];
    await openPage(visitor, '/operator/log');
    for (const [path, window, labels, refusal] of [
      [customer, 'Add credit', ['Amount in CZK'], 'Type an amount such as'],
      [customer, 'Correct credit', ['Amount in CZK, with a minus to take'], 'Type an amount such as'],
      [customer, 'Add a package', ['Number of tokens'], 'Type a whole number above zero.'],
      ['/operator/vouchers', 'New voucher', ['Amount in CZK'], 'Type an amount such as'],
      ['/operator/prices', 'New version of svc-glacier', prices, 'Type an amount of 0 or more'],
      ['/operator/plans', 'Change Pro', ['Tokens a month'], 'Type a whole number above zero.'],
    ] as const) {
      // A window that is open does not stay.
      await goOn(visitor, '/operator/log');
      await goOn(visitor, path);
      await page.getByRole('button', { name: window, exact: true }).click();
      await typeRefused(visitor, {
        into: labels.map((label) => dialog.getByLabel(label, { exact: true })),
        refusal: dialog.getByText(refusal).nth(labels.length - 1),
      });
    }

    await visitor.leave();
  },
  LONG_MS,
);
