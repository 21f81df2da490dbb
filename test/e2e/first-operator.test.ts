/** The link of the first start: it says what a person becomes by it, and leads them to the operator's area. */
import { expect, test } from 'bun:test';
import { OPERATOR_EMAIL } from '../support/busy-operator.ts';
import { operatorInvitation, PASSWORD } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

test('who opens it reads that they become the operator, and is in the operator area after signing up', async () => {
  const { page } = await site.visit();
  const line = site.service.log.findLast(({ message }) => message.startsWith('there is no operator yet'));
  const { pathname, search } = new URL(String(line?.link));
  expect(search).toContain(operatorInvitation(site.service));

  await page.goto(pathname + search);
  await page.getByRole('heading', { name: 'Become the operator' }).waitFor();
  await page.getByText('With this link you become the operator of this service.').waitFor();
  // The terms are the operator's own.
  expect(await page.getByText('By signing up you agree').count()).toBe(0);
  await page.getByLabel('E-mail').fill(OPERATOR_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.waitForURL('**/operator');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});
