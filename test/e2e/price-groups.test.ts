/** An operator makes a price group, in a real browser, puts a customer into it, and the customer's receipt names it. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const site = openSite({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  site.service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 100, completion_tokens: 10 } }));
}, LONG_MS);

const WORDS = {
  en: {
    ...{ area: 'Price groups', add: 'New group', id: 'ID', name: 'Name', percent: 'Percent of the list price' },
    ...{ wrong: 'Type a percentage from 0 to 1000', model: 'Model with a price of its own', input: 'Input' },
    ...{ reason: 'Reason', join: 'Change the price group', group: 'Group', typed: '87.5', shown: '87.5 %' },
    ...{ own: 'svc-glacier: Input CZK 3', list: 'This customer pays the list price.', members: /^Customers: 1$/ },
  },
  cs: {
    ...{ area: 'Cenové skupiny', add: 'Nová skupina', id: 'Označení', name: 'Název', percent: 'Procent ceníkové ceny' },
    ...{ wrong: 'Zadejte procenta od 0 do 1000', model: 'Model s vlastní cenou', input: 'Vstup' },
    ...{ reason: 'Důvod', join: 'Změnit cenovou skupinu', group: 'Skupina', typed: '87,5', shown: '87,5 %' },
    ...{ own: 'svc-glacier: Vstup 3', list: 'Partners en', members: /^Zákazníci: 1$/ },
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'a group is made and a customer put into it: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    const group = `partners-${language}`;
    const { accountId } = site.service;
    await operator.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen, colours: 'light' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/price-groups');
    await page.getByRole('heading', { name: words.area, exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: words.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.id, { exact: true }).fill(group);
    await dialog.getByLabel(words.name, { exact: true }).fill(`Partners ${language}`);
    await dialog.getByLabel(words.percent).fill('1001');
    await dialog.getByLabel(words.reason).fill('contract');
    await dialog.getByRole('button', { name: words.add }).click();
    await dialog.getByText(words.wrong).waitFor();
    await dialog.getByLabel(words.percent).fill(words.typed);
    await dialog.getByLabel(words.model).selectOption('svc-glacier');
    await dialog.getByLabel(words.input, { exact: true }).fill('3');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await dialog.getByRole('button', { name: words.add }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(words.shown).first().waitFor();
    await page.getByText(words.own).first().waitFor();

    await goOn(visitor, `/operator/customers/${accountId}`);
    await page.getByText(words.list).first().waitFor();
    await page.getByRole('button', { name: words.join }).click();
    const joining = page.getByRole('dialog');
    await joining.getByLabel(words.group, { exact: true }).selectOption(group);
    await joining.getByLabel(words.reason).fill('contract');
    expect(await axeFindings(page)).toEqual([]);
    await joining.getByRole('button', { name: words.join }).click();
    await joining.waitFor({ state: 'detached' });
    await page.getByText(`Partners ${language}`).first().waitFor();
    expect(await overflowOf(page)).toBe(0);

    await until('a request has the price of the group', async () => {
      const answer = await site.service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
      const { id } = (await answer.json()) as { id: string };
      const receipt = await fetch(`${site.service.url}/receipts/${id}`, {
        headers: { authorization: `Bearer ${site.service.key}` },
      });
      const { price } = (await receipt.json()) as {
        price: { group?: { name: string }; input_czk_per_million: string };
      };
      return price.group?.name === `Partners ${language}` && price.input_czk_per_million === '3';
    });
    await openPage(visitor, '/operator/price-groups');
    await page.getByText(words.members).last().click();
    await page.locator(`a[href$="/operator/customers/${accountId}"]`).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
