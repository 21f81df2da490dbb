import { expect, test } from 'bun:test';
import type { Engine, EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import { NO_SPAN } from '../../core/trace.ts';
import { HttpFailure } from '../upstream/http.ts';
import { createSharedEngine, type EngineUse } from './shared-engine.ts';

const REQUEST = { span: NO_SPAN } as EngineRequest;
const signal = new AbortController().signal;
const answering = async () => (async function* () {})();
/** As an upstream says it when the port is closed. */
const nobodyListens = () =>
  Promise.reject(
    new ServiceError('upstream_failed', 'No.', {
      cause: new Error('main', { cause: new HttpFailure('connect', 'Connection refused.', { beforeFirstByte: true }) }),
    }),
  );

function staged(open: Engine['open'], use: Partial<EngineUse> = {}) {
  const asked: string[] = [];
  const ask =
    <T>(name: string, answer: () => Promise<T>) =>
    () => {
      asked.push(name);
      return answer();
    };
  const engine = createSharedEngine(
    ask('join', async () => ({
      socketPath: '/engine.sock',
      whenReady: ask('ready', use.whenReady ?? (async () => {})),
      whenBack: ask('back', use.whenBack ?? (async () => true)),
      health: ask('health', use.health ?? (async () => ({ ok: false, detail: 'is not ready: loading' }))),
      giveBack: ask('give back', async () => {}),
    })),
    () => ({ open, health: async () => ({ ok: false, detail: 'does not answer' }) }),
  );
  return { engine, asked };
}

test('the owner is asked once whether the engine is ready, and then only when the connection is refused', async () => {
  let calls = 0;
  const { engine, asked } = staged(() => (++calls === 3 ? nobodyListens() : answering()));

  for (let n = 0; n < 3; n++) await engine.open(REQUEST, signal);

  expect(asked).toEqual(['join', 'ready', 'back']);
  expect(calls).toBe(4);
});

test('why an engine cannot be used is a refusal that may be retried, with the reason for the log', async () => {
  const { engine } = staged(answering, { whenReady: () => Promise.reject(new Error('it is downloading')) });

  const refused = engine.open(REQUEST, signal);

  await expect(refused).rejects.toMatchObject({
    code: 'upstream_failed',
    cause: expect.objectContaining({ message: 'it is downloading' }),
  });
});

test('a caller that leaves does not wait for an engine that starts', async () => {
  const leaving = new AbortController();
  const { engine } = staged(answering, { whenReady: () => new Promise(() => {}) });

  const waiting = engine.open(REQUEST, leaving.signal);
  leaving.abort(new Error('The client has left.'));

  await expect(waiting).rejects.toThrow('The client has left.');
});

test('an engine that does not answer is described by its owner, and an owner that is gone is no failure of ours', async () => {
  const { engine } = staged(answering);
  const orphan = createSharedEngine(
    () => Promise.reject(new Error('The other process has ended.')),
    () => ({ open: answering, health: async () => ({ ok: true, detail: 'answers' }) }),
  );

  expect(await engine.health()).toEqual({ ok: false, detail: 'is not ready: loading' });
  expect(await orphan.health()).toEqual({ ok: false, detail: 'is not ready: The other process has ended.' });
});
