import { describe, expect, test } from 'bun:test';
import { type Random, seeded } from '../../test/support/random.ts';
import { splitCharge } from '../ledger/charging.ts';
import type { Usage } from './chat.ts';
import {
  affordableOutputTokens,
  CREDIT_MAX,
  cacheWrites,
  formatCzk,
  fromHellers,
  isDearer,
  type Nanos,
  nanos,
  type Price,
  parseCzk,
  partOf,
  priceFromCzkPerMillion,
  readCzk,
  toHellers,
  worstCostOf,
} from './money.ts';

const GLACIER = priceFromCzkPerMillion({ input: '25', cachedInput: '6.25', output: '100' });
const FREE = priceFromCzkPerMillion({ input: '0', output: '0' });

const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningTokens = 0): Usage => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  reasoningTokens,
});

function randomPrice(random: Random): Price {
  const price = () => nanos(BigInt(random.integer(0, random.pick([0, 10, 1_000_000]))));
  return { input: price(), cachedInput: price(), output: price(), reasoning: price() };
}

function randomUsage(random: Random, tokensMax: number): Usage {
  const inputTokens = random.integer(0, tokensMax);
  const outputTokens = random.integer(0, tokensMax);
  return usage(inputTokens, outputTokens, random.integer(0, inputTokens), random.integer(0, outputTokens));
}

/** The price when the credit pays for everything. */
const costOf = (used: Usage, price: Price) =>
  splitCharge(used, price, { tokenParts: [], credit: nanos(10n ** 30n) }).cost;

describe('a cost', () => {
  test('is the tokens of each type times their price', () => {
    expect(costOf(usage(1000, 10), GLACIER)).toBe(nanos(1000n * 25_000n + 10n * 100_000n));
  });

  test('counts cached input once, at its own price', () => {
    expect(costOf(usage(1000, 0, 400), GLACIER)).toBe(nanos(600n * 25_000n + 400n * 6_250n));
  });

  test('counts reasoning once, at its own price', () => {
    const price = priceFromCzkPerMillion({ input: '1', output: '2', reasoning: '3' });

    expect(costOf(usage(0, 10, 0, 4), price)).toBe(nanos(6n * 2_000n + 4n * 3_000n));
  });

  test('of nothing is nothing, and so is any cost at a price of zero', () => {
    expect(costOf(usage(0, 0), GLACIER)).toBe(nanos(0n));
    expect(costOf(usage(1e9, 1e9), FREE)).toBe(nanos(0n));
  });

  test('of a million tokens is the price that people read', () => {
    expect(formatCzk(costOf(usage(1_000_000, 0), GLACIER))).toBe('25');
    expect(formatCzk(costOf(usage(1_000_000, 0, 1_000_000), GLACIER))).toBe('6.25');
    expect(formatCzk(costOf(usage(0, 1_000_000), GLACIER))).toBe('100');
  });

  test('is exact beyond what a float can hold', () => {
    const dear = priceFromCzkPerMillion({ input: '999999.999', output: '999999.999' });

    expect(costOf(usage(2 ** 31, 2 ** 31 - 1), dear)).toBe(nanos(999_999_999n * (2n ** 32n - 1n)));
  });

  test('never counts more cached tokens than input, or more reasoning than output', () => {
    expect(costOf(usage(5, 5, 9, 9), GLACIER)).toBe(costOf(usage(5, 5, 5, 5), GLACIER));
  });

  test('is what adding up token by token gives, at random', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const price = randomPrice(random);
      const used = randomUsage(random, 60);

      let sum = 0n;
      for (let i = 0; i < used.inputTokens; i++) sum += i < used.cachedInputTokens ? price.cachedInput : price.input;
      for (let i = 0; i < used.outputTokens; i++) sum += i < used.reasoningTokens ? price.reasoning : price.output;

      expect(costOf(used, price), `seed ${seed}`).toBe(nanos(sum));
    }
  });
});

