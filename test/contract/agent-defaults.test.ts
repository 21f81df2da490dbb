/** The wishes of common agents are fulfilled as far as it can be, and a header says what was not. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { collect } from './client.fixture.ts';

const OWN = {
  'svc-glacier': { engine: 'main' },
  'own-model': { engine: 'main', maxOutputTokens: 4000, tools: true, price: { input: '2', output: '4' } },
};
const ENV = { BOREAL_MODELS: JSON.stringify(OWN), BOREAL_LIMITS_REQUESTS_PER_MINUTE: '10000' };

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: ENV });
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hi')));

const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];
const WARNING = 'x-request-warning';
const lastBody = (of = service) => of.upstream.requests.at(-1)!.body as Record<string, unknown>;
const openai = (of = service) => new OpenAI({ baseURL: of.url, apiKey: of.key, maxRetries: 0 });
const anthropic = (of = service) =>
  new Anthropic({ baseURL: of.url.replace(/\/v1$/, ''), apiKey: of.key, maxRetries: 0, timeout: 60_000 });

/** The result of a limit of 64,000 tokens in each dialect: the status, what the engine was asked for, and the header. */
async function askFor(model: string, of = service) {
  const ways = [
    () => openai(of).chat.completions.create({ model, messages: MESSAGES, max_tokens: 64_000 }).asResponse(),
    () => openai(of).responses.create({ model, input: 'Hello', max_output_tokens: 64_000 }).asResponse(),
    () => anthropic(of).messages.create({ model, messages: MESSAGES, max_tokens: 64_000 }).asResponse(),
  ];
  const outcomes: (readonly [number, string | null])[] = [];
  for (const ask of ways) {
    const outcome = ask().then(
      ({ status, headers }) => [status, headers.get(WARNING)] as const,
      ({ status }: { status: number }) => [status, null] as const,
    );
    outcomes.push(await outcome);
  }
  return outcomes;
}

const lowered = (field: string, to: number) => `${field} lowered from 64000 to ${to}`;

describe('max_tokens above what a model gives', () => {
  test('of the published models is a 400 on chat completions, and is lowered for agents of the other dialects', async () => {
    expect(await askFor('svc-glacier')).toEqual([
      [400, null],
      [200, lowered('max_output_tokens', 8192)],
      [200, lowered('max_tokens', 8192)],
    ]);
    expect(lastBody().max_tokens).toBe(8192);
  });

  test("of the operator's own models is lowered everywhere", async () => {
    expect(await askFor('own-model')).toEqual([
      [200, lowered('max_tokens', 4000)],
      [200, lowered('max_output_tokens', 4000)],
      [200, lowered('max_tokens', 4000)],
    ]);
  });

  test.each([
    ['refuse', [400, 400, 400]],
    ['lower', [200, 200, 200]],
  ])('is what the operator says, where the operator says %s', async (maxTokensAboveLimit, statuses) => {
    await using other = await startService({ env: { ...ENV, BOREAL_MAX_TOKENS_ABOVE_LIMIT: maxTokensAboveLimit } });
    other.upstream.play(answerText('Hi'));

    for (const model of ['svc-glacier', 'own-model']) {
      expect((await askFor(model, other)).map(([status]) => status)).toEqual(statuses as never);
    }
  });

  test('is said of a stream before it begins, and can be read by browsers; what fits is not spoken of', async () => {
    const order = { model: 'svc-glacier', messages: MESSAGES, max_tokens: 64_000, stream: true } as const;

    const { response } = await anthropic().messages.create(order).withResponse();
    const fits = await anthropic()
      .messages.create({ ...order, max_tokens: 8192, stream: false })
      .withResponse();

    expect(response.headers.get(WARNING)).toBe(lowered('max_tokens', 8192));
    expect(response.headers.get('access-control-expose-headers')).toContain(WARNING);
    expect(fits.response.headers.get(WARNING)).toBeNull();
  });

  test('is in a response as what counted, whole, streamed and kept; what fits is there as it was asked for', async () => {
    const order = { model: 'svc-glacier', input: 'Hello', max_output_tokens: 64_000 } as const;
    const { responses } = openai();

    const whole = await responses.create(order);
    const events = await collect(await responses.create({ ...order, stream: true }));
    const [kept, fits, without] = [
      await responses.retrieve(whole.id),
      await responses.create({ ...order, max_output_tokens: 77 }),
      await responses.create({ ...order, max_output_tokens: null }),
    ];

    const streamed = events.flatMap((event) => ('response' in event ? [event.response.max_output_tokens] : []));
    expect(streamed).toEqual([8192, 8192, 8192]);
    expect([whole, kept, fits, without].map((one) => one.max_output_tokens)).toEqual([8192, 8192, 77, null]);
  });

  test('is said of an answer that is given again as it was said at first', async () => {
    const order = { model: 'svc-glacier', input: 'Hello', max_output_tokens: 64_000 };
    const headers = { 'idempotency-key': 'lowered-once' };
    const ask = () => openai().responses.create(order, { headers }).withResponse();

    const [first, again] = [await ask(), await ask()];

    expect(again.response.headers.get('idempotent-replayed')).toBe('true');
    expect(again.response.headers.get(WARNING)).toBe(lowered('max_output_tokens', 8192));
    expect([first, again].map(({ data }) => data.max_output_tokens)).toEqual([8192, 8192]);
  });
});

