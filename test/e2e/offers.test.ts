/** An operator changes credit and packages in a real browser, and customers see it where they buy. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, openRows, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EMAIL = 'jana@example.com';
const PAYMENTS = { bank: BANK };

const site = openSite({ env: { BOREAL_PAYMENTS: JSON.stringify(PAYMENTS) } });
let operator: PageClient;
let jana: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  jana = await signedUp(site.service, EMAIL);
}, LONG_MS);

const WORDS = {
  en: {
    change: 'Change: Amounts of credit',
    amounts: 'Amounts in CZK',
    wrong: 'Type up to 12 different amounts of at least 15 CZK, with semicolons between them.',
    reason: 'Reason',
    add: 'New package',
    name: 'Name',
    tokens: 'Number of tokens',
    price: 'Price in CZK',
    days: 'How many days it lasts',
    later: 'From this time',
    planned: '5,000,000 tokens for CZK 150.00, 60 days, from',
    packageOf: 'Package en',
    withdraw: 'Withdraw: package-en@1',
    withdrawn: 'Withdrawn',
    offered: 'CZK\u00a029.50',
    typed: '29.50; 500',
  },
  cs: {
    change: 'Změnit: Částky kreditu',
    amounts: 'Částky v Kč',
    wrong: 'Zadejte nejvýše 12 různých částek od 15 Kč, oddělených středníky.',
    reason: 'Důvod',
    add: 'Nový balíček',
    name: 'Název',
    tokens: 'Počet tokenů',
    price: 'Cena v Kč',
    days: 'Na kolik dnů',
    later: 'Od tohoto času',
    planned: '5\u00a0000\u00a0000 tokenů za 150,00\u00a0Kč na 60 dní, od',
    packageOf: 'Balíček cs',
    withdraw: 'Odvolat: package-cs@1',
    withdrawn: 'Odvolaná',
    offered: '31,20\u00a0Kč',
    typed: '31,20; 500',
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'credit and packages are changed at once and planned for later: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    for (const client of [operator, jana]) await client.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    const dialog = page.getByRole('dialog');
    const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

    await openPage(visitor, '/operator/prices');
    await page.getByRole('button', { name: words.change }).click();
    await dialog.getByLabel(words.amounts).fill('9,999');
    await send(words.change);
    await dialog.getByText(words.wrong).waitFor();
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await dialog.getByLabel(words.amounts).fill(words.typed);
    await dialog.getByLabel(words.reason).fill('autumn prices');
    await send(words.change);
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: words.add }).click();
    await dialog.getByLabel(words.name, { exact: true }).fill(language);
    await dialog.getByLabel(words.tokens).fill('5 000 000');
    await dialog.getByLabel(words.price).fill('150');
    await dialog.getByLabel(words.days).fill('60');
    await dialog.getByLabel(words.later).check();
    await dialog.getByLabel(words.reason).fill('for the winter');
    await send(words.add);
    await dialog.waitFor({ state: 'detached' });
    await openRows(page, words.packageOf);
    await page.getByText(words.planned).first().waitFor();

    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);

    // Where customers look, as soon as every server knows it.
    const customer = await site.visit({ language, screen });
    await signInQuietly(customer, EMAIL, PASSWORD);
    await until('customers see the amount', async () => {
      await openPage(customer, '/billing/buy');
      return (await customer.page.locator('.offers').innerText()).includes(words.offered);
    });
    expect([await axeFindings(customer.page), customer.complaints]).toEqual([[], []]);
    await customer.context.close();

    await page.getByRole('button', { name: words.withdraw }).click();
    await dialog.getByLabel(words.reason).fill('too early');
    await send(words.withdraw);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(words.withdrawn, { exact: true }).first().waitFor();
    const [last] = await site.service.stores.actionLog.actions({ rowsMax: 1 });
    expect(last).toMatchObject({ kind: 'withdraw-offer', actor: OPERATOR_EMAIL, reason: 'too early' });
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
