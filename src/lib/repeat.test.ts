import { afterEach, expect, jest, test } from 'bun:test';
import { repeat } from './repeat.ts';

afterEach(() => jest.useRealTimers());

const settle = () =>
  new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));

test('a turn that takes longer than the interval is not begun twice, and the next one comes', async () => {
  jest.useFakeTimers();
  const turns: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const turn = Promise.withResolvers<void>();
    turns.push(turn);
    return turn.promise;
  };
  const repeated = repeat({ everyMs: 100, work, onFailure: () => {} });
  expect(turns.length).toBe(0);

  jest.advanceTimersByTime(350);
  repeated.turn();
  expect(turns.length).toBe(1);
  turns[0]!.resolve();
  await settle();
  jest.advanceTimersByTime(100);

  expect(turns.length).toBe(2);
  turns[1]!.resolve();
  await repeated.stop();
});

test('a turn that fails is reported, and the next one comes', async () => {
  jest.useFakeTimers();
  const failures: unknown[] = [];
  let turns = 0;
  const work = async () => {
    turns += 1;
    throw new Error(`turn ${turns}`);
  };
  const repeated = repeat({ everyMs: 100, work, onFailure: (cause) => failures.push(cause) });

  jest.advanceTimersByTime(100);
  await settle();
  jest.advanceTimersByTime(100);
  await repeated.stop();

  expect(failures).toEqual([new Error('turn 1'), new Error('turn 2')]);
});

test('stopping waits for the turn that runs, and begins no other', async () => {
  jest.useFakeTimers();
  const turn = Promise.withResolvers<void>();
  let turns = 0;
  let isStopped = false;
  const work = () => {
    turns += 1;
    return turn.promise;
  };
  const repeated = repeat({ everyMs: 100, work, onFailure: () => {} });
  repeated.turn();

  const stopped = repeated.stop().then(() => {
    isStopped = true;
  });
  jest.advanceTimersByTime(1000);
  await settle();
  expect([turns, isStopped]).toEqual([1, false]);
  turn.resolve();
  await stopped;

  expect([turns, isStopped]).toEqual([1, true]);
});
