/** Conversations in the playground: Markdown, two models, once more, kept ones, and the code of what was sent. */
import { beforeAll, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { answerText, chunk, hang, type Script, sse, sseHead } from '../support/scripted-upstream.ts';
import { PLENTY, until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const PEOPLE = { en: 'eva@example.com', cs: 'adam@example.com' } as const;
const LONG_MS = 600_000;
const ANSWER = [
  '**Two** ways:',
  '',
  '1. `one`',
  '2. two',
  '',
  '```js',
  'run("x");',
  '```',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
];
const WHOLE = answerText(ANSWER.join('\n'), { usage: { prompt_tokens: 20, completion_tokens: 10 } });
const BEGUN: Script = (request) => [sseHead(), sse(chunk(request, { role: 'assistant', content: 'One, two' })), hang()];
const WORDS = {
  en: {
    send: 'Send',
    message: 'Message',
    again: 'Regenerate',
    begin: 'New conversation',
    compare: 'Compare with',
    code: 'Code',
    settings: 'Settings',
  },
  cs: {
    send: 'Odeslat',
    message: 'Zpráva',
    again: 'Vygenerovat znovu',
    begin: 'Nová konverzace',
    compare: 'Porovnat s modelem',
    code: 'Kód',
    settings: 'Nastavení',
  },
} as const;

const site = openSite();

beforeAll(async () => {
  site.service.upstream.play(WHOLE);
  for (const [email, language] of [
    [PEOPLE.en, 'en'],
    [PEOPLE.cs, 'cs'],
  ] as const) {
    const client = await signedUp(site.service, email);
    await client.patch('/api/me', { language });
    const { account } = (await client.get('/api/me')).json as unknown as { account: { id: string } };
    const about = { accountId: account.id, reason: 'test', actor: 'test', atMs: Date.now() };
    await site.service.stores.credits.grant({ ...about, amount: nanos(PLENTY) });
  }
}, LONG_MS);

async function ask({ page }: Visitor, text: string, words: (typeof WORDS)['en' | 'cs'] = WORDS.en): Promise<void> {
  await page.getByLabel(words.message, { exact: true }).fill(text);
  await page.getByRole('button', { name: words.send, exact: true }).click();
}

for (const [language, screen] of [
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const) {
  test(
    `two models answer beside each other, as Markdown, and once more (${language}, ${screen})`,
    async () => {
      const words = WORDS[language];
      const visitor = await site.visit({ language, screen });
      const { page } = visitor;
      await signInQuietly(visitor, PEOPLE[language], PASSWORD);
      await openPage(visitor, '/playground');
      expect(await isAbove(page.locator('.examples .button').first(), page.locator('.composer'))).toBe(true);
      await page.getByLabel(words.compare).selectOption('svc-frost');
      const sent: Record<string, unknown>[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/playground/completions')) sent.push(request.postDataJSON());
      });

      await ask(visitor, 'Which ways?', words);
      const receipts = page.locator('.turn a[href^="/requests/"]');
      await receipts.nth(1).waitFor();

      expect(await page.locator('.thread h2').allTextContents()).toEqual(['svc-glacier', 'svc-frost']);
      expect(sent.map(({ model }) => model).toSorted()).toEqual(['svc-frost', 'svc-glacier']);
      const answers = page.locator('.turn.assistant .markdown');
      await answers.nth(1).waitFor();
      expect(await answers.locator('strong').allTextContents()).toEqual(['Two', 'Two']);
      expect(await answers.locator('ol > li').allTextContents()).toEqual(['one', 'two', 'one', 'two']);
      expect(await answers.locator('pre').allTextContents()).toEqual(['run("x");', 'run("x");']);
      expect(await answers.locator('td').allTextContents()).toEqual(['1', '2', '1', '2']);
      expect(await overflowOf(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);

      const [before] = await receipts.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      await page.getByRole('button', { name: words.again }).first().click();
      await page.locator('.thread').first().locator(`a[href="${before}"]`).waitFor({ state: 'detached' });
      await receipts.nth(1).waitFor();

      expect(sent.at(-1)).toMatchObject({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Which ways?' }] });
      expect(await page.locator('.turn').count()).toBe(4);
      expect(await isInView(page.getByLabel(words.message, { exact: true }))).toBe(true);
      for (const part of [words.code, words.settings]) {
        await page.getByRole('button', { name: part, exact: true }).click();
        await page.evaluate('scrollTo(0, 0)');
        expect([part, await isInView(page.getByRole('button', { name: words.send, exact: true }))]).toEqual([
          part,
          true,
        ]);
      }
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
}

test(
  'an answer that runs shows about what it costs; stopped, it stays, and the balance is asked for again',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await signInQuietly(visitor, PEOPLE.en, PASSWORD);
    await openPage(visitor, '/playground');
    site.service.upstream.play(BEGUN);

    await ask(visitor, 'Count');
    await page.getByText('One, two').waitFor();
    expect(await page.locator('.figures-live').textContent()).toMatch(/^≈ [1-9]\d* tokens · ≈ CZK\s0\.\d+$/);
    expect(await page.getByText('What was produced until then is charged.').isVisible()).toBe(true);
    const balance = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/billing');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('You stopped it.').waitFor();

    expect((await balance).status()).toBe(200);
    expect(await page.getByText('One, two').isVisible()).toBe(true);
    site.service.upstream.play(WHOLE);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'the code is the request that was sent, to the letter',
  async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await signInQuietly(visitor, PEOPLE.en, PASSWORD);
    await openPage(visitor, '/playground');
    await page.getByLabel('System prompt').fill("It's brief.");
    await page.getByText('Parameters', { exact: true }).click();
    await page.getByLabel('Seed').fill('7');
    const request = page.waitForRequest('**/api/playground/completions');
    await ask(visitor, 'Who "is" there?');
    const sent = (await request).postDataJSON() as unknown;
    await page.getByRole('link', { name: 'Receipt' }).waitFor();

    await page.getByRole('button', { name: 'Code', exact: true }).click();
    const code = (await page.locator('.playground-code pre').textContent())!;

    expect(await page.locator('.playground-code .code-name').allTextContents()).toContain('-d');
    const body = code.slice(code.indexOf("-d '") + 4, code.lastIndexOf("'")).replaceAll(`'\\''`, "'");
    expect(JSON.parse(body)).toEqual(sent);
    await visitor.leave();
  },
  LONG_MS,
);

async function isInView(part: Locator): Promise<boolean> {
  const { y, height } = (await part.boundingBox())!;
  return y >= 0 && y + height <= part.page().viewportSize()!.height;
}

/** Neither covers the other. */
async function isAbove(part: Locator, other: Locator): Promise<boolean> {
  const { y, height } = (await part.boundingBox())!;
  return y + height <= (await other.boundingBox())!.y;
}

/** The conversations in this browser, of all people. */
const keptIn = ({ page }: Visitor) =>
  page.evaluate<string>(
    "Object.keys(localStorage).filter((key) => key.startsWith('boreal.playground.')).map((key) => localStorage[key]).join()",
  );

test.each([
  ['en', 'Question', 'Sign out'],
  ['cs', 'Otázka', 'Odhlásit se'],
] as const)(
  'conversations are removed when the person signs out, in %s',
  async (language, words, signOut) => {
    const visitor = await site.visit({ language });
    const { page } = visitor;
    await signInQuietly(visitor, PEOPLE[language], PASSWORD);
    await openPage(visitor, '/playground');
    await ask(visitor, words, WORDS[language]);
    await page.locator('.turn.assistant').first().waitFor();
    await until('the question is kept', async () => (await keptIn(visitor)).includes(words));

    await openPage(visitor, '/account');
    await page.locator('#page').getByRole('button', { name: signOut, exact: true }).first().click();
    await page.waitForURL('**/sign-in');

    expect(await keptIn(visitor)).toBe('');
    await signInQuietly(visitor, PEOPLE[language], PASSWORD);
    await openPage(visitor, '/playground');
    expect(await page.locator('.turn').count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
  LONG_MS,
);

test(
  'conversations are kept in the browser, for the person who had them, until they are deleted',
  async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    await signInQuietly(visitor, PEOPLE.en, PASSWORD);
    await openPage(visitor, '/playground');
    await ask(visitor, 'First question?');
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    expect(await page.locator('.turn').count()).toBe(0);
    await ask(visitor, 'Second question?');
    await page.getByRole('link', { name: 'Receipt' }).waitFor();

    const tab = await context.newPage();
    await tab.goto('/playground');
    const earlier = tab.getByRole('navigation', { name: 'Earlier conversations' });
    await earlier.waitFor();
    const titles = await earlier.locator('.earlier-title').allTextContents();
    expect(titles).toEqual(['Second question?', 'First question?']);
    await earlier.getByRole('button', { name: 'First question?' }).click();
    await tab.locator('.turn.user').getByText('First question?').waitFor();
    expect(await tab.locator('.turn').count()).toBe(2);

    await tab.getByRole('button', { name: 'Delete', exact: true }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await tab.locator('.turn').first().waitFor({ state: 'detached' });
    expect(await earlier.locator('.earlier-title').allTextContents()).toEqual(['Second question?']);

    expect(await keptIn(visitor)).toContain('Second question?');

    // Another person signs in, while the first one has a page open.
    await signInQuietly(visitor, PEOPLE.cs, PASSWORD);
    await openPage(visitor, '/playground');
    expect(await page.getByText('question?').count()).toBe(0);
    expect(await keptIn(visitor)).toBe('');
    await tab.getByLabel('System prompt').fill('A late word of the first person.');
    expect(await keptIn(visitor)).toBe('');
    expect(visitor.complaints).toEqual([]);
    await context.close();
  },
  LONG_MS,
);
