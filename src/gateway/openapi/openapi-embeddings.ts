/** Embeddings in the OpenAPI document: the operation, what is sent and what comes. */
import { z } from 'zod';
import { type Catalogue, listedModels } from '../../core/model.ts';
import { embeddingsSchema } from '../../dialects/embeddings/embeddings-dialect.ts';
import { CHAT_CODES, errorResponses, headers } from './openapi-errors.ts';
import { IDEMPOTENCY_PARAMETER } from './openapi-request.ts';
import { COUNT, ref } from './schema-words.ts';

/** Named where the operator has added none. */
const EXAMPLE_MODEL = 'text-vectors';

const FIELD_NOTES: Readonly<Record<keyof typeof embeddingsSchema.shape, string>> = {
  model: 'A model of the kind embedding, as /models lists it.',
  input: 'A text, a text as token ids, or up to 2048 of one of these. Each is read for itself.',
  encoding_format: 'float: numbers. base64: the same as little-endian 32-bit floats, which is a third as long.',
  dimensions: 'How many numbers a vector has, where the model can make shorter ones.',
  user: 'Kept with the receipt.',
};

const INPUT = ['Prague is the capital of Czechia.', 'Brno lies in Moravia.'];
const VECTORS = [
  { object: 'embedding', index: 0, embedding: [0.0123, -0.0456, 0.0789] },
  { object: 'embedding', index: 1, embedding: [0.0321, 0.0654, -0.0987] },
];
const ANSWER = {
  id: 'embd_kmGvxuAGL9BPnBIaQuZyfZDGhU01234567',
  object: 'list',
  data: VECTORS,
  usage: { prompt_tokens: 15, total_tokens: 15, cost_czk: '0.00003' },
};

const content = (schema: string, example: object) => ({
  'application/json': { schema: ref(schema), example },
});

export const embeddingsOperation = (catalogue: Pick<Catalogue, 'models'>) => {
  const model = listedModels(catalogue).find(({ kind }) => kind === 'embedding')?.id ?? EXAMPLE_MODEL;
  return {
    operationId: 'createEmbeddings',
    summary: 'Turn texts into vectors',
    description:
      'By models of the kind embedding, where the operator has added one. Checked, held and paid as a chat; only the input is charged. Idempotency-Key counts here, too.',
    parameters: [IDEMPOTENCY_PARAMETER],
    requestBody: {
      required: true,
      content: content('EmbeddingRequest', { model, input: INPUT }),
    },
    responses: {
      200: {
        description: 'The vectors, in the order of the input.',
        headers: headers(['x-request-id', 'idempotent-replayed', 'ai-disclosure']),
        content: content('EmbeddingList', { ...ANSWER, model }),
      },
      ...errorResponses(CHAT_CODES.filter((code) => code !== 'tools_not_supported')),
    },
  };
};

const EMBEDDING = {
  type: 'object',
  properties: {
    object: { const: 'embedding' },
    index: COUNT,
    embedding: { oneOf: [{ type: 'array', items: { type: 'number' }, minItems: 1 }, { type: 'string' }] },
  },
  required: ['object', 'index', 'embedding'],
};

const LIST = {
  type: 'object',
  properties: {
    id: { description: 'It finds the receipt.', type: 'string', pattern: '^embd_' },
    object: { const: 'list' },
    data: { type: 'array', items: EMBEDDING },
    model: { type: 'string' },
    usage: {
      type: 'object',
      properties: { prompt_tokens: COUNT, total_tokens: COUNT, cost_czk: { type: 'string' } },
      required: ['prompt_tokens', 'total_tokens', 'cost_czk'],
    },
  },
  required: ['id', 'object', 'data', 'model', 'usage'],
};

export const EMBEDDING_SCHEMAS = { EmbeddingRequest: requestSchema(), EmbeddingList: LIST };

function requestSchema(): object {
  const { $schema: _, ...schema } = z.toJSONSchema(embeddingsSchema, { io: 'input' });
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const description = FIELD_NOTES[name as keyof typeof FIELD_NOTES];
    return [name, typeof field === 'object' ? { description, ...field } : { description }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
