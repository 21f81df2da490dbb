/** /v1/files, /v1/batches and /v1/messages/batches in the OpenAPI document. */
import type { ErrorCode } from '../../core/errors.ts';
import { BATCH_ENDPOINTS, BATCH_STATUSES } from '../../features/batches/rules.ts';
import { errorResponses, FINDING_CODES, headers, RATE_HEADERS, READING_CODES } from './openapi-errors.ts';
import { COUNT, object, ref, TEXT } from './schema-words.ts';

const TIME = { description: 'In seconds since 1970.', type: 'integer', minimum: 0 };
const TIME_OR_NONE = {
  description: 'In seconds since 1970; null where it has not happened.',
  type: ['integer', 'null'],
};
const TEXT_OR_NONE = { type: ['string', 'null'] };

const FILE_ID = 'file-0VbGiwWJO4xzvoZvYD428PcoRNXnoxI095';
const BATCH_ID = 'batch_0VbGiwWJO4xzvoZvYD428PcoRNXnoxI095';
const MESSAGE_BATCH_ID = 'msgbatch_0VbGiwWJO4xzvoZvYD428PcoRNXnoxI095';

const listOf = (name: string, more: Readonly<Record<string, object>> = {}) =>
  object({
    ...more,
    data: { type: 'array', items: ref(name) },
    first_id: TEXT_OR_NONE,
    last_id: TEXT_OR_NONE,
    has_more: { type: 'boolean' },
  });

const BUDGET = {
  description: 'In CZK, as 12.50: when the batch has cost so much, none of its requests begins any more.',
  type: ['string', 'number', 'null'],
};

export const batchSchemas: Readonly<Record<string, object>> = {
  File: object({
    id: { type: 'string', pattern: '^file-' },
    object: { const: 'file' },
    bytes: COUNT,
    created_at: TIME,
    expires_at: TIME,
    filename: TEXT,
    purpose: { enum: ['batch', 'batch_output'] },
    status: { const: 'processed' },
    status_details: { type: 'null' },
  }),
  FileList: listOf('File', { object: { const: 'list' } }),
  FileDeleted: object({ id: TEXT, object: { const: 'file' }, deleted: { const: true } }),
  FileUpload: {
    type: 'object',
    properties: {
      file: { description: 'JSON lines in UTF-8: custom_id, method, url and body in each.', type: 'string' },
      purpose: { const: 'batch' },
      'expires_after[anchor]': { const: 'created_at' },
      'expires_after[seconds]': { description: 'From 3600; it is never kept for longer than usual.', type: 'integer' },
    },
    required: ['file', 'purpose'],
  },
  BatchRequest: {
    type: 'object',
    properties: {
      input_file_id: TEXT,
      endpoint: { enum: BATCH_ENDPOINTS },
      completion_window: { const: '24h' },
      metadata: { description: 'At most 16 texts of your own.', type: ['object', 'null'] },
      budget_czk: BUDGET,
    },
    required: ['input_file_id', 'endpoint', 'completion_window'],
  },
  Batch: object({
    id: { type: 'string', pattern: '^batch_' },
    object: { const: 'batch' },
    endpoint: { enum: BATCH_ENDPOINTS },
    errors: { description: 'What is wrong with the input, line by line.', type: ['object', 'null'] },
    input_file_id: TEXT_OR_NONE,
    completion_window: { const: '24h' },
    status: { enum: BATCH_STATUSES },
    output_file_id: TEXT_OR_NONE,
    error_file_id: TEXT_OR_NONE,
    created_at: TIME,
    in_progress_at: TIME_OR_NONE,
    expires_at: TIME,
    finalizing_at: TIME_OR_NONE,
    completed_at: TIME_OR_NONE,
    failed_at: TIME_OR_NONE,
    expired_at: TIME_OR_NONE,
    cancelling_at: TIME_OR_NONE,
    cancelled_at: TIME_OR_NONE,
    request_counts: object({ total: COUNT, completed: COUNT, failed: COUNT }),
    metadata: { type: ['object', 'null'] },
    cost_czk: { description: 'So far.', type: 'string' },
    budget_czk: TEXT_OR_NONE,
    waiting_for: { description: 'Why its requests wait, where they do.', type: ['string', 'null'] },
  }),
  BatchList: listOf('Batch', { object: { const: 'list' } }),
  MessageBatchRequest: {
    type: 'object',
    properties: {
      requests: {
        type: 'array',
        minItems: 1,
        items: object({ custom_id: { type: 'string', minLength: 1, maxLength: 256 }, params: { type: 'object' } }),
      },
      budget_czk: BUDGET,
    },
    required: ['requests'],
  },
  MessageBatch: object({
    id: { type: 'string', pattern: '^msgbatch_' },
    type: { const: 'message_batch' },
    processing_status: { enum: ['in_progress', 'canceling', 'ended'] },
    request_counts: object({ processing: COUNT, succeeded: COUNT, errored: COUNT, canceled: COUNT, expired: COUNT }),
    created_at: TEXT,
    expires_at: TEXT,
    ended_at: TEXT_OR_NONE,
    archived_at: { type: 'null' },
    cancel_initiated_at: TEXT_OR_NONE,
    results_url: TEXT_OR_NONE,
  }),
  MessageBatchList: listOf('MessageBatch'),
  MessageBatchDeleted: object({ id: TEXT, type: { const: 'message_batch_deleted' } }),
};

