/** What the configuration file declares is marked on the pages, and has no button that would change it. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;

const site = openSite({
  env: {
    BOREAL_MODELS: '{"svc-frost":{"engine":"main"},"svc-glacier":{"price":{"input":"6","output":"21"}}}',
    BOREAL_PLANS: '{"pro":{"tokens":600000},"ultra":{"tokens":700000}}',
    BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, plans: { ultra: { czk: '690' } } }),
    BOREAL_SIGN_UP: 'invitation',
  },
});
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

const WORDS = {
  en: {
    fromFile: 'From the file',
    hint: 'What is marked "From the file" is set by the configuration file',
    engines: { marked: 2, kept: 'Change svc-polaris', gone: ['Change: main', 'Change svc-frost'] },
    prices: {
      marked: 1,
      kept: 'New version of svc-frost',
      gone: ['New version of svc-glacier'],
    },
    plans: { marked: 2, kept: 'New plan', gone: ['Change Ultra'] },
    settings: { marked: 1, kept: 'Save', gone: ['Change sign-up'] },
  },
  cs: {
    fromFile: 'Ze souboru',
    hint: 'Co je označené „Ze souboru“, určuje konfigurační soubor',
    engines: { marked: 2, kept: 'Změnit svc-polaris', gone: ['Změnit: main', 'Změnit svc-frost'] },
    prices: {
      marked: 1,
      kept: 'Nová verze: svc-frost',
      gone: ['Nová verze: svc-glacier'],
    },
    plans: { marked: 2, kept: 'Nový tarif', gone: ['Změnit Ultra'] },
    settings: { marked: 1, kept: 'Uložit', gone: ['Změnit registraci'] },
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'what the file declares is marked and cannot be changed: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    await operator.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);

    for (const name of ['engines', 'prices', 'plans', 'settings'] as const) {
      const { marked, kept, gone } = words[name];
      await openPage(visitor, `/operator/${name}`);
      await page.getByRole('button', { name: kept, exact: true }).first().waitFor();

      expect([name, await page.getByText(words.fromFile, { exact: true }).count()]).toEqual([name, marked]);
      await page.getByText(words.hint).waitFor();
      for (const button of gone) expect(await page.getByRole('button', { name: button, exact: true }).count()).toBe(0);
      expect([name, await axeFindings(page), await overflowOf(page)]).toEqual([name, [], 0]);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
