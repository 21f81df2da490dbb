/** An owner reads what was done in the account, filters it and takes it away. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

const WORDS = {
  en: {
    made: 'Made a key',
    named: 'Named the organisation',
    area: 'Area',
    keys: 'Keys',
    to: 'To',
    none: 'Nothing matches',
  },
  cs: {
    made: 'Klíč vytvořen',
    named: 'Pojmenována organizace',
    area: 'Oblast',
    keys: 'Klíče',
    to: 'Do',
    none: 'Nic neodpovídá',
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('the activity, in %s on a %s', (language, screen) => {
  test(
    'is reached from the team, has what was done, is filtered and taken away as a file',
    async () => {
      const words = WORDS[language];
      const email = `activity-${language}@example.com`;
      const person = await signedUp(site.service, email);
      await person.patch('/api/me', { language });
      const { status, json } = await person.post('/api/keys', { name: 'build' });
      const named = await person.patch('/api/organisation', { name: 'Builders' });
      expect([status, named.status]).toEqual([200, 200]);
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints, context } = visitor;

      await openPage(visitor, '/team');
      await page.locator('#page a[href="/activity"]').click();
      const inPage = page.locator('#page');
      await inPage.getByText(words.made).first().waitFor();
      await inPage.getByText(words.named).first().waitFor();
      expect(await inPage.locator('td .when').first().getAttribute('title')).toContain('20');
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      await inPage.getByLabel(words.area).selectOption({ label: words.keys });
      await inPage.getByText(words.named).first().waitFor({ state: 'detached' });
      expect(await inPage.getByText(words.made).count()).toBe(1);
      const href = await inPage.locator('a[download]').first().getAttribute('href');
      const file = await page.evaluate(async (path) => (await fetch(path)).text(), href ?? '');
      await inPage.getByLabel(words.to, { exact: true }).fill('2020-01-01');
      await inPage.getByText(words.none).waitFor();
      expect(await axeFindings(page)).toEqual([]);

      expect(file.trim().split('\r\n')).toHaveLength(2);
      expect(file).toContain('make-key');
      expect(file).not.toContain(String(json.secret));
      expect(complaints).toEqual([]);
      await context.close();
    },
    LONG_MS,
  );
});