const FILE = {
  id: FILE_ID,
  object: 'file',
  bytes: 120,
  created_at: 1794721679,
  expires_at: 1797313679,
  filename: 'requests.jsonl',
  purpose: 'batch',
  status: 'processed',
  status_details: null,
};
const BATCH = {
  id: BATCH_ID,
  object: 'batch',
  endpoint: '/v1/chat/completions',
  errors: null,
  input_file_id: FILE_ID,
  completion_window: '24h',
  status: 'in_progress',
  output_file_id: null,
  error_file_id: null,
  created_at: 1794721679,
  in_progress_at: 1794721680,
  expires_at: 1794808079,
  finalizing_at: null,
  completed_at: null,
  failed_at: null,
  expired_at: null,
  cancelling_at: null,
  cancelled_at: null,
  request_counts: { total: 2, completed: 1, failed: 0 },
  metadata: null,
  cost_czk: '0.0012',
  budget_czk: null,
  waiting_for: null,
};
const MESSAGE_BATCH = {
  id: MESSAGE_BATCH_ID,
  type: 'message_batch',
  processing_status: 'in_progress',
  request_counts: { processing: 2, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  created_at: '2026-11-15T12:07:59.000Z',
  expires_at: '2026-11-16T12:07:59.000Z',
  ended_at: null,
  archived_at: null,
  cancel_initiated_at: null,
  results_url: null,
};
const pageOf = (one: { readonly id: string }) => ({ data: [one], first_id: one.id, last_id: one.id, has_more: false });

const idParameter = (what: string, example: string) => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `The id of a ${what} of this account.`,
  schema: { type: 'string', maxLength: 256 },
  example,
});
const FILE_PARAMETER = idParameter('file', FILE_ID);
const BATCH_PARAMETER = idParameter('batch', BATCH_ID);
const MESSAGE_BATCH_PARAMETER = idParameter('batch of messages', MESSAGE_BATCH_ID);

const query = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });
const limit = (usual: number, maximum: number) =>
  query('limit', `How many; ${usual} without it.`, { type: 'integer', minimum: 1, maximum });

function answer(description: string, name: string, example: object) {
  const content = { 'application/json': { schema: ref(name), example } };
  return { 200: { description, headers: headers(['x-request-id', ...RATE_HEADERS]), content } };
}

const lines = (description: string, type: string) => ({
  200: { description, headers: headers(['x-request-id', ...RATE_HEADERS]), content: { [type]: { schema: TEXT } } },
});

const body = (name: string, example: object, type = 'application/json') => ({
  required: true,
  content: { [type]: { schema: ref(name), example } },
});

/** A body adds these to what can go wrong. */
const SENT: readonly ErrorCode[] = ['invalid_body', 'unsupported_content_type', 'body_too_slow', 'request_too_large'];
const SENDING = errorResponses([...FINDING_CODES, ...SENT]);
const FINDING = errorResponses(FINDING_CODES);
const READING = errorResponses(READING_CODES);

const filePaths = {
  '/v1/files': {
    post: {
      operationId: 'createFile',
      summary: 'Send a file for a batch',
      requestBody: body('FileUpload', { file: '{"custom_id":"a"}', purpose: 'batch' }, 'multipart/form-data'),
      responses: { ...answer('The file.', 'File', FILE), ...SENDING },
    },
    get: {
      operationId: 'listFiles',
      summary: 'List files',
      parameters: [
        limit(10_000, 10_000),
        query('after', 'The last_id of the page before.', TEXT),
        query('order', 'desc, the newest first, without it.', { enum: ['asc', 'desc'] }),
        query('purpose', 'Only these.', TEXT),
      ],
      responses: { ...answer('The files.', 'FileList', { object: 'list', ...pageOf(FILE) }), ...READING },
    },
  },
  '/v1/files/{id}': {
    get: {
      operationId: 'showFile',
      summary: 'Show a file',
      parameters: [FILE_PARAMETER],
      responses: { ...answer('The file.', 'File', FILE), ...FINDING },
    },
    delete: {
      operationId: 'deleteFile',
      summary: 'Delete a file with its content',
      parameters: [FILE_PARAMETER],
      responses: {
        ...answer('It is deleted.', 'FileDeleted', { id: FILE_ID, object: 'file', deleted: true }),
        ...FINDING,
      },
    },
  },
  '/v1/files/{id}/content': {
    get: {
      operationId: 'showFileContent',
      summary: 'Read the content of a file',
      parameters: [FILE_PARAMETER],
      responses: { ...lines('Its lines.', 'application/jsonl'), ...FINDING },
    },
  },
};

