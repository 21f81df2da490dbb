/** The pages' words to customers by what they have: every alarm is true, and a plan is seen as well as credit. */
import { describe, expect, test } from 'bun:test';
import { hourStartMs } from '../../src/core/calendar.ts';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, goOn, openPage, overflowOf, signInQuietly, whole } from '../support/browser.ts';
import { catalogueOf } from '../support/catalogue.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { openSite } from '../support/site.ts';
import { isThorough } from '../support/thorough.ts';

const LONG_MS = 600_000;
const CZK = 1_000_000_000n;
const DAY_MS = 86_400_000;
const site = openSite();

const KINDS = ['new', 'credit', 'plan', 'package', 'plan used up', 'credit used up'] as const;
type Kind = (typeof KINDS)[number];

const WORDS = {
  en: {
    said: {
      ...{ new: 'You have no credit yet', credit: null, plan: null, package: null },
      'plan used up': 'The tokens of your plan are used up, and there is no credit',
      'credit used up': 'Your credit is used up',
    },
    ...{
      tokens: /^15 tokens$/,
      failed: 'the model failed',
      errors: /\b413: 1\b/,
      details: /^Details:/,
      retry: 'Try again',
    },
  },
  cs: {
    said: {
      ...{ new: 'Zatím nemáte žádný kredit', credit: null, plan: null, package: null },
      'plan used up': 'Tokeny tarifu jsou vyčerpané a nemáte kredit',
      'credit used up': 'Váš kredit je vyčerpaný',
    },
    ...{ tokens: /^15 tokenů$/, failed: 'model selhal', errors: /\b413: 1\b/ },
    retry: 'Zkusit znovu',
  },
} as const;

/** Alarms know no language: where none is to be, one look at each page is enough. */
const PATHS = ['/billing', '/keys', '/usage', '/playground', '/quick-start', '/account'];
const pathsIn = (language: 'cs' | 'en') => (language === 'en' || isThorough ? PATHS : PATHS.slice(0, 2));

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('in %s on a %s', (language, screen) => {
  const words = WORDS[language];

  test.each(KINDS)(
    'a customer with %s reads what is true',
    async (kind) => {
      const email = `${kind.replaceAll(' ', '-')}-${language}@example.com`;
      await customer(email, kind, language);
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints } = visitor;

      const alarms: Record<string, readonly string[]> = {};
      for (const [at, path] of pathsIn(language).entries()) {
        await (at > 0 ? goOn : openPage)(visitor, path);
        alarms[path] = await page.locator('.notice.warn strong, .notice.bad strong').allTextContents();
      }

      const said = words.said[kind];
      expect(alarms).toEqual({
        ...Object.fromEntries(Object.keys(alarms).map((path) => [path, []])),
        '/billing': said === null ? [] : [said],
      });
      expect(complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'a customer with a plan sees tokens of keys and of requests, errors, and why a request was free',
    async () => {
      const email = `uses-plan-${language}@example.com`;
      const { accountId } = await customer(email, 'plan', language);
      const { secret } = await site.service.newKey({ accountId, name: 'laptop' });
      site.service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
      const client = site.service.client({ apiKey: secret });
      const ask = () =>
        client.chat.completions.create({ model: 'svc-frost', messages: [{ role: 'user', content: 'ping' }] });
      await ask();
      site.service.upstream.play(jsonError(500));
      await ask().catch(() => {});
      // The server writes its own counts once a minute, so the failure above may be among them or not.
      await countOf(accountId, 413);
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints } = visitor;

      await openPage(visitor, '/keys');
      expect(await page.locator('.key', { hasText: 'laptop' }).getByText(words.tokens).count()).toBe(3);
      await goOn(visitor, '/usage');
      await page.getByText(words.errors).waitFor();
      const rows = page.locator('.requests tbody tr');
      // What the plan has paid costs tokens, not 0.00.
      await rows.last().getByText(words.tokens).filter({ visible: true }).waitFor();
      if (screen === 'phone') {
        const first = rows.first().getByRole('button');
        expect((await rows.first().boundingBox())!.height).toBeLessThan(60);
        await first.click();
        expect(await first.getAttribute('aria-expanded')).toBe('true');
      } else {
        await page.locator('.standing').getByText(email).waitFor();
      }
      await rows.first().getByText(words.failed).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);

      expect(complaints).toEqual([]);
      await visitor.leave();
    },
    LONG_MS,
  );

  test(
    'pages that cannot load say so once, and load when asked again',
    async () => {
      const email = `unlucky-${language}@example.com`;
      await customer(email, 'credit', language);
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, context } = visitor;
      const isLoad = (url: URL) => url.pathname.startsWith('/api/') && !/\/api\/(me|auth)/.test(url.pathname);

      for (const path of ['/billing', '/usage', '/keys', '/quick-start', '/playground']) {
        await page.route(isLoad, (route) => route.abort());
        await openPage(visitor, path);
        expect([path, await page.getByRole('alert').count()]).toEqual([path, 1]);
        expect(await axeFindings(page)).toEqual([]);
        await page.unroute(isLoad);
        await page.getByRole('button', { name: words.retry }).click();
        await page.getByRole('alert').waitFor({ state: 'detached' });
        await whole(visitor);
      }

      await context.close();
    },
    LONG_MS,
  );
});

async function customer(email: string, kind: Kind, language: 'cs' | 'en') {
  const { stores } = site.service;
  const client = await signedUp(site.service, email);
  await client.patch('/api/me', { language });
  const { account } = (await client.get('/api/me')).json as { account: { id: string } };
  const accountId = account.id;
  const about = { accountId, actor: 'operator', atMs: Date.now() };
  if (kind === 'credit') await stores.credits.grant({ ...about, reason: 'trial', amount: nanos(10n * CZK) });
  if (kind === 'package')
    await stores.credits.grantPackage({ ...about, reason: 'gift', tokens: 100n, expiresAtMs: Date.now() + DAY_MS });
  if (kind === 'plan' || kind === 'plan used up') await stores.plans.choose({ ...about, plan: 'pro' });
  if (kind === 'plan used up') await spend(accountId, PLAN_TOKENS);
  if (kind === 'credit used up') {
    const amount = nanos(9n * PRICE.input + PRICE.output);
    await stores.credits.grant({ ...about, reason: 'gift', amount });
    await spend(accountId, 10);
  }
  return { accountId };
}

const PRICE = catalogueOf('A').models.get('svc-frost')!.price;
const PLAN_TOKENS = 500_000;

/** A request that takes so many tokens, of which one is output. */
async function spend(accountId: string, tokens: number): Promise<void> {
  const { stores } = site.service;
  const { id: keyId } = await site.service.newKey({ accountId });
  const atMs = Date.now();
  const versions = await stores.prices.publish(new Map([['svc-frost', PRICE]]), { actor: 'test', atMs });
  const order = { requestId: `req_${accountId}`, accountId, keyId, model: 'svc-frost', atMs };
  const bounds = { inputTokensMax: tokens - 1, outputTokensMax: 1 };
  await stores.ledger.hold({ ...order, ...bounds, price: PRICE, priceVersion: versions.get('svc-frost')! });
  const usage = { inputTokens: tokens - 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };
  await stores.ledger.settle({ requestId: order.requestId, usage, outcome: 'finished', atMs });
}

/** As the server writes it once a minute. */
const countOf = (accountId: string, status: number) =>
  site.service.stores.outcomes.add({
    byModel: [],
    byAccount: [{ accountId, hourMs: hourStartMs(Date.now()), status, responses: 1 }],
    firstTokens: [],
    atMs: Date.now(),
  });
