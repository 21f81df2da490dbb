import { describe, expect, test } from 'bun:test';
import { PUBLISHED } from '../../core/catalogue.ts';
import { nanos } from '../../core/money.ts';
import { estimate, readQuestion } from './calculator.ts';
import type { FrontFacts, FrontModel, FrontPlan } from './site.ts';

const CZK = 1_000_000_000n;
const MODELS: readonly FrontModel[] = PUBLISHED.A.models.map((model) => ({
  ...model,
  priceVersion: 'v1',
  aliases: [],
  changes: [],
}));
const FACTS = { models: MODELS, defaultModel: 'svc-glacier' } as unknown as FrontFacts;
const PRO: FrontPlan = {
  name: { en: 'Pro', cs: 'Pro' },
  text: { en: '', cs: '' },
  allowance: 500_000n,
  every: 'month',
  amount: nanos(29n * CZK),
  terms: {},
};

describe('the calculator', () => {
  test('counts input, cached input and output at the prices of the model', () => {
    const question = readQuestion({ requests: '1000', input: '1000', output: '200', cached: '50' }, FACTS)!;

    const { perRequest, tokens, ways } = estimate(question, []);

    // 500 at 25, 500 at 6.25 and 200 at 100 CZK per million.
    expect(perRequest).toBe(nanos(500n * 25_000n + 500n * 6250n + 200n * 100_000n));
    expect(tokens).toBe(1_200_000n);
    expect(ways).toEqual([{ covered: 0n, fromCredit: nanos(perRequest * 1000n), total: nanos(perRequest * 1000n) }]);
  });

  test('counts what is written into a cache at its price, and as input where it has none', () => {
    const price = { ...MODELS[1]!.price, cacheWrite5m: nanos(40_000n) };
    const models = [MODELS[0]!, { ...MODELS[1]!, price }];
    const asked = { requests: '1', input: '1000', output: '0', cached: '20', written: '90' };
    const costOf = (model: string) => estimate(readQuestion({ ...asked, model }, { ...FACTS, models })!, []).perRequest;

    // A fifth is cached, so no more than the rest is written.
    expect(costOf(models[1]!.id)).toBe(nanos(200n * price.cachedInput + 800n * 40_000n));
    expect(costOf(models[0]!.id)).toBe(nanos(200n * MODELS[0]!.price.cachedInput + 800n * MODELS[0]!.price.input));
  });

  test('a plan pays token for token, and credit pays the rest', () => {
    const question = readQuestion({ requests: '1000', input: '1000', output: '0' }, FACTS)!;

    const { ways, cheapest } = estimate(question, [
      PRO,
      { ...PRO, name: { en: 'Ultra', cs: 'Ultra' }, allowance: 2_000_000n, amount: null },
    ]);

    expect(ways[1]).toEqual({
      plan: PRO,
      covered: 500_000n,
      fromCredit: nanos(12_500_000_000n),
      total: nanos(29n * CZK + 12_500_000_000n),
    });
    expect(ways[2]).toMatchObject({ covered: 1_000_000n, fromCredit: 0n, total: null });
    expect(cheapest).toBe(ways[0]!);
  });

  test('a plan pays for its models alone, and less where a token takes more of it', () => {
    const question = readQuestion({ requests: '1000', input: '600', output: '400' }, FACTS)!;
    const weights = { 'svc-glacier': { input: 500, cachedInput: 500, output: 2000, reasoning: 2000 } };

    const { ways } = estimate(question, [
      { ...PRO, terms: { models: ['svc-frost'] } },
      // 300 of the plan for the input of a request, 800 for its output: the plan lasts for 5 of 11 requests.
      { ...PRO, terms: { models: ['svc-glacier'], weights } },
    ]);

    expect(ways.map(({ covered }) => covered)).toEqual([0n, 454_545n]);
  });

  test('what is no number is as at first, what is too large is lowered, and nothing costs nothing', () => {
    const odd = readQuestion(
      { model: 'none', requests: '1e9', input: '-5', output: '999999999999999', cached: '300' },
      FACTS,
    )!;
    expect(odd.model.id).toBe('svc-glacier');
    expect(odd).toMatchObject({ requests: 1000n, input: 1500n, output: 10_000_000n, cached: 100n });
    expect(readQuestion({ requests: '1 000\u00a0000' }, FACTS)?.requests).toBe(1_000_000n);

    const none = estimate(readQuestion({ requests: '0' }, FACTS)!, [PRO]);
    expect(none.ways.map(({ total }) => total)).toEqual([nanos(0n), nanos(29n * CZK)]);
    expect(readQuestion({}, { ...FACTS, models: [] })).toBeUndefined();
  });
});
