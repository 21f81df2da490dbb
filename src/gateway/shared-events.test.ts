import { describe, expect, test } from 'bun:test';
import type { AnswerEvent } from '../core/chat.ts';
import { SharedEvents } from './shared-events.ts';

type List = readonly AnswerEvent[];

const text = (written: string): List => [{ type: 'text', text: written }];

/** A source that gives what the test says, when it says so. */
function controlled() {
  const queue: (() => List | undefined)[] = [];
  let wake = Promise.withResolvers<void>();
  const tell = (step: () => List | undefined) => {
    queue.push(step);
    wake.resolve();
  };
  async function* source(): AsyncGenerator<List> {
    for (;;) {
      while (queue.length === 0) {
        wake = Promise.withResolvers();
        await wake.promise;
      }
      const event = queue.shift()!();
      if (!event) return;
      yield event;
    }
  }
  return {
    source: source(),
    give: (list: List) => tell(() => list),
    end: () => tell(() => undefined),
    fail: (error: unknown) =>
      tell(() => {
        throw error;
      }),
  };
}

async function* fixed(events: readonly List[]): AsyncGenerator<List> {
  yield* events;
}

test('every reader gets every event, in order', async () => {
  const shared = new SharedEvents(fixed([text('a'), text('b'), text('c')]));

  const [first, second] = await Promise.all([Array.fromAsync(shared.follow()), Array.fromAsync(shared.follow())]);

  expect(first).toEqual([text('a'), text('b'), text('c')]);
  expect(second).toEqual(first!);
});

test('the source is read to its end, even when no listener is left', async () => {
  let isAtEnd = false;
  async function* source(): AsyncGenerator<List> {
    yield text('a');
    yield text('b');
    isAtEnd = true;
  }

  await new SharedEvents(source()).done;

  expect(isAtEnd).toBe(true);
});

test('a reader that comes late, or after the end, gets everything from the beginning', async () => {
  const { source, give, end } = controlled();
  const shared = new SharedEvents(source);
  give(text('a'));
  const early = shared.follow();
  expect((await early.next()).value).toEqual(text('a'));

  const late = Array.fromAsync(shared.follow());
  give(text('b'));
  end();
  await shared.done;

  expect(await late).toEqual([text('a'), text('b')]);
  expect(await Array.fromAsync(shared.follow())).toEqual([text('a'), text('b')]);
  expect(await Array.fromAsync(early)).toEqual([text('b')]);
});

test('a reader gets an event as soon as it is there', async () => {
  const { source, give, end } = controlled();
  const reader = new SharedEvents(source).follow();

  for (const written of ['a', 'b', 'c']) {
    const next = reader.next();
    give(text(written));
    expect((await next).value).toEqual(text(written));
  }
  end();

  expect((await reader.next()).done).toBe(true);
});

test('a reader that leaves stops neither the source nor the others', async () => {
  const { source, give, end } = controlled();
  const shared = new SharedEvents(source);
  give(text('a'));
  for await (const _ of shared.follow()) break;

  give(text('b'));
  end();

  expect(await Array.fromAsync(shared.follow())).toEqual([text('a'), text('b')]);
});

test('a slow reader does not hold up a fast one', async () => {
  const { source, give, end } = controlled();
  const shared = new SharedEvents(source);
  const slow = shared.follow();
  for (let i = 0; i < 100; i++) give(text(String(i)));
  expect((await slow.next()).value).toEqual(text('0'));
  end();

  expect(await Array.fromAsync(shared.follow())).toHaveLength(100);
  expect(await Array.fromAsync(slow)).toHaveLength(99);
});

describe('a source that fails', () => {
  test('fails for every reader, behind the events it gave', async () => {
    const { source, give, fail } = controlled();
    const shared = new SharedEvents(source);
    const seen: List[] = [];
    const reading = (async () => {
      for await (const event of shared.follow()) seen.push(event);
    })();

    give(text('a'));
    fail(new Error('lost'));

    await expect(reading).rejects.toThrow('lost');
    expect(seen).toEqual([text('a')]);
    const late = shared.follow();
    expect((await late.next()).value).toEqual(text('a'));
    await expect(late.next()).rejects.toThrow('lost');
  });

  test('is done all the same', async () => {
    const { source, fail } = controlled();
    const shared = new SharedEvents(source);

    fail(new Error('lost'));

    expect(await shared.done).toBeUndefined();
  });

  test('with nothing as its error still fails', async () => {
    const { source, fail } = controlled();
    const shared = new SharedEvents(source);
    fail(undefined);
    await shared.done;

    const ended = await Array.fromAsync(shared.follow()).then(
      () => 'well',
      () => 'badly',
    );

    expect(ended).toBe('badly');
  });
});
