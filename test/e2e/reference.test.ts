/** The API reference in a real browser: public, in both languages, with nothing to stop by its content policy. */
import { expect, test } from 'bun:test';
import { axeFindings, brokenWords, type Looks, overflowOf, SCREENS } from '../support/browser.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const LOOKS: readonly Looks[] = [
  { colours: 'light', screen: 'desktop' },
  { colours: 'dark', screen: 'phone' },
];

/** Of each block of JSON or a program: how many colours it has, and how many of its pixels are beyond its edge. */
const CODE_BLOCKS = `[...document.querySelectorAll('figure.code')]
  .filter((figure) => !figure.innerText.includes('text/event-stream'))
  .map((figure) => ({
    colours: new Set([...figure.querySelectorAll('pre, pre span')].map((one) => getComputedStyle(one).color)).size,
    hidden: figure.querySelector('pre').scrollWidth - figure.querySelector('pre').clientWidth,
  }))`;

const site = openSite();

test.each(LOOKS)(
  'is in order in %o',
  async (looks) => {
    const { page, complaints, context } = await site.visit(looks);

    await page.goto('/reference');

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Boreal API reference');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await context.close();
  },
  LONG_MS,
);

test.each(LOOKS)(
  'the code of an operation is coloured without a script, and all of it is in sight, in %o',
  async (looks) => {
    const { context } = await site.visit(looks);
    const { colours, screen } = looks;
    const plain = await context.browser()!.newContext({
      ...{ baseURL: `http://localhost:${site.service.port}`, colorScheme: colours!, viewport: SCREENS[screen!] },
      javaScriptEnabled: false,
    });
    const page = await plain.newPage();
    await page.goto('/en/reference/createChatCompletion');

    const blocks = await page.evaluate<readonly { colours: number; hidden: number }[]>(CODE_BLOCKS);
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) expect(block.colours).toBeGreaterThan(2);
    if (screen === 'phone') expect(blocks.filter(({ hidden }) => hidden > 0)).toEqual([]);
    expect(await brokenWords(page)).toEqual([]);
    await plain.close();

    const { page: live } = await site.visit(looks);
    await live.goto('/en/reference/createChatCompletion');
    expect(await axeFindings(live, '.code')).toEqual([]);
    await context.close();
  },
  LONG_MS,
);

test(
  'an operation is found while one types, and opened',
  async () => {
    const { page, context } = await site.visit({ language: 'cs', screen: 'phone' });
    await page.goto('/reference');

    await page.getByRole('searchbox', { name: 'Hledat v popisu' }).fill('who paid');
    await page.locator('#result').getByRole('link', { name: 'Show what an answer cost, and who paid' }).click();

    await page.getByRole('heading', { level: 1, name: 'Show what an answer cost, and who paid' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/cs/reference/showReceipt');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await context.close();
  },
  LONG_MS,
);
