/** Every other parameter of a chat request: what it may not be, and what the refusal says. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestService } from '../support/service.ts';
import { CHAT, chatWith, expectRefused, INVALID, startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const OF_OTHER_TYPES: readonly { field: string; kind: RegExp; values: readonly unknown[] }[] = [
  { field: 'stream', kind: /a boolean/, values: ['true', 1, 0, [], {}, ''] },
  { field: 'logprobs', kind: /a boolean/, values: ['true', 1, 0, [], {}] },
  { field: 'parallel_tool_calls', kind: /a boolean/, values: ['true', 1, [], {}] },
  { field: 'user', kind: /a string|at most 512 characters/, values: [1, true, [], {}, 'u'.repeat(513)] },
  { field: 'metadata', kind: /an object/, values: ['a', 1, true, []] },
  { field: 'stream_options', kind: /an object/, values: ['a', 1, true, []] },
  { field: 'logit_bias', kind: /an object/, values: ['a', 1, true, []] },
  { field: 'tools', kind: /an array|at most 128 elements/, values: ['a', 1, true, {}, Array(129).fill({})] },
  {
    field: 'reasoning_effort',
    kind: /one of "none", "minimal", "low", "medium", "high", "xhigh"/,
    values: ['most', '', 'LOW', ' low', 1, true, ['low'], {}],
  },
  {
    field: 'response_format',
    kind: /"text", "json_object" or "json_schema"|an object/,
    values: ['json_object', 'text', 1, true, []],
  },
  {
    field: 'tool_choice',
    kind: /"none", "auto", "required"/,
    values: ['any', '', 1, true],
  },
  {
    field: 'stop',
    kind: /non-empty string or an array of at most 4|at most 4 elements|must not be empty/,
    values: ['', 1, true, {}, ['a', 'b', 'c', 'd', 'e']],
  },
];

describe.each(OF_OTHER_TYPES)('$field', ({ field, kind, values }) => {
  test.each(values.map((value) => ({ value, shown: JSON.stringify(value).slice(0, 40) })))(
    `${field} may not be $shown`,
    async ({ value }) => {
      const expected = { ...INVALID, param: field, message: kind };
      await expectRefused(service, () => service.post(chatWith(field, JSON.stringify(value))), expected);
    },
  );

  test(`${field} may be null, which means absent`, async () => {
    expect((await service.post(chatWith(field, 'null'))).status).toBe(200);
  });
});

const TOOL = { type: 'function', function: { name: 'look' } };
const DEEPER: readonly [string, object, { param: string; message: RegExp; code?: string }][] = [
  ['an empty stop string in an array', { stop: ['a', ''] }, { param: 'stop[1]', message: /not be empty/ }],
  ['a stop that is a number in an array', { stop: [1] }, { param: 'stop[0]', message: /a string/ }],
  ['a bias for a word', { logit_bias: { hello: 1 } }, { param: 'logit_bias', message: /token ids/ }],
  ['a bias for a negative token', { logit_bias: { '-1': 1 } }, { param: 'logit_bias', message: /token ids/ }],
  ['a bias above 100', { logit_bias: { 1: 101 } }, { param: 'logit_bias.1', message: /at most 100/ }],
  ['a bias below -100', { logit_bias: { 1: -101 } }, { param: 'logit_bias.1', message: /at least -100/ }],
  [
    'stream_options without stream',
    { stream_options: { include_usage: true } },
    { param: 'stream_options', message: /only when stream is true/ },
  ],
  [
    'stream_options with stream false',
    { stream: false, stream_options: {} },
    { param: 'stream_options', message: /only when stream is true/ },
  ],
  [
    'include_usage that is a string',
    { stream: true, stream_options: { include_usage: 'yes' } },
    { param: 'stream_options.include_usage', message: /a boolean/ },
  ],
  [
    'top_logprobs without logprobs',
    { top_logprobs: 1 },
    { param: 'top_logprobs', message: /needs logprobs to be true/ },
  ],
  ['top_logprobs above 20', { logprobs: true, top_logprobs: 21 }, { param: 'top_logprobs', message: /at most 20/ }],
  [
    'a format without type',
    { response_format: {} },
    { param: 'response_format.type', message: /"text", "json_object" or "json_schema"/ },
  ],
  [
    'a format of another type',
    { response_format: { type: 'xml' } },
    { param: 'response_format.type', message: /"text", "json_object" or "json_schema"/ },
  ],
  ['a choice without type', { tools: [TOOL], tool_choice: {} }, { param: 'tool_choice.type', message: /"function"/ }],
  [
    'a choice of another type',
    { tools: [TOOL], tool_choice: { type: 'auto' } },
    { param: 'tool_choice.type', message: /"function"/ },
  ],
  [
    'a choice without a name',
    { tools: [TOOL], tool_choice: { type: 'function', function: {} } },
    { param: 'tool_choice.function.name', message: /a string/ },
  ],
  [
    'a schema format without schema',
    { response_format: { type: 'json_schema' } },
    { param: 'response_format.json_schema', message: /an object/ },
  ],
  [
    'a schema format without name',
    { response_format: { type: 'json_schema', json_schema: {} } },
    { param: 'response_format.json_schema.name', message: /a string/ },
  ],
  ['a tool that is empty', { tools: [{}] }, { param: 'tools[0].type', message: /"function"/ }],
  [
    'a tool of another type',
    { tools: [{ ...TOOL, type: 'retrieval' }] },
    { param: 'tools[0].type', message: /"function"/ },
  ],
  ['a tool without function', { tools: [{ type: 'function' }] }, { param: 'tools[0].function', message: /an object/ }],
  [
    'a second tool without a name',
    { tools: [TOOL, { type: 'function', function: {} }] },
    { param: 'tools[1].function.name', message: /a string/ },
  ],
  [
    'a tool name with a space',
    { tools: [{ type: 'function', function: { name: 'a b' } }] },
    { param: 'tools[0].function.name', message: /letters, digits/ },
  ],
  [
    'a tool name of 129 letters',
    { tools: [{ type: 'function', function: { name: 'a'.repeat(129) } }] },
    { param: 'tools[0].function.name', message: /1 to 128/ },
  ],
  [
    'tool parameters that are no object',
    { tools: [{ type: 'function', function: { name: 'a', parameters: 'x' } }] },
    { param: 'tools[0].function.parameters', message: /an object/ },
  ],
  ['a required choice without tools', { tool_choice: 'required' }, { param: 'tool_choice', message: /needs tools/ }],
  [
    'a choice of a tool that is not there',
    { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'other' } } },
    { param: 'tool_choice', message: /"other", which is not among tools/ },
  ],
  [
    'an empty array of choices',
    { tools: [TOOL], tool_choice: [] },
    { param: 'tool_choice', message: /have at least 1 element|array of named functions/ },
  ],
  [
    'tools on a model without tools',
    { model: 'svc-polaris', tools: [TOOL] },
    { param: 'tools', message: /svc-polaris; use svc-frost or svc-glacier/, code: 'unsupported_parameter' },
  ],
  [
    'tool_choice on a model without tools',
    { model: 'svc-polaris', tool_choice: 'auto' },
    { param: 'tool_choice', message: /svc-polaris; use svc-frost or svc-glacier/, code: 'unsupported_parameter' },
  ],
];

test.each(DEEPER)('%s is refused at its place', async (_, extra, { code = null, ...expected }) => {
  await expectRefused(service, () => service.post({ ...CHAT, ...extra }), { ...INVALID, ...expected, code });
});

const MODELS = [
  'nothing',
  '',
  ' svc-frost',
  'SVC-FROST',
  'svc-1',
  '../svc-frost',
  'svc-frost\u0000',
  'a\r\nx: y',
  '__proto__',
  'm'.repeat(10_240),
  '\ud83c\udf32',
];
test.each(MODELS.map((model) => ({ model, shown: JSON.stringify(model).slice(0, 30) })))(
  'the model $shown does not exist, and the answer lists those that do',
  async ({ model }) => {
    const message = /use one of svc-frost, svc-glacier, svc-polaris\.$/;
    const expected = { ...INVALID, code: 'model_not_found', param: 'model', message };
    await expectRefused(service, () => service.post({ ...CHAT, model }), { ...expected, message });
  },
);

test.each([1, true, [], {}, ['svc-frost']].map((model) => [JSON.stringify(model), model]))(
  'the model may not be %s',
  async (_, model) => {
    const expected = { ...INVALID, param: 'model', message: /must be a string/ };
    await expectRefused(service, () => service.post({ ...CHAT, model }), expected);
  },
);

test.each([
  'api_base',
  'base_url',
  'chat_template',
  'chat_template_kwargs',
  'grammar',
  'n_discard',
  'user_id',
  'price',
  'cache_prompt',
  'extra_body',
])('the unknown field %s is neither refused nor passed on', async (field) => {
  const response = await service.post(chatWith(field, '{"url":"http://169.254.169.254/"}'));

  expect(response.status).toBe(200);
  expect(service.upstream.requests.at(-1)?.rawBody).not.toContain('169.254');
  expect(service.upstream.requests.at(-1)?.body).not.toHaveProperty(field);
});
