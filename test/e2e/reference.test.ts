/** The API reference in a real browser: public, in both languages, with nothing to stop by its content policy. */
import { expect, test } from 'bun:test';
import { axeFindings, type Looks, overflowOf } from '../support/browser.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const LOOKS: readonly Looks[] = [
  { colours: 'light', screen: 'desktop' },
  { colours: 'dark', screen: 'phone' },
];

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
