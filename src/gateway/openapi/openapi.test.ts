import { describe, expect, test } from 'bun:test';
import { catalogueOf } from '../../../test/support/catalogue.ts';
import { schemaProblems } from '../../../test/support/json-schema-check.ts';
import { PUBLISHED } from '../../core/catalogue.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { chatSchema } from '../../dialects/chat/chat-schema.ts';
import { responsesSchema } from '../../dialects/responses/schema.ts';
import { ERROR_TABLE } from '../../platform/http/error-body.ts';
import { openapiDocument } from './openapi.ts';
import { chunkExamples } from './openapi-examples.ts';

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minItems?: number;
  readonly maxItems?: number;
};
type Content = {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Answer = { readonly description: string; readonly content?: Readonly<Record<string, Content>> };
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
};
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function documentOf(variant: 'A' | 'B'): Document {
  return JSON.parse(JSON.stringify(openapiDocument(DEFAULT_LIMITS, catalogueOf(variant), 'Boreal'))) as Document;
}

const METHODS = ['get', 'post', 'delete'];
/** OpenAPI 3.1 allows these fields in the objects that this document uses. */
const KEYS = {
  document: ['openapi', 'info', 'servers', 'security', 'paths', 'components'],
  path: METHODS,
  operation: ['operationId', 'summary', 'description', 'security', 'parameters', 'requestBody', 'responses'],
  parameter: ['name', 'in', 'required', 'description', 'schema', 'example'],
  requestBody: ['required', 'content'],
  answer: ['description', 'headers', 'content'],
  content: ['schema', 'example', 'examples'],
};

