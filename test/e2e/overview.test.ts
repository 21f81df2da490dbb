/** The operator's first page in a real browser: figures, and what needs the operator leads to where it is seen to. */
import { beforeAll, expect, test } from 'bun:test';
import type { OverviewView } from '../../src/features/overview/contract.ts';
import { axeFindings, type Looks, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const CUSTOMER = 'jana@example.com';
const site = openSite({ env: SELLS_BY_BANK });
let operator: PageClient;
let jana: PageClient;

beforeAll(async () => {
  operator = await signedUpOperator(site.service);
  jana = await signedUp(site.service, CUSTOMER);
  site.service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 1000, completion_tokens: 500 } }));
  await site.service.post({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] });
  const { overview } = site.service.stores;
  const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  await until('the request is charged', async () => (await overview.usage(all)).length === 1);
}, LONG_MS);

/** The kinds that the page shows. Where the tests' disk is nearly full, that is one, and rightly so. */
const needs = async () =>
  ((await operator.get('/api/operator/overview')).json as unknown as OverviewView).needs.map(({ kind }) => kind);

const WORDS = {
  en: {
    ...{
      area: 'Operator',
      title: 'Overview',
      nothing: 'Nothing. Engines answer',
      requests: 'Requests',
      week: '7 days',
    },
    ...{ need: '1 order waits for a bank transfer: CZK 500.00', orders: 'Orders' },
    ...{ customers: 'Customers', more: 'More' },
    ...{ course: 'Requests: 1, before: 0', byHour: 'Requests by weekday and hour, Prague time. Most at' },
  },
  cs: {
    ...{ area: 'Provoz', title: 'Přehled', nothing: 'Nic. Enginy odpovídají', requests: 'Požadavky', week: '7 dní' },
    ...{ need: '1 objednávka čeká na převod: 500,00 Kč', orders: 'Objednávky' },
    ...{ customers: 'Zákazníci', more: 'Další' },
    ...{ course: 'Požadavky: 1, předtím: 0', byHour: 'Požadavky podle dne v týdnu a hodiny, pražský čas. Nejvíc' },
  },
} as const;

const LOOKS: readonly (readonly ['en' | 'cs', Required<Looks>])[] = [
  ['en', { language: 'en', colours: 'light', screen: 'desktop' }],
  ['cs', { language: 'cs', colours: 'dark', screen: 'phone' }],
];

test.each(LOOKS)(
  'a transfer that waits is the first thing an operator sees, and leads to its order (%s)',
  async (language, looks) => {
    const words = WORDS[language];
    await operator.patch('/api/me', { language });
    const visitor = await site.visit(looks);
    const { page } = visitor;
    const figure = (label: string) => page.locator('.figure').filter({ has: page.getByText(label, { exact: true }) });
    const need = page.getByRole('link', { name: words.need });
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);

    await openPage(visitor, '/keys');
    if (looks.screen === 'phone') await page.getByRole('button', { name: words.more, exact: true }).click();
    await page.getByRole('link', { name: words.area, exact: true }).click();
    await page.getByRole('heading', { name: words.title }).waitFor();
    if ((await needs()).length === 0) await page.getByText(words.nothing).waitFor();
    // At night a day alone would be a page of nothing.
    await page.locator('button[aria-pressed=true]', { hasText: words.week }).waitFor();
    await figure(words.requests).locator('strong', { hasText: /^1$/ }).waitFor();
    await page.getByRole('img', { name: words.course }).waitFor();
    await page.getByRole('img', { name: words.byHour }).waitFor();
    await page.getByRole('row').filter({ hasText: 'svc-glacier' }).first().waitFor();
    expect(await need.count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);

    const { json } = await jana.post('/api/orders', { offer: 'credit-500', method: 'bank' });
    const { id, bank } = (json as unknown as { order: { id: string; bank: { variableSymbol: string } } }).order;
    await openPage(visitor, '/operator');
    await need.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await need.click();
    await page.waitForURL('**/operator/orders?status=open&method=bank');
    await page.getByRole('heading', { name: words.orders, exact: true }).waitFor();
    await page.getByText(bank.variableSymbol).first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: CUSTOMER }).count()).toBe(1);

    const { status } = await operator.post(`/api/operator/orders/${id}/cancel`, {
      id: `order-0000000000-${language}`,
      reason: 'Seen to',
    });
    expect(status).toBe(200);
    await openPage(visitor, '/operator');
    await figure(words.requests).waitFor();
    expect(await need.count()).toBe(0);
    expect(await needs()).not.toContain('transfers');
    await page.getByRole('link', { name: words.customers, exact: true }).click();
    await page.waitForURL('**/operator/customers');
    await page.getByRole('link', { name: CUSTOMER }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);
