/** An operator finds customers by what they are, and reads their addresses where requests end. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, openPage, overflowOf, signInQuietly, whole } from '../support/browser.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

const WORDS = {
  en: { plan: 'Plan', pro: 'Pro', credit: 'Credit', without: 'Without credit' },
  cs: { plan: 'Tarif', pro: 'Pro', credit: 'Kredit', without: 'Bez kreditu' },
} as const;

beforeAll(async () => {
  await signedUpOperator(site.service);
  for (const name of ['planned', 'poor', 'rich']) {
    const client = await signedUp(site.service, `${name}@example.com`);
    const { account } = (await client.get('/api/me')).json as { account: { id: string } };
    const about = { accountId: account.id, actor: 'test', atMs: Date.now() };
    if (name === 'planned') await site.service.stores.plans.choose({ ...about, plan: 'pro' });
    if (name === 'rich')
      await site.service.stores.credits.grant({ ...about, reason: 'gift', amount: nanos(1_000_000_000n) });
  }
}, LONG_MS);

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('customers, in %s on a %s', (language, screen) => {
  test(
    'are filtered by plan and credit, and the address keeps it',
    async () => {
      const words = WORDS[language];
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
      const { page } = visitor;
      await page.evaluate(
        `fetch('/api/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"language":"${language}"}' })`,
      );
      const shown = async () =>
        (await page.locator('.card-table a').allTextContents()).filter((email) => /planned|poor|rich/.test(email));

      await openPage(visitor, '/operator/customers');
      const all = await shown();
      await page.getByLabel(words.plan, { exact: true }).selectOption({ label: words.pro });
      await page.getByRole('link', { name: 'rich@example.com' }).waitFor({ state: 'detached' });
      await whole(visitor);
      const withPlan = await shown();
      await openPage(visitor, '/operator/customers?plan=none&credit=none');

      expect(all.toSorted()).toEqual(['planned@example.com', 'poor@example.com', 'rich@example.com']);
      expect(withPlan).toEqual(['planned@example.com']);
      expect(await shown()).toEqual(['poor@example.com']);
      expect(await page.getByLabel(words.credit, { exact: true }).locator('option:checked').textContent()).toBe(
        words.without,
      );
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );
});

/** The text on each line of the link. */
const LINES_OF_ADDRESS = `(() => {
  const lines = [];
  let top;
  const range = document.createRange();
  const link = [...document.querySelectorAll('.card-table a')].find((one) => one.textContent.startsWith('a.person'));
  for (const node of link.childNodes) {
    for (let at = 0; at < node.textContent.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const here = Math.round(range.getBoundingClientRect().top);
      if (here !== top) lines.push('');
      top = here;
      lines[lines.length - 1] += node.textContent[at];
    }
  }
  return lines;
})()`;

test(
  'an address breaks behind the sign or before a dot, never within a name',
  async () => {
    await (await signedUp(site.service, 'a.person.with.a.rather.long.name@branch.of.the.subsidiary.example.com')).get(
      '/api/me',
    );
    const visitor = await site.visit();
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    await visitor.page.setViewportSize({ width: 1200, height: 800 });
    await openPage(visitor, '/operator/customers');

    const link = visitor.page.locator('.card-table a', { hasText: 'a.person.with' });
    await link.waitFor();
    const lines = (await visitor.page.evaluate(LINES_OF_ADDRESS)) as readonly string[];

    expect(lines.length).toBeGreaterThan(1);
    expect(lines.slice(1).filter((line, i) => !line.startsWith('.') && !lines[i]!.endsWith('@'))).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'live requests name the customer by the address',
  async () => {
    const visitor = await site.visit();
    await signInQuietly(visitor, OPERATOR_EMAIL, PASSWORD);
    const account = await site.service.stores.accounts.find(site.service.accountId);
    await openPage(visitor, '/operator/live');

    await (await site.service.post({ messages: [] })).text();

    await visitor.page.getByRole('link', { name: account!.email }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);
