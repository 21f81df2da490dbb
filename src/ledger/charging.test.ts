import { describe, expect, test } from 'bun:test';
import { type Random, seeded } from '../../test/support/random.ts';
import { everyType, nanos, type Price } from '../core/money.ts';
import { type Funds, type Held, planHold, splitCharge } from './charging.ts';
import type { LimitLeft } from './limits/rules.ts';
import type { Rate } from './pot-terms.ts';

const price = (input: bigint, output: bigint, cachedInput = input, reasoning = output): Price => ({
  input: nanos(input),
  cachedInput: nanos(cachedInput),
  output: nanos(output),
  reasoning: nanos(reasoning),
});
const PRICE = price(10n, 40n, 2n, 30n);

type Left = { readonly key?: bigint | undefined; readonly account?: bigint | undefined };

const limitsLeft = (unit: LimitLeft['unit'], left: Left): readonly LimitLeft[] =>
  (['account', 'key'] as const).flatMap((owner) => {
    const amount = left[owner];
    return amount === undefined
      ? []
      : [{ id: `${owner}/${unit}`, owner, unit, window: 'month', left: amount } as const];
  });

const funds = (credit: bigint, pots: readonly bigint[] = [], keyAllowance?: bigint): Funds => ({
  tokenPots: pots.map((available, i) => ({ id: `pot-${i}`, available })),
  creditPotId: 'credit',
  credit: nanos(credit),
  limits: limitsLeft('CZK', { key: keyAllowance }),
});

const demand = (inputTokensMax: number, outputTokensMax: number, at: Price = PRICE) => ({
  inputTokensMax,
  outputTokensMax,
  price: at,
});

describe('a hold', () => {
  test('is paid from the credit alone when there are no tokens', () => {
    expect(planHold(demand(100, 50), funds(10_000n))).toEqual({
      ok: true,
      outputTokensMax: 50,
      tokenParts: [],
      credit: nanos(100n * 10n + 50n * 40n),
    });
  });

  test('takes the pots in their order, and credit only for what they do not cover', () => {
    const plan = planHold(demand(100, 50), funds(10_000n, [60n, 70n]));

    expect(plan).toEqual({
      ok: true,
      outputTokensMax: 50,
      tokenParts: [
        { potId: 'pot-0', amount: 60n },
        { potId: 'pot-1', amount: 70n },
      ],
      credit: nanos(20n * 40n),
    });
  });

  test('leaves alone what it does not need of the last pot', () => {
    const plan = planHold(demand(100, 50), funds(0n, [60n, 500n, 9n]));

    expect(plan).toMatchObject({ tokenParts: [{ amount: 60n }, { potId: 'pot-1', amount: 90n }], credit: 0n });
  });

  test('lowers the output to the last token that the funds cover', () => {
    expect(planHold(demand(100, 50), funds(1000n + 40n * 7n + 39n))).toMatchObject({ outputTokensMax: 7 });
    expect(planHold(demand(100, 50), funds(40n * 7n, [103n]))).toMatchObject({ outputTokensMax: 10 });
  });

  test('is refused one nano below the input and one token of output, and given exactly there', () => {
    expect(planHold(demand(100, 50), funds(1039n))).toMatchObject({ ok: false, needed: 1040n, available: 1039n });
    expect(planHold(demand(100, 50), funds(1040n))).toMatchObject({ ok: true, outputTokensMax: 1 });
    expect(planHold(demand(100, 50), funds(0n, [100n]))).toMatchObject({ ok: false, needed: 40n, available: 0n });
    expect(planHold(demand(100, 50), funds(0n, [101n]))).toMatchObject({ ok: true, outputTokensMax: 1 });
  });

  test('says how much input would have fitted', () => {
    expect(planHold(demand(100, 50), funds(240n))).toMatchObject({ ok: false, inputTokensThatFit: 20n });
    expect(planHold(demand(100, 50), funds(240n, [30n]))).toMatchObject({ ok: false, inputTokensThatFit: 50n });
    expect(planHold(demand(100, 50), funds(39n))).toMatchObject({ ok: false, inputTokensThatFit: 0n });
    expect(planHold(demand(100, 50, price(1n, 40n)), funds(41n))).toMatchObject({ inputTokensThatFit: 1n });
    expect(planHold(demand(100, 50, price(0n, 40n)), funds(39n))).toMatchObject({ inputTokensThatFit: 0n });
  });

  test('obeys the key as well as the account, and says whose limit was met', () => {
    expect(planHold(demand(100, 50), funds(10_000n, [], 1080n))).toMatchObject({ ok: true, outputTokensMax: 2 });
    expect(planHold(demand(100, 50), funds(10_000n, [], 1039n))).toMatchObject({
      ok: false,
      limit: { owner: 'key' },
      available: 1039n,
    });
    expect(planHold(demand(100, 50), funds(100n, [], 50n))).toMatchObject({
      ok: false,
      limit: null,
      available: 50n,
    });
    expect(planHold(demand(100, 50), funds(1040n, [], 1039n))).toMatchObject({ ok: false, limit: { owner: 'key' } });
    expect(planHold(demand(100, 50), funds(1039n, [], 1039n))).toMatchObject({ ok: false, limit: null });
    expect(planHold(demand(100, 50), funds(100n, [150n], 0n))).toMatchObject({
      ok: true,
      outputTokensMax: 50,
      credit: 0n,
    });
  });

  test('of a free model needs no funds', () => {
    expect(planHold(demand(100, 50, price(0n, 0n)), funds(0n))).toMatchObject({
      ok: true,
      outputTokensMax: 50,
      credit: 0n,
    });
  });
});

