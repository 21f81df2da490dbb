import { describe, expect, test } from 'bun:test';
import { catalogueOf } from '../../test/support/catalogue.ts';
import { PUBLISHED } from '../domain/catalogue.ts';
import { DEFAULT_LIMITS } from '../domain/limits.ts';
import { chatSchema } from './chat-schema.ts';
import { ERROR_TABLE } from './error-body.ts';
import { openapiDocument } from './openapi.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minItems?: number;
  readonly maxItems?: number;
};
type Operation = { readonly responses: Readonly<Record<string, { readonly description: string }>> };
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function documentOf(variant: 'A' | 'B'): Document {
  return JSON.parse(JSON.stringify(openapiDocument(DEFAULT_LIMITS, catalogueOf(variant)))) as Document;
}

describe.each(['A', 'B'] as const)('the description of variant %s', (variant) => {
  const document = documentOf(variant);
  const request = document.components.schemas.ChatRequest!;

  test('is of OpenAPI 3.1 and has the published paths', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(['/chat/completions', '/receipts/{id}', '/models']);
    expect(Object.keys(document.paths['/chat/completions']!)).toEqual(['post']);
  });

  test('refers only to schemas that it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];

    expect(references.length).toBeGreaterThan(0);
    for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name!);
  });

  test('mentions every field of a request, and only messages is required', () => {
    expect(Object.keys(request.properties).sort()).toEqual(Object.keys(chatSchema(DEFAULT_LIMITS).shape).sort());
    expect(request.required).toEqual(['messages']);
  });

  test('says what the fields may be', () => {
    expect(request.properties.messages).toMatchObject({ type: 'array', minItems: 1, maxItems: 300 });
    expect(JSON.stringify(request.properties.temperature)).toContain('"maximum":2');
    expect(JSON.stringify(request.properties.logit_bias)).toContain('"type":"object"');
    expect(JSON.stringify(request.properties.messages)).toContain('"assistant"');
  });

  test('names the models and the default', () => {
    const { defaultModel, models } = PUBLISHED[variant];

    expect(request.properties.model?.enum).toEqual([...models.map(({ id }) => id), null]);
    expect(request.properties.model?.default).toBe(defaultModel);
  });

  test('has every published status, with the codes that go with it', () => {
    const { responses } = document.paths['/chat/completions']!.post!;

    expect(Object.keys(responses)).toEqual(['200', '400', '401', '402', '413', '429', '502']);
    for (const { status, code } of Object.values(ERROR_TABLE)) {
      if (code && responses[status]) expect(responses[status].description).toContain(code);
    }
  });

  test('has what every answer has', () => {
    expect(document.components.schemas.ChatCompletion?.required).toEqual([
      'id',
      'object',
      'created',
      'model',
      'choices',
      'usage',
    ]);
    expect(document.components.schemas.Error?.required).toEqual(['error']);
  });
});

test('the limits of the operator stand in the description', () => {
  const written = JSON.stringify(openapiDocument({ ...DEFAULT_LIMITS, messagesMax: 7, toolsMax: 5 }, catalogueOf('A')));

  expect(written).toContain('"maxItems":7');
  expect(written).toContain('"maxItems":5');
});
