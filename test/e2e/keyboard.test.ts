/** The pages without a mouse. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openBrowser, openPage, signInQuietly, whole } from '../support/browser.ts';
import { linkFor, PASSWORD, signedUp } from '../support/page-client.ts';
import { startService, until } from '../support/service.ts';

const TABS_MAX = 40;
const EMAIL = 'jana@example.com';
const DAY_MS = 86_400_000;
const LONG_MS = 600_000;

test(
  'a key is created, copied and revoked by keyboard alone',
  async () => {
    await using service = await startService();
    await signedUp(service, EMAIL);
    await using browser = await openBrowser();
    const visitor = await browser.visit(service);
    const { page, context, complaints } = visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInQuietly(visitor, EMAIL, PASSWORD);
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
  },
  LONG_MS,
);

test(
  'the focus follows to the heading of the page that one moves to',
  async () => {
    await using service = await startService();
    // Two months old, so that there are statements beside each other.
    const waiting = {
      id: 'acc_waiting',
      email: EMAIL,
      status: 'active',
      createdAtMs: Date.now() - 60 * DAY_MS,
    } as const;
    await service.stores.accounts.create(waiting);
    await signedUp(service, EMAIL);
    await using browser = await openBrowser();
    const visitor = await browser.visit(service);
    const { page } = visitor;
    const focusComesTo = (heading: string) =>
      until(`the focus is on "${heading}"`, async () => (await focused(page)) === heading);
    const moveTo = async (link: string, heading: string) => {
      await page.getByRole('link', { name: link, exact: true }).first().focus();
      await page.keyboard.press('Enter');
      await focusComesTo(heading);
    };
    await openPage(visitor, '/sign-in');

    await moveTo('Forgotten password?', 'Forgotten password');
    await moveTo('Back to signing in', 'Sign in');
    await moveTo('Create an account', 'Create an account');
    await moveTo('Sign in', 'Sign in');
    await moveTo('Forgotten password?', 'Forgotten password');
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.keyboard.press('Enter');
    await focusComesTo('Ask the operator for the link');
    await openPage(visitor, linkFor(service, EMAIL, 'reset'));
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await focusComesTo('Password set');
    await signInQuietly(visitor, EMAIL, PASSWORD);
    await openPage(visitor, '/keys');
    expect(await focused(page)).not.toBe('API keys');
    await moveTo('Usage', 'Usage');
    await page.getByRole('button', { name: '30 days' }).press('Enter');
    await whole(visitor);
    expect(await focused(page)).toBe('30 days');
    await moveTo('Billing', 'Billing');
    await moveTo('Documents', 'Documents');
    await page.locator('.months a').nth(1).waitFor();
    const [month, earlier] = await page.locator('.months a').allTextContents();
    await moveTo(month!, `Statement, ${month}`);
    // Its page stays drawn, only the month changes.
    await moveTo(`Previous month: ← ${earlier}`, `Statement, ${earlier}`);
    await page.goBack();
    await focusComesTo(`Statement, ${month}`);

    expect(visitor.complaints).toEqual([]);
  },
  LONG_MS,
);

/** The name that a screen reader would give the element that has the focus, as far as the pages name their elements. */
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
