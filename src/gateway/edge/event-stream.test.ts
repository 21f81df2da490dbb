import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { ServiceError } from '../../core/errors.ts';
import { NO_SPAN } from '../../core/trace.ts';
import type { WrittenStream } from '../../dialects/dialect.ts';
import { DONE } from '../../platform/http/sse.ts';
import { createEventStreams } from './event-stream.ts';

const PING_MS = 15_000;
const STALL_MS = 60_000;
const SLOW_MS = 600_000;
const PING = ': ping\n';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 500) {
    nowMs += Math.min(500, left);
    jest.advanceTimersByTime(Math.min(500, left));
  }
}

/** Lets everything run that waits for nothing but its turn. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

type Next = IteratorResult<string, string | undefined>;

/** Frames that come when the test says so, before or after they are asked for. */
function controlled() {
  const asked: PromiseWithResolvers<Next>[] = [];
  const state = { asked: 0, answered: 0, isLeft: false };
  const nth = (index: number) => {
    asked[index] ??= Promise.withResolvers<Next>();
    return asked[index];
  };
  const frames: WrittenStream['frames'] = {
    next: () => nth(state.asked++).promise,
    return: async () => {
      state.isLeft = true;
      return { done: true, value: undefined };
    },
  };
  return {
    frames,
    state,
    give: (value: string) => nth(state.answered++).resolve({ done: false, value }),
    end: (value = DONE) => nth(state.answered++).resolve({ done: true, value }),
    fail: (error: unknown) => nth(state.answered++).reject(error),
  };
}

const writtenFrom = (frames: WrittenStream['frames']): WrittenStream => ({
  frames,
  ping: new TextEncoder().encode(': ping\n'),
  failure: ({ message }) => `data: ${JSON.stringify({ error: { message } })}\n\n`,
});

const NOTHING_YET: Next = { done: false, value: '' };

function opened(first = NOTHING_YET) {
  const source = controlled();
  const told = { hasLeft: false, leaves: 0, leavesTold: 0, ends: 0, failures: [] as unknown[] };
  const streams = createEventStreams(
    { clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } },
    {
      pingMs: PING_MS,
      writeStallMs: STALL_MS,
      slowReadMs: SLOW_MS,
      onLeave: () => {
        told.leavesTold += 1;
      },
      onFailure: (thrown) => {
        told.failures.push(thrown);
        return new ServiceError('internal', 'It failed.');
      },
    },
  );
  const stream = streams.open(writtenFrom(source.frames), first, {
    requestId: 'req_1',
    span: NO_SPAN,
    hasLeft: () => told.hasLeft,
    leave: () => {
      told.hasLeft = true;
      told.leaves += 1;
    },
    end: () => {
      told.ends += 1;
    },
  });
  const reader = stream.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  return { ...source, told, streams, reader, read };
}

describe('a stream that goes well', () => {
  test('has its frames as they come, and the last ones together with the end', async () => {
    const { give, end, read, told, streams, state } = opened();

    const first = read();
    give('data: 1\n\n');
    expect(await first).toBe('data: 1\n\n');
    const second = read();
    give('data: ž\n\n');
    expect(await second).toBe('data: ž\n\n');
    const last = read();
    end(`data: 3\n\n${DONE}`);

    expect(await last).toBe(`data: 3\n\n${DONE}`);
    expect(await read()).toBeUndefined();
    expect(state.asked).toBe(3);
    expect([told.leaves, told.ends, streams.openCount]).toEqual([0, 1, 0]);
  });

  test('has at once what was there when it was opened', async () => {
    const { read, state } = opened({ done: false, value: 'data: 0\n\n' });

    expect(await read()).toBe('data: 0\n\n');
    expect(state.asked).toBe(0);
  });

  test('that was whole when it was opened has ended', async () => {
    const { read, state, told, streams } = opened({ done: true, value: DONE });

    expect([await read(), await read()]).toEqual([DONE, undefined]);
    expect([state.asked, told.leaves, told.ends, streams.openCount]).toEqual([0, 0, 1, 0]);
  });

  test('asks for nothing that the client has not asked for', async () => {
    const { give, read, state } = opened();
    await settled();
    expect(state.asked).toBe(0);

    const first = read();
    give('data: 1\n\n');
    await first;
    await settled();

    expect(state.asked).toBe(1);
  });

  test('counts as open until it ends', async () => {
    const { end, read, streams } = opened();
    expect(streams.openCount).toBe(1);

    const last = read();
    end();
    await last;

    expect(streams.openCount).toBe(0);
  });
});

describe('a stream that fails', () => {
  test('has one error frame, no closing mark, and an end', async () => {
    const { give, fail, read, told, streams } = opened();
    const first = read();
    give('data: 1\n\n');
    await first;

    const second = read();
    fail(new Error('lost'));

    expect(await second).toBe('data: {"error":{"message":"It failed."}}\n\n');
    expect(await read()).toBeUndefined();
    expect(told.failures).toEqual([new Error('lost')]);
    expect([told.leaves, streams.openCount]).toEqual([0, 0]);
  });
});

