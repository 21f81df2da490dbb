/** Requests that real clients sent, as they sent them: each gets the answer that its client needs. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { answerReasoning, answerText, answerToolCalls, type Script } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked } from './client.fixture.ts';

type Recorded = {
  readonly turn: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: RecordedBody;
};
type RecordedBody = {
  readonly model: 'svc-glacier' | 'svc-polaris';
  readonly messages: readonly { readonly role: string }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: object;
};
type RecordedClient = { readonly client: string; readonly package: string; readonly requests: readonly Recorded[] };

const FOLDER = join(import.meta.dir, '../fixtures/clients');
const CLIENTS = readdirSync(FOLDER).map((file): RecordedClient => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

const TEXT = 'pong-7351';
const STRUCTURE = { answer: 'pong-7351' };
const NUMBERED = { ...STRUCTURE, n: 7351 };
const REASONING = 'I should say it.';

test('the recordings are there', () => {
  expect(CLIENTS).toHaveLength(20);
  expect(CLIENTS.flatMap(({ requests }) => requests).length).toBeGreaterThan(250);
});

describe.each(CLIENTS)('$package', ({ requests }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000' } });
  });
  afterAll(() => service.stop());

  const named = requests.map((request, n) => ({ name: `${n}: ${request.turn}`, request }));
  test.each(named)('gets what it needs for request $name', async ({ request }) => {
    if (request.body) service.upstream.play(answerFor(request.body));
    const askedBefore = service.upstream.requests.length;

    const response = await replay(service, request);

    const { body } = request;
    if (!body) return expectModels(response);
    if (body.tools && body.model === 'svc-polaris') {
      await expectToolsRefusal(response);
      expect(service.upstream.requests).toHaveLength(askedBefore);
      return;
    }
    if (body.stream) await expectStream(response, body);
    else await expectCompletion(response, body);
    expectForwarded(asked(service), body);
  });
});

function replay(service: TestService, { method, path, headers, body }: Recorded): Promise<Response> {
  return fetch(new URL(path, service.url), {
    method,
    headers: { ...headers, authorization: `Bearer ${service.key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const wantsCall = ({ tools, messages }: RecordedBody): boolean => !!tools && messages.at(-1)?.role !== 'tool';
/** As the schema wants it: some of the clients ask for a number, too. */
function contentFor({ response_format: format }: RecordedBody): string {
  if (!format) return TEXT;
  return JSON.stringify(JSON.stringify(format).includes('"n":{') ? NUMBERED : STRUCTURE);
}

function answerFor(body: RecordedBody): Script {
  if (wantsCall(body)) return answerToolCalls([{ id: 'call_x', name: body.tools![0]!.function.name, arguments: {} }]);
  const content = contentFor(body);
  if (body.model === 'svc-glacier') return answerText(content);
  return answerReasoning({ reasoning: REASONING, content, style: 'reasoning' });
}

