/** Pictures and documents of the official clients, for models that read them: what arrives at the engine, and what is paid. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { dataUrl, jpegOf, PDF, PIXEL, pngOf } from '../support/pictures.ts';
import { recordedRequests } from '../support/recorded-agents.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const PRICE = { input: '10', output: '20' };
const seer = (more: object) => ({ engine: 'main', maxOutputTokens: 100, tools: true, price: PRICE, ...more });
const MODELS = {
  seer: seer({ modalities: ['text', 'image'], imageTokens: 4000, fallback: 'reader' }),
  // Agents ask for it by the name that they have.
  'svc-glacier': { modalities: ['text', 'image'], engine: 'main' },
  scholar: seer({ modalities: ['text', 'image', 'file'], fileTokens: 50_000, urls: true }),
  reader: seer({}),
};

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_MODELS: JSON.stringify(MODELS), BOREAL_LIMITS_ATTACHMENTS_MAX: '3' } });
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Pixel.', { usage: { prompt_tokens: 300, completion_tokens: 2 } })));

type Sent = { readonly role: string; readonly content: unknown; readonly tool_call_id?: string };
type Asked = { readonly messages: readonly Sent[]; readonly tools?: readonly object[] };
const asked = () => service.upstream.requests.filter(({ method }) => method === 'POST').at(-1)!.body as Asked;
const sent = () => asked().messages;

const openai = () => new OpenAI({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
const anthropic = () =>
  new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });

const TEXT = { type: 'text', text: 'What is it?' } as const;
const picture = (url: string, detail?: 'low') => ({
  type: 'image_url' as const,
  image_url: { url, ...(detail && { detail }) },
});

describe('a picture of a user arrives as it was sent', () => {
  const ARRIVED = [{ role: 'user', content: [TEXT, picture(dataUrl(PIXEL))] }];

  test('by chat completions of the client of OpenAI, streamed and whole', async () => {
    const ask = {
      model: 'seer',
      messages: [{ role: 'user' as const, content: [TEXT, picture(dataUrl(PIXEL), 'low')] }],
    };

    const whole = await openai().chat.completions.create(ask);
    const stream = await Array.fromAsync(await openai().chat.completions.create({ ...ask, stream: true }));

    expect(whole.choices[0]!.message.content).toBe('Pixel.');
    expect(stream.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Pixel.');
    expect(sent()).toEqual([{ role: 'user', content: [TEXT, picture(dataUrl(PIXEL), 'low')] }]);
  });

  test('by responses of the client of OpenAI', async () => {
    const content = [
      { type: 'input_text' as const, text: TEXT.text },
      { type: 'input_image' as const, image_url: dataUrl(PIXEL), detail: 'auto' as const },
    ];

    const answer = await openai().responses.create({ model: 'seer', input: [{ role: 'user', content }], store: false });

    expect(answer.output_text).toBe('Pixel.');
    expect(sent()).toEqual([
      { role: 'user', content: [TEXT, { type: 'image_url', image_url: { detail: 'auto', url: dataUrl(PIXEL) } }] },
    ]);
  });

  test('by messages of the client of Anthropic', async () => {
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };

    const answer = await anthropic().messages.create({
      model: 'seer',
      max_tokens: 50,
      messages: [{ role: 'user', content: [TEXT, { type: 'image', source }] }],
    });

    expect(answer.content).toMatchObject([{ type: 'text', text: 'Pixel.' }]);
    expect(sent()).toEqual(ARRIVED);
  });

  test.each([
    [
      'the provider for compatible services',
      () => createOpenAICompatible({ name: 'b', baseURL: service.url, apiKey: service.key })('seer'),
    ],
    [
      'the provider of OpenAI, by responses',
      () => createOpenAI({ baseURL: service.url, apiKey: service.key }).responses('seer'),
    ],
    [
      'the provider of OpenAI, by chats',
      () => createOpenAI({ baseURL: service.url, apiKey: service.key }).chat('seer'),
    ],
  ])('by the AI SDK with %s', async (_, model) => {
    const image = { type: 'image' as const, image: Buffer.from(PIXEL, 'base64') };

    const { text } = await generateText({ model: model(), messages: [{ role: 'user', content: [TEXT, image] }] });

    expect(text).toBe('Pixel.');
    expect(sent()).toEqual(ARRIVED);
  });

  test.each(recordedRequests<Asked>('open-webui'))('by $agent with $turn', async ({ path, headers, body }) => {
    const answer = await post(path.replace(/^\/v1/, ''), body, headers);

    expect(await answer.text()).toContain('Pixel.');
    expect(asked().messages).toEqual(body.messages);
    expect(asked().tools).toEqual(body.tools);
  });

  test('also where the body is so large that it is read on a thread', async () => {
    const large = dataUrl(pngOf(800, 600, 300_000));

    await openai().chat.completions.create({
      model: 'seer',
      messages: [{ role: 'user', content: [TEXT, picture(large)] }],
    });

    expect(sent()).toEqual([{ role: 'user', content: [TEXT, picture(large)] }]);
  });
});

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, authorization: `Bearer ${service.key}` },
    body: JSON.stringify(body),
  });

describe('a picture that a tool has given is in a message behind the results', () => {
  const LOOKED = { type: 'image_url', image_url: { url: expect.stringContaining(PIXEL) } };

  test.each(['claude-code', 'codex'].flatMap(recordedRequests<object>))(
    '$agent with $turn',
    async ({ path, headers, body }) => {
      const answer = await post(path.replace(/^\/v1/, ''), { ...body, model: 'svc-glacier' }, headers);

      expect(await answer.text()).toContain('Pixel.');
      const at = sent().findIndex(({ role }) => role === 'tool');
      const [result, behind] = sent().slice(at);
      expect(result).toMatchObject({ role: 'tool', content: '[image: in the next message]' });
      expect(behind).toMatchObject({ role: 'user', content: [{ type: 'text' }, LOOKED] });
    },
  );

  test('by the client of Anthropic, behind the results of several tools', async () => {
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };
    const use = (id: string) => ({ type: 'tool_use' as const, id, name: 'look', input: {} });

    await anthropic().messages.create({
      model: 'seer',
      max_tokens: 50,
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'Look twice.' },
        { role: 'assistant', content: [use('a'), use('b')] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [TEXT, { type: 'image', source }] },
            { type: 'tool_result', tool_use_id: 'b', content: 'nothing' },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
    });

    expect(sent().slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'What is it?\n[image: in the next message]' },
      { role: 'tool', tool_call_id: 'b', content: 'nothing' },
      { role: 'user', content: [{ type: 'text', text: 'Attachments of the results above:' }, picture(dataUrl(PIXEL))] },
      { role: 'user', content: 'Well?' },
    ]);
  });
});

describe('a document in PDF', () => {
  const FILE = { type: 'file', file: { filename: 'a.pdf', file_data: dataUrl(PDF, 'application/pdf') } } as const;

  test('arrives by chats, responses and messages', async () => {
    const messages = [{ role: 'user' as const, content: [TEXT, FILE] }];
    const parts = [
      { type: 'input_text' as const, text: TEXT.text },
      { type: 'input_file' as const, filename: 'a.pdf', file_data: dataUrl(PDF, 'application/pdf') },
    ];
    const source = { type: 'base64' as const, media_type: 'application/pdf' as const, data: PDF };
    const document = { type: 'document' as const, source, title: 'a.pdf' };

    await openai().chat.completions.create({ model: 'scholar', messages });
    expect(sent()).toEqual(messages);
    await openai().responses.create({ model: 'scholar', input: [{ role: 'user', content: parts }] });
    expect(sent()).toEqual(messages);
    await anthropic().messages.create({
      ...{ model: 'scholar', max_tokens: 9, messages: [{ role: 'user', content: [TEXT, document] }] },
    });
    expect(sent()).toEqual(messages);
  });

  test('is refused by a model that reads pictures only, with the names of those that read it', async () => {
    const answer = await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content: [FILE] }] });

    expect(await answer.json()).toMatchObject({
      error: {
        param: 'messages[0].content[0]',
        message: expect.stringContaining('is a document, which seer does not read; use scholar.'),
      },
    });
  });
});

describe('an address', () => {
  const LINK = 'https://example.com/a.png';
  const messages = [{ role: 'user' as const, content: [picture(LINK)] }];

  test('is passed on, not fetched, where the operator allows it', async () => {
    await openai().chat.completions.create({ model: 'scholar', messages });

    expect(sent()).toEqual(messages);
  });

  test('is refused elsewhere', async () => {
    const answer = await post('/chat/completions', { model: 'seer', messages });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { param: 'messages[0].content[0]', message: expect.stringContaining('send it as base64') },
    });
  });
});

describe('a model without pictures', () => {
  const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } };

  test.each<[string, object, string]>([
    [
      '/chat/completions',
      { messages: [{ role: 'user', content: [TEXT, picture(dataUrl(PIXEL))] }] },
      'messages[0].content[1]',
    ],
    ['/messages', { max_tokens: 9, messages: [{ role: 'user', content: [IMAGE] }] }, 'messages[0].content[0]'],
    [
      '/responses',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: dataUrl(PIXEL) }] }] },
      'input[0].content[0]',
    ],
  ])('refuses one at %s, and names the models that have them', async (path, body, param) => {
    const answer = await post(path, { model: 'reader', ...body });

    const { error } = (await answer.json()) as { error: { message: string } };
    expect(answer.status).toBe(400);
    expect(error.message).toBe(
      `${param} is a picture, which reader does not read; use svc-glacier or seer or scholar. You can also leave it out, or describe it in a text.`,
    );
  });

  test('is no fallback for a request with one', async () => {
    service.upstream.play(jsonError(503, { message: 'away' }));

    const answer = await post('/chat/completions', {
      ...{ model: 'seer', messages: [{ role: 'user', content: [picture(dataUrl(PIXEL))] }] },
    });

    expect(answer.status).toBe(502);
  });
});

describe('what a picture costs', () => {
  const ask = (url: string) => ({ model: 'seer', messages: [{ role: 'user' as const, content: [picture(url)] }] });
  const usageOf = async (url: string) =>
    (await openai().chat.completions.create(ask(url))).usage as OpenAI.CompletionUsage & { readonly cost_czk: string };

  test('is what the engine counts', async () => {
    expect(await usageOf(dataUrl(pngOf(100, 100)))).toMatchObject({ prompt_tokens: 300, cost_czk: '0.00304' });
  });

  test('is never above what was held for its size, whatever the engine says', async () => {
    service.upstream.play(answerText('Pixel.', { usage: { prompt_tokens: 900_000, completion_tokens: 2 } }));

    const small = await usageOf(dataUrl(pngOf(1, 1)));
    const large = await usageOf(dataUrl(pngOf(20_000, 20_000)));

    expect(small.prompt_tokens).toBeLessThan(4000);
    expect(large.prompt_tokens).toBeLessThan(5000);
  });

  test('does not depend on its bytes: a heavy one of the same size is held alike', async () => {
    const count = async (data: string) => {
      const source = { type: 'base64' as const, media_type: 'image/png' as const, data };
      const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, source }] }];
      return (await anthropic().messages.countTokens({ model: 'seer', messages })).input_tokens;
    };

    const [light, heavy, wider] = [
      await count(pngOf(200, 200)),
      await count(pngOf(200, 200, 400_000)),
      await count(pngOf(300, 200)),
    ];

    expect(heavy).toBe(light);
    expect(wider).toBeGreaterThan(light);
    expect(await count(pngOf(9000, 9000))).toBeLessThan(4000 + 400);
  });
});

describe('a response that is kept', () => {
  const input = [
    {
      role: 'user' as const,
      content: [{ type: 'input_image' as const, image_url: dataUrl(PIXEL), detail: 'auto' as const }],
    },
  ];

  test('keeps its picture: the next one sees it, and lists show it', async () => {
    const first = await openai().responses.create({ model: 'seer', input });
    const items = await Array.fromAsync(openai().responses.inputItems.list(first.id));
    await openai().responses.create({ model: 'seer', input: 'And now?', previous_response_id: first.id });

    expect(items).toMatchObject([{ role: 'user', content: [{ type: 'input_image', image_url: dataUrl(PIXEL) }] }]);
    expect(sent()[0]).toMatchObject({ role: 'user', content: [{ type: 'image_url' }] });
    expect(sent().at(-1)).toEqual({ role: 'user', content: 'And now?' });
  });

  test('is not kept where its picture is too large to be kept, and says so', async () => {
    const url = dataUrl(jpegOf(4000, 3000, 60_000, 1_600_000), 'image/jpeg');
    const large = [
      { role: 'user' as const, content: [{ type: 'input_image' as const, image_url: url, detail: 'auto' as const }] },
    ];

    const answer = await openai().responses.create({ model: 'seer', input: large });

    expect(answer.output_text).toBe('Pixel.');
    expect((answer as object as { store: boolean }).store).toBe(false);
  });

  test('is in a conversation with its picture', async () => {
    const conversation = await openai().conversations.create({ items: [{ type: 'message', ...input[0]! }] });

    await openai().responses.create({ model: 'seer', input: 'And now?', conversation: conversation.id });

    expect(sent()[0]).toMatchObject({ role: 'user', content: [{ type: 'image_url' }] });
  });
});

describe('a picture that is wrong is refused with its field', () => {
  const chat = (url: unknown) => ({
    model: 'seer',
    messages: [{ role: 'user', content: [TEXT, { type: 'image_url', image_url: { url } }] }],
  });
  const URL_FIELD = 'messages[0].content[1].image_url.url';

  test.each<[string, unknown, RegExp]>([
    ['base64 with other letters', dataUrl(`${PIXEL.slice(0, -4)}*===`), /is not base64/],
    ['base64 that was cut', dataUrl(PIXEL.slice(0, -1)), /is not base64/],
    ['nothing', dataUrl(''), /is not base64/],
    ['another type', dataUrl(PIXEL, 'image/tiff'), /has the type "image\/tiff"; it must be one of image\/png/],
    ['no picture', dataUrl(Buffer.from('hello').toString('base64')), /is no picture/],
    ['no base64', 'data:image/svg+xml,<svg/>', /must be a data: URL in base64/],
    ['an address without TLS', 'http://example.com/a.png', /must be a data: URL in base64, or an https address/],
    ['an address with a password', 'https://a:b@example.com/a.png', /must be a data: URL/],
    ['a file of a machine', 'file:///etc/passwd', /must be a data: URL/],
    ['a number', 7, /must be/],
    ['too many bytes', dataUrl(pngOf(9, 9, 10_500_000)), /is larger than 10485760 bytes/],
  ])('%s', async (_, url, message) => {
    const answer = await post('/chat/completions', chat(url));

    const { error } = (await answer.json()) as { error: { message: string; param: string } };
    expect([answer.status, error.param]).toEqual([400, URL_FIELD]);
    expect(error.message).toMatch(message);
  });

  test('too many of them', async () => {
    const content = Array.from({ length: 4 }, () => picture(dataUrl(PIXEL)));

    const answer = await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content }] });

    expect(await answer.json()).toMatchObject({
      error: { param: 'messages[0].content[3]', message: expect.stringContaining('at most 3 pictures and documents') },
    });
  });

  test.each<[string, string, object, string]>([
    [
      'messages',
      '/messages',
      {
        max_tokens: 9,
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '*' } }],
          },
        ],
      },
      'messages[0].content[0].source.data',
    ],
    [
      'responses',
      '/responses',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,' }] }] },
      'input[0].content[0].image_url',
    ],
    [
      'responses by an id',
      '/responses',
      { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }] },
      'input[0].content[0].image_url',
    ],
    [
      'responses of an assistant',
      '/responses',
      { input: [{ role: 'assistant', content: [{ type: 'input_image', image_url: dataUrl(PIXEL) }] }] },
      'input[0].content[0]',
    ],
  ])('by %s', async (_, path, body, param) => {
    const answer = await post(path, { model: 'seer', ...body });

    const { error } = (await answer.json()) as { error: { message: string } };
    expect(answer.status).toBe(400);
    expect(error.message).toStartWith(param);
  });

  test('but not in the result of a tool, where a note is in its place', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: [TEXT, picture('data:image/bmp;base64,AAAA')] },
    ];

    const answer = await post('/chat/completions', { model: 'seer', messages });

    expect(answer.status).toBe(200);
    expect(sent().at(-1)).toMatchObject({ role: 'tool', content: 'What is it?[image omitted: it cannot be read]' });
  });
});

describe('the room of a body', () => {
  const LONG = 'a'.repeat(9 * 1024 * 1024);

  test('is larger for pictures only', async () => {
    const large = dataUrl(pngOf(2000, 2000, 7_000_000));
    const content = [TEXT, picture(large)];

    const answer = await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content }] });
    const text = await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content: LONG }] });

    expect([answer.status, text.status]).toEqual([200, 413]);
    expect(await text.json()).toMatchObject({ error: { message: expect.stringContaining('without its pictures') } });
  });

  test('ends at 20 MiB', async () => {
    const content = [picture(dataUrl(pngOf(20, 20, 7_800_000))), picture(dataUrl(pngOf(20, 20, 7_900_000)))];

    expect((await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content }] })).status).toBe(
      200,
    );
    const more = [...content, picture(dataUrl(pngOf(20, 20, 300_000)))];
    expect(
      (await post('/chat/completions', { model: 'seer', messages: [{ role: 'user', content: more }] })).status,
    ).toBe(413);
  });
});
