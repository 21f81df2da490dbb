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

test('warns of agents whose instructions alone do not fit into the built-in model', async () => {
  const visitor = await site.visit();
  await signedUp(site.service, 'ben@example.com');
  await signInQuietly(visitor, 'ben@example.com', PASSWORD);
  const warning = visitor.page.getByText(/^It needs a context of about/);

  await visitor.page.goto(`http://localhost:${site.service.port}/quick-start`);

  await warning.waitFor();
  expect(await warning.textContent()).toBe(
    'It needs a context of about 25,000 tokens, and svc-glacier has 2,048: it will not work with this model.',
  );
  await visitor.page.getByRole('button', { name: 'aider', exact: true }).click();
  await warning.waitFor({ state: 'detached' });
});
