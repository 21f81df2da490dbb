import { describe, expect, test } from 'bun:test';
import { streamed } from '../../../test/support/streamed.ts';
import { ServiceError } from '../../core/errors.ts';
import { NeverAsked } from '../../core/never-asked.ts';
import type { Tier } from '../../core/tiers.ts';
import type { MemberSettings } from './member.ts';
import { memberOf, readAll, requestOf, SILENT, TestEngine, testClock } from './pool.fixture.ts';
import { createPool } from './pool.ts';

function started(count: number, settings: Partial<MemberSettings> = {}) {
  const clock = testClock();
  const engines = Array.from({ length: count }, () => new TestEngine());
  const members = engines.map((engine, n) => memberOf(`engine ${n}`, engine, { ...settings, clock }));
  let retries = 0;
  const pool = createPool(
    { log: SILENT },
    {
      model: 'm',
      candidates: members.map((member) => ({ member, weight: 1 })),
      onRetry: () => {
        retries += 1;
      },
    },
  );
  const open = (signal = new AbortController().signal, accountId = 'acc') => pool.open(requestOf(accountId), signal);
  const asked = () => engines.reduce((sum, engine) => sum + engine.asked.length, 0);
  return { clock, engines, members, pool, open, asked, retries: () => retries };
}

/** When everything has gone on that can go on by itself. */
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const refusal = async (opening: Promise<unknown>): Promise<ServiceError> => {
  const thrown = await opening.then(
    () => new Error('It was answered.'),
    (error: unknown) => error,
  );
  if (thrown instanceof ServiceError) return thrown;
  throw thrown;
};

describe('trying another engine', () => {
  test('goes on to three engines at most', async () => {
    const { engines, open, asked, retries } = started(5);
    for (const engine of engines) engine.behaviour = 'fail';

    expect((await refusal(open())).code).toBe('upstream_failed');

    expect(asked()).toBe(3);
    expect(retries()).toBe(2);
    expect(Math.max(...engines.map((engine) => engine.asked.length))).toBe(1);
  });

  test('goes on to one more only after an engine was lost: the request may be what ends them', async () => {
    const { engines, open, asked } = started(5);
    for (const engine of engines) engine.behaviour = 'die';

    expect((await refusal(open())).code).toBe('upstream_failed');

    expect(asked()).toBe(2);
  });

  test('does not happen after the embedded engine has ended with the request', async () => {
    const { engines, open, asked } = started(5);
    for (const engine of engines) engine.behaviour = 'end';

    expect((await refusal(open())).details.endedEngine).toBe(true);

    expect(asked()).toBe(1);
  });

  test('ends with the budget, so that an outage is not tripled', async () => {
    const { engines, open, asked } = started(3, { failuresMax: 1000 });
    for (const engine of engines) engine.behaviour = 'fail';

    for (let n = 0; n < 200; n++) await refusal(open());

    expect(asked()).toBeWithin(240, 252);
  });

  test('does not happen once an answer has begun', async () => {
    const { engines, open, asked } = started(3);

    const events = await open();
    const reading = readAll(events);
    for (const engine of engines) engine.end();

    expect(await reading).toBe(2);
    expect(asked()).toBe(1);
  });
});