describe('the worst cost', () => {
  test('takes the dearer type of each side', () => {
    const price = priceFromCzkPerMillion({ input: '1', cachedInput: '5', output: '2', reasoning: '7' });

    expect(worstCostOf(10n, 20n, price)).toBe(nanos(10n * 5_000n + 20n * 7_000n));
    expect(worstCostOf(10n, 20n, GLACIER)).toBe(nanos(10n * 25_000n + 20n * 100_000n));
  });

  test('is never less than what any split of as many or fewer tokens costs', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = seeded(seed);
      const price = randomPrice(random);
      const used = randomUsage(random, 100_000);
      const input = BigInt(used.inputTokens + random.integer(0, 3));
      const output = BigInt(used.outputTokens + random.integer(0, 3));

      expect(costOf(used, price) <= worstCostOf(input, output, price), `seed ${seed}`).toBe(true);
    }
  });
});

describe('the output that funds cover', () => {
  const input = worstCostOf(10n, 0n, GLACIER);

  test.each([
    ['one nano-crown less than the input', input - 1n, -1n],
    ['exactly the input', input, 0n],
    ['one nano-crown less than a token more', input + 99_999n, 0n],
    ['exactly a token more', input + 100_000n, 1n],
    ['just below two tokens more', input + 199_999n, 1n],
    ['nothing', 0n, -1n],
    ['a debt', -5n, -1n],
  ])('is, with %s, this many tokens', (_funds, available, tokens) => {
    expect(affordableOutputTokens(nanos(available), 10n, GLACIER)).toBe(tokens);
  });

  test('has no end where output is free, if the input is paid', () => {
    const price = priceFromCzkPerMillion({ input: '1', output: '0' });

    expect(affordableOutputTokens(nanos(10_000n), 10n, price)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(affordableOutputTokens(nanos(9_999n), 10n, price)).toBe(-1n);
    expect(affordableOutputTokens(nanos(0n), 1_000_000n, FREE)).toBeGreaterThan(0n);
  });

  test('is the most there is: one token more would cost more than the funds', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seeded(seed);
      const price = randomPrice(random);
      const inputTokens = BigInt(random.integer(0, 1000));
      const available = nanos(BigInt(random.integer(0, 1_000_000_000)));

      const tokens = affordableOutputTokens(available, inputTokens, price);

      if (tokens < 0n) expect(worstCostOf(inputTokens, 0n, price) > available, `seed ${seed}`).toBe(true);
      else if (tokens < 2n ** 62n) {
        expect(worstCostOf(inputTokens, tokens, price) <= available, `seed ${seed}`).toBe(true);
        expect(worstCostOf(inputTokens, tokens + 1n, price) > available, `seed ${seed}`).toBe(true);
      }
    }
  });
});

describe('an amount as people write it', () => {
  test.each<readonly [text: string, amount: bigint]>([
    ['0', 0n],
    ['1', 1_000_000_000n],
    ['12.5', 12_500_000_000n],
    ['12.50', 12_500_000_000n],
    ['0.000000001', 1n],
    ['-3.25', -3_250_000_000n],
    ['007', 7_000_000_000n],
    ['99999999.999999999', 99_999_999_999_999_999n],
    ['100000000', 100_000_000_000_000_000n],
    ['-100000000', -100_000_000_000_000_000n],
  ])('%s is %p nano-crowns', (text, amount) => {
    expect(parseCzk(text)).toBe(nanos(amount));
  });

  test.each(['100000000.000000001', '-100000000.000000001', '9999999999'])(
    '%s is too large, but a sum may be',
    (text) => {
      expect(() => parseCzk(text)).toThrow('An amount may be at most 100000000 CZK.');
      expect(formatCzk(readCzk(text))).toBe(text);
    },
  );

  test.each([
    '',
    ' 1',
    '1 ',
    '1,5',
    '.5',
    '1.',
    '+1',
    '1e3',
    '0x1',
    '1_000',
    '1.0000000001',
    '12345678901',
    'abc',
    '--1',
    '١',
  ])('"%s" is none', (text) => {
    expect(() => parseCzk(text)).toThrow(`"${text}" is not an amount in CZK`);
  });

  test.each<readonly [amount: bigint, text: string]>([
    [0n, '0'],
    [1n, '0.000000001'],
    [25_000n, '0.000025'],
    [100_000_000_000n, '100'],
    [1_500_000_000n, '1.5'],
    [-1n, '-0.000000001'],
    [-2_000_000_000n, '-2'],
    [10n ** 30n, `1${'0'.repeat(21)}`],
  ])('%p nano-crowns are written as %s', (amount, text) => {
    expect(formatCzk(nanos(amount))).toBe(text);
  });

  test('comes back the same when it is written and read', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seeded(seed);
      const digits = random.integer(0, 18);
      const amount = BigInt(random.integer(0, 10 ** Math.min(9, digits))) * 10n ** BigInt(random.integer(0, 9));
      const signed: Nanos = nanos(random.fraction() < 0.5 ? -amount : amount);

      expect(readCzk(formatCzk(signed)), `seed ${seed}`).toBe(signed);
    }
  });
});

