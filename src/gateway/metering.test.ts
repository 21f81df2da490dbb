import { describe, expect, test } from 'bun:test';
import { SILENT_METRICS } from '../../test/support/silent-metrics.ts';
import { NO_BUYING_PRICES } from '../core/buying.ts';
import type { AnswerEvent, ChatRequest, EngineEvent } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import type { Settlement } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { NeverAsked } from '../core/never-asked.ts';
import { NO_SPAN } from '../core/trace.ts';
import { AnsweredElsewhere } from '../ledger/answered-elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type AnsweredRun, meterAnswer, type Question } from './metering.ts';

type MeteredRun = Question & AnsweredRun;

const meter = ({ open, request, ...run }: MeteredRun) =>
  meterAnswer({ open, request }, run).then(({ events }) => events);

const CHAT: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  stream: true,
  includeUsage: false,
};
const text = (written: string): EngineEvent => ({ type: 'text', text: written });
const usage = (input: number, output: number): EngineEvent => ({
  type: 'usage',
  usage: { inputTokens: input, outputTokens: output, cachedInputTokens: 0, reasoningTokens: 0 },
});
const END: EngineEvent = { type: 'end', finishReason: 'stop' };

type Calls = { readonly settled: Settlement[]; readonly released: string[]; readonly log: string[] };

/** A run whose engine plays these events, with a ledger that records its calls. */
function runOf(events: readonly (EngineEvent | Error | (() => void))[], settle?: () => never) {
  const calls: Calls = { settled: [], released: [], log: [] };
  const leaving = new AbortController();
  const ledger = {
    settle: async (settlement: Settlement) => {
      settle?.();
      calls.settled.push(settlement);
      return { usage: settlement.usage, cost: nanos(7n), coveredTokens: 0n };
    },
    release: async ({ reason }: { readonly reason: string }) => {
      calls.released.push(reason);
    },
  } as unknown as Ledger;
  const write = (_: object, message: string) => calls.log.push(message);
  async function* play(): AsyncGenerator<readonly EngineEvent[]> {
    for (const event of events) {
      if (event instanceof Error) throw event;
      if (typeof event === 'function') event();
      else yield [event];
      leaving.signal.throwIfAborted();
    }
  }
  const run: MeteredRun = {
    open: async () => play(),
    requestId: 'req_1',
    head: { id: 'chatcmpl-1', createdAtMs: 0, model: 'm' },
    request: CHAT,
    bounds: { inputTokensMax: 100, outputTokensMax: 100, toleranceTokens: 5 },
    signal: leaving.signal,
    isStreamed: true,
    span: NO_SPAN,
    ledger,
    clock: { nowMs: () => 5, monotonicMs: () => 5 },
    log: { info: write, warn: write, error: write },
    metrics: SILENT_METRICS,
    asked: { source: undefined },
    buying: NO_BUYING_PRICES,
  };
  return { run, calls, leaving };
}

const textOf = (events: readonly AnswerEvent[]): string =>
  events.map((event) => ('text' in event ? event.text : '')).join('');

