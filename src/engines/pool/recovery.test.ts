/** Whatever has happened to an engine: once it is well again it is asked again, after a time that has a bound. */
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { OPEN_MS_MAX } from './circuit.ts';
import { watchHealth } from './health-watch.ts';
import type { MemberSettings } from './member.ts';
import { memberOf, readAll, requestOf, SILENT, TestEngine, testClock } from './pool.fixture.ts';
import { createPool } from './pool.ts';

/** How often the watch looks. */
const TICK_MS = 100;
const OPEN_MS = 5_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One engine in a pool, looked after by a clock that the test drives. */
function watchedEngine(settings: Partial<MemberSettings> = {}) {
  const clock = testClock();
  const engine = new TestEngine();
  engine.end();
  const member = memberOf('engine', engine, { failuresMax: 1, openMs: OPEN_MS, ...settings, clock });
  const pool = createPool({ log: SILENT }, { model: 'm', candidates: [{ member, weight: 1 }], onRetry() {} });
  watchHealth({ clock }, { members: [member], pools: [pool] });

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= TICK_MS) {
      const stepMs = Math.min(TICK_MS, left);
      clock.now += stepMs;
      jest.advanceTimersByTime(stepMs);
      await settled();
    }
  }

  /** Asks, reads the whole answer, and says what came of it. */
  const ask = async (signal = new AbortController().signal): Promise<'whole' | 'failed'> => {
    try {
      await readAll(await pool.open(requestOf(), signal));
      return 'whole';
    } catch {
      return 'failed';
    }
  };

  /** Fails, and then answers a probe: the next request is a trial. */
  async function comeToTrial(): Promise<void> {
    engine.behaviour = 'fail';
    await ask();
    engine.behaviour = 'answer';
    await pass(OPEN_MS + TICK_MS);
    expect(member.circuit).toMatchObject({ kind: 'half-open' });
  }

  /** From the next probe on, which is the last one to fail: all the time until the next probe is still to come. */
  async function passOneProbe(): Promise<void> {
    for (const before = engine.probes; engine.probes === before; ) await pass(TICK_MS);
  }

  return { clock, engine, member, pool, pass, passOneProbe, ask, comeToTrial };
}

/** Lets everything run that waits for nothing but its turn. */
async function settled(): Promise<void> {
  for (let n = 0; n < 30; n++) await Promise.resolve();
}

describe('an engine that did not answer probes', () => {
  test('is found as soon after an hour as after its first failure', async () => {
    const { engine, pass, passOneProbe, ask } = watchedEngine();
    engine.behaviour = 'fail';
    engine.healthNow = { ok: false, detail: 'is down' };
    await ask();
    await pass(60 * 60_000);
    await passOneProbe();

    engine.behaviour = 'answer';
    engine.healthNow = { ok: true, detail: 'answers' };
    await pass(OPEN_MS + TICK_MS);

    expect(await ask()).toBe('whole');
  });

  test('is found as soon when it went down before its trial', async () => {
    const { engine, member, pass, passOneProbe, ask, comeToTrial } = watchedEngine({ probeMs: 1_000 });
    await comeToTrial();
    engine.healthNow = { ok: false, detail: 'is down' };
    await passOneProbe();
    expect(member.circuit.kind).toBe('open');

    engine.healthNow = { ok: true, detail: 'answers' };
    await pass(OPEN_MS + TICK_MS);

    expect(await ask()).toBe('whole');
  });
});

describe('an engine that answers probes and fails trials', () => {
  test('is tried again within half a minute, however often it has failed', async () => {
    const { engine, pass, ask } = watchedEngine();
    engine.behaviour = 'fail';
    for (let n = 0; n < 12; n++) {
      await ask();
      await pass(OPEN_MS_MAX + TICK_MS);
    }

    engine.behaviour = 'answer';

    expect(await ask()).toBe('whole');
  });
});

describe('the trial of an engine', () => {
  test('is the next request when the one on trial was left before it began', async () => {
    const { engine, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'wait';
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    await settled();
    leaving.abort(new Error('gone'));
    await left;

    engine.behaviour = 'answer';

    expect(await ask()).toBe('whole');
  });

  test('is the next request when who waited for it left as their turn came', async () => {
    const { engine, member, pool, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'wait';
    const first = new AbortController();
    const second = new AbortController();
    const both = [ask(first.signal), ask(second.signal)];
    await settled();
    expect(pool.waiting).toBe(1);
    // Both at once: the second is given the slot of the first, and is no longer there to take it.
    member.onChange(() => second.abort(new Error('gone')));
    first.abort(new Error('gone'));
    await Promise.all(both);

    engine.behaviour = 'answer';

    expect(engine.asked).toHaveLength(2);
    expect(member.running).toBe(0);
    expect(await ask()).toBe('whole');
  });

  test('is the next request after its rest when the engine was busy', async () => {
    const { engine, pass, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'busy';
    await ask();

    engine.behaviour = 'answer';
    await pass(7_000);

    expect(await ask()).toBe('whole');
  });

  test('is passed by an engine that refuses what the caller has sent', async () => {
    const { engine, member, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'reject';

    await ask();

    expect(member.circuit.kind).toBe('closed');
  });

  test('that takes long does not keep others from an engine that is well', async () => {
    const { engine, member, pass, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'wait';
    void ask();
    await settled();
    engine.behaviour = 'answer';
    const told: string[] = [];
    for (let n = 0; n < 3; n++) void ask().then((what) => told.push(what));

    await pass(OPEN_MS);

    expect(told).toEqual(['whole', 'whole', 'whole']);
    expect(member.circuit.kind).toBe('closed');
  });

  test('that takes long is not joined by another where another engine can be asked', async () => {
    const { engine, member, clock, pass, ask, comeToTrial } = watchedEngine();
    await comeToTrial();
    engine.behaviour = 'wait';
    void ask();
    await pass(OPEN_MS);
    const well = new TestEngine();
    const candidates = [member, memberOf('well', well, { clock })].map((one) => ({ member: one, weight: 1 }));
    const both = createPool({ log: SILENT }, { model: 'm', candidates, onRetry() {} });

    const { signal } = new AbortController();
    for (let n = 0; n < 20; n++) await both.open(requestOf('acc', `question ${n}`), signal);

    expect(well.asked).toHaveLength(20);
    expect(engine.asked).toHaveLength(2);
  });
});

test('an engine that has said how long it is busy is not asked sooner because another answer did not say', async () => {
  const { engine, pass, ask } = watchedEngine();
  engine.behaviour = 'wait';
  const answers = [ask(), ask()];
  await settled();
  engine.refuse[0]!(60_000);
  engine.refuse[1]!();
  await Promise.all(answers);

  engine.behaviour = 'answer';
  await pass(59_900);
  expect(await ask()).toBe('failed');
  await pass(TICK_MS);

  expect(await ask()).toBe('whole');
});
