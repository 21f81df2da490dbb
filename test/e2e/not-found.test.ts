/** An address that does not exist, as a visitor meets it who is not signed in. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf } from '../support/browser.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite();

describe.each([
  ['en', 'desktop', 'There is no such page', 'Go to the front page'],
  ['cs', 'phone', 'Stránka nenalezena', 'Přejít na úvodní stránku'],
] as const)('a page that does not exist, in %s on a %s', (language, screen, title, toFront) => {
  test(
    'says so with the status 404 and leads to the front page, and a page of one’s own asks to sign in',
    async () => {
      const visitor = await site.visit({ language, screen });
      const { page } = visitor;

      const answer = await page.goto('/cenik-2019');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();

      expect([answer?.status(), new URL(page.url()).pathname]).toEqual([404, '/cenik-2019']);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: toFront }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await openPage(visitor, '/requests/req_1');
      await page.waitForURL('**/sign-in?to=**');
      expect(visitor.complaints).toEqual(['404: /cenik-2019']);
    },
    LONG_MS,
  );
});

test('programs get the error that they can read', async () => {
  const ask = (path: string, accept: string) =>
    fetch(`http://127.0.0.1:${site.service.port}${path}`, { headers: { accept } });

  const answers = await Promise.all([
    ask('/nothing', '*/*'),
    ask('/v1/nothing', 'text/html'),
    ask('/api/x', 'text/html'),
  ]);

  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([404, 'application/json']);
  }
});
