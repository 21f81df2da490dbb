/** Documents and search results in messages: those that are text become text, and others are refused by name. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '10000' } });
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hi')));

type Message = { role: string; content: string; tool_call_id?: string };
const sent = () => (service.upstream.requests.at(-1)!.body as { messages: Message[] }).messages;

async function ask(content: readonly object[], before: readonly object[] = []) {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });
  const messages = [...before, { role: 'user', content }] as Anthropic.MessageParam[];
  return client.messages.create({ model: 'svc-glacier', max_tokens: 10, messages });
}

const PLAIN = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'The sky is blue.' },
  title: 'Colours',
  context: 'From a book for children.',
  citations: { enabled: true },
  cache_control: { type: 'ephemeral' },
} as const;
const BLOCKS = {
  type: 'document',
  source: {
    type: 'content',
    content: [
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ],
  },
} as const;
const FOUND = {
  type: 'search_result',
  source: 'https://docs.example/keys',
  title: 'Keys',
  content: [{ type: 'text', text: 'A key is shown once.' }],
  citations: { enabled: true },
} as const;

describe('a text', () => {
  test('document is read with its title and context, before what is asked of it', async () => {
    await ask([PLAIN, { type: 'text', text: 'What colour is the sky?' }]);

    expect(sent()).toEqual([
      {
        role: 'user',
        content: 'Document: Colours\nFrom a book for children.\n\nThe sky is blue.\n\nWhat colour is the sky?',
      },
    ]);
  });

  test('document may be blocks or a plain text, without a title', async () => {
    await ask([BLOCKS, { ...BLOCKS, source: { type: 'content', content: 'Three.' } }]);

    expect(sent()[0]!.content).toBe('Document:\n\nOne.\n\nTwo.\n\nDocument:\n\nThree.');
  });

  test('search result is read with its title and source', async () => {
    await ask([FOUND, { type: 'text', text: 'How often?' }]);

    expect(sent()[0]!.content).toBe(
      'Search result: Keys (https://docs.example/keys)\n\nA key is shown once.\n\nHow often?',
    );
  });

  test('document or search result may be what a tool has found', async () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] };
    const result = {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: [FOUND, PLAIN, { type: 'text', text: 'End.' }],
    };

    await ask([result], [{ role: 'user', content: 'Look.' }, call]);

    expect(sent().at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'toolu_1',
      content: [
        'Search result: Keys (https://docs.example/keys)\n\nA key is shown once.',
        'Document: Colours\nFrom a book for children.\n\nThe sky is blue.',
        'End.',
      ].join('\n\n'),
    });
  });

  test('is counted as it is sent', async () => {
    const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });
    const count = async (content: readonly object[]) =>
      (await client.messages.countTokens({ model: 'svc-glacier', messages: [{ role: 'user', content } as never] }))
        .input_tokens;

    expect(await count([PLAIN])).toBeGreaterThan(await count([{ type: 'text', text: 'The sky' }]));
  });
});

describe('what is no text is refused by its name', () => {
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };

  test.each([
    ['a PDF', { ...PLAIN, source: pdf }, /is a document, which svc-glacier does not read/],
    [
      'an address',
      { ...PLAIN, source: { type: 'url', url: 'https://x.example/a.pdf' } },
      /is a document, which svc-glacier does not read/,
    ],
    ['a file', { ...PLAIN, source: { type: 'file', file_id: 'f' } }, /source.*there are no stored files/],
    ['a picture in a document', { ...BLOCKS, source: { type: 'content', content: [{ type: 'image' }] } }, /text/],
    ['a document without a source', { type: 'document' }, /source/],
    ['a search result without content', { type: 'search_result', source: 'x', title: 'y' }, /content/],
  ])('%s', async (_, block, message) => {
    const failure = await ask([block]).then(
      () => undefined,
      (error: Error & { status: number }) => error,
    );

    expect(failure?.status).toBe(400);
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toContain('messages[0].content[0]');
  });

  test('a document that an assistant is said to have sent', async () => {
    const asked = ask([{ type: 'text', text: 'x' }], [{ role: 'assistant', content: [PLAIN] }]);

    await expect(asked).rejects.toMatchObject({ status: 400 });
  });
});