test('an account has a thousand million crowns at most', () => {
  expect(formatCzk(CREDIT_MAX)).toBe('1000000000');
});

test('an amount has whole hellers, a hundred to a crown', () => {
  expect([toHellers(parseCzk('12.34')), toHellers(parseCzk('-0.019999999'))]).toEqual([1234, -1]);
  expect(fromHellers(-1234)).toBe(parseCzk('-12.34'));
});

describe('a price', () => {
  test('of 1 CZK per million tokens is 1,000 nano-crowns a token', () => {
    expect(priceFromCzkPerMillion({ input: '1', output: '0.001' })).toEqual({
      input: nanos(1000n),
      cachedInput: nanos(1000n),
      output: nanos(1n),
      reasoning: nanos(1n),
    });
  });

  test('of cached input is that of input, and of reasoning that of output, unless it is said', () => {
    const price = priceFromCzkPerMillion({ input: '4', cachedInput: '0', output: '8', reasoning: '16' });

    expect([price.cachedInput, price.reasoning]).toEqual([nanos(0n), nanos(16_000n)]);
  });

  test('is a million CZK per million tokens at most, and has prices of cache writes where they are said', () => {
    const written = { input: '1000000', output: '1', cacheWrite1h: '2' };

    expect(priceFromCzkPerMillion(written)).toMatchObject({ input: nanos(1_000_000_000n), cacheWrite1h: nanos(2000n) });
    expect(priceFromCzkPerMillion(written)).not.toHaveProperty('cacheWrite5m');
    expect(priceFromCzkPerMillion({ ...written, cacheWrite5m: '0' }).cacheWrite5m).toBe(nanos(0n));
    expect(cacheWrites({ cacheWrite5m: 0 })).toEqual({ cacheWrite5m: 0 });
    expect(cacheWrites({ cacheWrite1h: 0 })).toEqual({ cacheWrite1h: 0 });
  });

  test.each([
    [1000n, 90n, 900n],
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [3n, 50n, 2n],
    [999_999_999n, 100n, 999_999_999n],
    [999_999_999n, 101n, 1_000_000_000n],
  ])('of %p is, at %p per cent, %p: rounded half up, and no more than a token may cost', (whole, percent, part) => {
    expect(partOf(nanos(whole), percent, 100n)).toBe(nanos(part));
  });

  test('is dearer than another where one type of token is', () => {
    const [cheap, dear] = [GLACIER, { ...GLACIER, output: nanos(100_001n), input: nanos(1n) }];

    expect([isDearer(dear, cheap), isDearer(cheap, dear), isDearer(cheap, cheap)]).toEqual([true, true, false]);
    expect(isDearer({ ...cheap, cacheWrite1h: nanos(25_001n) }, cheap)).toBe(true);
    expect(isDearer(cheap, { ...cheap, cacheWrite1h: nanos(25_001n) })).toBe(false);
  });

  test.each(['0.0001', '-1', '-0.001', '1000000.001'])(
    'of %s is refused, because a token would not cost a whole number, or too much',
    (written) => {
      expect(() => priceFromCzkPerMillion({ input: written, output: '1' })).toThrow(
        `A price of ${written} CZK per million tokens must be 0 to 1000000, with at most 3 decimals.`,
      );
    },
  );

  test('that is not an amount is refused', () => {
    expect(() => priceFromCzkPerMillion({ input: '1', output: 'free' })).toThrow('is not an amount in CZK');
  });
});
