import { expect, test } from 'bun:test';
import { createLog } from './log.ts';
import type { Sink } from './log-output.ts';

/** A reader that can be stopped. */
function reader() {
  const state = { text: '', isStopped: false, isGone: false, takes: Promise.withResolvers<void>() };
  const sink: Sink = (text) => {
    if (state.isGone) throw new Error('EPIPE');
    if (!state.isStopped) {
      state.text += text;
      return undefined;
    }
    return state.takes.promise.then(() => {
      state.text += text;
    });
  };
  const lines = () =>
    state.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; lines?: number; level: string });
  return { state, sink, lines };
}

test('lines are written at once while their reader takes them', () => {
  const { sink, lines } = reader();
  const log = createLog('info', { worker: 2 }, sink);

  log.info({ a: 1 }, 'one');
  log.warn({}, 'two');

  expect(lines()).toMatchObject([
    { level: 'info', worker: 2, a: 1, msg: 'one' },
    { level: 'warn', worker: 2, msg: 'two' },
  ]);
});

test('a text that others have written makes no long line', () => {
  const { sink, lines } = reader();
  const log = createLog('info', null, sink);
  const long = 'a'.repeat(180_000);

  log.warn({ said: long, cause: new Error(long, { cause: new TypeError(long) }) }, long);
  log.warn({ cause: long }, 'short');

  expect(lines().map((line) => JSON.stringify(line).length < 40_000)).toEqual([true, true]);
});

test('what a slow reader has not taken is kept in its order, and nothing is missing', async () => {
  const { state, sink, lines } = reader();
  const log = createLog('info', null, sink);
  state.isStopped = true;

  for (let n = 0; n < 100; n++) log.info({}, `line ${n}`);
  expect(state.text).toBe('');
  state.isStopped = false;
  state.takes.resolve();

  expect(await log.flush()).toBe(true);
  expect(lines().map(({ msg }) => msg)).toEqual(Array.from({ length: 100 }, (_, n) => `line ${n}`));
});

test('lines beyond the bound are dropped, counted at once, and logged when the reader is back', async () => {
  const { state, sink, lines } = reader();
  const log = createLog('info', null, sink);
  let dropped = 0;
  log.watchDropped((count) => {
    dropped += count;
  });
  state.isStopped = true;

  for (let n = 0; n < 3000; n++) log.info({ filling: 'x'.repeat(1000) }, `line ${n}`);
  const droppedBefore = dropped;
  state.isStopped = false;
  state.takes.resolve();
  await log.flush();
  log.info({}, 'as before');

  expect(droppedBefore).toBeGreaterThan(1900);
  expect(droppedBefore).toBeLessThan(2100);
  const kept = lines();
  expect(kept).toHaveLength(3000 - dropped + 2);
  expect(kept.at(-2)).toMatchObject({ level: 'warn', lines: dropped, msg: expect.stringContaining('missing') });
  expect(kept.at(-1)).toMatchObject({ msg: 'as before' });
});

test('a reader that is gone costs the lines and nothing else', () => {
  const { state, sink, lines } = reader();
  const log = createLog('info', null, sink);
  let dropped = 0;
  log.watchDropped((count) => {
    dropped += count;
  });

  state.isGone = true;
  log.info({}, 'one');
  log.info({}, 'two');
  state.isGone = false;
  log.info({}, 'three');

  expect(dropped).toBe(2);
  expect(lines()).toMatchObject([{ msg: 'three' }, { lines: 2 }]);
});

test('stopping does not wait for ever for a reader that takes nothing', async () => {
  const { state, sink } = reader();
  const log = createLog('info', null, sink);
  state.isStopped = true;
  log.info({}, 'one');

  expect(await log.flush()).toBe(false);
});