describe('an engine that fails', () => {
  test('is left alone after its failures, and when all are, callers hear at once when to come back', async () => {
    const { engines, open, asked, clock } = started(2, { failuresMax: 1 });
    for (const engine of engines) engine.behaviour = 'fail';
    await refusal(open());

    clock.now += 1_000;
    const second = await refusal(open());

    expect(asked()).toBe(2);
    expect(second.code).toBe('upstream_failed');
    expect(second.details.retryAfterMs).toBe(4_000);
    expect(String(second.details.cause)).toContain('engine 0 has failed and is left alone');
  });

  test('is tried with one request once its time is over and it answers a probe; others wait for the trial', async () => {
    const { engines, members, open, clock, pool } = started(1, { failuresMax: 1 });
    const [engine] = engines as [TestEngine];
    const [member] = members as [(typeof members)[0]];
    engine.behaviour = 'fail';
    await refusal(open());
    clock.now += 5_000;
    engine.behaviour = 'wait';
    await member.probe();
    expect(member.circuit.kind).toBe('half-open');

    const openings = [open(), open(), open()];
    await Promise.resolve();

    expect(engine.asked).toHaveLength(2);
    expect(pool.waiting).toBe(2);
    engine.behaviour = 'answer';
    engine.begin[0]!();
    await Promise.all(openings);
    expect(member.circuit.kind).toBe('closed');
    expect(engine.asked).toHaveLength(4);
  });

  test('and fails its trial, is left alone again, and those who waited for it get an error', async () => {
    const { engines, members, open, clock } = started(1, { failuresMax: 1 });
    const [engine] = engines as [TestEngine];
    engine.behaviour = 'fail';
    await refusal(open());
    clock.now += 5_000;
    await members[0]!.probe();

    const refusals = await Promise.all([refusal(open()), refusal(open())]);

    expect(members[0]!.circuit.kind).toBe('open');
    expect(engine.asked).toHaveLength(2);
    expect(refusals[1]!.details.retryAfterMs).toBe(10_000);
  });

  test('and does not answer probes, stays left alone, and is looked at again as soon as the first time', async () => {
    const { engines, members, open, clock } = started(1, { failuresMax: 1 });
    engines[0]!.behaviour = 'fail';
    engines[0]!.healthNow = { ok: false, detail: 'refuses our key' };
    await refusal(open());

    for (let n = 0; n < 9; n++) {
      clock.now += 5_000;
      await members[0]!.probe();
    }

    expect(members[0]!.circuit.kind).toBe('open');
    expect(members[0]!.usableInMs).toBe(5_000);
  });

  test('in the middle of its answers, is left alone too', async () => {
    const { engines, members, open } = started(1, { failuresMax: 2 });
    engines[0]!.behaviour = 'break';

    for (let n = 0; n < 2; n++) await readAll(await open()).catch(() => {});

    expect(members[0]!.circuit.kind).toBe('open');
    expect(members[0]!.running).toBe(0);
  });

  test('is not one whose readers leave', async () => {
    const { members, open } = started(1, { failuresMax: 1 });
    const events = streamed(await open());
    await events.next();

    await events.return?.();

    expect(members[0]!.circuit).toMatchObject({ kind: 'closed', failures: 0 });
    expect(members[0]!.running).toBe(0);
  });

  test('is not one that refuses what the caller has sent, and no other engine is asked about it', async () => {
    const { engines, members, open, asked } = started(2, { failuresMax: 1 });
    for (const engine of engines) engine.behaviour = 'reject';

    expect((await refusal(open())).code).toBe('rejected_by_model');

    expect(asked()).toBe(1);
    expect(members.map(({ circuit }) => circuit.kind)).toEqual(['closed', 'closed']);
  });
});

describe('an engine that is busy', () => {
  test('is left alone for as long as it says', async () => {
    const { engines, open, clock } = started(1);
    const [engine] = engines as [TestEngine];
    engine.behaviour = 'busy';
    expect((await refusal(open())).details.retryAfterMs).toBe(7_000);

    clock.now += 6_999;
    expect((await refusal(open())).details.retryAfterMs).toBe(1);
    clock.now += 1;
    engine.behaviour = 'answer';
    await open();

    expect(engine.asked).toHaveLength(2);
  });
});