const count = z.int().min(0);
const head = {
  id: z.string().regex(/^chatcmpl-\w{24,}$/),
  created: z.int().min(1_700_000_000),
  model: z.enum(['svc-glacier', 'svc-polaris']),
};
const usage = z.strictObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.strictObject({ cached_tokens: count }),
  completion_tokens_details: z.strictObject({ reasoning_tokens: count }),
  cost_czk: z.string().regex(/^\d+(\.\d+)?$/),
});
const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter']);
const wholeCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string().startsWith('{') }),
});
const completion = z.strictObject({
  ...head,
  object: z.literal('chat.completion'),
  choices: z.tuple([
    z.strictObject({
      index: z.literal(0),
      message: z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(wholeCall).min(1).optional(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason,
      structured_output: z.literal('held').optional(),
    }),
  ]),
  usage,
});
const callDelta = z.union([
  z.strictObject({
    index: count,
    id: z.string().min(1),
    type: z.literal('function'),
    function: z.strictObject({ name: z.string().min(1), arguments: z.literal('') }),
  }),
  z.strictObject({ index: count, function: z.strictObject({ arguments: z.string() }) }),
]);
const chunk = z.strictObject({
  ...head,
  object: z.literal('chat.completion.chunk'),
  choices: z
    .array(
      z.strictObject({
        index: z.literal(0),
        delta: z.strictObject({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          reasoning_content: z.string().optional(),
          tool_calls: z.array(callDelta).length(1).optional(),
        }),
        logprobs: z.null(),
        finish_reason: finishReason.nullable(),
        structured_output: z.literal('held').optional(),
      }),
    )
    .max(1),
  usage: usage.optional(),
});

async function expectCompletion(response: Response, body: RecordedBody): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toStartWith('application/json');
  const [choice] = completion.parse(await response.json()).choices;
  const isCall = wantsCall(body);
  expect(choice.finish_reason).toBe(isCall ? 'tool_calls' : 'stop');
  expect(choice.message.content).toBe(isCall ? null : contentFor(body));
  expect(choice.message.tool_calls?.map((call) => call.function.name)).toEqual(
    isCall ? [body.tools![0]!.function.name] : undefined,
  );
  expect(choice.message.reasoning_content).toBe(body.model === 'svc-polaris' ? REASONING : undefined);
}

async function expectStream(response: Response, body: RecordedBody): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toStartWith('text/event-stream');
  const text = await response.text();
  const events = text.split('\n\n');
  expect(events.splice(-2)).toEqual(['data: [DONE]', '']);
  const chunks = events.map((event) => {
    expect(event).toMatch(/^data: \{[^\r\n]*\}$/);
    return chunk.parse(JSON.parse(event.slice('data: '.length)));
  });

  const usages = chunks.filter((one) => one.choices.length === 0);
  if (usages.length > 0) expect(chunks.pop()).toBe(usages[0]!);
  expect(usages.map((one) => one.usage !== undefined)).toEqual(body.stream_options?.include_usage ? [true] : []);
  const choices = chunks.map((one) => one.choices[0]!);
  expect(choices[0]?.delta.role).toBe('assistant');
  expect(choices.slice(0, -1).every((one) => one.finish_reason === null)).toBe(true);
  expect(choices.at(-1)).toMatchObject({ delta: {}, finish_reason: wantsCall(body) ? 'tool_calls' : 'stop' });
  expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe(wantsCall(body) ? '' : contentFor(body));
  expect(choices.map(({ delta }) => delta.reasoning_content ?? '').join('')).toBe(
    body.model === 'svc-polaris' ? REASONING : '',
  );
  const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
  expect(calls.map((call) => call.function.arguments).join('')).toBe(wantsCall(body) ? '{}' : '');
}

async function expectModels(response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toStartWith('application/json');
  expect(await response.json()).toMatchObject({
    object: 'list',
    data: ['svc-frost', 'svc-glacier', 'svc-polaris'].map((id) => ({
      id,
      object: 'model',
      created: expect.any(Number),
      owned_by: 'boreal',
    })),
  });
}

async function expectToolsRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toStartWith('application/json');
  expect(await response.json()).toEqual({
    error: {
      message: 'tools is not supported by svc-polaris; use svc-frost or svc-glacier.',
      type: 'invalid_request_error',
      param: 'tools',
      code: 'unsupported_parameter',
    },
  });
}

/** Whatever the client adds, an engine is asked only with what we know, and with all of the conversation. */
function expectForwarded(sent: Record<string, unknown>, body: RecordedBody): void {
  const known =
    'model messages max_tokens temperature top_p presence_penalty stream stream_options tools tool_choice parallel_tool_calls response_format';
  expect(Object.keys(sent).filter((field) => !known.split(' ').includes(field))).toEqual([]);
  const messages = sent.messages as readonly { readonly role: string }[];
  expect(messages.map(({ role }) => role)).toEqual(body.messages.map(({ role }) => role));
  expect((sent.tools as readonly object[] | undefined)?.length).toBe(body.tools?.length);
  expect(sent.max_tokens).toBeLessThanOrEqual(body.model === 'svc-polaris' ? 32_000 : 8192);
}
