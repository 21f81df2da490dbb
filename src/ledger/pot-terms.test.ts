import { describe, expect, test } from 'bun:test';
import { nanos } from '../core/money.ts';
import { paysFor, potTermsOf, rateOf, termsFromText, termsToText } from './pot-terms.ts';

const PRICE = { input: nanos(4n), cachedInput: nanos(1n), output: nanos(12n), reasoning: nanos(15n) };
const WEIGHTS = { input: 1000, cachedInput: 100, output: 4000, reasoning: 5000, cacheWrite5m: 1250 };

test('a pot pays for the models that its terms name, or for any', () => {
  expect([paysFor(null, 'm'), paysFor({}, 'm'), paysFor({ models: ['m'] }, 'm'), paysFor({ models: [] }, 'm')]).toEqual(
    [...[true, true, true, false]],
  );
});

describe('a token takes of a pot', () => {
  const asked = { model: 'm', price: PRICE };

  test('one, without weights and tier', () => {
    expect(rateOf(null, asked)).toBeUndefined();
    expect(rateOf({ weights: { other: WEIGHTS } }, asked)).toBeUndefined();
    expect(rateOf({ weights: {} }, { ...asked, model: 'constructor' })).toBeUndefined();
  });

  test('its price, where the pot is in CZK, whatever the tier', () => {
    const rate = { ...PRICE, cacheWrite5m: 4n, cacheWrite1h: 4n, per: 1n };

    expect(rateOf({ unit: 'CZK' }, asked)).toEqual(rate);
    expect(rateOf({ unit: 'CZK', weights: { m: WEIGHTS } }, { ...asked, tierPercent: 50 })).toEqual(rate);
  });

  test('its weight by type, and the per cent of its tier', () => {
    const weighted = { input: 1000n, cachedInput: 100n, cacheWrite5m: 1250n, cacheWrite1h: 1000n };
    const thousandths = { ...weighted, output: 4000n, reasoning: 5000n };
    const times = (percent: bigint) =>
      Object.fromEntries(Object.entries(thousandths).map(([type, weight]) => [type, weight * percent]));

    expect(rateOf({ weights: { m: WEIGHTS } }, asked)).toEqual({ ...times(100n), per: 100_000n } as never);
    expect(rateOf({ weights: { m: WEIGHTS } }, { ...asked, tierPercent: 50 })).toEqual({
      ...times(50n),
      per: 100_000n,
    } as never);
    expect(rateOf(null, { ...asked, tierPercent: 150 })).toMatchObject({ input: 150_000n, output: 150_000n });
  });
});

describe('the terms of a pot', () => {
  test('are those of its plan that say something', () => {
    expect(potTermsOf({ tokens: 5n })).toEqual({});
    expect(potTermsOf({ tokens: 5n, models: null, weights: {}, windows: { day: undefined } })).toEqual({});
    expect(potTermsOf({ tokens: 5n, models: ['m'], weights: { m: WEIGHTS }, windows: { day: 3 } })).toEqual({
      ...{ models: ['m'], weights: { m: WEIGHTS }, windows: { day: 3 } },
    });
  });

  test('are in CZK where the plan gives crowns: windows become nano-crowns, weights do not count', () => {
    const plan = { credit: nanos(1n), weights: { m: WEIGHTS }, windows: { '5h': 2, week: 1_000_001 } };

    expect(potTermsOf(plan)).toEqual({ unit: 'CZK', windows: { '5h': 2_000_000_000, week: 1_000_000_000_000_000 } });
  });

  test('come back from the text in which they are kept', () => {
    const plan = { tokens: 5n, models: ['m'] };

    expect([termsToText({ tokens: 5n }), termsFromText(null)]).toEqual([null, null]);
    for (const _ of [1, 2]) expect(termsFromText(termsToText(plan))).toEqual({ models: ['m'] });
  });
});
