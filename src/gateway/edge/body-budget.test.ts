import { describe, expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { ServiceError } from '../../core/errors.ts';
import type { BodyRoom } from '../../platform/http/body.ts';
import { createBodyBudget } from './body-budget.ts';

const MB = 1024 * 1024;

function budget() {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  const limits = { bodiesBytesMax: 40 * MB, accountBodiesBytesMax: 20 * MB, bodyMs: 60_000 };
  return { clock, bodies: createBodyBudget(limits, clock) };
}

/** Undefined if there was room, else after how long to come again. */
function refusal(room: BodyRoom, bytes: number): number | undefined {
  try {
    room.grow(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'rate_limited') throw error;
    return error.details.retryAfterMs;
  }
}

describe('the room for bodies', () => {
  test('of one account is bounded, and free again when a body is read', () => {
    const { bodies } = budget();
    const rooms = [1, 2, 3].map(() => bodies.open('a'));

    expect(rooms.map((room) => refusal(room, 8 * MB) !== undefined)).toEqual([false, false, true]);
    rooms[0]!.close();
    rooms[0]!.close();
    expect(refusal(rooms[2]!, 8 * MB)).toBeUndefined();
  });

  test('is refused until the first body must be over, to the millisecond', () => {
    const { clock, bodies } = budget();
    bodies.open('a').grow(10 * MB);
    clock.nowMs = 5000;
    bodies.open('a').grow(10 * MB);
    clock.nowMs = 20_000;

    expect(refusal(bodies.open('a'), MB)).toBe(40_000);
  });

  test('does not count small bodies', () => {
    const { bodies } = budget();
    for (let n = 0; n < 2000; n++) bodies.open('a').grow(60_000);

    expect(refusal(bodies.open('a'), 20 * MB)).toBeUndefined();
  });

  test('that greedy accounts have filled still has an equal share for others', () => {
    const { bodies } = budget();
    for (const account of ['a', 'b']) bodies.open(account).grow(20 * MB);

    expect(refusal(bodies.open('c'), 8 * MB)).toBeUndefined();
    expect(refusal(bodies.open('d'), 16 * MB)).toBe(60_000);
  });

  test('is never more than twice what is set, and none is lost, whatever comes and goes', () => {
    const { bodies } = budget();
    const random = seeded(11);
    const open: { readonly room: BodyRoom; readonly bytes: number }[] = [];
    for (let step = 0; step < 5000; step++) {
      if (open.length > 0 && random.fraction() < 0.4)
        open.splice(random.integer(0, open.length - 1), 1)[0]!.room.close();
      const room = bodies.open(`account ${random.integer(0, 9)}`);
      const bytes = random.integer(MB, 8 * MB);
      if (refusal(room, bytes) === undefined) open.push({ room, bytes });
      expect(open.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(80 * MB);
    }
    for (const { room } of open) room.close();

    expect(refusal(bodies.open('a'), 20 * MB)).toBeUndefined();
    expect(refusal(bodies.open('b'), 20 * MB)).toBeUndefined();
  });
});
