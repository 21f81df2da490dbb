/** The OpenAPI 3.1 description of the interface, from the schemas that check it. */
import { modelsOfPreset } from '../../core/catalogue.ts';
import { type Catalogue, listedModels, type Model } from '../../core/model.ts';
import type { chatSchema } from '../../dialects/chat/chat-schema.ts';
import { ANSWER_SCHEMAS } from './openapi-answers.ts';
import { batchPaths, batchSchemas } from './openapi-batches.ts';
import { completionsOperation, completionsSchemas } from './openapi-completions.ts';
import { conversationPaths, conversationSchemas } from './openapi-conversations.ts';
import { EMBEDDING_SCHEMAS, embeddingsOperation } from './openapi-embeddings.ts';
import {
  CHAT_CODES,
  errorResponses,
  FINDING_CODES,
  HEADERS,
  headers,
  RATE_HEADERS,
  READING_CODES,
} from './openapi-errors.ts';
import {
  askingExample,
  balanceExample,
  completionExample,
  creditsExample,
  generationExample,
  modelExample,
  receiptExample,
  streamExample,
  streamingExample,
  toolsExample,
} from './openapi-examples.ts';
import { messagesPaths, messagesSchemas } from './openapi-messages.ts';
import { IDEMPOTENCY_PARAMETER, requestSchemas } from './openapi-request.ts';
import { responsesPaths, responsesSchemas } from './openapi-responses.ts';
import { ref } from './schema-words.ts';

const ABOUT = [
  'Chat completions, paid in CZK by the tokens processed.',
  'Clients of the OpenAI chat API work after changing the base address and the key.',
  'Whatever is not described here is answered 404, another method 405, with the same body as any error.',
].join(' ');
/** Beside /v1, and without a key. */
const OPEN = { security: [] };

/** In the examples of a service that has no models yet. */
const EXAMPLE_MODEL: Model = { ...modelsOfPreset('A').models[0]!, id: 'MODEL', priceVersion: 'MODEL@1' };

export function openapiDocument(limits: Parameters<typeof chatSchema>[0], catalogue: Catalogue, serviceName: string) {
  const model = catalogue.models.get(catalogue.defaultModel) ?? listedModels(catalogue)[0] ?? EXAMPLE_MODEL;
  return {
    openapi: '3.1.0',
    info: { title: serviceName, version: 'v1', description: ABOUT },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: {
      '/v1/chat/completions': { post: chatOperation(model) },
      '/v1/completions': { post: completionsOperation(model) },
      ...responsesPaths(model),
      ...conversationPaths,
      ...messagesPaths(model.id),
      '/v1/embeddings': { post: embeddingsOperation(catalogue) },
      ...batchPaths,
      '/v1/receipts/{id}': { get: receiptOperation(model.id) },
      '/v1/balance': { get: balanceOperation() },
      '/v1/generation': { get: generationOperation(model.id) },
      '/v1/credits': { get: creditsOperation() },
      '/v1/models': { get: modelsOperation(model) },
      '/v1/models/{id}': { get: modelOperation(model) },
      '/healthz': { get: HEALTH },
      '/readyz': { get: READINESS },
      '/openapi.json': { get: DESCRIPTION },
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key. It is shown once, when it is made.' },
      },
      headers: HEADERS,
      schemas: {
        ...requestSchemas(limits, catalogue),
        ...completionsSchemas(limits, catalogue),
        ...ANSWER_SCHEMAS,
        ...responsesSchemas(limits, catalogue),
        ...conversationSchemas,
        ...EMBEDDING_SCHEMAS,
        ...messagesSchemas(limits),
        ...batchSchemas,
      },
    },
  };
}

