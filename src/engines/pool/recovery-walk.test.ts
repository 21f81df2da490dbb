/** Engines fail in every way at random, in a time that the test drives; once they are well, each of them comes back. */

import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { type Random, seeded } from '../../../test/support/random.ts';
import type { EngineEvent, EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import { busy, unavailable } from '../unavailable.ts';
import { UnexpectedStatus } from '../upstream/upstream-refusal.ts';
import { OPEN_MS_MAX } from './circuit.ts';
import { watchHealth } from './health-watch.ts';
import { memberOf, readAll, requestOf, SILENT, testClock } from './pool.fixture.ts';
import { createPool } from './pool.ts';

const TICK_MS = 100;
/** The deadline of requests that hang. */
const HANG_MS = 5_000;
const HISTORY_TICKS = 600;
/** A hanging engine fails its trial, then comes the longest wait, and time for the chance to be chosen. */
const BOUND_TICKS = (HANG_MS + OPEN_MS_MAX + 5_000) / TICK_MS;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const FAULTS: readonly ((signal: AbortSignal) => Promise<EngineEvents>)[] = [
  () => Promise.reject(unavailable(new Error('It failed.'))),
  () => Promise.reject(unavailable(new UnexpectedStatus(401, 'It refuses our key.'))),
  () => Promise.reject(busy(new Error('It is busy.'), 3_000)),
  () => Promise.reject(new ServiceError('rejected_by_model', 'It cannot take this.')),
  (signal) => hanging(signal),
  async () => brokenOff(),
];

test.each(Array.from({ length: 10 }, (_, n) => n + 1))('after walk %d every engine answers again', async (seed) => {
  const random = seeded(seed);
  const clock = testClock();
  const engines = [1, 2, 3].map(() => new MoodyEngine(random));
  const settings = { clock, failuresMax: 3, openMs: 500, probeMs: 1_000, concurrencyMax: 3, queueMs: 10_000 };
  const members = engines.map((engine, n) => memberOf(`engine ${n}`, engine, settings));
  const pools = [members, members.slice(1)].map((some, n) => {
    const candidates = some.map((member) => ({ member, weight: 1 }));
    return createPool({ log: SILENT }, { model: `${n}`, candidates, onRetry() {} });
  });
  watchHealth({ clock }, { members, pools });
  let asked = 0;
  const tick = async (leaves: () => boolean) => {
    for (const pool of pools) {
      const leaving = new AbortController();
      const opening = pool.open(requestOf('acc', `question ${asked++}`), leaving.signal);
      void opening.then(readAll).catch(() => {});
      if (leaves()) setTimeout(() => leaving.abort(new Error('gone')), random.integer(1, 2 * HANG_MS));
    }
    clock.now += TICK_MS;
    jest.advanceTimersByTime(TICK_MS);
    for (let turn = 0; turn < 40; turn++) await Promise.resolve();
  };

  for (let n = 0; n < HISTORY_TICKS; n++) {
    if (random.fraction() < 0.05) random.pick(engines).mood = random.pick([0, 0.3, 1]);
    await tick(() => random.fraction() < 0.3);
  }
  for (const engine of engines) engine.getWell();
  for (let n = 0; n < BOUND_TICKS; n++) await tick(() => false);

  expect(engines.map(({ answered }) => answered > 0)).toEqual([true, true, true]);
  expect(members.map(({ circuit, running }) => [circuit.kind, running])).toEqual(members.map(() => ['closed', 0]));
});

class MoodyEngine implements Engine {
  /** Which part of the requests goes wrong; with all of them, probes too. */
  mood = 0;
  /** How many requests it has answered since it is well. */
  answered = 0;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  open = async (_: EngineRequest, signal: AbortSignal): Promise<EngineEvents> => {
    if (this.#random.fraction() < this.mood) return this.#random.pick(FAULTS)(signal);
    this.answered += 1;
    return whole();
  };

  health = async (): Promise<EngineHealth> => ({ ok: this.mood < 1, detail: `mood ${this.mood}` });

  getWell(): void {
    this.mood = 0;
    this.answered = 0;
  }
}

async function* whole(): AsyncGenerator<readonly EngineEvent[], void> {
  yield [{ type: 'text', text: 'Hello.' }];
  yield [{ type: 'end', finishReason: 'stop' }];
}

async function* brokenOff(): AsyncGenerator<readonly EngineEvent[], void> {
  yield [{ type: 'text', text: 'Hel' }];
  throw new ServiceError('upstream_incomplete', 'It broke off.');
}

/** Does nothing until the client leaves or the deadline has passed. */
function hanging(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  setTimeout(() => reject(unavailable(new Error('Nothing came.'))), HANG_MS);
  return promise;
}
