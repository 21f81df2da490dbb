/** The API reference in a real browser: for everybody, with nothing to stop by its content policy, also without scripts. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { axeFindings, type Looks, openBrowser, overflowOf, type TestBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 60_000;
const LOOKS: readonly Looks[] = [
  { colours: 'light', screen: 'desktop' },
  { colours: 'dark', screen: 'phone' },
];

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService();
  browser = await openBrowser();
}, LONG_MS);
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service.stop();
});

test.each(LOOKS)(
  'is in order in %o',
  async (looks) => {
    const { page, complaints, context } = await browser.visit(service, looks);

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
    const { page, context } = await browser.visit(service);
    await page.goto('/reference');

    await page.getByRole('link', { name: 'Show what an answer cost, and who paid' }).click();

    expect(new URL(page.url()).hash).toBe('#showReceipt');
    expect(await page.locator('#showReceipt').isVisible()).toBeTrue();
    await context.close();
  },
  LONG_MS,
);
