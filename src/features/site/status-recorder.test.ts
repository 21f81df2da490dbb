/** The record of models and answers, minute by minute, on a real database. */

import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { movableClock } from '../../../test/support/movable-clock.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import type { Engine } from '../../core/engine.ts';
import type { Model } from '../../core/model.ts';
import { dayRecordsOf, dayStateOf, firstStatusDay, MINUTE_MS, uptimeOf } from './rules.ts';
import { createStatusRecorder } from './status-recorder.ts';

const START = Date.UTC(2026, 10, 15, 11, 0, 1);
const MODELS = new Map([['svc-frost', {} as Model]]);

function recorderOn(storage: Storage, clock = movableClock(START)) {
  const engine = { isOk: true };
  const one = { health: async () => ({ ok: engine.isOk, detail: '' }) } as unknown as Engine;
  const recorder = createStatusRecorder(testPlatform(storage.stores, { clock }), {
    records: storage.stores.status,
    catalogue: { models: MODELS },
    engines: { of: () => one },
  });
  return { recorder, clock, engine };
}

const recordsNow = async ({ stores }: Storage, nowMs: number) =>
  dayRecordsOf('svc-frost', await stores.status.read(firstStatusDay(nowMs)), nowMs);
const today = async (storage: Storage, nowMs: number) => (await recordsNow(storage, nowMs)).at(-1)!.seen;

describe('the status recorder', () => {
  test('counts a minute once, also when two servers write it, and every answer', async () => {
    await using storage = await openStorage();
    const clock = movableClock(START);
    const [a, b] = [recorderOn(storage, clock), recorderOn(storage, clock)];
    for (const { recorder } of [a, b]) {
      await recorder.check();
      recorder.chatEnded({ requestId: 'req_1', model: 'svc-frost', outcome: 'finished' });
      recorder.chatEnded({ requestId: 'req_2', model: 'svc-frost', outcome: 'engine-failed' });
      recorder.chatEnded({ requestId: 'req_3', model: 'svc-frost', outcome: 'left-early' });
    }

    clock.pass(MINUTE_MS);
    await Promise.all([a.recorder.check(), b.recorder.check()]);

    expect(await today(storage, clock.nowMs())).toEqual({ minutesUp: 1, minutesDown: 0, answered: 2, failed: 2 });
  });

  test('asks an engine of several models once a round', async () => {
    await using storage = await openStorage();
    let asked = 0;
    const one = { health: async () => ({ ok: ++asked > 0, detail: '' }) } as unknown as Engine;
    const recorder = createStatusRecorder(testPlatform(storage.stores, { clock: movableClock(START) }), {
      records: storage.stores.status,
      catalogue: { models: new Map(['a', 'b', 'c'].map((id) => [id, {} as Model])) },
      engines: { of: () => one },
    });

    await recorder.check();

    expect(asked).toBe(1);
    expect([...recorder.now().values()]).toEqual(['up', 'up', 'up']);
  });

  test('a minute in which most checks fail is one of failure, and the model is down at once', async () => {
    await using storage = await openStorage();
    const { recorder, clock, engine } = recorderOn(storage);
    await recorder.check();
    engine.isOk = false;
    await recorder.check();
    await recorder.check();

    expect(recorder.now().get('svc-frost')).toBe('down');
    clock.pass(MINUTE_MS);
    await recorder.check();
    expect(await today(storage, clock.nowMs())).toMatchObject({ minutesUp: 0, minutesDown: 1 });
  });

  test('an engine that says it is well while every answer fails is down', async () => {
    await using storage = await openStorage();
    const { recorder, clock } = recorderOn(storage);
    await recorder.check();
    for (let at = 0; at < 3; at += 1)
      recorder.chatEnded({ requestId: `req_${at}`, model: 'svc-frost', outcome: 'engine-failed' });

    expect(recorder.now().get('svc-frost')).toBe('down');
    for (let at = 0; at < 9; at += 1)
      recorder.chatEnded({ requestId: `req_${at}`, model: 'svc-frost', outcome: 'finished' });
    expect(recorder.now().get('svc-frost')).toBe('disturbed');
    clock.pass(11 * MINUTE_MS);
    expect(recorder.now().get('svc-frost')).toBe('up');
  });

  test('answers that do not keep to the schemas of their callers are answers', async () => {
    await using storage = await openStorage();
    const { recorder } = recorderOn(storage);
    await recorder.check();
    const ended = { model: 'svc-frost', outcome: 'engine-failed', structured: 'failed' } as const;

    for (let at = 0; at < 9; at += 1) recorder.chatEnded({ requestId: `req_${at}`, ...ended });

    expect(recorder.now().get('svc-frost')).toBe('up');
  });

  test('time in which no server ran counts as down, and time before the first start does not', async () => {
    await using storage = await openStorage();
    const { recorder, clock } = recorderOn(storage);
    await recorder.check();
    await recorder.stop();
    clock.pass(2 * 24 * 60 * MINUTE_MS);
    const again = recorderOn(storage, clock);
    await again.recorder.check();
    await again.recorder.stop();
    clock.pass(MINUTE_MS);

    const records = await recordsNow(storage, clock.nowMs());

    expect(records).toHaveLength(90);
    expect(records.slice(-4).map(dayStateOf)).toEqual(['unknown', 'down', 'down', 'down']);
    expect(records.at(-2)?.seen).toMatchObject({ minutesUp: 0, minutesDown: 1440 });
    expect(records.slice(0, -3).every(({ seen }) => seen === null)).toBeTrue();
    expect(uptimeOf(records)).toBeCloseTo(2 / (2 * 1440), 6);
  });

  test('a model that was not offered yet has no failures of that time', async () => {
    await using storage = await openStorage();
    await storage.stores.status.add(Math.floor(START / MINUTE_MS) - 1440, [
      { model: '', isUp: true, answered: 0, failed: 0 },
    ]);

    const records = await recordsNow(storage, START);

    expect(records.every(({ seen }) => seen === null)).toBeTrue();
  });

  test('a minute that could not be written is written later', async () => {
    await using storage = await openStorage();
    const clock = movableClock(START);
    const { status } = storage.stores;
    let isAway = true;
    const away: Storage = {
      ...storage,
      stores: {
        ...storage.stores,
        status: {
          ...status,
          add: async (...words) => (isAway ? Promise.reject(new Error('away')) : status.add(...words)),
        },
      },
    };
    const { recorder } = recorderOn(away, clock);
    await recorder.check();
    clock.pass(MINUTE_MS);
    expect(recorder.check()).rejects.toThrow('away');
    isAway = false;
    await recorder.check();

    expect(await today(storage, clock.nowMs())).toMatchObject({ minutesUp: 1, minutesDown: 0 });
  });
});