describe('a charge', () => {
  const held = (credit: bigint, parts: readonly bigint[] = []): Held => ({
    credit: nanos(credit),
    tokenParts: parts.map((amount, i) => ({ potId: `pot-${i}`, amount })),
  });
  const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningTokens = 0) => ({
    inputTokens,
    outputTokens,
    cachedInputTokens,
    reasoningTokens,
  });

  test('prices each type of token once', () => {
    const charge = splitCharge(usage(100, 50, 30, 20), PRICE, held(100_000n));

    expect(charge).toEqual({ tokenParts: [], cost: nanos(70n * 10n + 30n * 2n + 20n * 30n + 30n * 40n), tokens: 150n });
  });

  test('lets token pots pay for the tokens that come first', () => {
    const all = usage(100, 50, 30, 20);

    expect(splitCharge(all, PRICE, held(100_000n, [80n])).cost).toBe(nanos(20n * 2n + 20n * 30n + 30n * 40n));
    expect(splitCharge(all, PRICE, held(100_000n, [110n])).cost).toBe(nanos(10n * 30n + 30n * 40n));
    expect(splitCharge(all, PRICE, held(100_000n, [100n, 45n])).cost).toBe(nanos(5n * 40n));
    expect(splitCharge(all, PRICE, held(0n, [100n, 90n]))).toEqual({
      tokenParts: [
        { potId: 'pot-0', amount: 100n },
        { potId: 'pot-1', amount: 50n },
      ],
      cost: nanos(0n),
      tokens: 150n,
    });
  });

  test('is never more than was held, whatever an engine claims', () => {
    expect(splitCharge(usage(10_000, 10_000), PRICE, held(77n, [5n]))).toEqual({
      tokenParts: [{ potId: 'pot-0', amount: 5n }],
      cost: nanos(77n),
      tokens: 20_000n,
    });
  });

  test('of nothing takes nothing', () => {
    expect(splitCharge(usage(0, 0), PRICE, held(77n, [5n]))).toEqual({ tokenParts: [], cost: nanos(0n), tokens: 0n });
  });
});

