/** The operator's area has a navigation of its own: pages in groups, and the private account one click away. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();
let operator: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
}, LONG_MS);

test(
  'on a wide screen every page is beside the page, in groups, and a table takes the room that there is',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.setViewportSize({ width: 1720, height: 1000 });
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator');

    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allTextContents()).toEqual([
      ...['Overview', 'Customers', 'Orders', 'Bank', 'Vouchers', 'Invoices'],
      ...['Models', 'Prices', 'Plans', 'Price groups', 'Margins', 'Engines'],
      ...['Live requests', 'Settings', 'Batches', 'Access tokens', 'Log', 'Service'],
    ]);
    await links.filter({ hasText: 'Log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log of operators' }).waitFor();
    expect(await links.filter({ hasText: 'Log' }).getAttribute('aria-current')).toBe('page');
    expect((await page.locator('.card-table').boundingBox())!.width).toBeGreaterThan(1200);
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'My account' }).click();
    await page.waitForURL('**/keys');
    await page.getByRole('link', { name: 'Operator', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'on a phone the groups are below, the pages of one group above, and the brand at the head',
  async () => {
    await operator.patch('/api/me', { language: 'cs' });
    const visitor = await site.visit({ language: 'cs', screen: 'phone', colours: 'dark' });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator');

    const groups = page.getByRole('navigation', { name: 'Hlavní' }).getByRole('link');
    expect(await groups.allTextContents()).toEqual(['Přehled', 'Zákazníci', 'Peníze', 'Modely', 'Systém']);
    await groups.filter({ hasText: 'Peníze' }).click();
    await page.waitForURL('**/operator/orders');
    await page.getByRole('navigation', { name: 'Peníze' }).getByRole('link', { name: 'Faktury' }).click();
    await page.getByRole('heading', { level: 1, name: 'Faktury' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Pro účetní' }).waitFor();
    expect(await groups.filter({ hasText: 'Peníze' }).getAttribute('aria-current')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);

    await page.getByRole('link', { name: 'Můj účet' }).click();
    await page.waitForURL('**/keys');
    await page.locator('.standing').getByText('0,00 Kč').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Další', exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Tým' }).click();
    await page.waitForURL('**/team');
    expect(await page.getByRole('link', { name: 'Tým' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Další', exact: true }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Další', exact: true }).getAttribute('aria-expanded')).toBe('false');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'a change that takes nothing from a customer needs no reason, and one that does asks for it',
  async () => {
    await operator.patch('/api/me', { language: 'en' });
    const visitor = await site.visit();
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);

    await openPage(visitor, '/operator/settings');
    await page.getByRole('button', { name: 'Change sign-up' }).click();
    await dialog.getByText('Optional. It is kept in the log of operators.').waitFor();
    await dialog.getByRole('button', { name: 'Change sign-up' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openPage(visitor, `/operator/customers/${site.service.accountId}`);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('Say why in a few words.').waitFor();

    await openPage(visitor, '/operator/log');
    await page.getByRole('row').filter({ hasText: 'Changed sign-up' }).getByText('Changed by the operator').waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Suspended' }).count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);