async function collect(run: MeteredRun): Promise<{ events: AnswerEvent[]; error?: unknown }> {
  const events: AnswerEvent[] = [];
  try {
    for await (const together of await meter(run)) events.push(...together);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

describe('an answer', () => {
  test('ends only after its charge, and says what it cost', async () => {
    const { run, calls } = runOf([text('a'), usage(3, 1), text('b'), usage(3, 2), END]);

    const { events } = await collect(run);

    expect(events.map((event) => event.type)).toEqual(['text', 'text', 'end']);
    expect(events.at(-1)).toMatchObject({ finishReason: 'stop', cost: 7n, usage: { inputTokens: 3, outputTokens: 2 } });
    expect(calls.settled).toMatchObject([{ outcome: 'finished', firstEventAtMs: 5, usage: { outputTokens: 2 } }]);
    expect(calls.released).toEqual([]);
  });

  test('that cannot be charged gets no end: what looks whole is always paid', async () => {
    const down = new ServiceError('store_unavailable', 'down');
    const { run, calls } = runOf([text('a'), END], () => {
      throw down;
    });

    const { events, error } = await collect(run);

    expect(events.map((event) => event.type)).toEqual(['text']);
    expect(error).toBe(down);
    expect(calls.released).toEqual([]);
  });

  test('of an engine that fails is free', async () => {
    const failed = new ServiceError('upstream_incomplete', 'gone');
    const { run, calls } = runOf([text('a'), failed]);

    expect((await collect(run)).error).toBe(failed);
    expect(calls).toMatchObject({ settled: [], released: ['engine-failed'] });
  });

  test('of an engine that stops without an end is a failure', async () => {
    const { run, calls } = runOf([text('a')]);

    expect((await collect(run)).error).toMatchObject({ code: 'upstream_incomplete' });
    expect(calls.released).toEqual(['engine-failed']);
  });

  test('that we ourselves break off, because the server stops, is free', async () => {
    const { run, calls, leaving } = runOf([
      text('a'),
      () => leaving.abort(new ServiceError('shutting_down', 'stop')),
      END,
    ]);

    expect((await collect(run)).error).toMatchObject({ code: 'shutting_down' });
    expect(calls).toMatchObject({ settled: [], released: ['service-stopped'] });
  });
});

test('an answer whose Idempotency-Key was answered elsewhere meanwhile is free and gets no end', async () => {
  const { run, calls } = runOf([text('a'), END], () => {
    throw new AnsweredElsewhere();
  });

  const { events, error } = await collect(run);

  expect(error).toBeInstanceOf(AnsweredElsewhere);
  expect(events.map((event) => event.type)).toEqual(['text']);
  expect(calls).toMatchObject({ settled: [], released: ['answered-elsewhere'] });
});

test.each([
  ['an answer in one piece leaves in one list', false, [['text', 'text', 'end']]],
  ['a stream leaves before its charge, and its end behind it', true, [['text', 'text'], ['end']]],
])('what came together stays together: %s', async (_, stream, types) => {
  const { run } = runOf([]);
  async function* atOnce(): AsyncGenerator<readonly EngineEvent[]> {
    yield [text('a'), usage(3, 1), text('b'), usage(3, 2), END];
  }

  const events = await meter({ ...run, request: { ...CHAT, stream }, isStreamed: stream, open: async () => atOnce() });
  const lists = await Array.fromAsync(events);

  expect(lists.map((list) => list.map(({ type }): string => type))).toEqual(types);
});

describe('an answer that came whole', () => {
  const WHOLE = [text('a'), usage(3, 1), text('b'), usage(3, 2), END];
  const whole = (run: MeteredRun, events: readonly EngineEvent[]) => ({ ...run, open: async () => [events] });

  test('is there at once, paid for, in one list', async () => {
    const { run, calls } = runOf([]);

    const events = await meter(whole(run, WHOLE));

    expect(events).toMatchObject([[{ text: 'a' }, { text: 'b' }, { type: 'end', cost: 7n }]]);
    expect(calls.settled).toMatchObject([{ outcome: 'finished', firstEventAtMs: 5, usage: { outputTokens: 2 } }]);
  });

  test('without an end is free', async () => {
    const { run, calls } = runOf([]);

    const { error } = await collect(whole(run, [text('a')]));

    expect(error).toMatchObject({ code: 'upstream_incomplete' });
    expect(calls).toMatchObject({ settled: [], released: ['engine-failed'] });
  });

  test('is cut at its limit, and charged so far', async () => {
    const { run, calls } = runOf([]);
    const long = 'one two three four five '.repeat(100);

    const { events } = await collect(whole(run, [text(long), text('more'), END]));

    expect(textOf(events).length).toBeLessThan(long.length);
    expect(events.at(-1)).toMatchObject({ type: 'end', finishReason: 'length' });
    expect(calls.settled).toMatchObject([{ usage: { outputTokens: 100 } }]);
  });

  test('whose client leaves before it has come is charged', async () => {
    const { run, calls, leaving } = runOf([]);
    const left = new DOMException('left', 'AbortError');

    const { error } = await collect({
      ...run,
      open: async () => {
        leaving.abort(left);
        throw left;
      },
    });

    expect(error).toBe(left);
    expect(calls.settled).toMatchObject([{ outcome: 'client-left' }]);
  });

  test('that cannot be charged is not given', async () => {
    const down = new ServiceError('store_unavailable', 'down');
    const { run, calls } = runOf([], () => {
      throw down;
    });

    expect(await collect(whole(run, WHOLE))).toEqual({ events: [], error: down });
    expect(calls.released).toEqual([]);
  });
});

describe('a client that leaves', () => {
  test('pays for what was made when it stops reading', async () => {
    const { run, calls } = runOf([text('a'), usage(3, 1), text('b'), usage(3, 2), END]);

    for await (const together of await meter(run)) if (textOf(together) === 'b') break;

    expect(calls.settled).toMatchObject([{ outcome: 'client-left', usage: { inputTokens: 3, outputTokens: 2 } }]);
    expect(calls.released).toEqual([]);
  });

  test('pays for what was made when its signal fires while the engine works', async () => {
    const { run, calls, leaving } = runOf([text('a'), usage(3, 1), () => leaving.abort(new Error('left')), END]);

    expect((await collect(run)).error).toMatchObject({ message: 'left' });
    expect(calls.settled).toMatchObject([{ outcome: 'client-left', usage: { outputTokens: 1 } }]);
  });

  test('before any engine was asked pays nothing', async () => {
    const { run, calls, leaving } = runOf([text('a'), END]);
    leaving.abort(new Error('left'));

    expect((await collect(run)).error).toMatchObject({ message: 'left' });
    expect(calls).toMatchObject({ settled: [], released: ['left-early'] });
  });

  test('while it waits for a place at an engine pays nothing', async () => {
    const { run, calls, leaving } = runOf([]);
    const waiting = async () => {
      leaving.abort(new Error('left'));
      throw new NeverAsked(leaving.signal.reason);
    };

    expect((await collect({ ...run, open: waiting })).error).toMatchObject({ message: 'left' });
    expect(calls).toMatchObject({ settled: [], released: ['left-early'] });
  });

  test('is not one that waits for a place until the server stops', async () => {
    const { run, calls, leaving } = runOf([]);
    const waiting = async () => {
      leaving.abort(new ServiceError('shutting_down', 'stop'));
      throw new NeverAsked(leaving.signal.reason);
    };

    expect((await collect({ ...run, open: waiting })).error).toMatchObject({ code: 'shutting_down' });
    expect(calls).toMatchObject({ settled: [], released: ['service-stopped'] });
  });

  test('while the ledger is down leaves a line in the log and no unhandled failure', async () => {
    const { run, calls } = runOf([text('a'), text('b'), END], () => {
      throw new Error('down');
    });

    for await (const _ of await meter(run)) break;

    expect(calls.log).toEqual(['a request whose client had left could not be settled']);
  });
});

describe('what an engine does against the rules of counting', () => {
  test('is kept with the charge: what it claimed, what was possible, and what was charged', async () => {
    const { run, calls } = runOf([text('abcd'), usage(3, 1_000_000), END]);

    await collect(run);

    const [settled] = calls.settled;
    expect(JSON.parse(settled!.anomaly!)).toEqual({
      what: 'impossible usage',
      claim: expect.stringContaining('1000000'),
      inputTokensMax: 100,
      outputTokensMax: 100,
      charged: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    });
    expect(calls.log).toEqual(['an engine has broken the rules of counting']);
  });

  test('is kept also for a client that left', async () => {
    const { run, calls } = runOf([text('a'), usage(900, 1), text('b'), usage(3, 2), END]);

    for await (const together of await meter(run)) if (textOf(together) === 'b') break;

    expect(calls.settled).toMatchObject([{ outcome: 'client-left', usage: { outputTokens: 2 } }]);
    expect(calls.settled[0]?.anomaly).toContain('900');
  });

  test('ends the answer where it goes on past its limit: the engine is left, and the limit is charged', async () => {
    const words = Array.from({ length: 1000 }, () => text(' word'));
    const { run, calls } = runOf([...words, END]);

    const { events } = await collect(run);

    expect(events.filter(({ type }) => type === 'text')).toHaveLength(105);
    expect(events.at(-1)).toMatchObject({ type: 'end', finishReason: 'length', usage: { outputTokens: 100 } });
    expect(calls.settled).toMatchObject([{ outcome: 'finished', usage: { outputTokens: 100 } }]);
    expect(calls.settled[0]?.anomaly).toContain('went past max_tokens');
  });

  test('is not that it gives all that it may and then says so', async () => {
    const words = Array.from({ length: 100 }, () => text(' word'));
    const { run, calls } = runOf([...words, usage(3, 100), { type: 'end', finishReason: 'length' }]);

    const { events } = await collect(run);

    expect(events.at(-1)).toMatchObject({ finishReason: 'length', usage: { inputTokens: 3, outputTokens: 100 } });
    expect(calls.settled[0]?.anomaly).toBeUndefined();
  });
});
