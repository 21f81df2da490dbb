/** The exact time of a moment that is shown as people say it: by pressing it or by keyboard, where there is no pointer. */
import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPage, openRows, signInQuietly } from '../support/browser.ts';
import { furnishedPerson } from '../support/furnished-person.ts';
import { PASSWORD } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EXACT = /\d{1,2} \w+ \d{4}, \d{2}:\d{2}:\d{2}/;

const site = openSite();

beforeAll(async () => {
  await furnishedPerson(site.service, 'jana@example.com');
}, LONG_MS);

test(
  'a press shows when a key was used, and another one how long ago',
  async () => {
    const visitor = await site.visit({ screen: 'phone' });
    await signInQuietly(visitor, 'jana@example.com', PASSWORD);
    await openPage(visitor, '/keys');
    const { page } = visitor;
    const used = page.getByRole('button', { name: /^used / }).first();

    await used.click();
    expect(await used.innerText()).toMatch(new RegExp(`^used ${EXACT.source}$`));
    await used.click();
    expect(await used.innerText()).not.toMatch(EXACT);
    expect(visitor.complaints).toEqual([]);
  },
  LONG_MS,
);

test(
  'arriving by keyboard shows the exact time of what was done in the account',
  async () => {
    const visitor = await site.visit();
    await signInQuietly(visitor, 'jana@example.com', PASSWORD);
    await openPage(visitor, '/activity');
    const { page } = visitor;
    await openRows(page, 'ago');
    const when = page.locator('.when').first();
    for (let tabs = 0; tabs < 60 && !(await isAtMoment(page)); tabs += 1) await page.keyboard.press('Tab');
    expect(await when.innerText()).toMatch(EXACT);
    await page.keyboard.press('Tab');
    expect(await when.innerText()).not.toMatch(EXACT);
  },
  LONG_MS,
);

const isAtMoment = (page: Page): Promise<boolean> => page.evaluate<boolean>("document.activeElement.matches('.when')");