describe('waiting for a slot', () => {
  test('no request is sent to an engine beyond its limit, and each that ends lets one in from the queue', async () => {
    const { engines, members, open, pool } = started(2, { concurrencyMax: 1 });
    const running = await Promise.all([open(), open()]);

    const third = open();
    expect(pool.waiting).toBe(1);
    expect(members.map(({ running: count }) => count)).toEqual([1, 1]);
    const reading = readAll(running[0]!);
    for (const engine of engines) engine.end();
    await reading;

    await third;
    expect(pool.waiting).toBe(0);
    expect(members.map(({ running: count }) => count)).toEqual([1, 1]);
  });

  test('a slot that is left half-way is free again', async () => {
    const { members, open } = started(1, { concurrencyMax: 1 });
    const events = streamed(await open());
    const next = open();

    await events.return?.();

    await next;
    expect(members[0]!.running).toBe(1);
  });

  test('one account gets seven of eight slots, and another that comes later is served at once', async () => {
    const { open, asked, pool } = started(1, { concurrencyMax: 8 });

    const greedy = Array.from({ length: 20 }, () => open());
    await quiet();
    expect([asked(), pool.waiting]).toEqual([7, 13]);
    await open(undefined, 'another');

    expect([asked(), pool.waiting]).toEqual([8, 13]);
    for (const one of greedy) one.catch(() => {});
  });

  test('who leaves while waiting was never served, and one too many is refused', async () => {
    const { open, asked, pool } = started(1, { concurrencyMax: 1, queueMax: 1 });
    await open();
    const leaving = new AbortController();
    const waiting = open(leaving.signal).catch((thrown: unknown) => thrown);

    expect((await refusal(open())).code).toBe('too_many_running');
    expect((await refusal(open(undefined, 'another'))).code).toBe('upstream_overloaded');
    leaving.abort(new Error('gone'));

    expect(await waiting).toBeInstanceOf(NeverAsked);
    expect(pool.waiting).toBe(0);
    expect(asked()).toBe(1);
  });

  test('who waits is served by an engine that comes back from its rest, but not by one that has failed them', async () => {
    const { engines, open, clock, pool } = started(2, { concurrencyMax: 1 });
    const first = await open();
    const [full, other] = engines.toSorted((a, b) => b.asked.length - a.asked.length) as [TestEngine, TestEngine];
    other.behaviour = 'busy';
    const refusedByIt = open();
    await quiet();
    const later = open();
    await quiet();
    expect(pool.waiting).toBe(2);

    other.behaviour = 'answer';
    clock.now += 7_000;
    pool.review();

    await later;
    expect(pool.waiting).toBe(1);
    full.end();
    await readAll(first);
    await refusedByIt;
    expect([full.asked.length, other.asked.length]).toEqual([2, 2]);
  });

  test('tiers are served in their order, and accounts by turns within each', async () => {
    const { engines, members, pool } = started(1, { concurrencyMax: 1 });
    const [engine] = engines as [TestEngine];
    const { signal } = new AbortController();
    const asTier = (name: string, tier?: Tier) => ({
      ...requestOf(name.split(' ')[0]),
      requestId: name,
      ...(tier && { tier }),
    });
    const first = await pool.open(requestOf(), signal);
    const waiting = [
      asTier('a batch', 'batch'),
      asTier('a flex 1', 'flex'),
      asTier('a flex 2', 'flex'),
      asTier('b flex', 'flex'),
      asTier('a default'),
      asTier('b priority', 'priority'),
    ].map(async (request) => readAll(await pool.open(request, signal)));

    engine.end();
    await Promise.all([readAll(first), ...waiting]);

    const order = engine.asked.slice(1).map(({ requestId }) => requestId);
    expect(order).toEqual(['b priority', 'a default', 'a flex 1', 'b flex', 'a flex 2', 'a batch']);
    expect(members[0]!.running).toBe(0);
  });

  test('a request that can wait gets no slot that one for another model of the engine wants', async () => {
    const clock = testClock();
    const engine = new TestEngine();
    const member = memberOf('shared', engine, { clock, concurrencyMax: 1 });
    const poolOf = (model: string) =>
      createPool({ log: SILENT }, { model, candidates: [{ member, weight: 1, engineModel: model }], onRetry() {} });
    const [one, two] = [poolOf('one'), poolOf('two')];
    const { signal } = new AbortController();
    const first = await two.open(requestOf(), signal);
    const flex = { ...requestOf(), tier: 'flex' } as const;
    const waiting = [one.open(flex, signal), one.open(flex, signal), two.open(requestOf(), signal)].map(
      async (opening) => readAll(await opening),
    );

    engine.end();
    await Promise.all([readAll(first), ...waiting]);

    expect(engine.asked.map(({ engineModel }) => engineModel)).toEqual(['two', 'two', 'one', 'one']);
  });

  test('an answer that gives way is ended for a request that would wait, and goes before no other', async () => {
    const { engines, members, pool } = started(1, { concurrencyMax: 1 });
    const [engine] = engines as [TestEngine];
    const { signal } = new AbortController();
    const patient = (account: string) => ({ ...requestOf(account), tier: 'batch' }) as const;
    engine.behaviour = 'wait';
    const first = pool.open(patient('a'), signal);
    const second = pool.open(patient('b'), signal);

    const other = pool.open(requestOf('c'), signal);
    await expect(first).rejects.toMatchObject({ code: 'shutting_down' });
    await quiet();
    engine.begin.at(-1)!();
    const events = await other;

    expect(engine.asked.map(({ accountId }) => accountId)).toEqual(['a', 'c']);
    expect(members[0]!.circuit.kind).toBe('closed');
    engine.behaviour = 'answer';
    engine.end();
    await readAll(events);
    await readAll(await second);
    expect(engine.asked.map(({ accountId }) => accountId)).toEqual(['a', 'c', 'b']);
    expect(members[0]!.running).toBe(0);
  });

  test('an engine that answers for two models serves who waits for either in turn', async () => {
    const clock = testClock();
    const engine = new TestEngine();
    const member = memberOf('shared', engine, { clock, concurrencyMax: 1 });
    const poolOf = (model: string) =>
      createPool({ log: SILENT }, { model, candidates: [{ member, weight: 1, engineModel: model }], onRetry() {} });
    const [one, two] = [poolOf('one'), poolOf('two')];
    const { signal } = new AbortController();
    const first = await one.open(requestOf(), signal);
    const waiting = [one, one, two].map(async (pool) => readAll(await pool.open(requestOf(), signal)));

    engine.end();
    await Promise.all([readAll(first), ...waiting]);

    expect(engine.asked.map(({ engineModel }) => engineModel)).toEqual(['one', 'one', 'two', 'one']);
  });
});
