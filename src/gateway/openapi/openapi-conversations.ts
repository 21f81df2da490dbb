/** /v1/conversations in the OpenAPI document. */
import { z } from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import { conversationSchema } from '../../dialects/responses/schema.ts';
import { errorResponses, FINDING_CODES, headers, RATE_HEADERS, READING_CODES } from './openapi-errors.ts';
import { inComponents } from './openapi-request.ts';
import { itemsExample, QUESTION } from './openapi-response-answers.ts';
import { type ItemSchema, withoutOwnTypes } from './openapi-responses.ts';
import { ref, TEXT } from './schema-words.ts';

const ID = 'conv_0VbGiwWJO4xzvoZvYD428PcoRNXnoxI095';

const FIELD_NOTES: Readonly<Record<string, string>> = {
  items: 'What the conversation has from then on, behind what is there.',
  metadata: 'At most 16 texts of your own. null is the same as none.',
};

/** A body with some of the fields, of which `required` must be there. */
function bodySchemas(name: string, schema: z.ZodType, required: readonly string[]): Readonly<Record<string, object>> {
  const written = inComponents(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const { $schema: _, $defs = {}, properties, ...rest } = written;
  const noted = Object.entries(properties).map(([field, inner]) => [
    field,
    { description: FIELD_NOTES[field], ...inner },
  ]);
  return {
    ...$defs,
    [name]: { ...rest, properties: Object.fromEntries(noted), ...(required.length > 0 && { required }) },
  };
}

const requestSchemas = bodySchemas('ConversationRequest', conversationSchema, []);

export const conversationSchemas: Readonly<Record<string, object>> = {
  ...requestSchemas,
  ...bodySchemas('ConversationChange', conversationSchema.pick({ metadata: true }), ['metadata']),
  ...bodySchemas('ConversationItems', conversationSchema.pick({ items: true }), ['items']),
  ConversationInputItem: {
    description: 'As an item of the input of a response. A message may come without its type.',
    ...withoutOwnTypes(requestSchemas.ConversationInputItem as ItemSchema),
  },
  Conversation: {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^conv_' },
      object: { const: 'conversation' },
      created_at: { description: 'In seconds since 1970.', type: 'integer', minimum: 0 },
      metadata: { type: 'object' },
    },
    required: ['id', 'object', 'created_at', 'metadata'],
  },
  ConversationDeleted: {
    type: 'object',
    properties: { id: TEXT, object: { const: 'conversation.deleted' }, deleted: { const: true } },
    required: ['id', 'object', 'deleted'],
  },
  ConversationItem: { description: 'A message, a call, its output, reasoning or a compaction.', type: 'object' },
};

const CONVERSATION = { id: ID, object: 'conversation', created_at: 1794721679, metadata: { topic: 'Czechia' } };
const ITEM = { role: 'user', content: 'What is the capital of Czechia?' };

const pathParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', maxLength: 256 },
  example,
});
const ID_PARAMETER = pathParameter('id', 'The id of a conversation (conv_…) of this account.', ID);
const ITEM_PARAMETER = pathParameter('item', 'The id of an item of the conversation.', QUESTION.id);

const queryParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
});
const INCLUDE_PARAMETER = queryParameter('include', 'Accepted; it changes nothing.', { type: 'array', items: TEXT });

const body = (name: string, example: object, required = true) => ({
  required,
  content: { 'application/json': { schema: ref(name), example } },
});

function answer(description: string, name: string, example: object) {
  const content = { 'application/json': { schema: ref(name), example } };
  return { 200: { description, headers: headers(['x-request-id', ...RATE_HEADERS]), content } };
}

/** A body adds these to what can go wrong. */
const BODY_CODES: readonly ErrorCode[] = [
  ...(['invalid_body', 'unsupported_content_type', 'body_too_slow', 'request_too_large'] as const),
];
const sending = (codes: readonly ErrorCode[]) => errorResponses([...codes, ...BODY_CODES]);

export const conversationPaths = {
  '/v1/conversations': {
    post: {
      operationId: 'createConversation',
      summary: 'Create a conversation',
      description: 'Its items are the context of responses that name it. It costs nothing, and counts as a request.',
      requestBody: body('ConversationRequest', { metadata: CONVERSATION.metadata, items: [ITEM] }, false),
      responses: {
        ...answer('The conversation.', 'Conversation', CONVERSATION),
        ...sending([...READING_CODES, 'not_found']),
      },
    },
  },
  '/v1/conversations/{id}': {
    get: {
      operationId: 'showConversation',
      summary: 'Show a conversation',
      parameters: [ID_PARAMETER],
      responses: { ...answer('The conversation.', 'Conversation', CONVERSATION), ...errorResponses(FINDING_CODES) },
    },
    post: {
      operationId: 'updateConversation',
      summary: 'Replace the metadata of a conversation',
      parameters: [ID_PARAMETER],
      requestBody: body('ConversationChange', { metadata: CONVERSATION.metadata }),
      responses: { ...answer('The conversation.', 'Conversation', CONVERSATION), ...sending(FINDING_CODES) },
    },
    delete: {
      operationId: 'deleteConversation',
      summary: 'Delete a conversation with all of its items',
      parameters: [ID_PARAMETER],
      responses: {
        ...answer('It is deleted.', 'ConversationDeleted', { id: ID, object: 'conversation.deleted', deleted: true }),
        ...errorResponses(FINDING_CODES),
      },
    },
  },
  '/v1/conversations/{id}/items': {
    get: {
      operationId: 'listConversationItems',
      summary: 'List the items of a conversation',
      parameters: [
        ID_PARAMETER,
        queryParameter('limit', 'How many; 20 without it.', { type: 'integer', minimum: 1, maximum: 100 }),
        queryParameter('order', 'desc, the newest first, without it.', { enum: ['asc', 'desc'] }),
        queryParameter('after', 'The last_id of the page before.', TEXT),
        INCLUDE_PARAMETER,
      ],
      responses: { ...answer('The items.', 'ResponseItemList', itemsExample()), ...errorResponses(FINDING_CODES) },
    },
    post: {
      operationId: 'createConversationItems',
      summary: 'Add items to a conversation',
      description: 'All of them, next to each other, or none.',
      parameters: [ID_PARAMETER, INCLUDE_PARAMETER],
      requestBody: body('ConversationItems', { items: [ITEM] }),
      responses: {
        ...answer('The items, as they were added.', 'ResponseItemList', itemsExample()),
        ...sending(FINDING_CODES),
      },
    },
  },
  '/v1/conversations/{id}/items/{item}': {
    get: {
      operationId: 'showConversationItem',
      summary: 'Show an item of a conversation',
      parameters: [ID_PARAMETER, ITEM_PARAMETER, INCLUDE_PARAMETER],
      responses: { ...answer('The item.', 'ConversationItem', QUESTION), ...errorResponses(FINDING_CODES) },
    },
    delete: {
      operationId: 'deleteConversationItem',
      summary: 'Delete an item of a conversation',
      parameters: [ID_PARAMETER, ITEM_PARAMETER],
      responses: { ...answer('The conversation.', 'Conversation', CONVERSATION), ...errorResponses(FINDING_CODES) },
    },
  },
};
