/** The published numbers, written out: a change here is a change of what customers were promised. */
import { describe, expect, test } from 'bun:test';
import { PUBLISHED } from './catalogue.ts';
import { nanos } from './money.ts';

const modelsOf = (variant: 'A' | 'B') =>
  Object.fromEntries(PUBLISHED[variant].models.map((model) => [model.id, model]));

test('there are two variants', () => {
  expect(Object.keys(PUBLISHED)).toEqual(['A', 'B']);
});

describe('variant A', () => {
  const models = modelsOf('A');

  test('has frost, glacier and polaris, and glacier is the default', () => {
    expect(Object.keys(models)).toEqual(['svc-frost', 'svc-glacier', 'svc-polaris']);
    expect(PUBLISHED.A.defaultModel).toBe('svc-glacier');
  });

  test.each([
    ['svc-frost', 8192, true, false],
    ['svc-glacier', 8192, true, false],
    ['svc-polaris', 32_000, false, true],
  ] as const)(
    '%s returns at most %p tokens; takes tools: %p; reasons: %p',
    (id, maxOutputTokens, takesTools, isReasoning) => {
      expect(models[id]).toMatchObject({ maxOutputTokens, takesTools, isReasoning });
    },
  );

  test('states no default temperature', () => {
    for (const model of PUBLISHED.A.models) expect(model.temperatureDefault).toBeUndefined();
  });
});

describe('variant B', () => {
  const models = modelsOf('B');

  test('has svc-1 and svc-1-think, and svc-1 is the default', () => {
    expect(Object.keys(models)).toEqual(['svc-1', 'svc-1-think']);
    expect(PUBLISHED.B.defaultModel).toBe('svc-1');
  });

  test.each([
    ['svc-1', 8192, false],
    ['svc-1-think', 32_000, true],
  ] as const)('%s returns at most %p tokens; takes no tools; reasons: %p', (id, maxOutputTokens, isReasoning) => {
    expect(models[id]).toMatchObject({ maxOutputTokens, takesTools: false, isReasoning });
  });

  test('states the default temperature 0.7, which the reasoning model ignores', () => {
    expect(models['svc-1']?.temperatureDefault).toBe(0.7);
    expect(models['svc-1-think']?.temperatureDefault).toBeUndefined();
  });
});

describe.each(['A', 'B'] as const)('in variant %s', (variant) => {
  test('the default model is one of its models, and no id occurs twice', () => {
    const ids = PUBLISHED[variant].models.map((model) => model.id);

    expect(ids).toContain(PUBLISHED[variant].defaultModel);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every model has a price, and cached input is not dearer than input', () => {
    for (const { id, price } of PUBLISHED[variant].models) {
      expect(price.input > 0n && price.output > 0n, id).toBe(true);
      expect(price.cachedInput <= price.input, id).toBe(true);
      expect(price.reasoning, id).toBe(price.output);
    }
  });

  test('no model has an engine: the operator connects them', () => {
    for (const model of PUBLISHED[variant].models) expect(model.engine).toBeUndefined();
  });
});

test.each([
  ['A', 'svc-frost', 5_000n, 1_250n, 20_000n],
  ['A', 'svc-glacier', 25_000n, 6_250n, 100_000n],
  ['A', 'svc-polaris', 60_000n, 15_000n, 240_000n],
  ['B', 'svc-1', 10_000n, 2_500n, 40_000n],
  ['B', 'svc-1-think', 40_000n, 10_000n, 160_000n],
] as const)('%s: a token of %s costs %p, cached %p, of output %p nano-crowns', (variant, id, input, cached, output) => {
  expect(modelsOf(variant)[id]?.price).toEqual({
    input: nanos(input),
    cachedInput: nanos(cached),
    output: nanos(output),
    reasoning: nanos(output),
  });
});