test('whatever is used within its bounds fits into its hold, and the hold into the funds', () => {
  for (let seed = 1; seed <= 20_000; seed++) {
    const random = seeded(seed);
    const wallet = randomFunds(random);
    const ask = demand(random.integer(0, 60), random.integer(1, 60), randomPrice(random));
    const plan = planHold(ask, wallet);
    if (!plan.ok) continue;

    const inputTokens = random.integer(0, ask.inputTokensMax);
    const outputTokens = random.integer(0, plan.outputTokensMax);
    const cachedInputTokens = random.integer(0, inputTokens);
    const reasoningTokens = random.integer(0, outputTokens);
    const used = { inputTokens, outputTokens, cachedInputTokens, reasoningTokens };
    const unlimited: Held = { tokenParts: plan.tokenParts, credit: nanos(10n ** 18n) };
    const charge = splitCharge(used, ask.price, unlimited);

    const message = `seed ${seed}`;
    expect(charge.cost <= plan.credit, message).toBe(true);
    expect(plan.credit <= wallet.credit, message).toBe(true);
    const allowed = creditAllowed(wallet);
    expect(allowed === undefined || plan.credit <= allowed, message).toBe(true);
    expect(charge.tokens <= BigInt(ask.inputTokensMax + plan.outputTokensMax), message).toBe(true);
    expect(BigInt(ask.inputTokensMax + plan.outputTokensMax) <= tokensAllowed(wallet), message).toBe(true);
    for (const part of plan.tokenParts) {
      const pot = wallet.tokenPots.find(({ id }) => id === part.potId)!;
      const paid = charge.tokenParts.find(({ potId }) => potId === part.potId)?.amount ?? 0n;
      expect(part.amount > 0n && part.amount <= pot.available, message).toBe(true);
      expect(paid <= part.amount, message).toBe(true);
    }
  }
});

test('a hold is as large as the funds allow: one more token of output would not fit', () => {
  for (let seed = 1; seed <= 5_000; seed++) {
    const random = seeded(seed);
    const wallet = randomFunds(random);
    const ask = demand(random.integer(0, 60), 1_000_000, randomPrice(random));
    const plan = planHold(ask, wallet);
    if (!plan.ok || plan.outputTokensMax === 1_000_000) continue;

    const tokens = wallet.tokenPots.reduce((sum, pot) => sum + pot.available, 0n);
    const output = BigInt(plan.outputTokensMax) + 1n;
    const input = BigInt(ask.inputTokensMax);
    const perInput = ask.price.input > ask.price.cachedInput ? ask.price.input : ask.price.cachedInput;
    const perOutput = ask.price.output > ask.price.reasoning ? ask.price.output : ask.price.reasoning;
    const paidInput = input > tokens ? input - tokens : 0n;
    const free = tokens > input ? tokens - input : 0n;
    const cost = paidInput * perInput + (output > free ? output - free : 0n) * perOutput;
    const allowed = creditAllowed(wallet);
    const credit = allowed !== undefined && allowed < wallet.credit ? allowed : wallet.credit;
    expect(cost > credit || input + output > tokensAllowed(wallet), `seed ${seed}`).toBe(true);
  }
});

const randomFunds = (random: Random): Funds => ({
  ...funds(
    BigInt(random.integer(0, 3000)),
    Array.from({ length: random.integer(0, 3) }, () => BigInt(random.integer(0, 70))),
  ),
  limits: [
    ...limitsLeft('CZK', { key: randomCredit(random), account: randomCredit(random) }),
    ...limitsLeft('tokens', { key: randomTokens(random), account: randomTokens(random) }),
  ],
});

const randomCredit = (random: Random): bigint | undefined =>
  random.fraction() < 0.3 ? BigInt(random.integer(0, 3000)) : undefined;

const leastOf = ({ limits }: Funds, unit: LimitLeft['unit']): bigint | undefined =>
  limits
    .filter((limit) => limit.unit === unit)
    .map(({ left }) => left)
    .reduce<bigint | undefined>((least, one) => (least === undefined || one < least ? one : least), undefined);

const creditAllowed = (wallet: Funds): bigint | undefined => leastOf(wallet, 'CZK');

const randomTokens = (random: Random): bigint | undefined =>
  random.fraction() < 0.3 ? BigInt(random.integer(0, 200)) : undefined;

