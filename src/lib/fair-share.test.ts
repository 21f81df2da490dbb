import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { Holders, mayHoldMore } from './fair-share.ts';

/** How many each of some accounts gets that all want as many as they can. */
function filled(total: number, accounts: number): readonly number[] {
  const held = Array<number>(accounts).fill(0);
  let free = total;
  for (let isOver = false; !isOver; ) {
    isOver = true;
    for (const [at, own] of held.entries()) {
      if (!mayHoldMore({ held: own, free, total })) continue;
      held[at] = own + 1;
      free -= 1;
      isOver = false;
    }
  }
  return held;
}

describe('a share of the slots', () => {
  test.each([
    [1, [1]],
    [2, [2]],
    [3, [3]],
    [4, [3]],
    [8, [7]],
    [32, [28]],
    [256, [224]],
  ])('of %p for an account that is alone is %p', (total, expected) => {
    expect(filled(total, 1)).toEqual(expected);
  });

  test('of two accounts is the same, and there is a slot for a third', () => {
    const held = filled(32, 2);

    expect(Math.abs(held[0]! - held[1]!)).toBeLessThanOrEqual(1);
    expect(held[0]! + held[1]!).toBeWithin(28, 32);
    expect(mayHoldMore({ held: 0, free: 32 - held[0]! - held[1]!, total: 32 })).toBe(true);
  });

  test('is never more than there is, and an account with none gets any that is free', () => {
    const seed = Number(process.env.SEED ?? 20261115);
    const random = seeded(seed);
    for (let n = 0; n < 500; n++) {
      const total = random.integer(1, 64);
      const accounts = random.integer(1, 20);
      const held = filled(total, accounts);
      const free = total - held.reduce((sum, one) => sum + one, 0);
      expect(free, `SEED=${seed}`).toBeGreaterThanOrEqual(0);
      // Only where there are fewer slots than accounts has an account none.
      if (held.includes(0)) expect({ seed, free }).toEqual({ seed, free: 0 });
    }
  });
});

describe('how long to wait', () => {
  test('is how long slots are held, divided by how many the account holds, for each that waits', () => {
    const holders = new Holders();
    for (const account of ['a', 'a', 'a', 'b']) holders.take(account);
    holders.release('b', 12_000);

    expect(holders.waitMs('a', 0)).toBe(4_000);
    expect(holders.waitMs('a', 5)).toBe(24_000);
    expect(holders.waitMs('b', 0)).toBe(12_000);
  });

  test('is a second at least and a minute at most', () => {
    const holders = new Holders();
    expect(holders.waitMs('a', 10)).toBe(1_000);
    holders.take('a');
    holders.release('a', 600_000);

    expect(holders.waitMs('a', 10)).toBe(60_000);
    expect(holders.heldBy('a')).toBe(0);
  });
});
