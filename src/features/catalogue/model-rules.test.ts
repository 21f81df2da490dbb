import { describe, expect, test } from 'bun:test';
import { catalogueOf } from '../../../test/support/catalogue.ts';
import { API_KEY } from '../../core/api-key.fixture.ts';
import type { ChatRequest } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { fitToModel, modelFor } from './model-rules.ts';

const A = catalogueOf('A');
const B = catalogueOf('B');

const chat = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'svc-glacier',
  messages: [{ role: 'user', content: 'Hi' }],
  stream: false,
  includeUsage: false,
  ...fields,
});

function caller(allowedModels: readonly string[] = []) {
  return { accountId: 'acc_1', key: { ...API_KEY, allowedModels }, requestId: 'req_1' };
}

function fit(fields: Partial<ChatRequest>, catalogue = A, maxTokensAboveLimit: 'refuse' | 'lower' = 'refuse') {
  const request = chat(fields);
  return fitToModel(request, modelFor(request, caller(), catalogue), {
    catalogue,
    maxTokensAboveLimit,
    attachmentsMax: 100,
  });
}

function refusal(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, param: error.details.param };
    throw error;
  }
  return undefined;
}

describe('the model of a request', () => {
  test.each([...A.models.keys()])('%s is found', (model) => {
    expect(modelFor(chat({ model }), caller(), A).id).toBe(model);
  });

  test.each(['svc-1', 'gpt-4', '', 'SVC-GLACIER', 'constructor', '__proto__'])('"%s" does not exist', (model) => {
    expect(refusal(() => modelFor(chat({ model }), caller(), A))).toEqual({
      code: 'model_not_found',
      message: `The model "${model}" does not exist; use one of svc-frost, svc-glacier, svc-polaris.`,
      param: 'model',
    });
  });

  test('that does not exist is answered with those that make what was asked for, under all their names', () => {
    const vectors = { ...A.models.get('svc-frost')!, id: 'vectors', kind: 'embedding' as const };
    const aliases = new Map([
      ['claude-*', 'svc-glacier'],
      ['ada', 'vectors'],
    ]);
    const both = { ...A, models: new Map([...A.models, ['vectors', vectors]]), aliases };
    const embedding = { inputs: ['x'], encoding: 'float' as const };
    const said = (fields: object, catalogue: typeof A = both) =>
      refusal(() => modelFor(chat({ model: 'x', ...fields }), caller(), catalogue))?.message;

    expect(said({})).toEndWith('use one of svc-frost, svc-glacier, svc-polaris, claude-*.');
    expect(said({ embedding })).toEndWith('use one of vectors, ada.');
    expect(said({ embedding }, { ...A, aliases: new Map() })).toEndWith('no model of this service makes embeddings.');
  });

  test('with a long name is named in short', () => {
    const told = refusal(() => modelFor(chat({ model: 'x'.repeat(100_000) }), caller(), A))?.message;

    expect(told).toStartWith(`The model "${'x'.repeat(80)}…" does not exist`);
  });

  test('must be one that the key allows, where the key names some', () => {
    expect(modelFor(chat(), caller(['svc-frost', 'svc-glacier']), A).id).toBe('svc-glacier');
    expect(refusal(() => modelFor(chat(), caller(['svc-frost', 'svc-polaris']), A))).toEqual({
      code: 'model_not_allowed',
      message: 'This API key may not use the model svc-glacier; it may use svc-frost, svc-polaris.',
      param: 'model',
    });
  });

  test('that does not exist is refused as such, also where the key allows it', () => {
    expect(refusal(() => modelFor(chat({ model: 'old' }), caller(['old']), A))?.code).toBe('model_not_found');
  });
});

describe('the length of an answer', () => {
  test.each([
    ['svc-frost', 8192],
    ['svc-polaris', 32_000],
  ])('of %s is at most %p', (model, max) => {
    expect(fit({ model }).maxOutputTokens).toBe(max);
    expect(fit({ model, maxOutputTokens: 1 }).maxOutputTokens).toBe(1);
    expect(fit({ model, maxOutputTokens: max }).maxOutputTokens).toBe(max);
    expect(refusal(() => fit({ model, maxOutputTokens: max + 1 }))).toEqual({
      code: 'invalid_request',
      message: `max_tokens (or max_completion_tokens) is ${max + 1}, but ${model} returns at most ${max} tokens.`,
      param: 'max_tokens',
    });
  });

  test('is lowered instead, where the operator wants it', () => {
    expect(fit({ maxOutputTokens: 1_000_000 }, A, 'lower').maxOutputTokens).toBe(8192);
    expect(fit({ maxOutputTokens: 8191 }, A, 'lower').maxOutputTokens).toBe(8191);
  });
});

describe('temperature', () => {
  test('is passed on, also when it is 0', () => {
    expect(fit({ temperature: 0 }).temperature).toBe(0);
    expect(fit({ model: 'svc-1', temperature: 0 }, B).temperature).toBe(0);
  });

  test.each([
    ['svc-polaris', A],
    ['svc-1-think', B],
  ])('is ignored by %s', (model, catalogue) => {
    expect('temperature' in fit({ model, temperature: 1.5 }, catalogue)).toBe(false);
    expect('temperature' in fit({ model }, catalogue)).toBe(false);
  });

  test('has the default 0.7 in variant B and none in variant A', () => {
    expect(fit({ model: 'svc-1' }, B).temperature).toBe(0.7);
    expect('temperature' in fit({}, A)).toBe(false);
  });
});

describe('tools', () => {
  const tools = [{ name: 'f' }];

  test.each(['svc-frost', 'svc-glacier'])('are taken by %s', (model) => {
    expect(fit({ model, tools, toolChoice: { mode: 'auto' } }).tools).toEqual(tools);
  });

  test('are not taken by polaris, which says who does', () => {
    expect(refusal(() => fit({ model: 'svc-polaris', tools }))).toEqual({
      code: 'tools_not_supported',
      message: 'tools is not supported by svc-polaris; use svc-frost or svc-glacier.',
      param: 'tools',
    });
  });

  test.each(['none', 'auto', 'required'] as const)('are not taken by polaris: not even the choice %s alone', (mode) => {
    expect(refusal(() => fit({ model: 'svc-polaris', toolChoice: { mode } }))).toEqual({
      code: 'tools_not_supported',
      message: 'tool_choice is not supported by svc-polaris; use svc-frost or svc-glacier.',
      param: 'tool_choice',
    });
  });

  test.each([...B.models.keys()])('are not taken by %s, nor by any model of variant B', (model) => {
    expect(refusal(() => fit({ model, tools }, B))?.message).toBe(
      `tools is not supported by ${model}; no model of this service does.`,
    );
  });
});

test('everything else of a request stays as it is, and the request itself is not changed', () => {
  const request = Object.freeze(chat({ stop: ['x'], seed: 7, stream: true, temperature: 1 }));

  const fitted = fitToModel(request, A.models.get('svc-glacier')!, {
    catalogue: A,
    maxTokensAboveLimit: 'refuse',
    attachmentsMax: 100,
  });

  expect(fitted).toEqual({ ...request, maxOutputTokens: 8192 });
});
