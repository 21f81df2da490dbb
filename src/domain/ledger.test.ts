import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { decideHold, type HoldEvent, type HoldOrder, type HoldState, NEXT_HOLD_STATE } from './ledger.ts';
import { costOf, nanos, type Price, priceFromCzkPerMillion, worstCostOf } from './money.ts';

const PRICE = priceFromCzkPerMillion({ input: '25', cachedInput: '6.25', output: '100' });

const order = (inputTokensMax: number, outputTokensMax: number, price: Price = PRICE): HoldOrder => ({
  requestId: 'req_1',
  accountId: 'acc_1',
  keyId: 'key_1',
  model: 'svc-glacier',
  price,
  inputTokensMax,
  outputTokensMax,
  atMs: 0,
  expiresAtMs: 1,
});

describe('a hold', () => {
  const STATES: readonly HoldState[] = ['open', 'settled', 'released', 'expired'];
  const EVENTS: readonly HoldEvent[] = ['settle', 'release', 'expire'];
  const CHANGES: Readonly<Record<HoldEvent, HoldState>> = { settle: 'settled', release: 'released', expire: 'expired' };

  test('has an answer to every event in every state', () => {
    expect(Object.keys(NEXT_HOLD_STATE)).toEqual([...STATES]);
    for (const state of STATES) expect(Object.keys(NEXT_HOLD_STATE[state])).toEqual([...EVENTS]);
  });

  test.each(EVENTS)('that is open changes on %s', (event) => {
    expect(NEXT_HOLD_STATE.open[event]).toBe(CHANGES[event]);
  });

  const closed = STATES.filter((state) => state !== 'open');
  test.each(closed.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'that is %s stays so on %s: nothing is charged twice, or after the fact',
    (state, event) => {
      expect(NEXT_HOLD_STATE[state][event]).toBe(state);
    },
  );
});

describe('how much is held', () => {
  const whole = worstCostOf(100n, 50n, PRICE);
  const least = worstCostOf(100n, 1n, PRICE);

  test('is the worst case, where the funds cover it', () => {
    for (const available of [whole, whole + 1n, whole * 1000n]) {
      expect(decideHold(order(100, 50), nanos(available))).toEqual({
        ok: true,
        hold: { amount: whole, outputTokensMax: 50 },
      });
    }
  });

  test('is less where the funds are less: the output is lowered', () => {
    expect(decideHold(order(100, 50), nanos(whole - 1n))).toEqual({
      ok: true,
      hold: { amount: worstCostOf(100n, 49n, PRICE), outputTokensMax: 49 },
    });
  });

  test('covers the input and one token of output at least', () => {
    expect(decideHold(order(100, 50), least)).toEqual({ ok: true, hold: { amount: least, outputTokensMax: 1 } });
    expect(decideHold(order(100, 50), nanos(least - 1n))).toEqual({
      ok: false,
      needed: least,
      available: nanos(least - 1n),
    });
  });

  test.each([0n, -1n, -1_000_000_000n])('is nothing with funds of %p: the request is refused', (available) => {
    expect(decideHold(order(0, 1), nanos(available))).toEqual({
      ok: false,
      needed: worstCostOf(0n, 1n, PRICE),
      available: nanos(available),
    });
  });

  test('is nothing where everything is free, and the output is what was asked for', () => {
    const free = priceFromCzkPerMillion({ input: '0', output: '0' });

    expect(decideHold(order(1_000_000, 32_000, free), nanos(0n))).toEqual({
      ok: true,
      hold: { amount: nanos(0n), outputTokensMax: 32_000 },
    });
  });

  test('is never more than there is, always covers the charge, and is the most possible', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = seeded(seed);
      const price = () => nanos(BigInt(random.integer(0, random.pick([0, 5, 500_000]))));
      const prices = { input: price(), cachedInput: price(), output: price(), reasoning: price() };
      const wanted = order(random.integer(0, 5000), random.integer(1, 9000), prices);
      const available = nanos(BigInt(random.integer(0, random.pick([100, 1_000_000, 2_000_000_000]))));
      const about = `seed ${seed}`;

      const decision = decideHold(wanted, available);

      if (!decision.ok) {
        expect(decision.needed > available, about).toBe(true);
        continue;
      }
      const { amount, outputTokensMax } = decision.hold;
      expect(amount <= available, about).toBe(true);
      expect(outputTokensMax, about).toBeGreaterThanOrEqual(1);
      expect(outputTokensMax, about).toBeLessThanOrEqual(wanted.outputTokensMax);
      if (outputTokensMax < wanted.outputTokensMax) {
        const oneMore = worstCostOf(BigInt(wanted.inputTokensMax), BigInt(outputTokensMax + 1), prices);
        expect(oneMore > available, about).toBe(true);
      }
      const inputTokens = random.integer(0, wanted.inputTokensMax);
      const outputTokens = random.integer(0, outputTokensMax);
      const used = {
        inputTokens,
        outputTokens,
        cachedInputTokens: random.integer(0, inputTokens),
        reasoningTokens: random.integer(0, outputTokens),
      };
      expect(costOf(used, prices) <= amount, about).toBe(true);
    }
  });
});
