import { expect, test } from 'bun:test';
import type { EmbeddedProcess } from '../engine/embedded/embedded.ts';
import type { Loan } from '../engine/embedded/shared-engine.ts';
import { borrowEngine, createEngineLender } from './engine-lender.ts';
import { Peer } from './peer.ts';

/** Engines without processes; an order is the list of models that an engine knows. */
function staged() {
  const started: string[] = [];
  const stopped: string[] = [];
  const lender = createEngineLender<readonly string[]>({
    start: (models): EmbeddedProcess => ({
      socketPath: `/${models.join('+')}.sock`,
      start: () => void started.push(models.join('+')),
      stop: async () => void stopped.push(models.join('+')),
      whenReady: () => Promise.reject(new Error('ServiceError', { cause: new Error('it is downloading') })),
      whenBack: async () => true,
      health: async () => ({ ok: true, detail: 'answers' }),
      open: () => Promise.reject(new Error('Nobody asks the lender for an answer.')),
    }),
    covers: (known, wanted) => wanted.every((model) => known.includes(model)),
  });
  const borrow = (worker: number, models: readonly string[]): Promise<Loan> => {
    const answers = lender.answersFor(worker);
    const peer: Peer = new Peer((message) => far.hear(message), {});
    const far = new Peer((message) => peer.hear(message), answers);
    return borrowEngine(peer, models);
  };
  return { lender, started, stopped, borrow };
}

test('workers with the same settings get one engine, also one that starts later', async () => {
  const { started, borrow, lender } = staged();

  const loans = [await borrow(1, ['a', 'b']), await borrow(2, ['a', 'b'])];
  lender.ended(2);
  loans.push(await borrow(2, ['a']));

  expect(loans.map(({ socketPath }) => socketPath)).toEqual(Array(3).fill('/a+b.sock'));
  expect(started).toEqual(['a+b']);
});

test('after a reload the old engine is stopped when the last worker has let go of it', async () => {
  const { started, stopped, borrow, lender } = staged();
  const [first, second] = [await borrow(1, ['a']), await borrow(2, ['a'])];
  await borrow(1, ['b']);
  await borrow(2, ['b']);

  await first.giveBack();
  expect(stopped).toEqual([]);
  await second.giveBack();

  expect(started).toEqual(['a', 'b']);
  expect(stopped).toEqual(['a']);
  expect(lender.orders).toEqual([['b']]);
});

test('what a dead worker used is given back, but the newest engine waits for the next worker', async () => {
  const { stopped, borrow, lender } = staged();
  await borrow(1, ['a']);
  await borrow(1, ['b']);

  lender.ended(1);

  expect(stopped).toEqual(['a']);
  await lender.stop();
  expect(stopped).toEqual(['a', 'b']);
});

test('why an engine is not ready travels to the worker in the words of the operator', async () => {
  const { borrow } = staged();
  const loan = await borrow(1, ['a']);

  await expect(loan.whenReady()).rejects.toThrow('it is downloading');
  expect(await loan.whenBack()).toBe(true);
});
