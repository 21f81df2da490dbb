/** /v1/responses in the OpenAPI document: from the schema that checks requests, and the form that answers have. */
import type { z } from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import type { Catalogue, Model } from '../../core/model.ts';
import { compactSchema, responsesSchema } from '../../dialects/responses/schema.ts';
import { ERROR_TABLE } from '../../platform/http/error-body.ts';
import { errorResponses, FINDING_CODES, headers, RATE_HEADERS, RESPONSES_CODES } from './openapi-errors.ts';
import { describedSchemas, IDEMPOTENCY_PARAMETER } from './openapi-request.ts';
import {
  compactionExample,
  itemsExample,
  RESPONSE_ANSWERS,
  RESPONSE_ID,
  responseExample,
  streamExample,
} from './openapi-response-answers.ts';
import { ref, TEXT } from './schema-words.ts';

type Limits = Parameters<typeof responsesSchema>[0];

const UNCHANGED = 'Accepted; it changes nothing.';

/** Every field of a request, in one sentence or two. */
const FIELD_NOTES: Readonly<Record<keyof z.input<ReturnType<typeof responsesSchema>>, string>> = {
  model: 'A model of the catalogue.',
  input:
    'A text, or items: messages, calls, their outputs, reasoning, compactions, references. Not needed with previous_response_id or conversation.',
  instructions: 'What the model reads first. It is not carried over to the next response.',
  max_output_tokens: 'The longest answer, in tokens; at most, and without it, the longest answer of the model.',
  temperature: 'How much chance there is in the answer. Reasoning models ignore it.',
  top_p: 'Only the likeliest tokens that together have this probability are considered.',
  stream: 'true: the answer comes as Server-Sent Events while it is made.',
  stream_options: UNCHANGED,
  store: 'false: the response is not kept, and nothing can refer to it later.',
  previous_response_id: 'A kept response, whose input and output come before the input.',
  tools: 'Functions that the model may call. Tools that this service would have to run are refused.',
  tool_choice: 'Whether a function must be called, and which.',
  parallel_tool_calls: 'Whether several functions may be called at once. Only with tools.',
  text: 'The form of the answer: text, any JSON, or JSON by a schema.',
  reasoning: 'How long a reasoning model thinks; with summary, the reasoning is given as a summary.',
  include: 'message.output_text.logprobs adds how likely each token was; the others change nothing.',
  top_logprobs: 'How many other candidates to show for each token.',
  truncation: 'Accepted; nothing is ever cut off.',
  metadata: 'At most 16 texts of your own, which the response shows.',
  max_tool_calls: UNCHANGED,
  user: 'Your own name for the person who asks; passed on to the model.',
  safety_identifier: UNCHANGED,
  prompt_cache_key: 'Names prompts that begin alike, for engines that cache by it. It is kept apart by account.',
  prompt_cache_retention: 'With `24h` a prompt is cached for an hour, where the engine caches what it is asked to.',
  service_tier:
    'flex or priority, where the model has it; anything else, and a model without it, is served as default.',
  background:
    'true: the response is queued, and made without a connection. Read, stream or cancel it later. Not with store false or logprobs.',
  conversation:
    'A conversation, or its id: its items come before the input, and what is sent and answered is added to it. Not with previous_response_id.',
  prompt: 'Not supported: send instructions and input.',
  context_management: 'Not supported.',
  moderation: 'Not supported.',
};

const PART_NOTES: Readonly<Record<string, string>> = {
  ResponseRequest: 'null means the same as leaving a field out. Fields that are not listed here are ignored.',
  ResponseContent: 'A text, or text parts that are joined without anything between them.',
  ResponseCallOutput: 'As ResponseContent. A picture is left out, and the model reads a note in its place.',
  ResponseInputItem:
    'A message and a reference may come without their type. reasoning is accepted and dropped. A compaction is what /v1/responses/compact has given.',
  ResponseTool: 'A function, a custom tool that takes text, or a namespace around some of these.',
  ResponseToolChoice: 'none, auto, required, one named tool, or allowed_tools: only those are offered.',
  ResponseTextFormat: 'json_schema follows the schema exactly where the model can.',
};

const COMPACT_NOTE = `${PART_NOTES.ResponseRequest} The other fields of a response are among those.`;

export function responsesSchemas(limits: Limits, catalogue: Catalogue): Readonly<Record<string, object>> {
  const notes = { name: 'ResponseRequest', fields: FIELD_NOTES, parts: PART_NOTES };
  const written = describedSchemas(responsesSchema(limits), notes, catalogue);
  const compact = describedSchemas(
    compactSchema(limits),
    { ...notes, name: 'ResponseCompactRequest', parts: { ...PART_NOTES, ResponseCompactRequest: COMPACT_NOTE } },
    catalogue,
  );
  return {
    ...compact,
    ...written,
    ResponseInputItem: withoutOwnTypes(written.ResponseInputItem as ItemSchema),
    ...RESPONSE_ANSWERS,
  };
}

export type ItemSchema = { readonly oneOf: readonly KindSchema[] };
type KindSchema = {
  readonly properties: { readonly type: { readonly const?: string } };
  readonly required: readonly string[];
};

/** Items that may come without their type: the reader adds it before the schema looks. */
const UNTYPED = ['message', 'item_reference'];

export function withoutOwnTypes({ oneOf, ...rest }: ItemSchema): object {
  const anyOf = oneOf.map((kind) => {
    const type = kind.properties.type.const ?? '';
    if (!UNTYPED.includes(type)) return kind;
    const properties = { ...kind.properties, type: { enum: [type, null] } };
    return { ...kind, properties, required: kind.required.filter((field) => field !== 'type') };
  });
  // A message with an id would be a reference as well.
  return { ...rest, anyOf };
}

