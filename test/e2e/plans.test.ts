/** An operator adds a plan, changes and withdraws it, and takes it off sale in a real browser; customers and visitors see it. */
import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeFindings, openPage, openRows, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EMAIL = 'jana@example.com';

const site = openSite({ env: { BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }) } });
let operator: PageClient;
let jana: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  jana = await signedUp(site.service, EMAIL);
}, LONG_MS);

const WORDS = {
  en: {
    add: 'New plan',
    id: 'ID',
    name: ['Name in English', 'Name in Czech'],
    text: ['Text in English', 'Text in Czech'],
    order: 'Place among plans',
    tokens: 'Tokens a month',
    day: 'Tokens a day',
    price: 'Price in CZK',
    off: 'Not for sale',
    all: 'All models',
    weights: 'How much of the plan a token takes',
    output: 'Output',
    later: 'From this time',
    reason: 'Reason',
    wrong: [
      'Type 1 to 40 lower-case letters, digits or hyphens.',
      'Type a name.',
      'Type a whole number from 0 to 1000.',
      'Type an amount of at least 15 CZK, with at most two decimals.',
      'Choose at least one model, or all.',
      'Type a number from 0.001 to 1000, with at most three decimals.',
    ],
    tokensWrong: 'Type a whole number above zero.',
    change: 'Change For teams',
    row: /^For teams.*CZK 299\.50 a month; 5,000,000 tokens; only svc-frost; 400,000 a day; weights: svc-frost/,
    planned: 'name: For everyone, from',
    withdraw: 'Withdraw team-en@2',
    withdrawn: 'Withdrawn',
    gone: /^For teams.*not sold; 5,000,000 tokens/,
    shown: ['For teams', 'CZK 299.50'],
    front: ['For teams', 'Ten people, one bill', '299.50\u00a0CZK'],
    typed: { czk: '299.50', weight: '1.5' },
    everyone: 'For everyone',
  },
  cs: {
    add: 'Nový tarif',
    id: 'Označení',
    name: ['Název anglicky', 'Název česky'],
    text: ['Text anglicky', 'Text česky'],
    order: 'Pořadí mezi tarify',
    tokens: 'Tokenů měsíčně',
    day: 'Tokenů za den',
    price: 'Cena v Kč',
    off: 'Neprodávat',
    all: 'Všechny modely',
    weights: 'Kolik z tarifu spotřebuje jeden token',
    output: 'Výstup',
    later: 'Od tohoto času',
    reason: 'Důvod',
    wrong: [
      'Zadejte 1 až 40 malých písmen bez diakritiky, číslic nebo spojovníků.',
      'Zadejte název.',
      'Zadejte celé číslo od 0 do 1000.',
      'Zadejte částku nejméně 15 Kč, nejvýše se dvěma desetinnými místy.',
      'Vyberte aspoň jeden model, nebo všechny.',
      'Zadejte číslo od 0,001 do 1000, nejvýše se třemi desetinnými místy.',
    ],
    tokensWrong: 'Zadejte celé číslo větší než nula.',
    change: 'Změnit Pro týmy',
    row: /^Pro týmy.*299,50\sKč měsíčně; 5\s000\s000 tokenů; jen svc-frost; 400\s000 za den; váhy: svc-frost/,
    planned: 'název: Pro všechny, od',
    withdraw: 'Odvolat team-cs@2',
    withdrawn: 'Odvolaná',
    gone: /^Pro týmy.*neprodává se; 5\s000\s000 tokenů/,
    shown: ['Pro týmy', '299,50\u00a0Kč'],
    front: ['Pro týmy', 'Deset lidí, jeden účet', '299,50\u00a0Kč'],
    typed: { czk: '299,50', weight: '1,5' },
    everyone: 'Pro všechny',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

/** Fills the window with a plan, by everything that the page asks for. */
async function fillPlan(page: Page, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog');
  const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: true }).fill(value);
  await fill(words.name[0], 'For teams');
  await fill(words.name[1], 'Pro týmy');
  await fill(words.text[0], 'Ten people, one bill');
  await fill(words.text[1], 'Deset lidí, jeden účet');
  await fill(words.order, '3');
  await fill(words.tokens, '5 000 000');
  await fill(words.day, '400000');
  await fill(words.price, words.typed.czk);
  await dialog.getByLabel('svc-frost', { exact: true }).check();
  await dialog.getByLabel(words.output, { exact: true }).first().fill(words.typed.weight);
}

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'a plan of the operator’s own is added, changed, withdrawn and taken off sale: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    const id = `team-${language}`;
    for (const client of [operator, jana]) await client.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    const dialog = page.getByRole('dialog');
    const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: true }).fill(value);
    const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const closed = () => dialog.waitFor({ state: 'detached' });

    await openPage(visitor, '/operator/plans');
    await page.getByRole('button', { name: words.add }).click();
    await fill(words.id, 'Team Plan');
    await dialog.getByText(words.weights).click();
    await dialog.getByLabel(words.output, { exact: true }).first().fill('0,12345');
    await fill(words.day, 'many');
    await dialog.getByLabel(words.all, { exact: true }).uncheck();
    await send(words.add);
    for (const wrong of words.wrong) await dialog.getByText(wrong).first().waitFor();
    expect(await dialog.getByText(words.tokensWrong).count()).toBe(2);
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    await fill(words.id, id);
    await fillPlan(page, words);
    await fill(words.reason, 'asked for by three customers');
    await send(words.add);
    await closed();
    await openRows(page, id);
    await page.getByRole('row', { name: words.row }).first().waitFor();
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);

    // Where customers and visitors look.
    const front = await site.visit({ language, screen });
    await until('visitors see the plan', async () => {
      await front.page.goto(`/${language}/pricing`);
      const text = await front.page.locator('main').innerText();
      return words.front.every((word) => text.includes(word));
    });
    await front.leave();
    const customer = await site.visit({ language, screen });
    await signInQuietly(customer, EMAIL, PASSWORD);
    await openPage(customer, '/billing/buy');
    const offers = customer.page.locator('.offers');
    for (const word of words.shown) await offers.getByText(word, { exact: true }).waitFor();
    expect([await axeFindings(customer.page), customer.complaints]).toEqual([[], []]);
    await customer.leave();

    // Only what differs is said by a change, and it can be taken back before it begins.
    await page.getByRole('row').filter({ hasText: id }).getByRole('button', { name: words.change }).click();
    await fill(words.name[0], 'For everyone');
    await fill(words.name[1], 'Pro všechny');
    await dialog.getByLabel(words.later).check();
    await fill(words.reason, 'a better name');
    await send(words.change);
    await closed();
    await openRows(page, id);
    await page.getByText(words.planned).first().waitFor();
    await page.getByRole('button', { name: words.withdraw }).click();
    await fill(words.reason, 'not better');
    await send(words.withdraw);
    await closed();
    await page.getByText(words.withdrawn, { exact: true }).first().waitFor();
    const [last] = await site.service.stores.actionLog.actions({ rowsMax: 1 });
    expect(last).toMatchObject({ kind: 'withdraw-plan', actor: OPERATOR_EMAIL, reason: 'not better' });

    await page.getByRole('row').filter({ hasText: id }).getByRole('button', { name: words.change }).click();
    await dialog.getByLabel(words.off).check();
    await fill(words.reason, 'the year is over');
    await send(words.change);
    await closed();
    await openRows(page, id);
    await page.getByRole('row', { name: words.gone }).first().waitFor();
    expect([await axeFindings(page), await overflowOf(page), visitor.complaints]).toEqual([[], 0, []]);
    await visitor.leave();
  },
  LONG_MS,
);
