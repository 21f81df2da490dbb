import { expect, test } from 'bun:test';
import type { EmbeddedProcess } from '../../engines/embedded/embedded.ts';
import type { EngineUse } from '../../engines/embedded/shared-engine.ts';
import { Peer } from './peer.ts';
import { createSharedEngines, joinSharedEngine } from './shared-engines.ts';

/** Engines without processes; settings are the list of models that an engine knows. */
function staged() {
  const started: string[] = [];
  const stopped: string[] = [];
  const sharedEngines = createSharedEngines<readonly string[]>({
    start: (models): EmbeddedProcess => ({
      socketPath: `/${models.join('+')}.sock`,
      start: () => void started.push(models.join('+')),
      stop: async () => void stopped.push(models.join('+')),
      whenReady: () => Promise.reject(new Error('ServiceError', { cause: new Error('it is downloading') })),
      whenBack: async () => true,
      health: async () => ({ ok: true, detail: 'answers' }),
      open: () => Promise.reject(new Error('The shared engines are never asked for an answer.')),
    }),
    covers: (known, wanted) => wanted.every((model) => known.includes(model)),
  });
  const join = (worker: number, models: readonly string[]): Promise<EngineUse> => {
    const answers = sharedEngines.answersFor(worker);
    const peer: Peer = new Peer((message) => far.hear(message), {});
    const far = new Peer((message) => peer.hear(message), answers);
    return joinSharedEngine(peer, models);
  };
  return { sharedEngines, started, stopped, join };
}

test('workers with the same settings get one engine, also one that starts later', async () => {
  const { started, join, sharedEngines } = staged();

  const uses = [await join(1, ['a', 'b']), await join(2, ['a', 'b'])];
  sharedEngines.ended(2);
  uses.push(await join(2, ['a']));

  expect(uses.map(({ socketPath }) => socketPath)).toEqual(Array(3).fill('/a+b.sock'));
  expect(started).toEqual(['a+b']);
});

test('after a reload the old engine is stopped when the last worker has let go of it', async () => {
  const { started, stopped, join, sharedEngines } = staged();
  const [first, second] = [await join(1, ['a']), await join(2, ['a'])];
  await join(1, ['b']);
  await join(2, ['b']);

  await first.giveBack();
  expect(stopped).toEqual([]);
  await second.giveBack();

  expect(started).toEqual(['a', 'b']);
  expect(stopped).toEqual(['a']);
  expect(sharedEngines.settings).toEqual([['b']]);
});

test('what a dead worker used is given back, but the newest engine waits for the next worker', async () => {
  const { stopped, join, sharedEngines } = staged();
  await join(1, ['a']);
  await join(1, ['b']);

  sharedEngines.ended(1);

  expect(stopped).toEqual(['a']);
  await sharedEngines.stop();
  expect(stopped).toEqual(['a', 'b']);
});

test('why an engine is not ready travels to the worker in the words of the operator', async () => {
  const { join } = staged();
  const use = await join(1, ['a']);

  await expect(use.whenReady()).rejects.toThrow('it is downloading');
  expect(await use.whenBack()).toBe(true);
});
