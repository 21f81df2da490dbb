/** Messages in the OpenAPI document: the operations, what is sent and what comes, and errors in their own shape. */
import { z } from 'zod';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import { TIERS } from '../../core/tiers.ts';
import { messagesStatusOf } from '../../dialects/messages/errors.ts';
import { messagesSchema } from '../../dialects/messages/schema.ts';
import { STRUCTURED_OUTPUT } from './openapi-answers.ts';
import { CHAT_CODES, headers } from './openapi-errors.ts';
import { IDEMPOTENCY_PARAMETER, inComponents } from './openapi-request.ts';
import { COUNT, object, ref, TEXT } from './schema-words.ts';

type Limits = Parameters<typeof messagesSchema>[0];

const ID = 'kmGvxuAGL9BPnBIaQuZyfZDGhU01234567';

const FIELD_NOTES: Readonly<Record<keyof ReturnType<typeof messagesSchema>['shape'], string>> = {
  model: 'A model, or an alias of one.',
  messages:
    'The chat so far, oldest first. Content is a text or blocks; images and documents in PDF are for models that read them.',
  max_tokens: 'The longest answer, in tokens; at most the longest answer of the model.',
  system: 'What the model shall be and do.',
  tools: 'Functions that the model may call. One with defer_loading is offered once a result has named it.',
  tool_choice: 'Whether a function must be called, and which.',
  stop_sequences: 'Texts at which the answer ends. They are not part of it.',
  stream: 'true: the answer comes as events while it is made.',
  temperature: 'How much chance there is in the answer. Reasoning models ignore it.',
  top_p: 'Only the likeliest tokens that together have this probability are considered.',
  top_k: 'Accepted, and dropped.',
  thinking: 'Whether thoughts are shown, and how long the model may think.',
  output_config: 'How hard a reasoning model thinks, and a schema for the answer.',
  output_format: 'The older name of output_config.format.',
  metadata: 'user_id is kept with the receipt as its user; other short texts as its metadata.',
  service_tier: 'flex or priority, where the model has it; auto, and a model without it, is served as standard.',
  mcp_servers: 'Must be empty.',
  cache_control: 'Here and on blocks: passed on to engines that cache what is marked; others cache by themselves.',
};

const json = (name: string, example: object) => ({ 'application/json': { schema: ref(name), example } });

const asking = (model: string) => ({
  model,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'What is the capital of Czechia?' }],
});

