/** The front over HTTP: languages, what search engines read, live prices and status, and how it is turned off. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { priceFromCzkPerMillion } from '../../src/core/money.ts';
import { PAGE_NAMES, pathTo } from '../../src/features/site/site.ts';
import { BANK } from '../support/furnished-orders.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-texts.ts';
import { signedUp } from '../support/page-client.ts';
import { json } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_PUBLIC_URL: 'https://chat.example.com' } });
});
afterAll(() => service.stop());

const at = (path: string, of = service) => new URL(path, `http://127.0.0.1:${of.port}`);
const get = (path: string, headers: Record<string, string> = {}, of = service) =>
  fetch(at(path, of), { headers, redirect: 'manual' });
const text = async (path: string, headers?: Record<string, string>, of = service) =>
  (await get(path, headers, of)).text();

test('a model for which only the built-in one answers is marked as a demonstration, and not praised', async () => {
  const models = JSON.stringify({ 'svc-glacier': { engine: 'main' } });
  await using own = await startService({ env: { BOREAL_EMBEDDED: '{}', BOREAL_MODELS: models } });
  const rowOf = (page: string, id: string) =>
    page.split('<tr>').find((row) => row.includes(`<code>${id}</code>`)) ?? '';

  for (const path of ['/en', '/en/pricing']) {
    const page = await text(path, {}, own);
    expect(rowOf(page, 'svc-glacier')).toContain('Balanced model for code, text and analysis');
    expect(rowOf(page, 'svc-glacier')).not.toContain('demonstration');
    expect(rowOf(page, 'svc-polaris')).toContain('<span class="tag disturbed">demonstration</span>');
    expect(page).not.toContain('hardest tasks');
  }
  expect(await text('/cs/models', {}, own)).toContain('<span class="tag disturbed">ukázka</span>');
  for (const path of ['/en/docs', '/en/status']) {
    const page = await text(path, {}, own);
    expect(page).toContain('<code>svc-polaris</code> <span class="tag disturbed">demonstration</span>');
    expect(page).not.toContain('<code>svc-glacier</code> <span class="tag disturbed">');
  }
  const calculator = (await text('/en/pricing', {}, own)).split('<select id="model"')[1];
  expect(calculator).toContain('<option value="svc-polaris">svc-polaris (demonstration)</option>');
  expect(calculator).toContain('>svc-glacier</option>');
});

describe('languages', () => {
  test.each([
    ['cs-CZ,cs;q=0.9,en;q=0.8', 'cs'],
    ['sk', 'cs'],
    ['de, en;q=0.5, cs;q=0.7', 'cs'],
    ['en-GB,en;q=0.9', 'en'],
    ['cs;q=0, en;q=0.1', 'en'],
    ['', 'en'],
    ['*', 'en'],
    [';;q=,,=', 'en'],
  ])('a browser that asks for "%s" is shown %s', async (accepted, language) => {
    const response = await get('/pricing', { 'accept-language': accepted });

    expect(response.headers.get('content-language')).toBe(language);
    expect(response.headers.get('vary')).toContain('accept-language');
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });

  test('the language in an address wins', async () => {
    expect(await text('/en/pricing', { 'accept-language': 'cs' })).toContain('<html lang="en">');
    expect(await text('/cs', { 'accept-language': 'en' })).toContain('<html lang="cs">');
  });

  test('both languages of every page point to each other, and to one address each', async () => {
    for (const name of PAGE_NAMES) {
      const page = await text(pathTo(name, 'cs'));
      const origin = 'https://chat.example.com';
      expect(page).toContain(`<link rel="canonical" href="${origin}${pathTo(name, 'cs')}">`);
      for (const language of ['cs', 'en'] as const) {
        expect(page).toContain(`hreflang="${language}" href="${origin}${pathTo(name, language)}"`);
      }
      expect(page).toContain(`hreflang="x-default" href="${origin}${pathTo(name)}"`);
      expect(page).toMatch(/<meta name="description" content="[^"]{20,}">/);
      expect(page).toMatch(/<meta property="og:title" content="[^"]{5,}">/);
    }
  });
});

describe('search engines', () => {
  test('find every page in the sitemap, but for texts that are only examples', async () => {
    const map = await text('/sitemap.xml');
    const places = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => new URL(place!));

    expect(places).toHaveLength(14);
    expect(places.some(({ pathname }) => pathname.endsWith('/terms'))).toBeFalse();
    for (const { pathname } of places) {
      const page = await get(pathname);
      expect([pathname, page.status]).toEqual([pathname, 200]);
      expect(await page.text()).not.toContain('noindex');
    }
    expect(await text('/robots.txt')).toContain('Sitemap: https://chat.example.com/sitemap.xml');
  });

  test('are asked not to keep the example of the terms, which says that it is one', async () => {
    const page = await text('/cs/terms');

    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('Toto je jen vzor.');
  });
});

test('every page has the headers that keep browsers from doing harm', async () => {
  for (const name of PAGE_NAMES) {
    const { headers } = await get(pathTo(name));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('every link and file of every page leads somewhere', async () => {
  const seen = new Set<string>();
  const waiting = PAGE_NAMES.flatMap((name) => [pathTo(name), pathTo(name, 'cs'), pathTo(name, 'en')]);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await get(path, { accept: 'text/html' });
    expect([path, response.status]).toEqual([path, 200]);
    const isFront = response.headers.get('content-language') !== null;
    const page = await response.text();
    const links = [...page.matchAll(/(?:href|src|srcset|action)="(\/[^"#?]*)/g)].map(([, link]) => link!);
    if (isFront) waiting.push(...links);
  }
  expect(seen.size).toBeGreaterThan(25);
});

describe('at /', () => {
  test('a visitor sees the front, and a person who is signed in gets to the settings', async () => {
    await using own = await startService();
    const person = await signedUp(own, 'jana@example.com');

    const visitor = await get('/', {}, own);
    const signedIn = await person.get('/');

    expect(visitor.status).toBe(200);
    expect(await visitor.text()).toContain('<h1>');
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/keys']);
    expect((await person.get('/en')).status).toBe(200);
  });

  test('a cookie without a session changes nothing', async () => {
    expect((await get('/', { cookie: 'boreal.session_token=nothing' })).status).toBe(200);
  });
});

test('example texts have one full stop where a sentence ends with the name of a company', async () => {
  const payments = { bank: BANK, amounts: ['100'], seller: SELLER_SETTING };
  await using selling = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });

  const pages = ['/en/terms', '/cs/terms', '/en/privacy', '/cs/privacy'].map((path) => text(path, {}, selling));

  for (const page of await Promise.all(pages)) {
    expect(page).toContain('Severní záře s.r.o. ');
    expect(page).not.toContain('s.r.o..');
  }
});

describe('prices', () => {
  test('are those of the moment, with changes that are announced', async () => {
    await using own = await startService();
    const price = priceFromCzkPerMillion({ input: '7.5', cachedInput: '1', output: '31' });
    const fromMs = Date.now() + 10 * 24 * 3_600_000;
    await own.stores.actionLog.act({
      ...{ id: 'act_1', actor: 'test', reason: 'test', atMs: Date.now() },
      action: { kind: 'price', model: 'svc-frost', price, fromMs },
    });

    await until('the change is announced', async () => (await text('/en/pricing', {}, own)).includes('input 7.5'));

    const page = await text('/en/models', {}, own);
    expect(page).toContain('input 7.5, cached input 1, output 31');
    expect(page).toContain('<dd>1.25</dd>');
    expect(page).toContain('8,192 tokens');
    expect(page).toContain('120 a minute for each key');
  });

  test('no model promises an answer that its context has no room for', async () => {
    const models = { 'svc-polaris': { contextTokens: 2048 }, 'svc-frost': { contextTokens: 40_000 } };
    await using own = await startService({ env: { BOREAL_MODELS: JSON.stringify(models) } });

    const [english, czech] = [await text('/en/models', {}, own), await text('/cs/models', {}, own)];

    expect(english).toContain('2,048 tokens, less what you send');
    expect(english).toContain('8,192 tokens');
    expect(english).not.toContain('32,000');
    expect(czech).toContain('2\u00a0048 tokenů včetně dotazu');
  });

  test('the calculator bears whatever is asked', async () => {
    const asked = ['-1', '1e9', '9'.repeat(400), '<script>', '', '١٢', '0'];
    for (const value of asked) {
      const query = new URLSearchParams({ model: value, requests: value, input: value, output: value, cached: value });
      const response = await get(`/en/pricing?${query}`);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain('Estimate for a month');
      expect(page).not.toContain('<script>');
      expect(page).not.toMatch(/NaN|undefined/);
    }
  });

  test('say that any amount of credit can be bought, and between which limits', async () => {
    const payments = { bank: BANK, amounts: ['100'], anyAmount: { min: '50', max: '20000' } };
    await using own = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });

    expect(await text('/en/pricing', {}, own)).toMatch(
      /Top up by 100\sCZK or any amount from 50\sCZK to 20,000\sCZK\./,
    );
    expect(await text('/cs/pricing', {}, own)).toMatch(/libovolnou částku od 50\sKč do 20\s000\sKč\./);
  });

  test.each([true, false])('say that VAT is in them only where the seller pays it: %p', async (vatPayer) => {
    const payments = { bank: BANK, amounts: ['100'], seller: { ...SELLER_SETTING, vatPayer } };
    await using own = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });

    expect((await text('/en/pricing', {}, own)).includes('All prices include VAT.')).toBe(vatPayer);
    expect((await text('/cs/pricing', {}, own)).includes('Všechny ceny jsou včetně DPH.')).toBe(vatPayer);
  });

  test('where nothing is sold, the page says so and names the way', async () => {
    expect(await text('/en/pricing')).toContain('Nothing can be bought online yet');
  });
});

describe('the status page', () => {
  test('says within seconds that a model fails', async () => {
    await using own = await startService();
    expect(await text('/en/status', {}, own)).toContain('All models work.');
    own.upstream.play(json({ error: { message: 'broken' } }, 500));
    for (let at = 0; at < 5; at += 1) await (await own.post({ messages: [{ role: 'user', content: 'Hi' }] })).text();

    await until('it is shown', async () => (await text('/en/status', {}, own)).includes('Some models cannot answer.'));

    const page = await text('/en/status', {}, own);
    expect(page).toMatch(/svc-glacier<\/code><\/h3><p class="state"><span class="dot down">/);
    expect(page).toMatch(/svc-frost<\/code><\/h3><p class="state"><span class="dot up">/);
  });

  test("shows the operator's notes as text, in both languages", async () => {
    await using own = await startService();
    const [en, cs] = [NAUGHTY_TEXTS[3]!, `${NAUGHTY_TEXTS[4]} česky`];
    const note = { id: 'note_1', atMs: Date.now(), texts: { en, cs } };
    const about = { actor: 'test', reason: 'test', atMs: Date.now() };
    await own.stores.actionLog.act({ id: 'act_1', ...about, action: { kind: 'note', note } });

    await until('the note is shown', async () => (await text('/en/status', {}, own)).includes('window.pwned'));

    expect(await text('/en/status', {}, own)).toContain('&lt;script&gt;window.pwned = 1&lt;/script&gt;');
    expect(await text('/cs/status', {}, own)).toContain('&quot;&gt;&lt;img src=x');
  });
});

describe('what the operator sets', () => {
  test('is shown as text wherever it is shown: name, texts, terms, contact, logo and colours', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-front-'));
    const naughty = NAUGHTY_TEXTS.filter((one) => one.includes('<') || one.includes('"')).join(' ');
    const terms = `# <script>window.pwned = 1</script>\n\n- **<b>bold</b>** [x](javascript:window.pwned=1)\n\n${naughty}\n\n[ours](https://example.com/"onclick="x)\n\n1. part\n   - below it`;
    writeFileSync(join(folder, 'terms.md'), terms);
    writeFileSync(
      join(folder, 'logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned = 1</script></svg>',
    );
    const both = (one: string) => ({ cs: one, en: one });
    await using own = await startService({
      env: {
        BOREAL_SERVICE_NAME: '"><img src=x onerror="window.pwned = 1">',
        BOREAL_FRONT: JSON.stringify({
          headline: both('<script>window.pwned = 1</script>'),
          intro: both(naughty.slice(0, 600)),
          terms: both(join(folder, 'terms.md')),
          privacy: both(join(folder, 'terms.md')),
          logo: join(folder, 'logo.svg'),
          colours: { light: '#6b21a8', dark: '#D8B4FE' },
          contact: { email: 'info@example.com', phone: '+420 123 456 789', text: both(naughty.slice(0, 900)) },
        }),
      },
    });
    rmSync(folder, { recursive: true });

    for (const name of PAGE_NAMES) {
      const page = await text(pathTo(name, 'en'), {}, own);
      expect(page).not.toMatch(/<script>|<img src=x|<svg\/|onclick="x|href="javascript/);
      expect(page).toContain('&quot;&gt;&lt;img src=x onerror=');
    }
    expect(await text('/en', {}, own)).toContain('<h1>&lt;script&gt;window.pwned = 1&lt;/script&gt;</h1>');
    expect(await text('/en/terms', {}, own)).toContain('<strong>&lt;b&gt;bold&lt;/b&gt;</strong>');
    expect(await text('/en/terms', {}, own)).toContain('<ol><li>part<ul><li>below it</li></ul>');
    expect(await text('/en/terms', {}, own)).not.toContain('This is an example');
    expect(await text('/sitemap.xml', {}, own)).toContain('/cs/terms');
    const home = await text('/en', {}, own);
    const logo = await get(/\/front\/\w+-logo/.exec(home)![0], {}, own);
    expect(logo.headers.get('content-security-policy')).toContain('sandbox');
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(await text(/\/front\/\w+-style\.css/.exec(home)![0], {}, own)).toContain('light-dark(#6b21a8, #d8b4fe)');
  });

  test('turned off, there is no front: / is the settings area, and the rest is not there', async () => {
    await using own = await startService({ env: { BOREAL_FRONT: '{"enabled":false}' } });

    expect(await text('/', {}, own)).toContain('<div id="root"></div>');
    for (const path of ['/pricing', '/en', '/cs/models', '/status', '/sitemap.xml', '/robots.txt']) {
      expect([path, (await get(path, {}, own)).status]).toEqual([path, 404]);
    }
  });

  test('with sign-up closed no page asks to sign up', async () => {
    await using own = await startService({ env: { BOREAL_SIGN_UP: 'invitation' } });

    const page = await text('/en', {}, own);

    expect(page).not.toContain('/sign-up');
    expect(page).toContain('Accounts are by invitation.');
  });
});
