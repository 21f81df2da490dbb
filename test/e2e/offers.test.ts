/** An operator changes what is sold in a real browser; customers see it where they buy, and visitors on the page of prices. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EMAIL = 'jana@example.com';
const PAYMENTS = { bank: BANK, plans: { ultra: { czk: '69' } } };

const site = openSite({ env: { BOREAL_PAYMENTS: JSON.stringify(PAYMENTS) } });
let operator: PageClient;
let jana: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  jana = await signedUp(site.service, EMAIL);
}, LONG_MS);

const WORDS = {
  en: {
    change: 'Change: Plan Pro',
    month: 'Price of a month in CZK',
    wrong: 'Type an amount of at least 15 CZK, with at most two decimals.',
    reason: 'Reason',
    planRow: /^Plan Pro.*CZK 29\.50 each month/,
    add: 'New package',
    name: 'Name',
    tokens: 'Number of tokens',
    price: 'Price in CZK',
    days: 'How many days it lasts',
    later: 'From this time',
    planned: '5,000,000 tokens for CZK 150.00, 60 days, from',
    withdraw: 'Withdraw: package-en@1',
    withdrawn: 'Withdrawn',
    offered: ['Pro', 'CZK 29.50'],
    front: '29.50\u00a0CZK',
    typed: '29.50',
  },
  cs: {
    change: 'Změnit: Tarif Pro',
    month: 'Cena za měsíc v Kč',
    wrong: 'Zadejte částku nejméně 15 Kč, nejvýše se dvěma desetinnými místy.',
    reason: 'Důvod',
    planRow: /^Tarif Pro.*31,20\sKč měsíčně/,
    add: 'Nový balíček',
    name: 'Název',
    tokens: 'Počet tokenů',
    price: 'Cena v Kč',
    days: 'Na kolik dnů',
    later: 'Od tohoto času',
    planned: '5\u00a0000\u00a0000 tokenů za 150,00\u00a0Kč na 60 dnů, od',
    withdraw: 'Odvolat: package-cs@1',
    withdrawn: 'Odvolaná',
    offered: ['Pro', '31,20\u00a0Kč'],
    front: '31,20\u00a0Kč',
    typed: '31,20',
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'what is sold is changed at once and planned for later: %s on a %s',
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
    await dialog.getByLabel(words.month).fill('9,999');
    await send(words.change);
    await dialog.getByText(words.wrong).waitFor();
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await dialog.getByLabel(words.month).fill(words.typed);
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
    await page.getByText(words.planned).first().waitFor();

    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);

    // Where customers and visitors look, as soon as every server knows it.
    const front = await site.visit({ language, screen });
    await until('visitors see the price', async () => {
      await front.page.goto(`/${language}/pricing`);
      return (await front.page.locator('main').innerText()).includes(words.front);
    });
    await front.context.close();
    const customer = await site.visit({ language, screen });
    await signInQuietly(customer, EMAIL, PASSWORD);
    await openPage(customer, '/billing');
    const offers = customer.page.locator('.offers');
    for (const word of words.offered) await offers.getByText(word, { exact: true }).waitFor();
    expect([await axeFindings(customer.page), customer.complaints]).toEqual([[], []]);
    await customer.context.close();

    await page.getByRole('row', { name: words.planRow }).first().waitFor();
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
