import { describe, expect, test } from 'bun:test';
import { boughtAt, costRank } from './bought.ts';
import { type BuyingVersion, buyingAt, createBuyingPrices, type RateVersion } from './buying.ts';
import { nanos } from './money.ts';

const USAGE = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 200, reasoningTokens: 50 };
/** 3, 0.75, 12 and 9.5 for a million tokens. */
const PRICE = {
  input: 3_000_000_000n,
  cachedInput: 750_000_000n,
  output: 12_000_000_000n,
  reasoning: 9_500_000_000n,
};
const version = (about: Partial<BuyingVersion>): BuyingVersion => ({
  ...{ id: 'x', engine: 'a', model: '', version: 1, currency: 'CZK', price: PRICE, fromMs: 0, actor: 'olga' },
  ...about,
});
const rate = (about: Partial<RateVersion>): RateVersion => ({
  ...{ id: 'EUR@1', currency: 'EUR', version: 1, rate: nanos(25_000_000_000n), fromMs: 0, actor: 'olga' },
  ...about,
});

describe('what a request cost the operator', () => {
  test('is each type of token at its own price', () => {
    const bought = boughtAt(USAGE, { engine: 'a', version: 'a/@1', price: PRICE });

    expect(bought).toEqual({ engine: 'a', version: 'a/@1', rate: null, nanos: nanos(4_375_000n) });
    expect(bought.nanos).toBe(nanos(600n * 3000n + 400n * 750n + 50n * 9500n + 150n * 12_000n));
  });

  test('in another currency is that at its rate', () => {
    const bought = boughtAt(USAGE, { engine: 'a', version: 'a/@1', price: PRICE, rate: rate({}) });

    expect([bought.nanos, bought.rate]).toEqual([nanos(109_375_000n), 'EUR@1']);
  });

  test.each([
    [499_999n, 0n],
    [500_000n, 1n],
    [1_499_999n, 1n],
    [1_500_000n, 2n],
  ])('of one token at %p billionths for a million is rounded once, to %p nano-crowns', (input, right) => {
    const one = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

    expect(boughtAt(one, { engine: 'a', version: 'a/@1', price: { ...PRICE, input } }).nanos).toBe(nanos(right));
  });
});

describe('the buying price of an engine', () => {
  const buyingVersions = [
    version({ id: 'all' }),
    version({ id: 'big', model: 'big' }),
    version({ id: 'big-later', model: 'big', version: 2, fromMs: 100 }),
    version({ id: 'abroad', engine: 'b', currency: 'EUR' }),
  ];
  const said = { buyingVersions, rates: [rate({ fromMs: 50 }), rate({ id: 'EUR@2', version: 2, fromMs: 80 })] };
  const of = (engine: string, model: string, atMs: number) => {
    const found = buyingAt(said, { engine, model }, atMs);
    return found && [found.version, found.rate?.id];
  };

  test('is that of the model, else that of all its models, at that time', () => {
    expect(of('a', 'small', 10)).toEqual(['all', undefined]);
    expect(of('a', 'big', 99)).toEqual(['big', undefined]);
    expect(of('a', 'big', 100)).toEqual(['big-later', undefined]);
    expect(of('c', 'big', 100)).toBeUndefined();
  });

  test('in another currency is known from its first rate on', () => {
    expect(of('b', 'any', 49)).toBeUndefined();
    expect(of('b', 'any', 79)).toEqual(['abroad', 'EUR@1']);
    expect(of('b', 'any', 80)).toEqual(['abroad', 'EUR@2']);
  });

  test('changes with time also where it was asked for before', () => {
    const prices = createBuyingPrices(said);
    const [big, abroad] = [
      { engine: 'a', model: 'big' },
      { engine: 'b', model: 'any' },
    ];
    const at = (atMs: number) => [prices.of(big, atMs)?.version, prices.of(abroad, atMs)?.rate?.id];

    expect([10, 60, 90, 100, 10].map(at)).toEqual([
      ['big', undefined],
      ['big', 'EUR@1'],
      ['big', 'EUR@2'],
      ['big-later', 'EUR@2'],
      ['big', undefined],
    ]);
  });

  test('begins also where it was asked for before there was one', () => {
    const source = { engine: 'a', model: 'big' };
    const prices = createBuyingPrices({ buyingVersions: [version({ id: 'first', fromMs: 50 })], rates: [] });

    expect([49, 50].map((atMs) => prices.of(source, atMs)?.version)).toEqual([undefined, 'first']);
  });

  test('is compared in CZK, three tokens of input for one of output', () => {
    const inCzk = { engine: 'a', version: 'x', price: PRICE };

    expect(costRank(inCzk)).toBe(21_000_000_000n);
    expect(costRank({ ...inCzk, rate: rate({}) })).toBe(25n * 21_000_000_000n);
    expect(costRank(undefined)).toBeUndefined();
  });
});
