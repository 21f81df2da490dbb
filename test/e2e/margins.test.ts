/** An operator says what an engine costs, in a real browser, and sees what is left of what customers pay. */
import { beforeAll, expect, test } from 'bun:test';
import type { BuyingView } from '../../src/features/margins/contract.ts';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const site = openSite();
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  site.service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 100, completion_tokens: 10 } }));
}, LONG_MS);

const WORDS = {
  en: {
    ...{ area: 'Margins', addRate: 'New rate', currency: 'Currency', rate: 'CZK for one', reason: 'Reason' },
    ...{
      wrong: 'Type an amount above 0',
      add: 'New buying price',
      fields: ['Input', 'Cached input', 'Output', 'Reasoning'],
    },
    ...{
      typed: '0.05',
      engine: 'Engine',
      shown: '0.05 / 0.05 / 0.05 / 0.05 EUR',
      day: 'Day',
      below: /svc-glacier is sold for less/,
    },
  },
  cs: {
    ...{ area: 'Marže', addRate: 'Nový kurz', currency: 'Měna', rate: 'Kč za jednotku', reason: 'Důvod' },
    ...{ wrong: 'Zadejte částku vyšší než 0', add: 'Nová nákupní cena' },
    fields: ['Vstup', 'Vstup z mezipaměti', 'Výstup', 'Uvažování'],
    ...{
      typed: '5,25',
      engine: 'Engine',
      shown: '5,25 / 5,25 / 5,25 / 5,25 EUR',
      day: 'Den',
      below: /svc-glacier se prodává pod náklady/,
    },
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'what engines cost is set with a rate, and margins follow: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    await operator.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen, colours: 'light' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/margins');
    await page.getByRole('heading', { name: words.area, exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: words.addRate }).click();
    const rates = page.getByRole('dialog');
    await rates.getByLabel(words.rate).fill('0');
    await rates.getByLabel(words.reason).fill('bank');
    await rates.getByRole('button', { name: words.addRate }).click();
    await rates.getByText(words.wrong).waitFor();
    await rates.getByLabel(words.rate).fill('24.5');
    await rates.getByRole('button', { name: words.addRate }).click();
    await rates.waitFor({ state: 'detached' });

    const { engines } = (await operator.get('/api/operator/buying-prices')).json as unknown as {
      engines: readonly { engine: string }[];
    };
    await page.getByRole('button', { name: words.add }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.engine, { exact: true }).selectOption(engines[0]!.engine);
    await dialog.getByLabel(words.currency).fill('EUR');
    for (const field of words.fields) await dialog.getByLabel(field, { exact: true }).fill(words.typed);
    await dialog.getByLabel(words.reason, { exact: true }).fill('contract');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: words.add }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(words.shown).first().waitFor();

    await until('the price holds', async () => {
      const { json } = await operator.get('/api/operator/buying-prices');
      const { prices } = json as unknown as BuyingView;
      return (
        prices[0]?.versions.some(
          ({ state, price }) => state === 'now' && price.input === words.typed.replace(',', '.'),
        ) ?? false
      );
    });
    const { margins } = site.service.stores;
    const priced = async () =>
      (await margins.within({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER })).reduce((sum, one) => sum + one.bought, 0n);
    const known = await priced();
    await until('a request has its cost', async () => {
      await site.service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
      return (await priced()) > known;
    });
    await openPage(visitor, '/operator/margins');
    await page.getByRole('row').filter({ hasText: 'svc-glacier' }).first().waitFor();
    // 5.25 EUR are 128.63 CZK, and the model is sold for 25 and 100.
    expect(await page.getByText(words.below).count()).toBe(language === 'en' ? 0 : 1);
    await page.getByRole('button', { name: words.day, exact: true }).click();
    await page
      .getByRole('row')
      .filter({ hasText: /20\d\d-\d\d-\d\d/ })
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
