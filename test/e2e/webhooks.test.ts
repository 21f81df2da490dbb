/** An owner adds a webhook, keeps its secret, tests it, sees the delivery, and deletes it. */
import { describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { axeFindings, openPage, overflowOf, signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const site = openSite({ env: { BOREAL_NOTICES: '{"allowPrivateWebhooks": true}' } });

const WORDS = {
  en: {
    ...{ url: 'Address', create: 'Add webhook', wrong: 'Type an address that begins with https://' },
    ...{ saved: 'I have saved the secret', test: 'Send a test event', delivered: /Test event · delivered \(204\)/ },
    ...{ remove: 'Delete', none: 'No webhooks yet.', refused: 'The receiver answered with status 500.' },
  },
  cs: {
    ...{ url: 'Adresa', create: 'Přidat webhook', wrong: 'Zadejte adresu, která začíná https://' },
    ...{
      saved: 'Tajný klíč mám uložený',
      test: 'Poslat testovací událost',
      delivered: /Testovací událost · doručeno \(204\)/,
    },
    ...{ remove: 'Smazat', none: 'Zatím nemáte žádné webhooky.', refused: 'Příjemce odpověděl stavem 500.' },
  },
} as const;

describe.each([
  ['en', 'desktop'],
  ['cs', 'phone'],
] as const)('webhooks, in %s on a %s', (language, screen) => {
  test(
    'are added, tested and deleted, and the receiver can check the signature',
    async () => {
      const words = WORDS[language];
      const email = `hooks-${language}@example.com`;
      const person = await signedUp(site.service, email);
      await person.patch('/api/me', { language });
      const calls: { body: string; headers: Headers }[] = [];
      using receiver = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: async (request) => {
          calls.push({ body: await request.text(), headers: request.headers });
          return new Response(null, { status: calls.length > 1 ? 500 : 204 });
        },
      });
      const visitor = await site.visit({ language, screen });
      await signInQuietly(visitor, email, PASSWORD);
      const { page, complaints, context } = visitor;

      await openPage(visitor, '/billing/limits');
      await page.locator('#page a[href="/webhooks"]').click();
      const inPage = page.locator('#page');
      await inPage.getByText(words.none).waitFor();
      await inPage.getByLabel(words.url).fill('somewhere');
      await inPage.getByRole('button', { name: words.create }).click();
      await inPage.getByText(words.wrong).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await inPage.getByLabel(words.url).fill(`http://127.0.0.1:${receiver.port}/hook`);
      await inPage.getByRole('button', { name: words.create }).click();
      const secret = (await page.getByRole('dialog').locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: words.saved }).click();
      await inPage.getByRole('button', { name: words.test }).click();
      await inPage.getByText(words.delivered).waitFor();
      await until('a second test is taken', async () => {
        const answered = page.waitForResponse(/\/test$/);
        await inPage.getByRole('button', { name: words.test }).click();
        return (await answered).status() === 200;
      });
      await inPage.getByText(words.refused).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await inPage.getByRole('button', { name: words.remove }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
      await inPage.getByText(words.none).waitFor();

      const [{ body, headers }] = calls as [(typeof calls)[number]];
      const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(signed).digest('base64');
      expect(calls).toHaveLength(2);
      expect(headers.get('webhook-signature')).toBe(`v1,${signature}`);
      expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    LONG_MS,
  );
});
