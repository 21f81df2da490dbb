/** People read that they talk to a machine, on the front and in the playground, in both languages. */
import { describe, expect, test } from 'bun:test';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 240_000;
const site = openSite();

describe.each([
  [
    'en',
    'Answers are written by artificial intelligence and may be wrong.',
    'You are talking to a machine. Answers are written by artificial intelligence and may be wrong.',
  ],
  [
    'cs',
    'Odpovědi píše umělá inteligence a mohou být chybné.',
    'Mluvíte se strojem. Odpovědi píše umělá inteligence a mohou být chybné.',
  ],
] as const)('the notice in %s', (language, front, playground) => {
  test(
    'is there before the first question',
    async () => {
      const email = `${language}@example.com`;
      await (await signedUp(site.service, email)).patch('/api/me', { language });
      const visitor = await site.visit({ language, screen: 'phone' });
      const { page } = visitor;
      await openPage(visitor, `/${language}`);
      await page.getByText(front, { exact: true }).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);

      await signInQuietly(visitor, email, PASSWORD);
      await openPage(visitor, '/playground');
      await page.getByText(playground, { exact: true }).waitFor();
      expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await visitor.context.close();
    },
    LONG_MS,
  );
});