const tokensAllowed = (wallet: Funds): bigint => leastOf(wallet, 'tokens') ?? 10n ** 12n;

describe('a limit of tokens', () => {
  const ask = demand(10, 20);
  const withTokens = (left: Left): Funds => ({ ...funds(10n ** 9n, [100n]), limits: limitsLeft('tokens', left) });

  test('caps the output, whatever pays for it', () => {
    expect(planHold(ask, withTokens({ key: 15n }))).toMatchObject({ ok: true, outputTokensMax: 5 });
    expect(planHold(ask, withTokens({ account: 14n, key: 15n }))).toMatchObject({ ok: true, outputTokensMax: 4 });
    expect(planHold(ask, withTokens({ key: 30n }))).toMatchObject({ ok: true, outputTokensMax: 20 });
  });

  test('refuses what does not leave one token of output, and says whose it is', () => {
    const needs = { ok: false as const, needed: 11n, available: 10n };

    expect(planHold(ask, withTokens({ key: 10n, account: 12n }))).toMatchObject({ ...needs, limit: { owner: 'key' } });
    expect(planHold(ask, withTokens({ key: 12n, account: 10n }))).toMatchObject({
      ...needs,
      limit: { owner: 'account' },
    });
    expect(planHold(ask, withTokens({ key: 10n, account: 10n }))).toMatchObject({ ...needs, limit: { owner: 'key' } });
  });

  test('is not the reason where the funds do not cover it either', () => {
    const poor = { ...funds(0n), limits: limitsLeft('tokens', { key: 0n }) };

    expect(planHold(ask, poor)).toMatchObject({ ok: false, limit: null });
  });
});

const randomPrice = (random: Random): Price =>
  price(...([0, 0, 0, 0].map(() => BigInt(random.integer(0, 40))) as [bigint, bigint, bigint, bigint]));

describe('input that is written into a cache', () => {
  const written = { ...price(3_000n, 15_000n, 300n), cacheWrite5m: nanos(3_750n), cacheWrite1h: nanos(6_000n) };

  test('costs what its provider bills: every token of one type, and of one only', () => {
    const held = { tokenParts: [], credit: nanos(10n ** 12n) };
    const usage = { inputTokens: 12_307, cachedInputTokens: 0, outputTokens: 550, reasoningTokens: 0 };

    // 3 × 3 + 12,304 × 3.75 + 550 × 15.
    expect(splitCharge({ ...usage, cacheWrite5mTokens: 12_304, cacheWrite1hTokens: 0 }, written, held)).toEqual({
      ...{ tokenParts: [], cost: nanos(54_399_000n), tokens: 12_857n },
    });
    const long = splitCharge({ ...usage, cacheWrite5mTokens: 2_304, cacheWrite1hTokens: 10_000 }, written, held);
    expect(long.cost).toBe(nanos(76_899_000n));
  });

  test('costs as input where no price of it is set', () => {
    const held = { tokenParts: [], credit: nanos(10n ** 12n) };
    const usage = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 0, reasoningTokens: 0 };

    expect(splitCharge({ ...usage, cacheWrite5mTokens: 5, cacheWrite1hTokens: 3 }, PRICE, held).cost).toBe(nanos(84n));
  });

  test('is held at the dearest price of input', () => {
    expect(planHold(demand(100, 1, written), funds(10n ** 9n))).toMatchObject({ credit: nanos(615_000n) });
  });
});

