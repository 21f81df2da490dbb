import { describe, expect, test } from 'bun:test';
import { AdmissionSlices, farFrom, NO_SLICE } from './admission-slices.ts';

const open = () => new AdmissionSlices({ max: 170, windowMs: 60_000 });
/** Two chats in a row: the first comes alone. */
function inUse(nowMs = 0): AdmissionSlices {
  const slices = open();
  slices.report('k', 1, nowMs);
  slices.report('k', 1, nowMs);
  return slices;
}
const news = (extra: number, remaining = 7) => ({ extra, atUs: 5n, remaining, resetMs: 300 });

test('something is set aside up to three quarters of a limit', () => {
  expect([farFrom(32), farFrom(33)]).toEqual([24, 24]);
});

describe('a report asks', () => {
  test('for nothing where a chat comes alone, and for twice as many as come after another, up to a 16th', () => {
    const slices = open();
    const spareFor = (asking: number, nowMs: number) => slices.report('k', asking, nowMs).spare;

    expect(slices.report('k', 0, 0)).toBe(NO_SLICE);
    expect(slices.report('k', 1, 0)).toEqual(NO_SLICE);
    expect(NO_SLICE).toEqual({ used: 0, kept: 0, size: 0, atUs: 0n, spare: 0 });
    expect([spareFor(1, 999), spareFor(3, 999), spareFor(9, 999)]).toEqual([2, 6, 10]);
    expect([spareFor(0, 1998), spareFor(0, 1999), spareFor(1, 1999), spareFor(2, 9000)]).toEqual([2, 0, 0, 4]);
  });

  test('for what is missing to that, tells what was taken, and keeps nothing after its moment or a rest', () => {
    const slices = inUse();
    slices.learn('k', news(4), 0);
    slices.take('k', 10);

    expect(slices.report('k', 1, 20)).toEqual({ used: 1, kept: 3, size: 4, atUs: 5n, spare: 1 });
    expect(slices.report('k', 0, 21)).toMatchObject({ used: 0, kept: 3, spare: 0 });
    expect(slices.report('k', 2, 1499)).toMatchObject({ kept: 3, spare: 1 });
    expect(slices.report('k', 2, 1500)).toMatchObject({ kept: 0, spare: 4 });
    const resting = inUse();
    resting.learn('k', news(4), 0);
    expect(resting.report('k', 0, 1000)).toMatchObject({ kept: 0, size: 4, spare: 0 });
    const closing = inUse();
    closing.learn('k', news(4), 0);
    closing.close();
    expect(closing.report('k', 3, 1)).toMatchObject({ kept: 0, spare: 0 });
  });
});

describe('what is set aside', () => {
  test('admits until its moment comes, with the numbers of the limit; the last one is news for the database', () => {
    const slices = inUse();
    slices.learn('k', news(2, 1), 1000);

    expect(slices.take('k', 2500)).toBeUndefined();
    expect(slices.take('other', 1000)).toBeUndefined();
    expect(slices.take('k', 1100)).toEqual({ admitted: true, remaining: 0, resetMs: 200 });
    expect(slices.hasUrgent).toBe(false);
    expect(slices.take('k', 2499)).toEqual({ admitted: true, remaining: 0, resetMs: 0 });
    expect([slices.urgent(), slices.hasUrgent, slices.take('k', 1100)]).toEqual([['k'], true, undefined]);
  });

  test('counts as less left where chats were admitted since the report left', () => {
    const slices = inUse();
    slices.learn('k', news(4), 0);
    slices.report('k', 1, 10);
    slices.take('k', 20);
    slices.learn('k', news(2, 9), 10);

    expect(slices.take('k', 30)).toMatchObject({ remaining: 9 - 1 - 1 });
    expect(slices.report('k', 0, 40)).toMatchObject({ used: 2, size: 6, kept: 4 });
  });

  test('is nothing near the limit: the key is forgotten, or what is left of it goes back at once', () => {
    const none = inUse();
    none.learn('k', news(0), 0);
    expect(none.size).toBe(0);

    const some = inUse();
    some.learn('k', news(4), 0);
    some.report('k', 9, 10);
    some.learn('k', news(0), 10);
    expect([some.size, some.urgent()]).toEqual([1, ['k']]);
    expect(some.report('k', 9, 20)).toMatchObject({ kept: 0, size: 4, spare: 0 });

    // It has as much as it wants.
    const enough = inUse();
    enough.learn('k', news(4), 0);
    enough.report('k', 0, 10);
    enough.learn('k', news(0), 10);
    expect(enough.urgent()).toEqual([]);
  });
});

test('news is due of what was used, of what rests, and of all at the end; what has nothing is forgotten', () => {
  const slices = inUse();
  slices.learn('k', news(4), 0);
  slices.report('alone', 1, 500);

  expect(slices.due(999)).toEqual([]);
  slices.take('k', 999);
  expect([slices.due(1000), slices.size]).toEqual([['k'], 2]);
  expect([slices.due(1500), slices.size]).toEqual([['k'], 1]);
  slices.report('k', 0, 1500);
  expect([slices.due(1998), slices.due(1999)]).toEqual([[], ['k']]);
  const closing = inUse();
  closing.learn('k', news(4), 0);
  closing.close();
  expect(closing.due(1)).toEqual(['k']);
  closing.forget('k');
  expect(closing.size).toBe(0);
});
