/** A customer is one line of a phone, however long the address is; the row shows all of it when it is opened. */
import { expect, test } from 'bun:test';
import { openPage, ROW_PX_MAX, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG = 'zakaznice.s-dlouhym-jmenem@velmi-dlouha-domena-firmy.example.org';
const site = openSite();

test('a long address is cut in its row, and whole in the open one', async () => {
  await signedUpOperator(site.service);
  await (await signedUp(site.service, LONG)).get('/api/me');
  const visitor = await site.visit({ screen: 'phone' });
  await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
  const { page, complaints } = visitor;

  await openPage(visitor, '/operator/customers');
  const row = page.locator('tr.has-line').filter({ hasText: 'zakaznice' });
  const opens = row.locator('.opens');
  // A few rows are open from the beginning.
  expect(await opens.getAttribute('aria-expanded')).toBe('true');
  expect(await row.locator('a').textContent()).toBe(LONG);
  await opens.click();

  expect((await row.boundingBox())!.height).toBeLessThan(ROW_PX_MAX);
  expect(complaints).toEqual([]);
}, 600_000);
