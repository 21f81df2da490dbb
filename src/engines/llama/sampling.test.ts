import { expect, test } from 'bun:test';
import { samplingFor } from './sampling.ts';

test('the built-in model is asked for its likely answer, without a repeat penalty', () => {
  expect(samplingFor('', {})).toMatchObject({ temperature: 0.2, repeatPenalty: 1 });
});

test('other files keep a penalty, because small models loop without one', () => {
  expect(samplingFor('./my-model.gguf', {})).toMatchObject({ temperature: 0.5, repeatPenalty: 1.15 });
});

test('what the operator sets counts for every file', () => {
  const settings = { temperature: 0, topP: 0.5, topK: 3, repeatPenalty: 1.3 };

  expect(samplingFor('', settings)).toEqual(settings);
  expect(samplingFor('./my-model.gguf', settings)).toEqual(settings);
});
