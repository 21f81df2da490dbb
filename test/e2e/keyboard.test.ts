/** The pages without a mouse. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, openPage, signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const TABS_MAX = 40;

test('a key is created, copied and revoked by keyboard alone', async () => {
  await using service = await startService();
  await signedUp(service, 'jana@example.com');
  await using browser = await openBrowser();
  const visitor = await browser.visit(service);
  const { page, context, complaints } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInQuietly(visitor, 'jana@example.com', PASSWORD);
  await openPage(visitor, '/keys');

  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the page');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Create a key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  await tabTo(page, 'Copy key');
  await page.keyboard.press('Enter');
  await page.getByText('Copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.keyboard.press('Escape');
  const isKept = await page.getByRole('heading', { name: 'Your new key' }).isVisible();
  await tabTo(page, 'I have saved the key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const asked = service.client({ apiKey: copied }).models.list();
  await tabTo(page, 'Revoke: By keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Revoke');
  await page.keyboard.press('Enter');

  await page.getByText('Revoked and expired (1)').waitFor();
  expect((await asked).data.length).toBeGreaterThan(0);
  expect(isKept).toBe(true);
  expect(complaints).toEqual([]);
});

/** What a screen reader would call the element that has the focus, as far as the pages name their elements. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(({ activeElement: it }) => it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent ?? '')(document)`,
  );

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    const here = (await focused(page)).trim();
    if (here === name) return;
    passed.push(here.slice(0, 40));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to "${name}", only to: ${passed.join(', ')}.`);
}
