/** The OpenAPI 3.1 description of the interface, from the schemas that check it. */
import { z } from 'zod';
import type { Catalogue } from '../domain/model.ts';
import { chatSchema } from './chat-schema.ts';
import { ERROR_TABLE } from './error-body.ts';

export function openapiDocument(limits: Parameters<typeof chatSchema>[0], catalogue: Catalogue): object {
  const modelIds = [...catalogue.models.keys()];
  return {
    openapi: '3.1.0',
    info: { title: 'Boreal', version: 'v1', description: 'Chat completions, paid in CZK by the tokens processed.' },
    servers: [{ url: '/v1' }],
    security: [{ key: [] }],
    paths: {
      '/chat/completions': {
        post: {
          summary: 'Create a chat completion',
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ChatRequest' } } },
          },
          responses: {
            200: {
              description: 'The completion, or a stream of chunks when stream is true.',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/ChatCompletion' } },
                'text/event-stream': { schema: { type: 'string' } },
              },
            },
            ...errorResponses(),
          },
        },
      },
      '/receipts/{id}': {
        get: {
          summary: 'Show what a request cost and who paid, with the key that made it',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'The receipt.' },
            404: { description: 'This key has no such receipt.' },
            ...errorResponses(),
          },
        },
      },
      '/models': {
        get: { summary: 'List the models', responses: { 200: { description: 'The models.' }, ...errorResponses() } },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ChatRequest: requestSchema(limits, modelIds, catalogue.defaultModel),
        ChatCompletion: COMPLETION,
        Error: ERROR,
      },
    },
  };
}

function requestSchema(
  limits: Parameters<typeof chatSchema>[0],
  modelIds: readonly string[],
  defaultModel: string,
): object {
  const schema = z.toJSONSchema(chatSchema(limits), { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, object>;
  };
  schema.properties.model = { type: ['string', 'null'], enum: [...modelIds, null], default: defaultModel };
  return schema;
}

/** One entry per published status, with the codes that go with it. */
function errorResponses(): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const status of [400, 401, 402, 413, 429, 502]) {
    const codes = Object.values(ERROR_TABLE).filter((row) => row.status === status && row.code);
    responses[status] = {
      description: `Codes: ${[...new Set(codes.map((row) => row.code))].join(', ')}.`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

const INTEGER = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };

const COMPLETION = {
  type: 'object',
  required: ['id', 'object', 'created', 'model', 'choices', 'usage'],
  properties: {
    id: { type: 'string', pattern: '^chatcmpl-' },
    object: { const: 'chat.completion' },
    created: INTEGER,
    model: TEXT,
    choices: {
      type: 'array',
      items: {
        type: 'object',
        required: ['index', 'message', 'finish_reason'],
        properties: {
          index: INTEGER,
          message: {
            type: 'object',
            required: ['role', 'content'],
            properties: {
              role: { const: 'assistant' },
              content: { type: ['string', 'null'] },
              reasoning_content: TEXT,
              tool_calls: { type: 'array', items: { type: 'object' } },
            },
          },
          finish_reason: { enum: ['stop', 'length', 'tool_calls', 'content_filter'] },
        },
      },
    },
    usage: {
      type: 'object',
      required: ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cost_czk'],
      properties: {
        prompt_tokens: INTEGER,
        completion_tokens: INTEGER,
        total_tokens: INTEGER,
        prompt_tokens_details: { type: 'object', properties: { cached_tokens: INTEGER } },
        completion_tokens_details: { type: 'object', properties: { reasoning_tokens: INTEGER } },
        cost_czk: { type: 'string', description: 'What this answer cost, in CZK, exactly.' },
      },
    },
  },
};

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: TEXT,
        type: TEXT,
        param: { type: ['string', 'null'] },
        code: { type: ['string', 'null'] },
      },
    },
  },
};
