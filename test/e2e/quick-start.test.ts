/** The quick start in a real browser, of a service without configuration: the built-in model answers. */
import { expect, test } from 'bun:test';
import { signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { openSite } from '../support/site.ts';

const site = openSite({ embedded: {} });
const EMAIL = 'anna@example.com';

test('says in the language of the person who answers, and how much fits into a request', async () => {
  const client = await signedUp(site.service, EMAIL);
  await client.patch('/api/me', { language: 'cs' });
  const anna = await site.visit();
  await signInQuietly(anna, EMAIL, PASSWORD);

  await anna.page.goto(`http://localhost:${site.service.port}/quick-start`);

  await anna.page.getByText('Odpovídá Boreal Mini, malý vestavěný model').waitFor();
  const context = await anna.page.getByText(/^Dotaz a odpověď dohromady/).textContent();
  expect(context?.replaceAll('\u00a0', ' ')).toBe('Dotaz a odpověď dohromady: nejvýše 2 048 tokenů.');
});
