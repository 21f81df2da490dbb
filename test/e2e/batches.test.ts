/** What was wrong with the input of a batch is said in the language of the page, in a real browser. */
import { expect, test } from 'bun:test';
import { toFile } from 'openai';
import { openPage, signInQuietly } from '../support/browser.ts';
import { PASSWORD, signedUp } from '../support/page-client.ts';
import { until } from '../support/service.ts';
import { openSite } from '../support/site.ts';

const LONG_MS = 600_000;
const EMAIL = 'dana@example.com';

const site = openSite();

test(
  'a Czech customer reads which line was wrong, and why',
  async () => {
    const { service } = site;
    const dana = await signedUp(service, EMAIL);
    await dana.patch('/api/me', { language: 'cs' });
    const made = await dana.post('/api/keys', { name: 'noční' });
    const client = service.client({ apiKey: made.json.secret as string });
    const failed = async (text: string) => {
      const file = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
      const order = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
      const { id } = await client.batches.create(order);
      await until('the batch has failed', async () => (await client.batches.retrieve(id)).status === 'failed');
    };
    const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'svc-none' } };
    await failed(`${JSON.stringify({ ...line, body: {}, custom_id: 'first' })}\n${JSON.stringify(line)}\n`);
    await failed('\n\n');

    const visitor = await site.visit({ language: 'cs', screen: 'phone' });
    await signInQuietly(visitor, EMAIL, PASSWORD);
    await openPage(visitor, '/batches');

    const rows = visitor.page.locator('.of-batches tbody tr');
    await rows.nth(1).waitFor();
    const said = (await rows.allInnerTexts()).join('\n');
    expect(said).toContain('Řádek 2: Požadovaný model neexistuje.');
    expect(said).toContain('Vstupní soubor nemá žádné řádky.');
    expect(said).toContain('Chybný vstup');
  },
  LONG_MS,
);