describe('while the engine is silent', () => {
  test('the client gets a comment each time the silence is long, and then the frame', async () => {
    const { give, read } = opened();

    const first = read();
    await settled();
    pass(PING_MS);
    expect(await first).toBe(PING);
    const second = read();
    await settled();
    pass(PING_MS);
    expect(await second).toBe(PING);
    const third = read();
    give('data: 1\n\n');

    expect(await third).toBe('data: 1\n\n');
  });

  test('a shorter silence has no comment', async () => {
    const { give, read } = opened();

    const first = read();
    await settled();
    pass(PING_MS - 1000);
    give('data: 1\n\n');

    expect(await first).toBe('data: 1\n\n');
  });

  test('comments do not pile up before a client that does not read', async () => {
    const { give, read } = opened();
    const first = read();
    await settled();
    pass(PING_MS);
    await first;

    pass(PING_MS * 3);
    await settled();
    expect(await read()).toBe(PING);
    const next = read();
    give('data: 1\n\n');

    expect(await next).toBe('data: 1\n\n');
  });

  test('a client that waits is not taken for gone', async () => {
    const { give, read, told } = opened();
    let next = read();

    for (let i = 0; i < 10; i++) {
      await settled();
      pass(PING_MS);
      expect(await next).toBe(PING);
      next = read();
    }
    give('data: 1\n\n');

    expect(await next).toBe('data: 1\n\n');
    expect(told.leaves).toBe(0);
  });
});

describe('a client that does not read', () => {
  test('now and then, for longer than it may in all, counts as gone', async () => {
    const { give, read, told } = opened();

    for (let waitedMs = 0; waitedMs < SLOW_MS; waitedMs += STALL_MS / 2) {
      expect(told.leaves).toBe(0);
      const next = read();
      give('data: 1\n\n');
      await next;
      pass(STALL_MS / 2);
    }

    expect(told.leaves).toBe(1);
  });

  test('is not charged with the time in which its engine was silent', async () => {
    const { give, read, told } = opened();

    for (let waitedMs = 0; waitedMs <= SLOW_MS; waitedMs += PING_MS) {
      const next = read();
      await settled();
      pass(PING_MS);
      expect(await next).toBe(PING);
    }
    const last = read();
    give('data: 1\n\n');

    expect(await last).toBe('data: 1\n\n');
    expect(told.leaves).toBe(0);
  });

  test('counts as gone after the limit: the engine is left, and the stream has failed', async () => {
    const { give, read, told, streams, state } = opened();
    const first = read();
    give('data: 1\n\n');
    await first;
    await settled();

    pass(STALL_MS - 1000);
    expect(told.leaves).toBe(0);
    pass(1000);
    await settled();

    expect([told.leaves, told.ends, state.isLeft, streams.openCount]).toEqual([1, 0, true, 0]);
    await expect(read()).rejects.toThrow('The client does not read.');
  });

  test('from the beginning counts as gone as well', async () => {
    const { told, streams } = opened();

    pass(STALL_MS);
    await settled();

    expect([told.leaves, streams.openCount]).toEqual([1, 0]);
  });

  test('gets no comments: there is something for it to read', async () => {
    const { give, read } = opened();
    const first = read();
    give('data: 1\n\n');
    await first;

    pass(STALL_MS - 1000);
    const second = read();
    await settled();
    give('data: 2\n\n');

    expect(await second).toBe('data: 2\n\n');
  });
});

describe('a client that leaves', () => {
  test('reaches the answer once, and the frames are left', async () => {
    const { give, read, reader, told, streams, state } = opened();
    const first = read();
    give('data: 1\n\n');
    await first;

    await reader.cancel();
    pass(STALL_MS * 2);

    expect([told.leaves, told.ends, state.isLeft, streams.openCount]).toEqual([1, 0, true, 0]);
  });

  test('while a frame is awaited gets nothing of it', async () => {
    const { give, read, reader, told } = opened();
    const first = read();
    await settled();

    await reader.cancel();
    give('data: late\n\n');

    expect(await first).toBeUndefined();
    await settled();
    expect([told.leaves, told.ends, told.failures]).toEqual([1, 0, []]);
  });

  test('while the engine fails hears nothing of it, and no other client does', async () => {
    const { fail, read, reader, told } = opened();
    const first = read();
    await settled();

    await reader.cancel();
    fail(new Error('aborted'));

    expect(await first).toBeUndefined();
    await settled();
    expect([told.leaves, told.leavesTold, told.failures]).toEqual([1, 1, []]);
  });

  test('counts as such also where its answer fails before the stream hears of it', async () => {
    const { fail, read, told, streams } = opened();
    void read();
    await settled();

    told.hasLeft = true;
    fail(new Error('aborted'));
    await settled();

    expect([told.leaves, told.leavesTold, told.failures, streams.openCount]).toEqual([1, 1, [], 0]);
  });
});

test('streams do not disturb each other', async () => {
  const one = opened();
  const other = one.streams.open(writtenFrom(controlled().frames), NOTHING_YET, {
    requestId: 'req_2',
    span: NO_SPAN,
    hasLeft: () => false,
    leave: () => {},
    end: () => {},
  });
  expect(one.streams.openCount).toBe(2);

  await other.cancel();
  const next = one.read();
  one.give('data: 1\n\n');

  expect(await next).toBe('data: 1\n\n');
  expect(one.streams.openCount).toBe(1);
});

test('after the stop there are no more comments', async () => {
  const { read, give, streams } = opened();
  const first = read();
  await settled();

  streams.stop();
  pass(PING_MS * 2);
  give('data: 1\n\n');

  expect(await first).toBe('data: 1\n\n');
});

test('no timer runs while no stream is open', async () => {
  const { end, read, streams } = opened();
  expect(jest.getTimerCount()).toBe(1);

  const last = read();
  end();
  expect(await last).toBe(DONE);
  expect(streams.openCount).toBe(0);
  pass(1000);

  expect(jest.getTimerCount()).toBe(0);
});
