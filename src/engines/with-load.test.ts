import { expect, test } from 'bun:test';
import { streamed } from '../../test/support/streamed.ts';
import type { EngineEvent } from '../core/chat.ts';
import type { Engine } from '../core/engine.ts';
import { ServiceError } from '../core/errors.ts';
import { requestOf } from './pool/pool.fixture.ts';
import { withLoad } from './with-load.ts';

const REQUEST = requestOf();
const END: EngineEvent = { type: 'end', finishReason: 'stop' };
const SIGNAL = new AbortController().signal;

/** Answers after 100 ms of the clock; fails at once or midway where the test says so. */
function given(fails: 'never' | 'first' | 'midway' | 'refusal' = 'never') {
  let nowMs = 0;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const clock = { monotonicMs: () => nowMs, pass };
  const engine: Engine = {
    health: async () => ({ ok: true, detail: '' }),
    open: async () => {
      nowMs += 100;
      if (fails === 'first') throw new Error('refused');
      if (fails === 'refusal') throw new ServiceError('rejected_by_model', 'It cannot take this.');
      return (async function* () {
        yield [{ type: 'text', text: 'hi' }] as const;
        if (fails === 'midway') throw new Error('broke');
        yield [END];
      })();
    },
  };
  return { clock, engine: withLoad(engine, { clock }) };
}

async function read(engine: Engine, signal = SIGNAL): Promise<void> {
  for await (const _ of await engine.open(REQUEST, signal));
}

test('an answer is counted while it runs, and when it has ended', async () => {
  const { engine } = given();

  const events = await engine.open(REQUEST, SIGNAL);
  const during = engine.load();
  for await (const _ of events);

  expect(during).toEqual({ running: 1, answered: 0, failed: 0, firstEventMs: 100 });
  expect(engine.load()).toEqual({ running: 0, answered: 1, failed: 0, firstEventMs: 100 });
});

test.each(['first', 'midway'] as const)('a failure at its %s event is counted as one', async (fails) => {
  const { engine } = given(fails);

  expect(read(engine)).rejects.toThrow();
  await read(engine).catch(() => {});

  expect(engine.load()).toMatchObject({ running: 0, failed: 2, answered: 0 });
});

test('a request that cannot be answered is no failure of the engine', async () => {
  const { engine } = given('refusal');

  await read(engine).catch(() => {});

  expect(engine.load()).toMatchObject({ running: 0, failed: 0, answered: 1 });
});

test('a client that leaves is no failure of the engine', async () => {
  const { engine } = given('midway');
  const leaving = new AbortController();
  leaving.abort();

  await read(engine, leaving.signal).catch(() => {});

  expect(engine.load()).toMatchObject({ running: 0, failed: 0 });
});

test('what happened long ago is forgotten', async () => {
  const { engine, clock } = given();
  await read(engine);

  clock.pass(290_000);
  const recent = engine.load();
  clock.pass(20_000);

  expect([recent.answered, engine.load().answered]).toEqual([1, 0]);
});

const idleEngine = (engine: Engine) => withLoad(engine, { clock: { monotonicMs: () => 0 } });
const engineOf = (open: Engine['open']): Engine => ({ open, health: async () => ({ ok: true, detail: '' }) });
async function* twoEvents(): AsyncGenerator<readonly EngineEvent[]> {
  yield [{ type: 'text', text: 'one' }];
  yield [{ type: 'text', text: 'two' }];
}

async function isIdle(engine: ReturnType<typeof withLoad>): Promise<boolean> {
  return Promise.race([engine.whenIdle().then(() => true), Bun.sleep(0).then(() => false)]);
}

test('an engine is idle when its last answer has been read to the end, or was left', async () => {
  const engine = idleEngine(engineOf(async () => twoEvents()));
  expect(await isIdle(engine)).toBe(true);

  const [read, left] = [await engine.open(REQUEST, SIGNAL), await engine.open(REQUEST, SIGNAL)];
  expect(await isIdle(engine)).toBe(false);
  for await (const _ of read);
  expect(await isIdle(engine)).toBe(false);
  for await (const _ of left) break;

  expect(await isIdle(engine)).toBe(true);
});

test('an answer that is refused, or breaks, does not keep an engine busy', async () => {
  const refusing = idleEngine(engineOf(() => Promise.reject(new Error('refused'))));
  const breaking = idleEngine(
    engineOf(async () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    })),
  );

  await expect(refusing.open(REQUEST, SIGNAL)).rejects.toThrow('refused');
  const answer = await breaking.open(REQUEST, SIGNAL);
  await expect(streamed(answer).next()).rejects.toThrow('broken');

  expect(await isIdle(refusing)).toBe(true);
  expect(await isIdle(breaking)).toBe(true);
});
