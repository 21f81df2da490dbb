import { describe, expect, test } from 'bun:test';
import { createSteadyClock } from './steady-clock.ts';

const NOON = Date.UTC(2026, 10, 15, 11);
const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];

/** A machine whose clocks a test moves. */
function machine() {
  const at = { wallMs: NOON, steadyMs: 5000, uptimeMs: 9_000_000 };
  const clock = createSteadyClock({
    nowMs: () => at.wallMs,
    monotonicMs: () => at.steadyMs,
    uptimeMs: () => Math.floor(at.uptimeMs / 1000) * 1000,
  });
  const pass = (ms: number) => {
    at.wallMs += ms;
    at.steadyMs += ms;
    at.uptimeMs += ms;
  };
  const suspend = (ms: number) => {
    at.wallMs += ms;
    at.uptimeMs += ms;
  };
  const set = (byMs: number) => {
    at.wallMs += byMs;
  };
  return { clock, pass, suspend, set };
}

describe('the time that money goes by', () => {
  test('is that of the wall clock, and follows it by small steps', () => {
    const { clock, pass, set } = machine();

    for (let step = 0; step < 100; step++) {
      pass(10 * SECOND);
      set(step % 2 === 0 ? 20 * SECOND : -10 * SECOND);
      clock.nowMs();
    }

    expect(clock.nowMs()).toBe(NOON + 1000 * SECOND + 500 * SECOND);
    expect(clock.movedMs()).toBe(0);
  });

  test.each([HOUR, 40 * DAY, -HOUR])(
    'goes on as it was when the clock is set by %i ms, until that is right again',
    (byMs) => {
      const { clock, pass, set } = machine();

      set(byMs);
      pass(30 * SECOND);

      expect(clock.nowMs()).toBe(NOON + 30 * SECOND);
      expect(clock.movedMs()).toBe(byMs);
      set(-byMs + SECOND);
      expect(clock.nowMs()).toBe(NOON + 31 * SECOND);
      expect(clock.movedMs()).toBe(0);
    },
  );

  test('has passed while the machine was suspended', () => {
    const { clock, suspend, pass } = machine();

    suspend(8 * HOUR);
    pass(SECOND);

    expect(clock.nowMs()).toBe(NOON + 8 * HOUR + SECOND);
    expect(clock.movedMs()).toBe(0);
  });

  test('has passed while the machine was suspended, also where the clock was wrong after it', () => {
    const { clock, suspend, set } = machine();

    suspend(8 * HOUR);
    set(40 * DAY);

    expect(Math.abs(clock.nowMs() - NOON - 8 * HOUR)).toBeLessThanOrEqual(SECOND);
    expect(clock.movedMs()).toBeGreaterThan(39 * DAY);
    set(-40 * DAY);
    expect(clock.nowMs()).toBe(NOON + 8 * HOUR);
  });
});
