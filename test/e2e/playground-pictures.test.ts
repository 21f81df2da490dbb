/** Pictures in the playground: attached and pasted, made small, asked about, kept, and only where the model takes them. */
import { beforeAll, expect, test } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { axeFindings, type Looks, openPage, overflowOf, signInQuietly, type Visitor } from '../support/browser.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { PLENTY } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EMAIL = 'eva@example.com';
const WORDS = {
  en: {
    ...{ send: 'Send', message: 'Message', picture: 'Picture 1', remove: 'Remove picture 2', code: 'Code' },
    ...{ model: 'Model', off: 'svc-frost does not take pictures.', wrong: /cannot read this file as a picture/ },
  },
  cs: {
    ...{ send: 'Odeslat', message: 'Zpráva', picture: 'Obrázek 1', remove: 'Odebrat obrázek 2', code: 'Kód' },
    ...{ model: 'Model', off: 'svc-frost obrázky nepřijímá.', wrong: /není obrázek, který by prohlížeč uměl/ },
  },
} as const;

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture of noise is as many bytes as a picture can be. */
const PASTE_NOISE = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 3000;
  canvas.height = 1000;
  const pen = canvas.getContext('2d');
  const noise = pen.createImageData(canvas.width, canvas.height);
  let state = 7;
  for (let at = 0; at < noise.data.length; at++) noise.data[at] = (state = (state * 48271) % 2147483647) & 255;
  pen.putImageData(noise, 0, 0);
  const file = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const data = new DataTransfer();
  data.items.add(new File([file], 'noise.png', { type: 'image/png' }));
  document.querySelector('.composer textarea').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
})()`;

const site = openSite({
  env: {
    BOREAL_MODELS: JSON.stringify({
      seer: {
        ...{ engine: 'main', maxOutputTokens: 100, modalities: ['text', 'image'] },
        price: { input: '5', cachedInput: '1', output: '20' },
      },
    }),
  },
});

let client: PageClient;

beforeAll(async () => {
  site.service.upstream.play(answerText('A red dot.', { usage: { prompt_tokens: 20, completion_tokens: 10 } }));
  client = await signedUp(site.service, EMAIL);
  const { account } = (await client.get('/api/me')).json as unknown as { account: { id: string } };
  const about = { accountId: account.id, reason: 'test', actor: 'test', atMs: Date.now() };
  await site.service.stores.credits.grant({ ...about, amount: nanos(PLENTY) });
}, LONG_MS);

type Sent = { readonly messages: readonly { readonly content: readonly { image_url?: { url: string } }[] }[] };

const urlsOf = ({ messages }: Sent) => messages.at(-1)!.content.flatMap(({ image_url }) => image_url?.url ?? []);

for (const [language, screen] of [
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const) {
  test(
    `pictures are sent with the message, small, and stand in the conversation (${language}, ${screen})`,
    async () => {
      const words = WORDS[language];
      const visitor = await openPlayground({ language, screen });
      const { page } = visitor;
      await page.getByLabel(words.model, { exact: true }).selectOption('seer');
      const attach = page.locator('.composer input[type=file]');
      await attach.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await page.getByText(words.wrong).waitFor();

      await attach.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
      await page.locator('.attached img').waitFor();
      await page.evaluate(PASTE_NOISE);
      await page.locator('.attached img').nth(1).waitFor();
      await attach.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
      await page.locator('.attached img').nth(2).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      const sent = page.waitForRequest('**/api/playground/completions');
      await page.getByLabel(words.message, { exact: true }).fill('What is it?');
      await page.getByRole('button', { name: words.send, exact: true }).click();

      const urls = urlsOf((await sent).postDataJSON() as Sent);
      expect(urls[0]).toBe(`data:image/png;base64,${PNG.toString('base64')}`);
      expect(urls[1]).toStartWith('data:image/jpeg;base64,');
      expect(urls[1]!.length).toBeLessThan(250_000);
      expect(urls.length).toBe(3);
      await page.locator('.turn.assistant a[href^="/requests/"]').waitFor();
      expect(await page.locator('.attached').count()).toBe(0);
      expect(await page.getByRole('img', { name: words.picture }).isVisible()).toBe(true);
      await page.getByRole('button', { name: words.code, exact: true }).click();
      expect(await page.locator('.playground-code pre').textContent()).toContain('data:image/png;base64,…');

      await page.reload();
      await page.getByRole('img', { name: words.picture }).waitFor();
      expect(await overflowOf(page)).toBe(0);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    },
    LONG_MS,
  );
}

test(
  'a model that takes no pictures says so, and gets none',
  async () => {
    const visitor = await openPlayground({});
    const { page } = visitor;
    const words = WORDS.en;
    await page.getByLabel(words.model, { exact: true }).selectOption('seer');
    await page
      .locator('.composer input[type=file]')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    await page.locator('.attached img').waitFor();

    await page.getByLabel(words.model, { exact: true }).selectOption('svc-frost');
    await page.getByLabel(words.message, { exact: true }).fill('What is it?');

    await page.getByText(words.off).waitFor();
    expect(await page.getByRole('button', { name: words.send, exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByText(words.off).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: words.send, exact: true }).isDisabled()).toBe(false);
    expect(await page.locator('.composer input[type=file]').count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  },
  LONG_MS,
);

async function openPlayground(looks: Looks): Promise<Visitor> {
  await client.patch('/api/me', { language: looks.language ?? 'en' });
  const visitor = await site.visit(looks);
  await signInQuietly(visitor, EMAIL, PASSWORD);
  await openPage(visitor, '/playground');
  return visitor;
}
