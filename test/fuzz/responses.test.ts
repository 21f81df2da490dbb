/** Whatever is sent to /v1/responses, it is read or refused as a mistake of the caller; nothing else happens. */
import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/chat.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { fastValidate } from '../../src/dialects/fast-validate.ts';
import { createResponsesReader, isWhole } from '../../src/dialects/responses/reader.ts';
import { responsesSchema } from '../../src/dialects/responses/schema.ts';
import { WHEN_PRESENT } from '../../src/dialects/schema-parts.ts';
import { toUpstreamBody } from '../../src/engines/upstream/upstream-request.ts';
import { statusOf } from '../../src/platform/http/error-body.ts';
import { parseJsonBody } from '../../src/platform/http/json-body.ts';
import { mutatedBytes, mutatedJson } from '../support/mutations.ts';
import { type Random, seeded } from '../support/random.ts';

const RULES = {
  ...{ messagesMax: 300, toolsMax: 128, stopMax: 4, hasTools: true, defaultModel: 'svc-glacier' },
  attachmentBytesMax: 1000,
};
const DIALECT = { model: 'm', maxTokensField: 'max_tokens', runningUsage: 'none' } as const;
const JSON_LIMITS = { depthMax: 64, keysMax: 20_000, valuesMax: 50_000 };
const ROUNDS = 3000;
const encoder = new TextEncoder();
const read = createResponsesReader(RULES);
const schema = responsesSchema(RULES);
const look = fastValidate(schema, WHEN_PRESENT);

const CALL = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'c1',
  name: 'look',
  arguments: '{"a":1}',
  status: 'completed',
};
const TOOL = { type: 'function', name: 'look', description: 'Looks', parameters: { type: 'object' }, strict: false };
/** As the official client, the AI SDK, the Agents SDK and Codex send them. */
const CORPUS: readonly JsonObject[] = [
  { model: 'svc-glacier', input: 'Hello' },
  { input: [{ role: 'user', content: 'Hello' }], instructions: 'Be terse.', stream: true, store: false },
  {
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules.' }], id: 'msg_a' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'ž🌲' },
          { type: 'input_text', text: 'b' },
        ],
      },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_b',
        status: 'completed',
        content: [{ type: 'output_text', text: 'x', annotations: [], logprobs: [] }],
      },
      CALL,
      { type: 'function_call_output', call_id: 'c1', output: 'done' },
    ],
    tools: [
      TOOL,
      { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
    ],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { effort: 'low', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'k',
    client_metadata: { a: 'b' },
  },
  {
    input: [{ role: 'user', content: 'a' }, { type: 'item_reference', id: 'msg_x' }, { id: 'msg_y' }],
    previous_response_id: 'resp_a',
    text: { format: { type: 'json_schema', name: 'n', schema: { type: 'object' }, strict: true }, verbosity: 'low' },
    max_output_tokens: 100,
    temperature: 1,
    top_p: 0.5,
    metadata: { a: 'b' },
  },
  {
    input: 'Hi',
    tools: [{ type: 'namespace', name: 'crm', description: 'd', tools: [TOOL] }],
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'crm__look' }] },
    top_logprobs: 3,
    truncation: 'auto',
  },
];

/** The service's way with a body, up to the engine; undefined if it was refused. */
function through(bytes: Uint8Array): ReturnType<typeof read> | undefined {
  try {
    const body = parseJsonBody(bytes, JSON_LIMITS);
    expectSameBySchema(body);
    const asked = read(body);
    JSON.parse(toUpstreamBody(asked.chat, 10, DIALECT) as string);
    return asked;
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) !== 400) throw error;
    expect(error.message.length).toBeLessThan(2000);
    return undefined;
  }
}

/** A body that the fast check finds good, the schema takes and leaves as it is. */
function expectSameBySchema(body: JsonObject): void {
  if (look(body)) expect(schema.parse(body) as object).toEqual(body);
}

function run(seed: number, mutate: (body: JsonObject, random: Random) => Uint8Array): number {
  const random = seeded(seed);
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = mutate(random.pick(CORPUS), random);
    try {
      const asked = through(bytes);
      if (!asked) continue;
      accepted++;
      if (isWhole(asked.form) && asked.form.items.some(({ type }) => type !== 'reasoning')) {
        expect(asked.chat.messages.length).toBeGreaterThan(0);
      }
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${Buffer.from(bytes).toString('base64')}`, { cause: error });
    }
  }
  return accepted;
}

test('every request of the corpus is read', () => {
  expect(CORPUS.filter((body) => !through(encoder.encode(JSON.stringify(body))))).toEqual([]);
});

test.each([1, 2, 3])('responses with changed values are read or refused (seed %d)', (seed) => {
  const accepted = run(seed, (body, random) => {
    let changed: unknown = body;
    for (let left = random.integer(1, 3); left > 0; left--) changed = mutatedJson(changed, random);
    return encoder.encode(JSON.stringify(changed));
  });

  expect(accepted).toBeGreaterThan(ROUNDS / 20);
});

test.each([1, 2])('responses with changed bytes are read or refused (seed %d)', (seed) => {
  run(seed, (body, random) => mutatedBytes(encoder.encode(JSON.stringify(body)), random));
});