describe('a pot with weights', () => {
  const rate = (input: bigint, output: bigint, cachedInput = input, reasoning = output) => ({
    ...{ input, cachedInput, cacheWrite5m: input, cacheWrite1h: input, output, reasoning, per: 1000n },
  });
  const weighted = (credit: bigint, pots: readonly { available: bigint; rate?: ReturnType<typeof rate> }[]): Funds => ({
    ...funds(credit),
    tokenPots: pots.map((pot, i) => ({ id: `pot-${i}`, ...pot })),
  });

  test('holds the dearer type, and is charged what was processed, rounded up once', () => {
    const heavy = rate(1500n, 4000n, 500n);
    const plan = planHold(demand(100, 50), weighted(0n, [{ available: 1000n, rate: heavy }]));
    if (!plan.ok) throw new Error('There is enough.');

    const held = { ...plan, tokenParts: plan.tokenParts.map((part) => ({ ...part, rate: heavy })) };
    const usage = { inputTokens: 11, cachedInputTokens: 4, outputTokens: 3, reasoningTokens: 0 };

    expect(plan.tokenParts).toEqual([{ potId: 'pot-0', amount: 350n }]);
    // 7 × 1.5 + 4 × 0.5 + 3 × 4 = 24.5.
    expect(splitCharge(usage, PRICE, held)).toEqual({
      tokenParts: [{ potId: 'pot-0', amount: 25n, tokens: 14n }],
      cost: nanos(0n),
      tokens: 14n,
    });
  });

  test('pays for the first tokens, as many as it covers, and credit pays for the rest', () => {
    const heavy = rate(2000n, 3000n);
    const plan = planHold(demand(10, 10), weighted(10_000n, [{ available: 25n, rate: heavy }]));

    // 10 of input take 20, one of output 3; two are too few for another one, and held all the same.
    expect(plan).toMatchObject({ ok: true, tokenParts: [{ potId: 'pot-0', amount: 25n }], credit: nanos(9n * 40n) });
  });

  test('never pays more than is held, in any pot, whatever was processed', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = seeded(seed);
      const some = (max: number) => BigInt(random.integer(1, max));
      const pots = Array.from({ length: random.integer(0, 3) }, () => ({
        available: BigInt(random.integer(0, 400)),
        ...(random.fraction() < 0.8 && {
          rate: {
            ...rate(some(5000), some(5000), some(5000), some(5000)),
            ...{ cacheWrite5m: some(5000), cacheWrite1h: some(5000) },
          },
        }),
      }));
      const at = {
        ...price(some(50), some(50), some(50), some(50)),
        ...(random.fraction() < 0.5 && { cacheWrite5m: nanos(some(90)), cacheWrite1h: nanos(some(90)) }),
      };
      const most = weighted(BigInt(random.integer(0, 8000)), pots);
      const inputMax = random.integer(1, 200);
      const plan = planHold(demand(inputMax, random.integer(1, 200), at), most);
      if (!plan.ok) continue;
      const inputTokens = random.integer(0, inputMax);
      const outputTokens = random.integer(0, plan.outputTokensMax);
      const cachedInputTokens = random.integer(0, inputTokens);
      const cacheWrite5mTokens = random.integer(0, inputTokens - cachedInputTokens);
      const cacheWrite1hTokens = random.integer(0, inputTokens - cachedInputTokens - cacheWrite5mTokens);
      const usage = {
        ...{ inputTokens, cachedInputTokens, cacheWrite5mTokens, cacheWrite1hTokens, outputTokens },
        reasoningTokens: random.integer(0, outputTokens),
      };
      const tokenParts = plan.tokenParts.map((part) => ({
        ...part,
        rate: most.tokenPots.find(({ id }) => id === part.potId)?.rate,
      }));
      const charge = splitCharge(usage, at, { tokenParts, credit: nanos(10n ** 12n) });

      const where = `seed ${seed}`;
      expect(charge.cost <= plan.credit, where).toBe(true);
      for (const { potId, amount, tokens = amount } of charge.tokenParts) {
        expect(amount <= plan.tokenParts.find((part) => part.potId === potId)!.amount, where).toBe(true);
        expect(tokens > 0n, where).toBe(true);
      }
    }
  });
});