const chatOperation = ({ id, takesTools }: Model) => ({
  operationId: 'createChatCompletion',
  summary: 'Create a chat completion',
  description:
    'One answer of a model to a chat. The checks come in this order: key, rate, size, form, credit; a request that fails one has cost nothing.',
  parameters: [IDEMPOTENCY_PARAMETER],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('ChatRequest'),
        examples: {
          asking: { summary: 'One JSON answer', value: askingExample(id) },
          streaming: { summary: 'A stream', value: streamingExample(id) },
          ...(takesTools && { tools: { summary: 'Functions to call', value: toolsExample(id) } }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer: JSON, or with stream a stream of events that ends with data: [DONE].',
      headers: headers(['x-request-id', ...RATE_HEADERS, 'idempotent-replayed', 'ai-disclosure']),
      content: {
        'application/json': { schema: ref('ChatCompletion'), example: completionExample(id) },
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Each event is a line data: with a ChatChunk. A failure after the beginning is one event with an Error, and no [DONE]. Lines that begin with a colon are to be skipped.',
            contentMediaType: 'application/json',
            contentSchema: { oneOf: [ref('ChatChunk'), ref('Error')] },
          },
          example: streamExample(id),
        },
      },
    },
    ...errorResponses(CHAT_CODES),
  },
});

const receiptOperation = (model: string) => ({
  operationId: 'showReceipt',
  summary: 'Show what an answer cost, and who paid',
  description: 'For the key that asked, once the answer has ended. What was not charged has no receipt.',
  parameters: [idParameter('The id of an answer (chatcmpl-…) or its x-request-id (req_…).', receiptExample(model).id)],
  responses: found('The receipt.', 'Receipt', receiptExample(model)),
});

const balanceOperation = () => ({
  operationId: 'showBalance',
  summary: 'Show what the key may spend',
  description: 'What the next request can use, the limit of the key, and the pots of its account.',
  responses: { ...success('The balance.', 'Balance', balanceExample()), ...errorResponses(READING_CODES) },
});

const generationOperation = (model: string) => ({
  operationId: 'showGeneration',
  summary: "Show a receipt in OpenRouter's form",
  parameters: [{ ...idParameter('The id of an answer.', generationExample(model).data.id), in: 'query' }],
  responses: found('The receipt. Amounts are CZK.', 'Generation', generationExample(model)),
});

const creditsOperation = () => ({
  operationId: 'showCredits',
  summary: "Show the credit of the account in OpenRouter's form",
  description: 'Over all time, in CZK: what is left is the difference.',
  responses: { ...success('The credit.', 'Credits', creditsExample()), ...errorResponses(READING_CODES) },
});

const modelsOperation = ({ id, role }: Model) => ({
  operationId: 'listModels',
  summary: 'List the models',
  description: 'Those that the key may use.',
  responses: {
    ...success('The models.', 'ModelList', { object: 'list', data: [modelExample(id, role)] }),
    ...errorResponses(READING_CODES),
  },
});

const modelOperation = ({ id, role }: Model) => ({
  operationId: 'showModel',
  summary: 'Show a model',
  parameters: [idParameter('The id of a model, as in the list.', id)],
  responses: found('The model.', 'Model', modelExample(id, role)),
});

const HEALTH = {
  ...OPEN,
  operationId: 'showHealth',
  summary: 'Say that the process is alive',
  responses: { 200: json('It is.', 'Health', { status: 'ok' }) },
};

const READINESS = {
  ...OPEN,
  operationId: 'showReadiness',
  summary: 'Say whether a completion could be served now',
  responses: {
    200: json('It could.', 'Readiness', { status: 'ready', problems: [] }),
    503: json('It could not.', 'Readiness', {
      status: 'not ready',
      problems: ['no engine is configured'],
    }),
  },
};

const DESCRIPTION = {
  ...OPEN,
  operationId: 'showDescription',
  summary: 'Show this description for machines',
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document.',
      headers: headers(['x-request-id']),
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

function idParameter(description: string, example: string) {
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string', maxLength: 256 }, example };
}

function json(description: string, name: string, example: object) {
  return {
    description,
    headers: headers(['x-request-id']),
    content: { 'application/json': { schema: ref(name), example } },
  };
}

function success(description: string, name: string, example: object) {
  return { 200: { ...json(description, name, example), headers: headers(['x-request-id', ...RATE_HEADERS]) } };
}

function found(description: string, name: string, example: object) {
  return { ...success(description, name, example), ...errorResponses(FINDING_CODES) };
}
