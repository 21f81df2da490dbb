/** The answers of /v1/responses, as JSON Schemas for the OpenAPI document, with examples. Real answers are held to them. */
import { TIERS } from '../../core/tiers.ts';
import { STRUCTURED_OUTPUT } from './openapi-answers.ts';
import { COUNT, maybe, object, ref, TEXT } from './schema-words.ts';

type Json = Readonly<Record<string, unknown>>;

export const RESPONSE_ID = 'resp_kmGvxuAGL9BPnBIaQuZyfZDGhU01234567';
const ITEM_ID = 'msg_kmGvxuAGL9BPnBIaQuZyfZDGhU01234567_0';

const NULLABLE_TEXT = { type: ['string', 'null'] };
const list = (name: string) => ({ type: 'array', items: ref(name) });

export const RESPONSE_ANSWERS: Readonly<Record<string, Json>> = {
  Response: object(
    {
      id: { description: 'It finds the receipt.', type: 'string', pattern: '^resp_' },
      object: { const: 'response' },
      created_at: { description: 'When the request was admitted, in seconds since 1970.', ...COUNT },
      status: { enum: ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] },
      model: { description: 'Our name of the model.', ...TEXT },
      output: {
        description: 'Items, in the order in which they came.',
        type: 'array',
        items: ref('ResponseOutputItem'),
      },
      usage: maybe(ref('ResponseUsage')),
      error: maybe(object({ code: TEXT, message: TEXT })),
      incomplete_details: maybe(object({ reason: { enum: ['max_output_tokens', 'content_filter'] } })),
      store: { description: 'Whether it is kept, so that later requests can refer to it.', type: 'boolean' },
      background: { type: 'boolean' },
      conversation: {
        description: 'Where its items were added. null: nowhere.',
        ...maybe(object({ id: TEXT })),
      },
      instructions: NULLABLE_TEXT,
      max_output_tokens: { type: ['integer', 'null'] },
      max_tool_calls: { type: ['integer', 'null'] },
      metadata: { type: 'object' },
      parallel_tool_calls: { type: 'boolean' },
      previous_response_id: NULLABLE_TEXT,
      prompt_cache_key: NULLABLE_TEXT,
      reasoning: object({ effort: NULLABLE_TEXT, summary: NULLABLE_TEXT }),
      safety_identifier: NULLABLE_TEXT,
      service_tier: { description: 'The tier that it was served at.', enum: ['default', ...TIERS] },
      temperature: { type: ['number', 'null'] },
      text: { type: 'object' },
      tool_choice: { description: 'As in the request.' },
      tools: { type: 'array', items: { type: 'object' } },
      top_logprobs: COUNT,
      top_p: { type: ['number', 'null'] },
      truncation: { const: 'disabled' },
      user: NULLABLE_TEXT,
      structured_output: STRUCTURED_OUTPUT,
    },
    ['structured_output'],
  ),
  ResponseOutputItem: {
    description: 'What the model has said, thought or called.',
    oneOf: [
      object({
        id: TEXT,
        type: { const: 'message' },
        status: TEXT,
        role: { const: 'assistant' },
        content: list('ResponseTextPart'),
      }),
      object(
        {
          id: TEXT,
          type: { const: 'reasoning' },
          status: TEXT,
          summary: list('ResponseTextPart'),
          content: list('ResponseTextPart'),
          encrypted_content: { description: 'What the engine has signed, to be sent back.', ...TEXT },
        },
        ['content', 'encrypted_content'],
      ),
      object(
        {
          id: TEXT,
          type: { const: 'function_call' },
          status: TEXT,
          call_id: TEXT,
          name: TEXT,
          namespace: TEXT,
          arguments: TEXT,
        },
        ['namespace'],
      ),
      object(
        {
          id: TEXT,
          type: { const: 'custom_tool_call' },
          status: TEXT,
          call_id: TEXT,
          name: TEXT,
          namespace: TEXT,
          input: TEXT,
        },
        ['namespace'],
      ),
    ],
  },
  ResponseTextPart: object(
    {
      type: { enum: ['output_text', 'reasoning_text', 'summary_text'] },
      text: TEXT,
      annotations: { type: 'array', maxItems: 0 },
      logprobs: { type: 'array', items: { type: 'object' } },
    },
    ['annotations', 'logprobs'],
  ),
  ResponseUsage: object({
    input_tokens: COUNT,
    input_tokens_details: object({ cached_tokens: COUNT, cache_write_tokens: COUNT }),
    output_tokens: COUNT,
    output_tokens_details: object({ reasoning_tokens: COUNT }),
    total_tokens: COUNT,
    cost_czk: { description: 'What was taken from the credit, in CZK, exactly.', type: 'string' },
  }),
  ResponseEvent: {
    description: 'One event of a stream. Its other fields depend on its type.',
    type: 'object',
    properties: { type: TEXT, sequence_number: COUNT },
    required: ['type', 'sequence_number'],
  },
  ResponseItemList: object({
    object: { const: 'list' },
    data: { type: 'array', items: { type: 'object' } },
    first_id: NULLABLE_TEXT,
    last_id: NULLABLE_TEXT,
    has_more: { type: 'boolean' },
  }),
  ResponseCompaction: object({
    id: { description: 'It finds the receipt.', type: 'string', pattern: '^resp_' },
    object: { const: 'response.compaction' },
    created_at: { description: 'When the request was admitted, in seconds since 1970.', ...COUNT },
    output: {
      description: 'All messages of the user, then one compaction.',
      type: 'array',
      minItems: 1,
      items: {
        oneOf: [
          object({
            id: TEXT,
            type: { const: 'message' },
            status: { const: 'completed' },
            role: { const: 'user' },
            content: { type: 'array', items: object({ type: { const: 'input_text' }, text: TEXT }) },
          }),
          object({
            id: TEXT,
            type: { const: 'compaction' },
            encrypted_content: { description: 'The summary, sealed for this account.', ...TEXT },
          }),
        ],
      },
    },
    usage: ref('ResponseUsage'),
  }),
  ResponseInputTokens: object({
    object: { const: 'response.input_tokens' },
    input_tokens: COUNT,
    counted_by: { description: 'bound: no engine can read more out of the input.', enum: ['engine', 'bound'] },
  }),
  ResponseDeleted: object({ id: TEXT, object: { const: 'response' }, deleted: { const: true } }),
};

