/** An operator at work in a real browser: a voucher that a customer redeems, a transfer that has come, a new configuration. */
import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { openPage, signInQuietly, type Visitor } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const EMAIL = 'jana@example.com';
const LONG_MS = 600_000;

const site = openSite({ env: SELLS_BY_BANK });
let jana: PageClient;

beforeAll(async () => {
  jana = await signedUp(site.service, EMAIL);
  await signedUpOperator(site.service);
}, LONG_MS);

async function visit(): Promise<Visitor> {
  const visitor = await site.visit();
  await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
  return visitor;
}
const inWindow = ({ page }: Visitor, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const credit = async () => (await jana.get('/api/billing')).json.creditCzk;
const logged = async () => (await site.service.stores.actionLog.actions({ rowsMax: 1 }))[0];

test(
  'a voucher is made, its code is shown once and works, and it can be withdrawn',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openPage(visitor, '/operator');
    await page.getByRole('link', { name: 'Vouchers' }).click();
    await page.getByRole('heading', { name: 'No vouchers yet' }).waitFor();

    await page.getByRole('button', { name: 'New voucher' }).click();
    await inWindow(visitor, 'New voucher').click();
    await page.getByText('Type an amount such as 100 or 12.50.').waitFor();
    await page.getByLabel('Amount in CZK').fill('150');
    await page.getByLabel('How many accounts may use it').fill('2');
    await page.getByLabel('Reason').fill('For the conference');
    await inWindow(visitor, 'New voucher').click();
    const code = (await page.getByRole('dialog').locator('.secret code').textContent())!;
    await inWindow(visitor, 'I have saved the code').click();
    const before = Number(await credit());
    await jana.post('/api/vouchers/redeem', { code });

    expect(Number(await credit()) - before).toBe(150);
    await openPage(visitor, '/operator/vouchers');
    const row = page.getByRole('row', { name: 'For the conference' });
    expect(await row.textContent()).toContain('1 of 2');
    expect(await page.content()).not.toContain(code);
    await row.getByRole('button', { name: `Withdraw: ${code.slice(-4)}` }).click();
    await page.getByLabel('Reason').fill('It was on a poster');
    await inWindow(visitor, 'Withdraw').click();
    await row.getByText('Withdrawn').waitFor();
    const other = await signedUp(site.service, 'late@example.com');
    expect((await other.post('/api/vouchers/redeem', { code })).status).toBe(400);
    expect(await logged()).toMatchObject({ kind: 'revoke-voucher', actor: OPERATOR_EMAIL });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'a bank transfer is found by its variable symbol and confirmed with the amount of the statement only',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    const ordered = await jana.post('/api/orders', { offer: 'credit-500', method: 'bank' });
    const { id, bank } = (ordered.json as unknown as { order: { id: string; bank: { variableSymbol: string } } }).order;
    const before = Number(await credit());
    await openPage(visitor, '/operator/orders');

    await page.getByLabel('Number or e-mail').fill(bank.variableSymbol);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`**/operator/orders?search=${bank.variableSymbol}`);
    await page.getByRole('button', { name: `Confirm: ${bank.variableSymbol}` }).click();
    await page.getByLabel('Amount on the bank statement, in CZK').fill('50');
    await page.getByLabel('Reason').fill('Statement of Monday');
    await inWindow(visitor, 'Confirm the payment').click();
    await page.getByText('The amount is not that of the order.').waitFor();
    await page.getByLabel('Amount on the bank statement, in CZK').fill('500');
    await inWindow(visitor, 'Confirm the payment').click();

    await page.getByRole('row', { name: EMAIL }).getByText('Paid', { exact: true }).waitFor();
    expect(Number(await credit()) - before).toBe(500);
    expect(await logged()).toMatchObject({ kind: 'confirm-order', wanted: { orderId: id } });
    await page.getByRole('link', { name: EMAIL }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'the documents of a month are saved as one file for the accountant',
  async () => {
    const visitor = await visit();
    const { page } = visitor;
    await openPage(visitor, '/operator/invoices');
    const month = await page.getByLabel('Month').inputValue();

    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    const saved = await saving;

    expect(saved.suggestedFilename()).toBe(`boreal-documents-${month}.zip`);
    expect(Object.keys(unzipSync(readFileSync(await saved.path())))).toEqual(['documents.csv']);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);
