import { expect, test } from 'bun:test';
import { contextsIn } from './engine-models.ts';

const listOf = (...data: readonly unknown[]) => ({ object: 'list', data });

test.each([
  ['vLLM', { id: 'm', object: 'model', max_model_len: 40_960 }, 40_960],
  ['llama.cpp', { id: 'm', meta: { n_vocab: 5, n_ctx: 8192, n_ctx_train: 131_072 } }, 8192],
  ['a hosted service', { id: 'm', context_length: 131_072, top_provider: { context_length: 1 } }, 131_072],
  ['Groq', { id: 'm', context_window: 131_072 }, 131_072],
  ['LM Studio', { id: 'm', loaded_context_length: 4096, max_context_length: 32_768 }, 4096],
])('the context is read from the list of %s', (_, entry, tokens) => {
  expect(contextsIn(listOf(entry)).get('m')).toBe(tokens);
});

test.each([
  ['a list that says nothing', listOf({ id: 'm', object: 'model' })],
  ['what a model was trained for', listOf({ id: 'm', meta: { n_ctx_train: 131_072 } })],
  ['no number', listOf({ id: 'm', max_model_len: '4096' })],
  ['zero', listOf({ id: 'm', max_model_len: 0 })],
  ['a model without a name', listOf({ max_model_len: 4096 }, null, 7)],
  ['no list', { data: {} }],
  ['nothing', null],
])('%s is no context', (_, list) => {
  expect(contextsIn(list).size).toBe(0);
});