const USAGE = {
  input_tokens: 14,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 8,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 22,
  cost_czk: '0.00115',
};

export const responseExample = (model: string) => ({
  id: RESPONSE_ID,
  object: 'response',
  created_at: 1794721679,
  status: 'completed',
  model,
  output: [
    {
      id: ITEM_ID,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'Prague is the capital of Czechia.' }],
    },
  ],
  usage: USAGE,
  error: null,
  incomplete_details: null,
  store: true,
  background: false,
  conversation: null,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  temperature: null,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: null,
  truncation: 'disabled',
  user: null,
});

export const streamExample = (): string => {
  const place = { item_id: ITEM_ID, output_index: 0, content_index: 0 };
  const event = { type: 'response.output_text.delta', sequence_number: 4, ...place, delta: 'Prague', logprobs: [] };
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
};

export const QUESTION = {
  type: 'message',
  id: `${ITEM_ID.slice(0, -1)}i0`,
  role: 'user',
  content: [{ type: 'input_text', text: 'What is the capital of Czechia?' }],
  status: 'completed',
};

export const compactionExample = () => ({
  id: RESPONSE_ID,
  object: 'response.compaction',
  created_at: 1794721679,
  output: [
    QUESTION,
    { id: ITEM_ID.replace('msg_', 'cmp_'), type: 'compaction', encrypted_content: 'bm90IGEgcmVhbCBzdW1tYXJ5' },
  ],
  usage: USAGE,
});

export const itemsExample = () => ({
  object: 'list',
  data: [QUESTION],
  first_id: QUESTION.id,
  last_id: QUESTION.id,
  has_more: false,
});
