import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { ENCODINGS, type FinishedSpan } from './otlp.ts';
import { createTraceExport, type ExportLimits } from './trace-export.ts';

const span = (name: string): FinishedSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: undefined,
  state: undefined,
  name,
  kind: 'internal',
  startedAtMs: 1,
  endedAtMs: 2,
  facts: [],
  events: [],
  isFailure: false,
});

type Sent = { readonly names: readonly string[]; readonly signal: AbortSignal } & PromiseWithResolvers<number>;

/** An export whose receiver answers when the test says so. */
function exporting(limits: Partial<ExportLimits> = {}) {
  const sent: Sent[] = [];
  const counts = { exported: 0, 'queue-full': 0, failed: 0, refused: 0 };
  const log: string[] = [];
  const write = (_: object, message: string) => void log.push(message);
  const out = createTraceExport(
    { log: { info: write, warn: write, error: write } },
    {
      send: (body, signal) => {
        const { resourceSpans } = JSON.parse(String(body));
        const names = resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name);
        const answer = { names, signal, ...Promise.withResolvers<number>() };
        signal.addEventListener('abort', () => answer.reject(signal.reason));
        sent.push(answer);
        return answer.promise;
      },
      encoding: ENCODINGS['http/json'],
      resource: [],
      onExported: (spans) => {
        counts.exported += spans;
      },
      onDropped: (spans, reason) => {
        counts[reason] += spans;
      },
      limits,
    },
  );
  const add = (...names: readonly string[]) => names.forEach((name) => void out.add(span(name)));
  return { out, sent, counts, log, add, names: () => sent.map(({ names }) => names) };
}

/** Lets everything run that waits for nothing but its turn. */
const settle = async () => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('spans leave', () => {
  test('a moment after the first, together', async () => {
    const { add, names, sent, counts } = exporting({ batchMs: 1000 });
    add('a', 'b');

    jest.advanceTimersByTime(999);
    expect(names()).toEqual([]);
    jest.advanceTimersByTime(1);

    expect(names()).toEqual([['a', 'b']]);
    sent[0]!.resolve(0);
    await settle();
    expect(counts.exported).toBe(2);
  });

  test('at once where enough of them wait, one batch at a time', async () => {
    const { add, names, sent } = exporting({ batchSpans: 2, batchSpansMax: 3 });
    add('a', 'b', 'c', 'd', 'e', 'f');

    expect(names()).toEqual([['a', 'b']]);
    sent[0]!.resolve(0);
    await settle();

    expect(names().slice(1)).toEqual([['c', 'd', 'e']]);
    sent[1]!.resolve(0);
    await settle();
    expect(sent.length).toBe(2);
    jest.advanceTimersByTime(1000);
    expect(names().at(-1)).toEqual(['f']);
  });
});

describe('spans are lost', () => {
  test('and counted where the queue is full, which stays as large as it may be', async () => {
    const { add, sent, counts } = exporting({ batchSpans: 1, queueLengthMax: 1000 });
    for (let n = 0; n < 10_000; n++) add(`span ${n}`);

    const kept = 10_000 - counts['queue-full'];
    expect(sent.length).toBe(1);
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(10);
  });

  test('and counted where the receiver is away, which is logged once until it is back', async () => {
    const { add, sent, counts, log } = exporting({ batchMs: 1000 });
    for (const name of ['a', 'b', 'c']) {
      add(name);
      jest.advanceTimersByTime(1000);
      sent.at(-1)!.reject(new Error('Connection refused.'));
      await settle();
    }
    expect([counts.failed, log.length]).toEqual([3, 1]);

    for (const name of ['d', 'e']) {
      add(name);
      jest.advanceTimersByTime(1000);
      sent.at(-1)!.resolve(0);
      await settle();
    }
    expect(counts).toMatchObject({ exported: 2, failed: 3 });
    expect(log).toEqual([
      'traces cannot be exported; they are dropped and counted until they can',
      'traces are exported again',
    ]);
  });

  test('and counted where the receiver takes only some of them', async () => {
    const { add, sent, counts, log } = exporting({ batchSpans: 3 });
    add('a', 'b', 'c');

    sent[0]!.resolve(2);
    await settle();

    expect(counts).toMatchObject({ exported: 1, refused: 2, failed: 0 });
    expect(log).toEqual([]);
  });

  test('but a receiver that is away is not asked faster than before', async () => {
    const { add, sent } = exporting({ batchSpans: 2, batchMs: 1000 });
    add('a', 'b');
    sent[0]!.reject(new Error('Connection refused.'));
    await settle();

    add('c', 'd', 'e', 'f');

    expect(sent.length).toBe(1);
    jest.advanceTimersByTime(1000);
    expect(sent.length).toBe(2);
  });
});

describe('a server that stops', () => {
  test('sends what waits, and waits for it', async () => {
    const { out, add, names, sent, counts } = exporting({ batchSpans: 2, batchSpansMax: 2 });
    add('a', 'b', 'c');
    let isClosed = false;

    const closing = out.close().then(() => {
      isClosed = true;
    });
    sent[0]!.resolve(0);
    await settle();
    expect([names().length, isClosed]).toEqual([2, false]);
    sent[1]!.resolve(0);
    await closing;

    expect(counts).toMatchObject({ exported: 3, failed: 0 });
  });

  test('does not wait long for a receiver that says nothing', async () => {
    const { out, add, sent, counts } = exporting({ batchSpans: 2, flushMs: 3000 });
    add('a', 'b', 'c');

    const closing = out.close();
    jest.advanceTimersByTime(3000);
    await closing;

    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(counts).toMatchObject({ exported: 0, failed: 3 });
  });

  test('takes nothing any more', async () => {
    const { out, add, sent, counts } = exporting();
    await out.close();

    add('late');

    expect([sent.length, counts['queue-full']]).toEqual([0, 1]);
  });
});
