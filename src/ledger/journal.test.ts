/** The journal of a server: what goes together, what is tried again, and what fails alone. */
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { ServiceError } from '../core/errors.ts';
import { isPassing, Journal } from './journal.ts';
import type { JournalBatch, JournalRow } from './lease-ports.ts';

const rowOf = (requestId: string) => ({ held: { request: { requestId } } }) as unknown as JournalRow;
const namesIn = ({ serverId, rows }: JournalBatch) =>
  `${serverId}: ${rows.map(({ held }) => held.request.requestId).join(' ')}`;
const outOfReach = () => new ServiceError('store_unavailable', 'The database is away.', { isPassing: true });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A database whose answers the test gives: each write waits for `answer`. */
function start() {
  let nowMs = 0;
  const writes: string[] = [];
  const lookups: string[][] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  let isWritten: (id: string) => boolean = () => false;
  const leases = {
    write: (batch: JournalBatch) => {
      writes.push(namesIn(batch));
      const answer = Promise.withResolvers<void>();
      waiting.push(answer);
      return answer.promise;
    },
    written: async (ids: readonly string[]) => {
      lookups.push([...ids]);
      return ids.filter(isWritten);
    },
  };
  const journal = new Journal(leases as never, { nowMs: () => nowMs, monotonicMs: () => nowMs });
  const ended: string[] = [];
  const add = (id: string, serverId = 'A') => {
    journal.add(serverId, rowOf(id)).then(
      () => ended.push(`${id} written`),
      (thrown) => ended.push(`${id} failed: ${thrown.message}`),
    );
  };
  const answer = async (thrown?: Error) => {
    await settled();
    const next = waiting.shift()!;
    if (thrown) next.reject(thrown);
    else next.resolve();
    await settled();
  };
  const pass = async (ms: number) => {
    nowMs += ms;
    jest.advanceTimersByTime(ms);
    await settled();
  };
  const areWritten = (...ids: string[]) => {
    isWritten = (id) => ids.includes(id);
  };
  const setTime = (ms: number) => {
    nowMs = ms;
  };
  return { journal, leases, writes, lookups, ended, add, answer, pass, areWritten, setTime };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

describe('what goes together', () => {
  test('what ends while a batch is on its way is the next batch', async () => {
    const { add, answer, writes, ended, journal } = start();

    add('1');
    add('2');
    add('3');
    await answer();
    expect(writes).toEqual(['A: 1', 'A: 2 3']);
    expect(ended).toEqual(['1 written']);
    await answer();
    await journal.drained();

    expect(ended).toEqual(['1 written', '2 written', '3 written']);
    expect(writes).toHaveLength(2);
  });

  test('rows that were held under another id of the server go by themselves, in their order', async () => {
    const { add, answer, writes } = start();

    for (const [id, server] of [['1'], ['2'], ['3'], ['4', 'B'], ['5']] as const) add(id, server);
    for (let n = 0; n < 4; n += 1) await answer();

    expect(writes).toEqual(['A: 1', 'A: 2 3', 'B: 4', 'A: 5']);
  });

  test.each([['A'], ['B']])('a batch has 512 rows at most, also before some of %s', async (last) => {
    const { add, answer, writes } = start();
    const sizes = () => writes.map((write) => write.split(' ').length - 1);

    add('first');
    for (let n = 0; n < 600; n += 1) add(`${n}`);
    add('last', last);
    for (let n = 0; n < 3; n += 1) await answer();

    expect(sizes()).toEqual(last === 'A' ? [1, 512, 89] : [1, 512, 88, 1]);
  });

  test('it is drained when nothing waits any more', async () => {
    const { add, answer, journal } = start();
    await journal.drained();
    add('1');
    add('2');
    let isDrained = false;
    const drained = journal.drained().then(() => {
      isDrained = true;
    });

    await answer();
    expect(isDrained).toBe(false);
    await answer();
    await drained;
  });
});

describe('a database that is out of reach', () => {
  test('is asked again, after it was asked what it has', async () => {
    const { add, answer, pass, areWritten, journal, writes, lookups, ended } = start();
    add('1');
    add('2');
    add('3');
    await answer();
    expect(journal.isFailing).toBe(false);

    await answer(outOfReach());
    expect(journal.isFailing).toBe(true);
    areWritten('2');
    add('4');
    await pass(99);
    expect(lookups).toEqual([]);
    await pass(1);

    expect(lookups).toEqual([['2', '3']]);
    expect(writes.at(-1)).toBe('A: 3 4');
    expect(ended).toEqual(['1 written', '2 written']);
    await answer();
    expect(ended).toEqual(['1 written', '2 written', '3 written', '4 written']);
    expect(journal.isFailing).toBe(false);
  });

  test('is waited for longer each time, up to two seconds, and for 100 ms again once it was back', async () => {
    const { add, answer, pass, writes } = start();
    add('1');

    for (const pauseMs of [100, 200, 400, 800, 1600, 2000, 2000]) {
      await answer(outOfReach());
      const before = writes.length;
      await pass(pauseMs - 1);
      expect(writes).toHaveLength(before);
      await pass(1);
      expect(writes).toHaveLength(before + 1);
    }
    await answer();
    add('2');
    await answer(outOfReach());
    await pass(100);

    expect(writes.at(-1)).toBe('A: 2');
    expect(writes.filter((write) => write === 'A: 2')).toHaveLength(2);
  });

  test.each([
    [29_900, []],
    [29_901, ['1 failed: The database is away.']],
  ] as const)(
    'is given up for a row that has waited for 30 s when the pause is over: after %i ms',
    async (ms, said) => {
      const { add, answer, pass, setTime, writes, ended } = start();
      setTime(1000);
      add('1');

      setTime(1000 + ms);
      await answer(outOfReach());
      expect<readonly string[]>(ended).toEqual(said);
      await pass(100);

      expect(writes).toHaveLength(said.length === 0 ? 2 : 1);
    },
  );

  test('that has written everything before it was lost is not written to again', async () => {
    const { add, answer, pass, areWritten, writes, ended, journal } = start();
    add('1');
    await answer(outOfReach());
    areWritten('1');
    await pass(100);
    await journal.drained();

    expect(writes).toEqual(['A: 1']);
    expect(ended).toEqual(['1 written']);
    expect(journal.isFailing).toBe(false);
  });

  test('and then answers with nonsense fails the rows, which are not tried again', async () => {
    const { leases, add, answer, pass, writes, ended, journal } = start();
    leases.written = async () => {
      throw new Error('What is that?');
    };
    add('1');
    await answer(outOfReach());
    await pass(100);
    await journal.drained();

    expect(ended).toEqual(['1 failed: What is that?']);
    expect(writes).toHaveLength(1);
  });
});

describe('a row that the database refuses', () => {
  test('fails alone: the rows of its batch are written one by one', async () => {
    const { add, answer, writes, ended, journal } = start();
    add('0');
    for (const id of ['1', '2', '3']) add(id);
    await answer();

    await answer(new Error('No.'));
    await answer();
    await answer(new Error('No.'));
    await answer();

    expect(writes).toEqual(['A: 0', 'A: 1 2 3', 'A: 1', 'A: 2', 'A: 3']);
    expect(ended).toEqual(['0 written', '1 written', '2 failed: No.', '3 written']);
    expect(journal.isFailing).toBe(false);
  });

  test('has not failed where it was written all the same', async () => {
    const { add, answer, areWritten, ended, lookups } = start();
    areWritten('1');
    add('1');
    await answer(new Error('There is such a row already.'));

    expect(lookups).toEqual([['1']]);
    expect(ended).toEqual(['1 written']);
  });
});

test('only an error of the service says that the same may go well later', () => {
  expect(isPassing(outOfReach())).toBe(true);
  expect(isPassing(new ServiceError('store_unavailable', 'It is full.'))).toBe(false);
  expect(isPassing(Object.assign(new Error('x'), { details: { isPassing: true } }))).toBe(false);
});