describe.each(['A', 'B'] as const)('the description of variant %s', (variant) => {
  const document = documentOf(variant);
  const request = document.components.schemas.ChatRequest!;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, operation: item[method]! })),
  );
  const contents = operations.flatMap(({ operation }) => [
    ...Object.values(operation.requestBody?.content ?? {}),
    ...Object.values(operation.responses).flatMap((answer) => Object.values(answer.content ?? {})),
  ]);
  const problemsOf = (schema: object, value: unknown) => schemaProblems({ ...document, ...schema }, value);

  test('is of OpenAPI 3.1 and has the published paths', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/v1/chat/completions',
      '/v1/completions',
      '/v1/responses',
      '/v1/responses/compact',
      '/v1/responses/input_tokens',
      '/v1/responses/{id}',
      '/v1/responses/{id}/input_items',
      '/v1/responses/{id}/cancel',
      '/v1/conversations',
      '/v1/conversations/{id}',
      '/v1/conversations/{id}/items',
      '/v1/conversations/{id}/items/{item}',
      '/v1/messages',
      '/v1/messages/count_tokens',
      '/v1/embeddings',
      '/v1/files',
      '/v1/files/{id}',
      '/v1/files/{id}/content',
      '/v1/batches',
      '/v1/batches/{id}',
      '/v1/batches/{id}/cancel',
      '/v1/messages/batches',
      '/v1/messages/batches/{id}',
      '/v1/messages/batches/{id}/cancel',
      '/v1/messages/batches/{id}/results',
      '/v1/receipts/{id}',
      '/v1/balance',
      '/v1/generation',
      '/v1/credits',
      '/v1/models',
      '/v1/models/{id}',
      '/healthz',
      '/readyz',
      '/openapi.json',
    ]);
    expect(Object.keys(document.paths['/v1/chat/completions']!)).toEqual(['post']);
  });

  test('has nothing where OpenAPI 3.1 does not allow it', () => {
    const strays = (kind: keyof typeof KEYS, value: object) =>
      Object.keys(value)
        .filter((key) => !KEYS[kind].includes(key))
        .map((key) => `${kind}: ${key}`);

    expect([
      ...strays('document', document),
      ...Object.values(document.paths).flatMap((item) => strays('path', item)),
      ...operations.flatMap(({ operation }) => [
        ...strays('operation', operation),
        ...(operation.parameters ?? []).flatMap((parameter) => strays('parameter', parameter)),
        ...strays('requestBody', operation.requestBody ?? {}),
        ...Object.values(operation.responses).flatMap((answer) => strays('answer', answer)),
      ]),
      ...contents.flatMap((content) => strays('content', content)),
    ]).toEqual([]);
  });

  test('names each operation once, and every part of a path is a required parameter', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = path.split('/').filter((part) => part.startsWith('{'));
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path' && one.required);
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(inPath);
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
    }
  });

  test('refers only to what it has', () => {
    const references = JSON.stringify(document).split('"$ref":"').slice(1);
    const targets = new Set(references.map((rest) => rest.slice(0, rest.indexOf('"'))));

    expect(targets.size).toBeGreaterThan(15);
    for (const target of targets) {
      const found = target
        .split('/')
        .slice(1)
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, target).toBeDefined();
    }
  });

  test('mentions every field of a request in words, and only messages is required', () => {
    expect(Object.keys(request.properties).sort()).toEqual(Object.keys(chatSchema(DEFAULT_LIMITS).shape).sort());
    expect(request.required).toEqual(['messages']);
    for (const [name, { description }] of Object.entries(request.properties)) expect(description, name).toBeString();
  });

  test('mentions every field of a response that is asked for in words', () => {
    const { properties } = document.components.schemas.ResponseRequest!;
    expect(Object.keys(properties).sort()).toEqual(Object.keys(responsesSchema(DEFAULT_LIMITS).shape).sort());
    for (const [name, { description }] of Object.entries(properties)) expect(description, name).toBeString();
  });

  test('says what the fields may be', () => {
    const { schemas } = document.components;
    expect(request.properties.messages).toMatchObject({ type: 'array', minItems: 1, maxItems: 300 });
    expect(JSON.stringify(request.properties.temperature)).toContain('"maximum":2');
    expect(JSON.stringify(request.properties.logit_bias)).toContain('"type":"object"');
    expect(JSON.stringify(schemas.Message)).toContain('"assistant"');
    expect(JSON.stringify(schemas.ToolChoice)).toContain('"required"');
    expect(JSON.stringify(schemas.ResponseFormat)).toContain('"json_schema"');
  });

  test('names the models and the default', () => {
    const { defaultModel, models } = PUBLISHED[variant];

    expect(request.properties.model?.enum).toEqual([...models.map(({ id }) => id), null]);
    expect(request.properties.model?.default).toBe(defaultModel);
  });

  test('has every published status, with the codes that go with it', () => {
    const { responses } = document.paths['/v1/chat/completions']!.post!;

    expect(Object.keys(responses)).toEqual(['200', '400', '401', '402', '413', '429', '502']);
    for (const code of ['invalid_body', 'model_not_found', 'unsupported_parameter', 'context_length_exceeded']) {
      expect(responses[400]!.description).toContain(code);
    }
    expect(responses[402]!.description).toContain(
      'insufficient_quota, key_limit_reached, member_limit_reached, account_limit_reached, account_blocked',
    );
    expect(responses[429]!.description).toContain('rate_limit_exceeded');
    expect(responses[502]!.description).toContain(ERROR_TABLE.upstream_failed.code!);
    expect(JSON.stringify(responses)).not.toContain(ERROR_TABLE.wrong_password.code!);
  });

  test('has only examples that its own schemas accept', () => {
    const examples = contents.flatMap(({ schema, example, examples = {} }) => [
      ...(example === undefined ? [] : [{ schema, value: example }]),
      ...Object.values(examples).map(({ value }) => ({ schema, value })),
    ]);
    const chunks = chunkExamples(PUBLISHED[variant].defaultModel);

    expect(examples.length).toBeGreaterThan(8);
    expect(examples.flatMap(({ schema, value }) => problemsOf(schema, value))).toEqual([]);
    expect(chunks.flatMap((chunk) => problemsOf({ $ref: '#/components/schemas/ChatChunk' }, chunk))).toEqual([]);
  });

  test('accepts no nonsense as an answer', () => {
    const isRefused = (name: string, value: unknown) =>
      problemsOf({ $ref: `#/components/schemas/${name}` }, value).length > 0;

    for (const name of ['Response', 'ChatCompletion', 'ChatChunk', 'Receipt', 'Model', 'Error', 'Readiness']) {
      expect(isRefused(name, {})).toBeTrue();
    }
    expect(isRefused('ChatRequest', { messages: [] })).toBeTrue();
  });
});

test('the limits of the operator are in the description', () => {
  const written = JSON.stringify(
    openapiDocument({ ...DEFAULT_LIMITS, messagesMax: 7, toolsMax: 5 }, catalogueOf('A'), 'Boreal'),
  );

  expect(written).toContain('"maxItems":7');
  expect(written).toContain('"maxItems":5');
});

test('messages and references without their type fit the description, as the service takes them', () => {
  const { components } = documentOf('A');
  const fits = (item: object) =>
    schemaProblems({ components, $ref: '#/components/schemas/ResponseInputItem' }, item).length === 0;

  expect(fits({ role: 'user', content: 'Hi', id: 'msg_1' })).toBe(true);
  expect(fits({ type: null, role: 'user', content: 'Hi' })).toBe(true);
  expect(fits({ id: 'msg_1' })).toBe(true);
  expect(fits({ type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' })).toBe(true);
  expect(fits({ call_id: 'call_1', name: 'weather', arguments: '{}' })).toBe(false);
});
