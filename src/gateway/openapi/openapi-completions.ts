/** Completions in the OpenAPI document: the operation, what is sent and what comes. */
import type { z } from 'zod';
import type { Catalogue, Model } from '../../core/model.ts';
import { completionsSchema } from '../../dialects/chat/completions-dialect.ts';
import { CHAT_CODES, errorResponses, headers, RATE_HEADERS } from './openapi-errors.ts';
import { USAGE } from './openapi-examples.ts';
import { FIELD_NOTES as CHAT_NOTES, describedSchemas, IDEMPOTENCY_PARAMETER } from './openapi-request.ts';
import { ref } from './schema-words.ts';

type Limits = Parameters<typeof completionsSchema>[0];

const FIELD_NOTES: Readonly<Record<keyof z.input<ReturnType<typeof completionsSchema>>, string>> = {
  ...CHAT_NOTES,
  prompt: 'What the model is asked, as one message of a user; with a suffix, the text before the gap.',
  suffix: 'The text after the gap that the model is to fill. It may be empty.',
  echo: 'Only false.',
  best_of: 'Only 1.',
  logprobs: 'Not supported: ask at /v1/chat/completions.',
};

const HEAD = {
  id: 'cmpl-kmGvxuAGL9BPnBIaQuZyfZDGhU01234567',
  object: 'text_completion',
  created: 1794721679,
};
const choice = (text: string, finish_reason: string | null) => ({ index: 0, text, logprobs: null, finish_reason });

const requestExample = (model: string) => ({
  model,
  prompt: 'function add(a, b) {\n  ',
  suffix: '\n}\n',
  max_tokens: 64,
});

const streamExample = (model: string): string =>
  [
    ...[choice('', null), choice('return a + b;', null), choice('', 'stop')].map((one) =>
      JSON.stringify({ ...HEAD, model, choices: [one] }),
    ),
    '[DONE]',
  ]
    .map((data) => `data: ${data}\n\n`)
    .join('');

export const completionsOperation = ({ id }: Model) => ({
  operationId: 'createCompletion',
  summary: 'Create a completion',
  description:
    'The form before chats: a prompt in, a text out. With a suffix, the model fills the gap between the two, as editors ask for it. Checked, limited and paid as a chat completion is.',
  parameters: [IDEMPOTENCY_PARAMETER],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref('CompletionRequest'), example: requestExample(id) } },
  },
  responses: {
    200: {
      description: 'The text: JSON, or with stream a stream of events that ends with data: [DONE].',
      headers: headers(['x-request-id', ...RATE_HEADERS, 'idempotent-replayed', 'ai-disclosure']),
      content: {
        'application/json': {
          schema: ref('Completion'),
          example: { ...HEAD, model: id, choices: [choice('return a + b;', 'stop')], usage: USAGE },
        },
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Each event is a line data: with a CompletionChunk. A failure after the beginning is one event with an Error, and no [DONE]. Lines that begin with a colon are to be skipped.',
            contentMediaType: 'application/json',
            contentSchema: { oneOf: [ref('CompletionChunk'), ref('Error')] },
          },
          example: streamExample(id),
        },
      },
    },
    ...errorResponses(CHAT_CODES.filter((code) => code !== 'tools_not_supported')),
  },
});

const REASON = { enum: ['stop', 'length', 'content_filter'] };

const answer = (reason: object, { minItems, required }: { minItems: number; required: readonly string[] }) => ({
  type: 'object',
  properties: {
    id: { description: 'It finds the receipt.', type: 'string', pattern: '^cmpl-' },
    object: { const: 'text_completion' },
    created: { description: 'When the request was admitted, in seconds since 1970.', type: 'integer', minimum: 0 },
    model: { description: 'Our name of the model.', type: 'string' },
    choices: {
      type: 'array',
      minItems,
      maxItems: 1,
      items: {
        type: 'object',
        properties: {
          index: { const: 0 },
          text: { description: 'Without reasoning, which is paid all the same.', type: 'string' },
          logprobs: { type: 'null' },
          finish_reason: reason,
        },
        required: ['index', 'text', 'logprobs', 'finish_reason'],
      },
    },
    usage: ref('Usage'),
  },
  required: ['id', 'object', 'created', 'model', 'choices', ...required],
});

export const completionsSchemas = (limits: Limits, catalogue: Catalogue): Readonly<Record<string, object>> => ({
  ...describedSchemas(
    completionsSchema(limits),
    { name: 'CompletionRequest', fields: FIELD_NOTES, parts: PART_NOTES },
    catalogue,
  ),
  Completion: answer(REASON, { minItems: 1, required: ['usage'] }),
  CompletionChunk: {
    description: 'One event of a stream: pieces of the text, then the finish_reason, then usage if asked for.',
    ...answer({ anyOf: [REASON, { type: 'null' }] }, { minItems: 0, required: [] }),
  },
});

const PART_NOTES = {
  CompletionRequest: 'null means the same as leaving a field out. Fields that are not listed here are ignored.',
};