const openaiPaths = {
  '/v1/batches': {
    post: {
      operationId: 'createBatch',
      summary: 'Create a batch',
      description:
        'Every line of the file is answered within a day, when there is room, and charged once. What is wrong with the file is in errors of a batch that has failed.',
      requestBody: body('BatchRequest', {
        input_file_id: FILE_ID,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
      }),
      responses: { ...answer('The batch.', 'Batch', BATCH), ...SENDING },
    },
    get: {
      operationId: 'listBatches',
      summary: 'List batches, the newest first',
      parameters: [limit(20, 100), query('after', 'The last_id of the page before.', TEXT)],
      responses: { ...answer('The batches.', 'BatchList', { object: 'list', ...pageOf(BATCH) }), ...READING },
    },
  },
  '/v1/batches/{id}': {
    get: {
      operationId: 'showBatch',
      summary: 'Show a batch',
      parameters: [BATCH_PARAMETER],
      responses: { ...answer('The batch.', 'Batch', BATCH), ...FINDING },
    },
  },
  '/v1/batches/{id}/cancel': {
    post: {
      operationId: 'cancelBatch',
      summary: 'Cancel a batch',
      description: 'Requests that run are stopped within seconds and cost nothing; what was answered stays.',
      parameters: [BATCH_PARAMETER],
      responses: { ...answer('The batch.', 'Batch', { ...BATCH, status: 'cancelling' }), ...FINDING },
    },
  },
};

const MESSAGES = '/v1/messages/batches';

const messagesPaths = {
  [MESSAGES]: {
    post: {
      operationId: 'createMessageBatch',
      summary: 'Create a batch of messages',
      requestBody: body('MessageBatchRequest', {
        requests: [{ custom_id: 'a', params: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] } }],
      }),
      responses: { ...answer('The batch.', 'MessageBatch', MESSAGE_BATCH), ...SENDING },
    },
    get: {
      operationId: 'listMessageBatches',
      summary: 'List batches of messages, the newest first',
      parameters: [
        limit(20, 1000),
        query('after_id', 'Those that are older.', TEXT),
        query('before_id', 'Those that are newer.', TEXT),
      ],
      responses: { ...answer('The batches.', 'MessageBatchList', pageOf(MESSAGE_BATCH)), ...READING },
    },
  },
  [`${MESSAGES}/{id}`]: {
    get: {
      operationId: 'showMessageBatch',
      summary: 'Show a batch of messages',
      parameters: [MESSAGE_BATCH_PARAMETER],
      responses: { ...answer('The batch.', 'MessageBatch', MESSAGE_BATCH), ...FINDING },
    },
    delete: {
      operationId: 'deleteMessageBatch',
      summary: 'Delete a batch of messages that has ended, with its results',
      parameters: [MESSAGE_BATCH_PARAMETER],
      responses: {
        ...answer('It is deleted.', 'MessageBatchDeleted', { id: MESSAGE_BATCH_ID, type: 'message_batch_deleted' }),
        ...FINDING,
      },
    },
  },
  [`${MESSAGES}/{id}/cancel`]: {
    post: {
      operationId: 'cancelMessageBatch',
      summary: 'Cancel a batch of messages',
      parameters: [MESSAGE_BATCH_PARAMETER],
      responses: {
        ...answer('The batch.', 'MessageBatch', { ...MESSAGE_BATCH, processing_status: 'canceling' }),
        ...FINDING,
      },
    },
  },
  [`${MESSAGES}/{id}/results`]: {
    get: {
      operationId: 'showMessageBatchResults',
      summary: 'Read the results of a batch of messages',
      parameters: [MESSAGE_BATCH_PARAMETER],
      responses: { ...lines('A line for each request.', 'application/x-jsonl'), ...FINDING },
    },
  },
};

export const batchPaths = { ...filePaths, ...openaiPaths, ...messagesPaths };
