/** The forms of the API and other names of models on the pages, in a real browser. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { PLENTY } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const EMAIL = 'eva@example.com';
const LONG_MS = 600_000;
const ALIASES = { 'claude-*': 'svc-glacier', 'gpt-4o': 'svc-glacier' };

const site = openSite({ env: { BOREAL_ALIASES: JSON.stringify(ALIASES) } });
let client: PageClient;

beforeAll(async () => {
  site.service.upstream.play(answerText('Hello there.', { usage: { prompt_tokens: 20, completion_tokens: 10 } }));
  client = await signedUp(site.service, EMAIL);
  const { account } = (await client.get('/api/me')).json as unknown as { account: { id: string } };
  const about = { accountId: account.id, reason: 'test', actor: 'test', atMs: Date.now() };
  await site.service.stores.credits.grant({ ...about, amount: nanos(PLENTY) });
}, LONG_MS);

async function visit(screen: 'phone' | 'desktop' = 'desktop'): Promise<Visitor> {
  const visitor = await site.visit({ screen });
  await signInQuietly(visitor, EMAIL, PASSWORD);
  return visitor;
}

const codeOf = async ({ page }: Visitor): Promise<string> => (await page.locator('pre').last().textContent()) ?? '';

async function pick({ page }: Visitor, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.click();
  expect(await button.getAttribute('aria-pressed')).toBe('true');
}

describe('the playground', () => {
  test(
    'shows what was asked as code, without the answer',
    async () => {
      const visitor = await visit();
      const { page } = visitor;
      await openPage(visitor, '/playground');
      await page.getByLabel('Message').fill('Who is there?');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('link', { name: 'Receipt' }).waitFor();
      await page.getByRole('button', { name: 'Code', exact: true }).click();

      for (const form of ['Chat Completions', 'Messages', 'Responses']) {
        await pick(visitor, form);
        expect(await codeOf(visitor)).toContain('Who is there?');
        expect(await codeOf(visitor)).not.toContain('Hello there.');
      }
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'shows the request that was typed as chat completions, responses and messages, in each language',
    async () => {
      const visitor = await visit();
      await openPage(visitor, '/playground');
      await visitor.page.getByLabel('System prompt').fill('Be brief.');
      await visitor.page.getByRole('button', { name: 'Code', exact: true }).click();

      expect(await codeOf(visitor)).toContain(`${site.service.url.replace('127.0.0.1', 'localhost')}/chat/completions`);
      await pick(visitor, 'Responses');
      expect(await codeOf(visitor)).toContain('"instructions": "Be brief."');
      expect(await codeOf(visitor)).toContain('/v1/responses');
      await pick(visitor, 'Messages');
      expect(await codeOf(visitor)).toContain('"system": "Be brief."');
      expect(await codeOf(visitor)).toContain('"x-api-key: $BOREAL_API_KEY"');
      await pick(visitor, 'Python');
      expect(await codeOf(visitor)).toContain('from anthropic import Anthropic');
      await pick(visitor, 'TypeScript');
      expect(await codeOf(visitor)).toContain('await client.messages.create({');
      await pick(visitor, 'Responses');
      expect(await codeOf(visitor)).toContain('await client.responses.create({');

      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'says what a form has no place for, and fits a phone',
    async () => {
      const visitor = await visit('phone');
      await openPage(visitor, '/playground');
      await visitor.page.getByRole('button', { name: 'Settings', exact: true }).click();
      await visitor.page.getByText('Parameters', { exact: true }).click();
      await visitor.page.getByLabel('Seed').fill('7');
      await visitor.page.getByRole('button', { name: 'Code', exact: true }).click();

      await pick(visitor, 'Messages');

      await visitor.page.getByText('This form has no place for: seed.').waitFor();
      expect(await codeOf(visitor)).not.toContain('seed');
      expect(await overflowOf(visitor.page)).toBe(0);
      expect(await axeFindings(visitor.page)).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );
});

test(
  'the quick start has the first request in each form, with the library that it needs',
  async () => {
    const visitor = await visit('phone');
    await openPage(visitor, '/quick-start');

    await pick(visitor, 'Messages');
    await pick(visitor, 'Python');

    await visitor.page.getByText('Needs the official library: pip install anthropic').waitFor();
    await visitor.page.getByText('from anthropic import Anthropic').waitFor();
    expect(await overflowOf(visitor.page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

describe('other names of a model', () => {
  test(
    'stand at the model on the quick start, in the playground, and on the page for visitors in both languages',
    async () => {
      const visitor = await visit();
      const { page } = visitor;

      await openPage(visitor, '/quick-start');
      await page.getByText('Other names of this model: claude-*, gpt-4o').waitFor();
      await goOn(visitor, '/playground');
      await page.getByText('Other names: claude-*, gpt-4o').waitFor();
      await page.getByLabel('Model', { exact: true }).selectOption('svc-frost');
      await page.getByText('Other names:').waitFor({ state: 'detached' });

      const stranger = await site.visit({ language: 'cs' });
      await stranger.page.goto('/models');
      const said = await stranger.page.getByText('Další názvy').locator('..').textContent();
      expect(said).toContain('claude-*, gpt-4o');
      expect([...visitor.complaints, ...stranger.complaints]).toEqual([]);
      await Promise.all([visitor.leave(), stranger.leave()]);
    },
    LONG_MS,
  );

  test(
    'lead to a receipt that names the model that answered, at its price',
    async () => {
      const { secret } = (await client.post('/api/keys', { name: 'agent' })).json as unknown as { secret: string };
      const answer = await fetch(`${site.service.url}/messages`, {
        method: 'POST',
        headers: { 'x-api-key': secret, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ model: 'claude-sonnet-5', max_tokens: 50 },
          messages: [{ role: 'user', content: 'Hello' }],
        }),
      });
      const { id, model } = (await answer.json()) as { id: string; model: string };
      expect(model).toBe('svc-glacier');
      const visitor = await visit();

      await openPage(visitor, `/requests/${id}`);

      const receipt = (await visitor.page.locator('main').textContent()) ?? '';
      expect(receipt).toContain('svc-glacier');
      expect(receipt).not.toContain('claude');
      expect(receipt).toContain('0.0015');
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );
});
