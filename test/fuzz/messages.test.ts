/** Whatever is sent to /v1/messages, it is read or refused as a mistake of the caller; nothing else happens. */
import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/chat.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createMessagesReader } from '../../src/dialects/messages/reader.ts';
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
const read = createMessagesReader(RULES);

const ABOUT = { model: 'svc-glacier', max_tokens: 100 };
const TOOL = { name: 'look', description: 'Looks', input_schema: { type: 'object' } };
const CACHED = { cache_control: { type: 'ephemeral', ttl: '5m' } };
/** As the official clients and Claude Code send them. */
const CORPUS: readonly JsonObject[] = [
  { ...ABOUT, messages: [{ role: 'user', content: 'Hello' }] },
  {
    ...ABOUT,
    messages: [{ role: 'user', content: 'ž🌲' }],
    system: 'Be terse.',
    stream: true,
    stop_sequences: ['END'],
  },
  {
    ...ABOUT,
    system: [{ type: 'text', text: 'Rules.', ...CACHED }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', ...CACHED },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'text', text: 'x', citations: null },
          { type: 'tool_use', id: 't1', name: 'look', input: { a: 1 }, caller: { type: 'direct' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [{ type: 'text', text: 'done' }],
            is_error: false,
            ...CACHED,
          },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
    tools: [
      { ...TOOL, ...CACHED },
      { ...TOOL, name: 'later', defer_loading: true },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' },
    metadata: { user_id: 'u' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  },
  {
    ...ABOUT,
    messages: [
      { role: 'user', content: 'a' },
      { role: 'system', content: 'b' },
      { role: 'assistant', content: '{' },
    ],
    output_config: { effort: 'high', format: { type: 'json_schema', schema: { type: 'object' } } },
    temperature: 0.5,
    top_p: 0.9,
    top_k: 5,
  },
];

/** The service's way with a body, up to the engine; undefined if it was refused. */
function through(bytes: Uint8Array): ReturnType<typeof read> | undefined {
  try {
    const asked = read(parseJsonBody(bytes, JSON_LIMITS));
    JSON.parse(toUpstreamBody(asked.chat, 10, DIALECT) as string);
    return asked;
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) !== 400) throw error;
    expect(error.message.length).toBeLessThan(2000);
    return undefined;
  }
}

function run(seed: number, mutate: (body: JsonObject, random: Random) => Uint8Array): number {
  const random = seeded(seed);
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = mutate(random.pick(CORPUS), random);
    try {
      if (through(bytes)) accepted++;
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${Buffer.from(bytes).toString('base64')}`, { cause: error });
    }
  }
  return accepted;
}

test('every request of the corpus is read', () => {
  expect(CORPUS.filter((body) => !through(encoder.encode(JSON.stringify(body))))).toEqual([]);
});

test.each([1, 2, 3])('messages with changed values are read or refused (seed %d)', (seed) => {
  const accepted = run(seed, (body, random) => {
    let changed: unknown = body;
    for (let left = random.integer(1, 3); left > 0; left--) changed = mutatedJson(changed, random);
    return encoder.encode(JSON.stringify(changed));
  });

  expect(accepted).toBeGreaterThan(ROUNDS / 20);
});

test.each([1, 2])('messages with changed bytes are read or refused (seed %d)', (seed) => {
  run(seed, (body, random) => mutatedBytes(encoder.encode(JSON.stringify(body)), random));
});
