import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { watchPulse } from './pulse.ts';

const PULSE_MS = 5_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Watches an engine that answers or not, pulse by pulse, and says at which pulses it counted as hung. */
async function hungAt(answers: readonly boolean[], stopBefore = answers.length): Promise<readonly number[]> {
  const hung: number[] = [];
  let pulses = 0;
  const health = async () => ({ ok: answers[pulses++] ?? false, detail: '' });
  const stop = watchPulse({ health }, () => hung.push(pulses));
  for (const at of answers.keys()) {
    if (at === stopBefore) stop();
    jest.advanceTimersByTime(PULSE_MS);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  return hung;
}

test('a process that misses three pulses in a row is hung', async () => {
  expect(await hungAt([true, false, false, false])).toEqual([4]);
});

test('a process that answers now and then is only slow', async () => {
  expect(await hungAt([false, false, true, false, false, true])).toEqual([]);
});

test('no probe runs once the watch is over', async () => {
  expect(await hungAt([false, false, false], 2)).toEqual([]);
});
