import { describe, expect, test } from 'bun:test';
import type { Engine, EngineHealth } from '../core/engine.ts';
import { createReadiness } from './readiness.ts';

function fakes(health: Readonly<Record<string, boolean>>, doing?: string) {
  const state = { nowMs: 0, isStopping: false, isStoreDown: false, asked: 0, health: { ...health } };
  const engines = new Map(
    Object.keys(health).map((name): [string, Engine] => [
      name,
      {
        open: () => Promise.reject(new Error('not used')),
        health: async (): Promise<EngineHealth> => {
          state.asked += 1;
          return { ok: state.health[name]!, detail: 'a secret path', ...(doing && { doing }) };
        },
      },
    ]),
  );
  const clock = { nowMs: () => 0, monotonicMs: () => state.nowMs };
  const readiness = createReadiness(clock, {
    engines: { of: () => undefined, sourceOf: () => undefined, all: () => engines },
    isStopping: () => state.isStopping,
    checkStore: () => (state.isStoreDown ? Promise.reject(new Error('down')) : Promise.resolve()),
  });
  return { readiness, state };
}

describe('a server is ready', () => {
  test('when the database and an engine answer', async () => {
    expect(await fakes({ one: true }).readiness()).toEqual({ ready: true, problems: [] });
  });

  test('when one of its engines answers, and the others are named', async () => {
    expect(await fakes({ one: false, two: true }).readiness()).toEqual({
      ready: true,
      problems: ['engine one does not answer'],
    });
  });
});

describe('a server is not ready', () => {
  test('when no engine answers', async () => {
    expect(await fakes({ one: false, two: false }).readiness()).toEqual({
      ready: false,
      problems: ['engine one does not answer', 'engine two does not answer'],
    });
  });

  test('while its engine prepares, and says what it does and no more', async () => {
    expect(await fakes({ one: false }, 'downloading 43 %').readiness()).toEqual({
      ready: false,
      problems: ['engine one is not ready: downloading 43 %'],
    });
  });

  test('when it has no engine', async () => {
    expect(await fakes({}).readiness()).toEqual({ ready: false, problems: ['no engine is configured'] });
  });

  test('when the database does not answer', async () => {
    const { readiness, state } = fakes({ one: true });
    state.isStoreDown = true;

    expect(await readiness()).toEqual({
      ready: false,
      problems: ['the database does not answer or cannot be written'],
    });
  });

  test('for all reasons that there are, at once', async () => {
    const { readiness, state } = fakes({ one: false });
    state.isStoreDown = true;

    expect((await readiness()).problems).toEqual([
      'the database does not answer or cannot be written',
      'engine one does not answer',
    ]);
  });

  test('when it is stopping, whatever else', async () => {
    const { readiness, state } = fakes({ one: true });
    state.isStopping = true;

    expect(await readiness()).toEqual({ ready: false, problems: ['the server is stopping'] });
    expect(state.asked).toBe(0);
  });
});

describe('engines', () => {
  test('are asked at most once a second, however many ask', async () => {
    const { readiness, state } = fakes({ one: true });

    await Promise.all(Array.from({ length: 20 }, () => readiness()));
    state.nowMs = 1000;
    await readiness();
    expect(state.asked).toBe(1);

    state.nowMs = 1001;
    await readiness();
    expect(state.asked).toBe(2);
  });

  test('that come back are noticed after a second', async () => {
    const { readiness, state } = fakes({ one: false });
    expect((await readiness()).ready).toBe(false);

    state.health.one = true;
    expect((await readiness()).ready).toBe(false);
    state.nowMs = 1001;

    expect((await readiness()).ready).toBe(true);
  });

  test('are remembered, but the database is asked every time', async () => {
    const { readiness, state } = fakes({ one: true });
    await readiness();

    state.isStoreDown = true;

    expect((await readiness()).ready).toBe(false);
  });
});
