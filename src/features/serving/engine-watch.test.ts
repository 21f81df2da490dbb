import { expect, test } from 'bun:test';
import type { Notices } from '../../platform/notices/notice.ts';
import { createEngineWatch, LASTING_MS } from './engine-watch.ts';

function watch() {
  const told: string[] = [];
  let nowMs = 1_000_000;
  let engines: Readonly<Record<string, boolean>> = { main: true, other: true };
  const notices: Notices = { tell: async ({ type }, { data }) => void told.push(`${type} ${data.engine}`) };
  const look = createEngineWatch({ notices, clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } }, async () =>
    Object.entries(engines).map(([name, ok]) => ({ name, ok })),
  );
  return {
    told,
    /** Looks, and again after a time, with the engines in this state. */
    pass: async (ms: number, state: Readonly<Record<string, boolean>>) => {
      engines = state;
      await look();
      nowMs += ms;
      await look();
    },
  };
}

test('an engine that is away for a minute is reported once, and its return once', async () => {
  const { told, pass } = watch();

  await pass(LASTING_MS - 1, { main: false, other: true });
  expect(told).toEqual([]);
  await pass(LASTING_MS * 100, { main: false, other: true });
  await pass(LASTING_MS, { main: true, other: true });
  await pass(LASTING_MS, { main: true, other: true });

  expect(told).toEqual(['engine.down main', 'engine.up main']);
});

test('an engine that comes and goes is no news until it stays away', async () => {
  const { told, pass } = watch();

  for (let n = 0; n < 20; n++) await pass(LASTING_MS / 2, { main: n % 2 === 0, other: true });
  expect(told).toEqual([]);
  await pass(LASTING_MS, { main: false, other: true });

  expect(told).toEqual(['engine.down main']);
});

test('engines are watched apart, and one that was removed is forgotten', async () => {
  const { told, pass } = watch();

  await pass(LASTING_MS, { main: false, other: true });
  await pass(LASTING_MS, { other: false });
  await pass(LASTING_MS, { main: true, other: false });

  expect(told).toEqual(['engine.down main', 'engine.down other']);
});
