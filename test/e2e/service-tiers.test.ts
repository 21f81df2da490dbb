/** An operator sells a model in tiers, in a real browser, and a receipt names the tier. */
import { beforeAll, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient } from '../support/page-client.ts';
import { PLENTY } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const site = openSite();
let operator: PageClient;
let apiKey: string;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  const { account } = (await operator.get('/api/me')).json as unknown as { account: { id: string } };
  const about = { accountId: account.id, reason: 'test', actor: 'test', atMs: Date.now() };
  await site.service.stores.credits.grant({ ...about, amount: nanos(PLENTY) });
  apiKey = (await site.service.newKey({ accountId: account.id })).secret;
}, LONG_MS);

const WORDS = {
  en: {
    ...{ change: 'Change svc-frost', flex: 'Flex: served when there is room', reason: 'Reason', percent: '50' },
    ...{ wrong: 'Type a whole number from 1 to 1000.', receipt: 'flex, at 50 % of the price' },
  },
  cs: {
    ...{ change: 'Změnit svc-frost', flex: 'Flex: až je volno', reason: 'Důvod', percent: '40' },
    ...{ wrong: 'Zadejte celé číslo od 1 do 1000.', receipt: 'flex, za 40\u00a0% ceny' },
  },
} as const;

test.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)(
  'a tier is set, and the receipt of a request at it says so: %s on a %s',
  async (language, screen) => {
    const words = WORDS[language];
    await operator.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen });
    const { page } = visitor;
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await openPage(visitor, '/operator/models');
    await page.getByRole('button', { name: words.change }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.flex).fill('1001');
    await dialog.getByLabel(words.reason, { exact: true }).fill('For those who can wait');
    await dialog.getByRole('button', { name: words.change }).click();
    await dialog.getByText(words.wrong).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await dialog.getByLabel(words.flex).fill(words.percent);
    await dialog.getByRole('button', { name: words.change }).click();
    await dialog.waitFor({ state: 'detached' });

    const { id } = await site.service.client({ apiKey }).chat.completions.create({
      ...{ model: 'svc-frost', messages: [{ role: 'user', content: 'Hello' }], service_tier: 'flex' },
    });
    const { requests } = (await operator.get('/api/requests')).json as unknown as { requests: { id: string }[] };
    await goOn(visitor, `/requests/${requests[0]!.id}`);
    await page.getByText(id).waitFor();

    await page.getByText(words.receipt).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