describe('a tool that this service would have to run', () => {
  const SHELL = { type: 'function', name: 'shell', parameters: { type: 'object' }, strict: false } as const;
  const HOSTED = [
    { type: 'web_search' },
    { type: 'web_search_preview' },
    { type: 'web_search_2025_08_26', filters: { allowed_domains: ['x.example'] } },
    { type: 'image_generation', output_format: 'png' },
    { type: 'file_search', vector_store_ids: ['v'] },
    { type: 'code_interpreter', container: { type: 'auto' } },
    { type: 'mcp', server_label: 'x', server_url: 'https://x.example' },
    { type: 'tool_search' },
  ] as const;
  const respond = (fields: object) =>
    openai()
      .responses.create({ model: 'svc-glacier', input: 'Hello', ...fields } as never)
      .withResponse() as unknown as Promise<{ data: OpenAI.Responses.Response; response: Response }>;

  test.each(HOSTED)('is left out beside functions, and the answer says so: %j', async (hosted) => {
    const { data, response } = await respond({ tools: [SHELL, hosted] });

    expect(response.headers.get(WARNING)).toBe(`tools left out that this service does not run: ${hosted.type}`);
    expect(data.tools.map(({ type }) => type)).toEqual(['function']);
    expect((lastBody().tools as { function: { name: string } }[]).map((tool) => tool.function.name)).toEqual(['shell']);
  });

  test('is left out where it is the only one, and where it is offered in a namespace', async () => {
    const alone = await respond({ tools: [{ type: 'web_search' }], tool_choice: 'auto' });
    const inside = await respond({ tools: [{ type: 'namespace', name: 'n', tools: [SHELL, { type: 'web_search' }] }] });

    expect([alone.data.tools, lastBody().tools].map((tools) => (tools as unknown[]).length)).toEqual([0, 1]);
    for (const { response } of [alone, inside]) expect(response.headers.get(WARNING)).toContain('web_search');
  });

  test('is said once, beside what else was changed', async () => {
    const { response } = await respond({
      tools: [{ type: 'web_search' }, SHELL, { type: 'web_search' }, { type: 'mcp' }],
      max_output_tokens: 64_000,
    });

    expect(response.headers.get(WARNING)).toBe(
      'tools left out that this service does not run: web_search, mcp; max_output_tokens lowered from 64000 to 8192',
    );
  });

  test.each([
    [{ tools: [SHELL, { type: 'web_search' }], tool_choice: { type: 'web_search' } }],
    [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }],
    [{ tools: [SHELL], tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'web_search' }] } }],
    // These the client runs itself: without them it could do nothing, and would not know why.
    [{ tools: [{ type: 'local_shell' }] }],
    [{ tools: [{ type: 'apply_patch' }] }],
    [{ tools: [{ type: 'computer_use_preview', display_width: 1, display_height: 1, environment: 'linux' }] }],
    [{ tools: [{ type: 7 }] }],
    [{ tools: [{}] }],
  ])('that is required, and one that the client has to run, is a 400: %j', async (fields) => {
    const before = service.upstream.requests.length;

    await expect(respond(fields)).rejects.toMatchObject({ status: 400, param: expect.stringContaining('tool') });

    expect(service.upstream.requests).toHaveLength(before);
  });

  test('leaves a large body as it leaves a small one', async () => {
    const description = 'x'.repeat(100_000);

    const { response } = await respond({ tools: [{ ...SHELL, description }, { type: 'web_search' }] });

    expect(response.headers.get(WARNING)).toContain('web_search');
  });
});
