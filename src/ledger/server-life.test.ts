import { expect, test } from 'bun:test';
import { ServerLife } from './server-life.ts';

const until = (ms: number) => ({ admitsUntilMs: ms, surelyUntilMs: ms, surelyUntilAtMs: ms });

test('text that waits for the database goes on when it has answered, and not by an answer from before a freeze', async () => {
  let nowMs = 0;
  const life = new ServerLife({ monotonicMs: () => nowMs, nowMs: () => nowMs });
  life.renew(until(30));
  nowMs = 40;
  let hasGone = false;
  const waiting = life.check()!.then(() => {
    hasGone = true;
  });

  // It was on its way when the server stood still.
  life.renew(until(31));
  await Promise.resolve();
  expect(hasGone).toBe(false);
  expect(life.check()).toBeDefined();

  life.renew(until(70));
  await waiting;
  expect(hasGone).toBe(true);
  expect(life.check()).toBeUndefined();
});

test('to the last moment that is known, text goes and requests are admitted; one that begins anew waits', () => {
  let nowMs = 30;
  const life = new ServerLife({ monotonicMs: () => nowMs, nowMs: () => nowMs });
  life.renew(until(30));

  expect([life.check(), life.refusalAt(30)]).toEqual([undefined, undefined]);
  nowMs = 31;
  expect(life.check()).toBeDefined();
  expect(life.refusalAt(31)?.message).toContain('cannot reach its database right now');
  expect(life.next().refusalAt(0)?.message).toContain('was out of touch for too long and begins anew');
});

test('text that waits ends with the server', async () => {
  const life = new ServerLife({ monotonicMs: () => 40, nowMs: () => 40 });
  life.renew(until(30));
  const waiting = life.check()!;

  life.end(new Error('taken for dead'));

  await expect(waiting).rejects.toThrow('taken for dead');
});

test.each([
  ['both clocks went on', 31, 31],
  ['the clock for deadlines stood still with the machine', 1, 31],
  ['the clock was set back meanwhile', 31, -3600],
])('text waits for the database after a freeze: %s', (_, monotonicMs, nowMs) => {
  const time = { monotonicMs: 0, nowMs: 0 };
  const life = new ServerLife({ monotonicMs: () => time.monotonicMs, nowMs: () => time.nowMs });
  life.renew(until(30));
  expect(life.check()).toBeUndefined();

  Object.assign(time, { monotonicMs, nowMs });

  expect(life.check()).toBeDefined();
});
