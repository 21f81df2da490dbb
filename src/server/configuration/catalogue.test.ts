/** Models with several engines, and models that stand in for others. The rest of the catalogue is in config.test.ts. */
import { describe, expect, test } from 'bun:test';
import { testConfig } from '../../../test/support/test-config.ts';
import type { DraftModel } from '../../core/model.ts';
import { InvalidConfig } from './config.ts';

const ENGINE = { kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1', model: 'm' };

const read = (models: object, more: Readonly<Record<string, string>> = {}) =>
  testConfig({
    BOREAL_ENGINES: JSON.stringify({ a: ENGINE, b: ENGINE }),
    BOREAL_MODELS: JSON.stringify(models),
    ...more,
  });

const frostOf = (changes: object): DraftModel => read({ 'svc-frost': changes }).models.models.get('svc-frost')!;

function problemsOf(models: object, more: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    read(models, more);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

describe('several engines of a model', () => {
  test('are given by name, or with a weight and a model name of their own', () => {
    const { engine } = frostOf({ engine: ['a', { engine: 'b', weight: 2, model: 'big' }] });

    expect(engine).toEqual([
      { engine: 'a', weight: 1 },
      { engine: 'b', weight: 2, engineModel: 'big' },
    ]);
  });

  test('may be the embedded one among others, which knows the model by its id', () => {
    const config = read({ 'svc-frost': { engine: ['a', 'embedded'], model: 'elsewhere' } });

    expect(config.models.models.get('svc-frost')).toMatchObject({
      engine: [
        { engine: 'a', weight: 1 },
        { engine: 'embedded', weight: 1, engineModel: 'svc-frost' },
      ],
      engineModel: 'elsewhere',
      contextTokens: 2048,
    });
    expect(config.embeddedModels.has('svc-frost')).toBe(true);
  });

  test('may have a file for the embedded one among them, and only then', () => {
    expect(problemsOf({ 'svc-frost': { engine: ['a', 'embedded'], file: './x.gguf' } })).toEqual([]);
    expect(problemsOf({ 'svc-frost': { engine: ['a', 'b'], file: './x.gguf' } })).toEqual([
      'models.svc-frost.file is for the embedded engine, but models.svc-frost.engine is "a", "b": remove one of them.',
    ]);
  });

  test('must exist, and each only once', () => {
    expect(problemsOf({ 'svc-frost': { engine: ['a', 'x', 'a'] } })).toEqual([
      'models.svc-frost.engine names "x", which is not among engines.',
      'models.svc-frost.engine names "a" twice: give it a weight instead.',
    ]);
    expect(problemsOf({ 'svc-frost': { engine: ['embedded'] } }, { BOREAL_EMBEDDED: '{"enabled":false}' })).toContain(
      'models.svc-frost.engine names "embedded", which is not among engines.',
    );
  });

  test.each([
    ['{"engine":"a"}', 'engine must be the name of an engine, or a list of names and of'],
    ['[7]', 'engine must be the name of an engine, or a list of names and of'],
    ['[]', 'engine is not valid: expected array to have >=1 items'],
    ['[{"engine":"a","weight":0}]', 'engine.0.weight is not valid: expected number to be >=0.001.'],
    ['[{"engine":"a","wieght":2}]', 'engine.0.wieght is not a setting.'],
  ])('are not %s', (engine, told) => {
    const problems = problemsOf({ 'svc-frost': { engine: JSON.parse(engine) } });

    expect(problems).toEqual([expect.stringContaining(`models.svc-frost.${told}`)]);
  });
});

describe('a fallback', () => {
  test('is another model that costs no more', () => {
    const { models } = read({ 'svc-polaris': { engine: 'a', fallback: 'svc-glacier' } }).models;

    expect(models.get('svc-polaris')?.fallback).toBe('svc-glacier');
  });

  test.each([
    ['svc-frost', 'svc-glacier', 'models.svc-frost.fallback names "svc-glacier", which costs more than svc-frost.'],
    ['svc-frost', 'svc-frost', 'models.svc-frost.fallback names the model itself.'],
    ['svc-frost', 'gpt', 'models.svc-frost.fallback names "gpt", which is not a model.'],
  ])('of %s is not %s', (id, fallback, problem) => {
    expect(problemsOf({ [id]: { fallback } })).toEqual([problem]);
  });

  test('that is dearer in one kind of token only is dearer', () => {
    const price = { input: '5', cachedInput: '1.25', output: '20', reasoning: '21' };

    expect(problemsOf({ 'svc-frost': { fallback: 'own' }, own: { maxOutputTokens: 10, price } })).toEqual([
      'models.svc-frost.fallback names "own", which costs more than svc-frost.',
    ]);
  });
});
