/** Usage that a plan pays has no price in CZK: pages say how many tokens it took, in a real browser. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings, goOn, openPage, signInQuietly } from '../support/browser.ts';
import { OPERATOR_EMAIL, orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const CUSTOMER = 'plan@example.com';
const site = openSite();
let customer: PageClient;
let customerId = '';

beforeAll(async () => {
  site.service.upstream.play(answerText('Hello.', { usage: { prompt_tokens: 20, completion_tokens: 10 } }));
  const operator = await signedUpOperator(site.service);
  customer = await signedUp(site.service, CUSTOMER);
  const { account } = (await customer.get('/api/me')).json as unknown as { account: { id: string } };
  customerId = account.id;
  await performAction(operator, `customers/${customerId}/plan`, { ...orderBecause('A gift'), plan: 'pro' });
}, LONG_MS);

test.each([
  ['en', 'desktop', 'Send a test request', '30 tokens'],
  ['cs', 'phone', 'Poslat zkušební požadavek', '30 tokenů'],
] as const)(
  'a test request that a plan paid cost tokens (%s, %s)',
  async (language, screen, send, tokens) => {
    await customer.patch('/api/me', { language });
    const visitor = await site.visit({ language, screen });
    const { page } = visitor;
    await signInQuietly(visitor, CUSTOMER, PASSWORD);
    await openPage(visitor, '/quick-start');

    await page.getByRole('button', { name: send }).click();

    const answer = page.locator('.turn.assistant');
    await answer.getByText(tokens).waitFor();
    expect(await answer.textContent()).not.toMatch(/0[.,]00/);
    expect(await axeFindings(page)).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'so does an answer in the playground, and the same request in the operator’s lists',
  async () => {
    await customer.patch('/api/me', { language: 'en' });
    const visitor = await site.visit();
    await signInQuietly(visitor, CUSTOMER, PASSWORD);
    await openPage(visitor, '/playground');
    await visitor.page.getByLabel('Message', { exact: true }).fill('Hello');
    await visitor.page.getByRole('button', { name: 'Send', exact: true }).click();
    await visitor.page.getByText('20 in · 10 out · 30 tokens').waitFor();
    await openPage(visitor, '/keys');
    await visitor.page.locator('.key').getByText('tokens').first().waitFor();
    expect(await visitor.page.locator('.figures, .key').allTextContents()).not.toContainEqual(
      expect.stringMatching(/(today|month|total)CZK 0\.00/i),
    );
    await visitor.leave();

    const watching = await site.visit();
    await signInQuietly(watching, OPERATOR_EMAIL, PASSWORD);
    await openPage(watching, '/operator/live');
    await watching.page.getByText('30 tokens').first().waitFor();
    await goOn(watching, `/operator/customers/${customerId}`);
    await watching.page.getByText('30 tokens').first().waitFor();
    expect(watching.complaints).toEqual([]);
    await watching.leave();
  },
  LONG_MS,
);
