import { describe, expect, test } from 'bun:test';
import { ServiceError } from '../core/errors.ts';
import { DEFAULT_MEMBER_SETTINGS } from './pool/member.ts';
import { readAll, requestOf, SILENT, TestEngine, testClock } from './pool/pool.fixture.ts';
import { createEngines } from './registry.ts';

const { signal } = new AbortController();

function registryOf(engine: string | readonly { engine: string; weight: number }[], concurrencyMax?: number) {
  const engines = { a: new TestEngine(), b: new TestEngine() };
  const registry = createEngines(
    { clock: testClock(), log: SILENT },
    {
      models: [{ id: 'm', engine }],
      engines: new Map(Object.entries(engines)),
      settings: { a: { ...DEFAULT_MEMBER_SETTINGS, ...(concurrencyMax && { concurrencyMax }) } },
    },
  );
  return { ...engines, registry };
}
const BOTH = [
  { engine: 'a', weight: 1 },
  { engine: 'b', weight: 1 },
];

test('a model with one engine and no limit is that engine itself: nothing is in between', () => {
  const { a, registry } = registryOf('a');

  expect(registry.of('m')).toBe(a);
  expect(registry.of('other')).toBeUndefined();
});

test('a model with one engine and a limit keeps to it', async () => {
  const { a, registry } = registryOf('a', 1);
  await registry.of('m')!.open(requestOf(), signal);

  const leaving = new AbortController();
  const waiting = registry
    .of('m')!
    .open(requestOf(), leaving.signal)
    .catch(() => {});
  await Promise.resolve();

  expect(a.asked).toHaveLength(1);
  expect(registry.queues()).toEqual([{ model: 'm', waiting: 1 }]);
  expect(registry.states()[0]).toEqual({ name: 'a', isDraining: false, running: 1, circuit: 'closed' });
  leaving.abort();
  await waiting;
});

describe('an engine that is drained', () => {
  test('gets nothing new, finishes what it has begun, and works again when it is resumed', async () => {
    const { a, b, registry } = registryOf(BOTH);
    const pool = registry.of('m')!;
    b.behaviour = 'fail';
    const running = await pool.open(requestOf(), signal);
    b.behaviour = 'answer';
    const before = a.asked.length;

    expect(registry.drain('a')).toBe(true);
    for (let n = 0; n < 10; n++) await pool.open(requestOf('acc', `question ${n}`), signal);

    expect(a.asked).toHaveLength(before);
    a.end();
    expect(await readAll(running)).toBe(2);
    expect(registry.states()).toContainEqual({ name: 'a', isDraining: true, running: 0, circuit: 'closed' });

    expect(registry.resume('a')).toBe(true);
    for (let n = 0; n < 10; n++) await pool.open(requestOf('acc', `question ${n}`), signal);
    expect(a.asked.length).toBeGreaterThan(before);
  });

  test('and was the only one of a model, leaves it unavailable, not broken', async () => {
    const { a, registry } = registryOf('a');
    registry.drain('a');

    const thrown = await registry
      .of('m')!
      .open(requestOf(), signal)
      .catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({ code: 'upstream_failed' });
    registry.resume('a');
    expect(registry.of('m')).toBe(a);
  });

  test('is one that exists', () => {
    expect(registryOf('a').registry.drain('nobody')).toBe(false);
  });

  test('does not keep those waiting who wait only for it', async () => {
    const { registry } = registryOf([{ engine: 'a', weight: 1 }], 1);
    const pool = registry.of('m')!;
    await pool.open(requestOf(), signal);
    const waiting = pool.open(requestOf(), signal).catch((error: unknown) => error);

    registry.drain('a');

    expect(await waiting).toMatchObject({ code: 'upstream_failed' });
  });
});

test('the health of an engine in a pool tells of a circuit that is open', async () => {
  const { a, b, registry } = registryOf(BOTH);
  a.behaviour = 'fail';
  b.behaviour = 'fail';
  for (let n = 0; n < 10; n++)
    await registry
      .of('m')!
      .open(requestOf(), signal)
      .catch(() => {});

  const health = await registry.all().get('a')!.health();

  expect(health).toEqual({ ok: false, detail: 'answers, but requests to it have failed' });
  expect(await registry.of('m')!.health()).toMatchObject({ ok: false });
});
