import { expect, test } from 'bun:test';
import { priceFromCzkPerMillion } from '../core/money.ts';
import { heardAt, type ServingWords } from './engine-changes.ts';

const ABOUT = { version: 1, fromMs: 5, actor: 'olga' };
const PRICE = priceFromCzkPerMillion({ input: '1', output: '2' });
const READ_EARLY: ServingWords = {
  ...{ preset: null, defaultModel: null, prices: [] },
  engineChanges: [
    { ...ABOUT, madeAtMs: 5, kind: 'model', name: 'poet', value: { engines: null, fallback: null, described: {} } },
  ],
};

test('a model that was read before its first price is looked at again when the price is read', () => {
  const whole = { ...READ_EARLY, prices: [{ ...ABOUT, id: 'poet@1', model: 'poet', price: PRICE }] };

  expect(heardAt(READ_EARLY, 9)).not.toEqual(heardAt(whole, 9));
  expect(heardAt(whole, 9)).toEqual(heardAt({ ...whole, prices: [...whole.prices, ...whole.prices] }, 9));
});
