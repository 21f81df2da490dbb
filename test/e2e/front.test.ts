/** The front in a real browser: every page in both languages, from a phone to a desktop, as a visitor goes through it. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PAGE_NAMES, pathTo } from '../../src/features/site/site.ts';
import { axeFindings, brokenWords, type Looks, layoutShiftOf, openPage, overflowOf } from '../support/browser.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { openSite } from '../support/site.ts';
import { isThorough } from '../support/thorough.ts';

const LONG_MS = 600_000;
const BYTES_MAX = 50_000;
/** The bytes of the page and of everything that it fetches, before any compression. */
const UNPACKED_BYTES = `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).filter(({ name }) => !name.endsWith('.woff2')).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;
/** One file for all pages, which browsers keep for ever. */
const FONT_BYTES = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;
const FONT_BYTES_MAX = 30_000;
const LOOKS: readonly Looks[] = [
  { language: 'en', colours: 'light', screen: 'desktop' },
  { language: 'cs', colours: 'dark', screen: 'phone' },
];
/** Colours change with the scheme, widths with the screen and words with the language: these rarely find more. */
const OTHER_LOOKS: readonly Looks[] = [
  { language: 'cs', colours: 'light', screen: 'desktop' },
  { language: 'en', colours: 'dark', screen: 'phone' },
];
const PAYMENTS = {
  bank: { iban: 'CZ65 0800 0000 1920 0014 5399', name: 'Boreal' },
  amounts: ['100', '500'],
  packages: [{ id: 'big', tokens: 1_000_000, czk: '59', days: 90 }],
  plans: { pro: { czk: '29' }, ultra: { czk: '99' } },
  seller: { name: NAUGHTY_TEXTS[3], address: { street: NAUGHTY_TEXTS[4] } },
};

const site = openSite({ env: { BOREAL_PAYMENTS: JSON.stringify(PAYMENTS) } });

beforeAll(async () => {
  const { actionLog } = site.service.stores;
  const texts = { en: NAUGHTY_TEXTS.join('\n'), cs: NAUGHTY_TEXTS.toReversed().join('\n') };
  const note = { id: 'note_1', atMs: Date.now() - 60_000, texts };
  const about = { actor: 'test', reason: 'test', atMs: Date.now() };
  await actionLog.act({ id: 'act_1', ...about, action: { kind: 'note', note } });
}, LONG_MS);

describe.each([...LOOKS, ...(isThorough ? OTHER_LOOKS : [])])('in %o', (looks) => {
  test.each(PAGE_NAMES)(
    '"/%s" is in order, small, and says what it is',
    async (name) => {
      const visitor = await site.visit(looks);
      const { page, complaints, context } = visitor;

      await openPage(visitor, pathTo(name));

      expect(await page.locator('html').getAttribute('lang')).toBe(looks.language!);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await brokenWords(page)).toEqual([]);
      expect(await layoutShiftOf(page)).toBeLessThan(0.1);
      const bytes = await page.evaluate<number>(UNPACKED_BYTES);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(BYTES_MAX);
      expect(await page.evaluate<number>(FONT_BYTES)).toBeLessThan(FONT_BYTES_MAX);
      expect(await page.evaluate<unknown>('window.pwned')).toBeUndefined();
      expect(complaints).toEqual([]);
      await context.close();
    },
    LONG_MS,
  );
});

test(
  'a visitor reads the prices, calculates a month while typing, changes the language and signs up',
  async () => {
    const visitor = await site.visit({ language: 'cs' });
    const { page, complaints, context } = visitor;
    await openPage(visitor, '/');
    await page.getByRole('navigation', { name: 'Hlavní' }).getByRole('link', { name: 'Ceník' }).click();
    await page.waitForURL('**/cs/pricing');

    await page.getByLabel('Model', { exact: true }).selectOption('svc-polaris');
    await page.getByLabel('Požadavků za měsíc').fill('100');
    await page.getByLabel('Vstupních tokenů na požadavek').fill('10000');
    await page.getByLabel('Výstupních tokenů na požadavek').fill('0');
    // 1,000,000 tokens at 60 CZK; Pro covers half of them for 29, Ultra all of them for 99.
    await page.locator('#result').getByText('60,00\u00a0Kč').first().waitFor();
    const rows = await page.locator('#result tbody tr').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      'Jen kredit – 60,00 Kč 60,00 Kč',
      'Pro nejlevnější 500 000 30,00 Kč 59,00 Kč',
      'Ultra 1 000 000 0,00 Kč 99,00 Kč',
    ]);

    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**/en/pricing');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL('**/sign-up');
    expect(complaints).toEqual([]);
    await context.close();
  },
  LONG_MS,
);

test(
  'without scripts the calculator answers when it is sent',
  async () => {
    const { context } = await site.visit();
    const plain = await context.browser()!.newContext({
      baseURL: `http://localhost:${site.service.port}`,
      javaScriptEnabled: false,
    });
    const page = await plain.newPage();
    await page.goto('/en/pricing');

    await page.getByLabel('Requests a month').fill('2000');
    await page.getByRole('button', { name: 'Calculate' }).click();

    await page.waitForURL(/requests=2000/);
    expect(await page.locator('#result').innerText()).toContain('4,000,000 tokens in all');
    expect(await page.getByLabel('Requests a month').inputValue()).toBe('2000');
    await plain.close();
    await context.close();
  },
  LONG_MS,
);

test(
  'the first request can be copied, and has the real address',
  async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage(visitor, '/');

    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();

    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split('\n')).toHaveLength(3);
    expect(copied).toStartWith(`curl http://localhost:${site.service.port}/v1/chat/completions`);
    await context.close();
  },
  LONG_MS,
);