describe('a pot in crowns', () => {
  test('pays at the price of the request: with the credit it comes to the whole, also of types that are free', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = seeded(seed);
      const perToken = () => BigInt(random.pick([0, 0, 1, random.integer(1, 50)]));
      const at = price(perToken(), perToken(), perToken(), perToken());
      const crowns = { available: BigInt(random.integer(0, 3000)), rate: { ...everyType(at), per: 1n } as Rate };
      const tokens = random.fraction() < 0.5 ? [{ available: BigInt(random.integer(0, 100)) }] : [];
      const inputMax = random.integer(1, 200);
      const tokenPots = [crowns, ...tokens].map((pot, i) => ({ id: `pot-${i}`, ...pot }));
      const most: Funds = { ...funds(BigInt(random.integer(0, 8000))), tokenPots };
      const plan = planHold(demand(inputMax, random.integer(1, 200), at), most);
      if (!plan.ok) continue;
      const inputTokens = random.integer(0, inputMax);
      const outputTokens = random.integer(0, plan.outputTokensMax);
      const usage = {
        ...{ inputTokens, outputTokens },
        cachedInputTokens: random.integer(0, inputTokens),
        reasoningTokens: random.integer(0, outputTokens),
      };
      const tokenParts = plan.tokenParts.map((part) => ({
        ...part,
        rate: most.tokenPots.find(({ id }) => id === part.potId)?.rate,
      }));

      const charge = splitCharge(usage, at, { tokenParts, credit: nanos(10n ** 12n) });

      const where = `seed ${seed}`;
      expect(charge.cost <= plan.credit, where).toBe(true);
      const held = new Map(plan.tokenParts.map(({ potId, amount }) => [potId, amount]));
      for (const { potId, amount } of charge.tokenParts) expect(amount <= held.get(potId)!, where).toBe(true);
      const full =
        BigInt(inputTokens - usage.cachedInputTokens) * at.input +
        BigInt(usage.cachedInputTokens) * at.cachedInput +
        BigInt(outputTokens - usage.reasoningTokens) * at.output +
        BigInt(usage.reasoningTokens) * at.reasoning;
      const paid = charge.tokenParts
        .filter(({ potId }) => potId === 'pot-0')
        .reduce((sum, { amount }) => sum + amount, 0n);
      if (tokens.length === 0) expect(paid + charge.cost, where).toBe(full);
      else expect(paid + charge.cost <= full, where).toBe(true);
    }
  });
});

describe('a charge of a pot', () => {
  const held = (amount: bigint, rate?: Rate) => ({
    tokenParts: [{ potId: 'pot', amount, rate }],
    credit: nanos(10_000n),
  });
  const usage = (rest: object) => ({
    ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, ...rest },
  });

  test.each([['cacheWrite5mTokens'], ['cacheWrite1hTokens']])('pays for each token of %s', (type) => {
    const charge = splitCharge(usage({ inputTokens: 10, [type]: 10 }), PRICE, held(5n));

    expect(charge).toEqual({ tokenParts: [{ potId: 'pot', amount: 5n }], cost: nanos(50n), tokens: 10n });
  });

  test('pays for nothing behind the first token that is too dear for what is left', () => {
    const rate = { ...everyType(price(10n, 1n)), per: 1n } as Rate;

    const charge = splitCharge(usage({ inputTokens: 2, outputTokens: 3 }), PRICE, held(15n, rate));

    expect(charge.tokenParts).toEqual([{ potId: 'pot', amount: 10n, tokens: 1n }]);
    expect(charge.cost).toBe(nanos(10n + 3n * 40n));
  });
});

test('a limit of requests lets the last one through, and says of the next that one is needed', () => {
  const left = (requests: bigint) => ({
    ...funds(10_000n),
    limits: [{ id: 'r', owner: 'key', unit: 'requests', window: 'day', left: requests } as const],
  });

  expect(planHold(demand(1, 1), left(1n))).toMatchObject({ ok: true });
  expect(planHold(demand(1, 1), left(0n))).toMatchObject({ ok: false, limit: { id: 'r' }, needed: 1n, available: 0n });
});

test('a limit is named where the credit would just have been enough', () => {
  expect(planHold(demand(1, 1), funds(50n, [], 49n))).toMatchObject({
    ok: false,
    limit: { id: 'key/CZK' },
    needed: 50n,
  });
  expect(planHold(demand(1, 1), funds(49n, [], 48n))).toMatchObject({ ok: false, limit: null, needed: 50n });
});