const answer = (model: string) => ({
  id: `msg_${ID}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text: 'Prague is the capital of Czechia.', citations: null }],
  container: null,
  diagnostics: null,
  stop_reason: 'end_turn',
  stop_sequence: null,
  stop_details: null,
  usage: {
    input_tokens: 14,
    cache_creation_input_tokens: 0,
    cache_creation: null,
    cache_read_input_tokens: 0,
    output_tokens: 8,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: null,
    speed: null,
    cost_czk: '0.00115',
  },
});

export const messagesPaths = (model: string) => ({
  '/v1/messages': { post: messagesOperation(model) },
  '/v1/messages/count_tokens': { post: countOperation(model) },
});

const messagesOperation = (model: string) => ({
  operationId: 'createMessage',
  summary: 'Create a message, in the form of Anthropic’s API',
  description:
    'The path of every chat, for clients of Anthropic’s Messages API. The key may be in x-api-key. Idempotency-Key counts here, too.',
  parameters: [IDEMPOTENCY_PARAMETER],
  requestBody: { required: true, content: json('MessagesRequest', asking(model)) },
  responses: {
    200: {
      description: 'The message: JSON, or with stream a stream of events that ends with message_stop.',
      headers: headers(['x-request-id', 'idempotent-replayed', 'ai-disclosure']),
      content: {
        ...json('AssistantReply', answer(model)),
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'message_start; for each block content_block_start, content_block_delta and content_block_stop; message_delta; message_stop. ping may come anywhere; a failure is one event error.',
          },
        },
      },
    },
    ...refusals(CHAT_CODES),
  },
});

const countOperation = (model: string) => ({
  operationId: 'countMessageTokens',
  summary: 'Count the tokens of a message before it is asked for',
  description: 'The body of a message, of which max_tokens may be missing. It costs nothing.',
  requestBody: { required: true, content: json('CountRequest', asking(model)) },
  responses: {
    200: {
      description: 'The count, by the engine where it can tell, otherwise the most that any engine could read.',
      headers: headers(['x-request-id']),
      content: json('TokenCount', { input_tokens: 14, counted_by: 'engine' }),
    },
    ...refusals(CHAT_CODES.filter((code) => messagesStatusOf(new ServiceError(code, '')) !== 402)),
  },
});

const STATUS_NOTES: Readonly<Record<number, string>> = {
  400: 'The request is not valid. Of a history that is too long the message begins with: prompt is too long.',
  401: 'The API key is missing or not valid.',
  402: 'The credit is exhausted.',
  404: 'There is no such model, or not for this key.',
  413: 'The request is too large.',
  429: 'Too many requests with this key; wait as long as retry-after says.',
  502: 'The model is temporarily unavailable. Nothing was charged; try again.',
};

function refusals(codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
  const statuses = new Set(codes.map((code) => messagesStatusOf(new ServiceError(code, ''))));
  return Object.fromEntries(
    [...statuses, 404].map((status) => [
      status,
      {
        description: STATUS_NOTES[status],
        headers: headers(['x-request-id']),
        content: { 'application/json': { schema: ref('MessagesError') } },
      },
    ]),
  );
}

const NULL = { type: 'null' };

const BLOCKS = [
  object({ type: { const: 'text' }, text: TEXT, citations: NULL }),
  object({ type: { const: 'thinking' }, thinking: TEXT, signature: TEXT }),
  object({ type: { const: 'redacted_thinking' }, data: TEXT }),
  object({ type: { const: 'tool_use' }, id: TEXT, name: TEXT, input: { type: 'object' }, caller: { type: 'object' } }),
];

const REPLY = object(
  {
    id: { description: 'It finds the receipt.', type: 'string', pattern: '^msg_' },
    type: { const: 'message' },
    role: { const: 'assistant' },
    model: { description: 'The model that answered.', type: 'string' },
    content: { type: 'array', items: { oneOf: BLOCKS } },
    container: NULL,
    diagnostics: NULL,
    stop_reason: { enum: ['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal'] },
    stop_sequence: {
      description: 'The one that has ended the answer, where the engine says so.',
      type: ['string', 'null'],
    },
    stop_details: NULL,
    usage: object({
      input_tokens: { description: 'Without what came out of a cache.', ...COUNT },
      cache_creation_input_tokens: COUNT,
      cache_creation: {
        description: 'How long what was written is kept; null where nothing was.',
        anyOf: [NULL, object({ ephemeral_5m_input_tokens: COUNT, ephemeral_1h_input_tokens: COUNT })],
      },
      cache_read_input_tokens: COUNT,
      output_tokens: COUNT,
      output_tokens_details: object({ thinking_tokens: COUNT }),
      server_tool_use: NULL,
      service_tier: { description: 'The tier that it was served at.', enum: ['standard', ...TIERS] },
      inference_geo: NULL,
      speed: NULL,
      cost_czk: { description: 'What was taken from the credit, in CZK.', type: 'string' },
    }),
    structured_output: STRUCTURED_OUTPUT,
  },
  ['structured_output'],
);

export function messagesSchemas(limits: Limits): Readonly<Record<string, object>> {
  const written = z.toJSONSchema(messagesSchema(limits), { io: 'input', unrepresentable: 'any' });
  const { $schema: _, $defs, ...schema } = inComponents(written);
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const description = FIELD_NOTES[name as keyof typeof FIELD_NOTES];
    return [name, typeof field === 'object' ? { description, ...field } : { description }];
  });
  const request = { ...schema, properties: Object.fromEntries(properties) };
  return {
    MessagesRequest: request,
    CountRequest: { ...request, required: ['model', 'messages'] },
    ...$defs,
    AssistantReply: REPLY,
    TokenCount: object({ input_tokens: COUNT, counted_by: { enum: ['engine', 'bound'] } }),
    MessagesError: object({
      type: { const: 'error' },
      error: object({ type: TEXT, message: TEXT }),
      request_id: TEXT,
    }),
  };
}