export const responsesPaths = (model: Model) => ({
  '/v1/responses': { post: createOperation(model) },
  '/v1/responses/compact': { post: compactOperation(model) },
  '/v1/responses/input_tokens': { post: countOperation(model) },
  '/v1/responses/{id}': {
    get: {
      operationId: 'showResponse',
      summary: 'Show a kept response',
      description:
        'With stream its events, as they come or came. Of a response in the background that was made with stream they are the same events with the same numbers, also while it is made.',
      parameters: [
        ID_PARAMETER,
        queryParameter('stream', 'true: as Server-Sent Events.', { type: 'boolean' }),
        queryParameter('starting_after', 'Events after this sequence_number; only with stream.', {
          type: 'integer',
          minimum: 0,
          maximum: 999_999,
        }),
      ],
      responses: found('The response.', 'Response', responseExample(model.id)),
    },
    delete: {
      operationId: 'deleteResponse',
      summary: 'Forget a kept response',
      parameters: [ID_PARAMETER],
      responses: found('It is forgotten.', 'ResponseDeleted', { id: RESPONSE_ID, object: 'response', deleted: true }),
    },
  },
  '/v1/responses/{id}/input_items': {
    get: {
      operationId: 'listResponseInput',
      summary: 'List what the model was given for a kept response',
      parameters: [
        ID_PARAMETER,
        queryParameter('limit', 'How many; 20 without it.', { type: 'integer', minimum: 1, maximum: 100 }),
        queryParameter('order', 'desc, the newest first, without it.', { enum: ['asc', 'desc'] }),
        queryParameter('after', 'The last_id of the page before.', TEXT),
      ],
      responses: found('The items.', 'ResponseItemList', itemsExample()),
    },
  },
  '/v1/responses/{id}/cancel': {
    post: {
      operationId: 'cancelResponse',
      summary: 'Cancel a response that is made in the background',
      description:
        'What was made until then is charged. One that has ended is shown as it is. For a response that was not made in the background a 400: close its connection instead.',
      parameters: [ID_PARAMETER],
      responses: found('The response, cancelled.', 'Response', responseExample(model.id)),
    },
  },
});

const ID_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a response (resp_…) of this account.',
  schema: { type: 'string', maxLength: 256 },
  example: RESPONSE_ID,
};

const queryParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
});

const createOperation = ({ id }: Model) => ({
  operationId: 'createResponse',
  summary: 'Create a response',
  description:
    "A chat in OpenAI's newer form, with items in place of messages. It is checked, limited and paid as a chat completion is.",
  parameters: [IDEMPOTENCY_PARAMETER],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('ResponseRequest'),
        examples: {
          asking: { summary: 'One JSON answer', value: { model: id, input: 'What is the capital of Czechia?' } },
          streaming: {
            summary: 'A stream',
            value: { model: id, input: 'What is the capital of Czechia?', stream: true },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description:
        'The response: JSON, or with stream a stream of events that ends with response.completed or response.incomplete.',
      headers: headers(['x-request-id', ...RATE_HEADERS, 'idempotent-replayed', 'ai-disclosure']),
      content: {
        'application/json': { schema: ref('Response'), example: responseExample(id) },
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Each event is a line event: with its type and a line data: with a ResponseEvent. A failure after the beginning is an event error, then response.failed.',
            contentMediaType: 'application/json',
            contentSchema: ref('ResponseEvent'),
          },
          example: streamExample(),
        },
      },
    },
    ...errorResponses([...RESPONSES_CODES, 'not_found']),
  },
});

const compactOperation = ({ id }: Model) => ({
  operationId: 'compactResponse',
  summary: 'Summarise a conversation, to go on with less',
  description:
    'The model writes a summary, which comes sealed as a compaction item behind the messages of the user. Send what comes in the place of the conversation. It is limited and paid as a response is.',
  parameters: [IDEMPOTENCY_PARAMETER],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('ResponseCompactRequest'),
        example: { model: id, input: [{ role: 'user', content: 'What is the capital of Czechia?' }] },
      },
    },
  },
  responses: {
    200: {
      description: 'The messages of the user, and the summary.',
      headers: headers(['x-request-id', ...RATE_HEADERS, 'idempotent-replayed', 'ai-disclosure']),
      content: { 'application/json': { schema: ref('ResponseCompaction'), example: compactionExample() } },
    },
    ...errorResponses(RESPONSES_CODES.filter((code) => code !== 'tools_not_supported')),
  },
});

/** No credit is needed, and where no engine can tell there is the bound. */
const isOfAnswers = (code: ErrorCode): boolean =>
  ERROR_TABLE[code].status === 402 || code.startsWith('upstream_') || code.startsWith('idempotency_');

const countOperation = ({ id }: Model) => ({
  operationId: 'countResponseTokens',
  summary: 'Count the tokens of the input before a response is asked for',
  description: 'The body of a response. It costs nothing, and counts as a request.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('ResponseRequest'),
        example: { model: id, input: 'What is the capital of Czechia?' },
      },
    },
  },
  responses: {
    200: {
      description: 'The count, by the engine where it can tell, otherwise the most that any engine could read.',
      headers: headers(['x-request-id', ...RATE_HEADERS]),
      content: {
        'application/json': {
          schema: ref('ResponseInputTokens'),
          example: { object: 'response.input_tokens', input_tokens: 14, counted_by: 'engine' },
        },
      },
    },
    ...errorResponses([...RESPONSES_CODES.filter((code) => !isOfAnswers(code)), 'not_found']),
  },
});

function found(description: string, name: string, example: object) {
  const content = { 'application/json': { schema: ref(name), example } };
  const success = { description, headers: headers(['x-request-id', ...RATE_HEADERS]), content };
  return { 200: success, ...errorResponses(FINDING_CODES) };
}
