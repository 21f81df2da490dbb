/** The API reference in a real browser: public, with nothing to stop by its content policy, also without scripts. */
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
  'a link in the contents leads to its part of the page',
  async () => {
    const { page, context } = await site.visit();
    await page.goto('/reference');

    await page.getByRole('link', { name: 'Show what an answer cost, and who paid' }).click();

    expect(new URL(page.url()).hash).toBe('#showReceipt');
    expect(await page.locator('#showReceipt').isVisible()).toBeTrue();
    await context.close();
  },
  LONG_MS,
);
