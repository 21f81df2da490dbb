import { expect, test } from 'bun:test';
import { type PriceList, readPriceList, sellingPrice } from './price-lists.ts';

const OPENROUTER = {
  data: [
    {
      id: 'acme/swift',
      name: 'Acme: Swift',
      context_length: 128_000,
      pricing: {
        prompt: '0.00000015',
        completion: '0.0000006',
        internal_reasoning: '0',
        input_cache_read: '0.000000075',
      },
    },
    { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'acme/broken' },
  ],
};
const MODELS_DEV = {
  acme: {
    id: 'acme',
    env: ['ACME_API_KEY'],
    models: {
      swift: { id: 'swift', cost: { input: 0.15, output: 0.6, cache_read: 0.075 }, limit: { context: 128_000 } },
      thinker: { id: 'thinker', cost: { input: 2, output: 8, reasoning: 12 } },
      free: { id: 'free' },
    },
  },
  other: { id: 'other', models: {} },
};
const LITELLM = {
  sample_spec: { input_cost_per_token: 0, output_cost_per_token: 0, mode: 'one of chat, embedding' },
  'acme/swift': {
    ...{ input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7, cache_read_input_token_cost: 7.5e-8 },
    ...{ litellm_provider: 'acme', mode: 'chat' },
  },
  'acme/thinker': {
    ...{ input_cost_per_token: 2e-6, output_cost_per_token: 8e-6, output_cost_per_reasoning_token: 1.2e-5 },
  },
  'acme/picture': { output_cost_per_image: 0.02 },
};
const TERMS = { rate: '23.5', margin: '20' };

test.each([
  ['OpenRouter', OPENROUTER, ['acme/swift']],
  ['models.dev', MODELS_DEV, ['acme/swift', 'acme/thinker']],
  ['LiteLLM', LITELLM, ['acme/swift', 'acme/thinker']],
] as const)('the list of %s is known by its form, and has the models that have a price', (form, file, names) => {
  const list = readPriceList(JSON.parse(JSON.stringify(file)));

  expect(list?.form).toBe(form);
  expect([...list!.prices.keys()]).toEqual([...names]);
});

test('one model costs the same by each list: exact, and rounded up once', () => {
  const prices = [OPENROUTER, MODELS_DEV, LITELLM].map((file) => {
    const { prices: listed } = readPriceList(file) as PriceList;
    return sellingPrice(listed.get('acme/swift')!, TERMS);
  });

  // 0.15 × 23.5 × 1.2 = 4.23, 0.075 × 28.2 = 2.115, 0.6 × 28.2 = 16.92.
  const price = { input: '4.23', cachedInput: '2.115', output: '16.92', reasoning: '16.92' };
  expect(prices).toEqual([price, price, price]);
});

test.each([
  ['23.5', '0', '47', '282'],
  ['23.5', '20', '56.4', '338.4'],
  ['23.123456', '33.3', '61.648', '369.883'],
  ['0', '50', '0', '0'],
] as const)('by %s CZK and %s percent, 2 USD are %s CZK and 12 USD are %s', (rate, margin, input, reasoning) => {
  const { prices } = readPriceList(MODELS_DEV) as PriceList;

  expect(sellingPrice(prices.get('acme/thinker')!, { rate, margin })).toMatchObject({ input, reasoning });
});

test.each([[null], [[]], [{}], [{ data: [] }], [{ a: 1 }], ['text']])('%p is no price list', (file) => {
  expect(readPriceList(file)).toBeUndefined();
});
