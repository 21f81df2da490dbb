import { expect, test } from 'bun:test';
import type { EngineEvent } from '../domain/chat.ts';
import type { Engine, EngineRequest } from '../domain/ports.ts';
import { counted } from './counted.ts';

const REQUEST = {} as EngineRequest;
const { signal } = new AbortController();

const engineOf = (open: Engine['open']): Engine => ({ open, health: async () => ({ ok: true, detail: '' }) });
async function* twoEvents(): AsyncGenerator<EngineEvent> {
  yield { type: 'text', text: 'one' } as EngineEvent;
  yield { type: 'text', text: 'two' } as EngineEvent;
}

async function isIdle(engine: ReturnType<typeof counted>): Promise<boolean> {
  return Promise.race([engine.whenIdle().then(() => true), Bun.sleep(0).then(() => false)]);
}

test('an engine is idle when its last answer has been read to the end, or was left', async () => {
  const engine = counted(engineOf(async () => twoEvents()));
  expect(await isIdle(engine)).toBe(true);

  const [read, left] = [await engine.open(REQUEST, signal), await engine.open(REQUEST, signal)];
  expect(await isIdle(engine)).toBe(false);
  for await (const _ of read);
  expect(await isIdle(engine)).toBe(false);
  for await (const _ of left) break;

  expect(await isIdle(engine)).toBe(true);
});

test('an answer that is refused, or breaks, does not keep an engine busy', async () => {
  const refusing = counted(engineOf(() => Promise.reject(new Error('refused'))));
  const breaking = counted(
    engineOf(async () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    })),
  );

  await expect(refusing.open(REQUEST, signal)).rejects.toThrow('refused');
  const answer = await breaking.open(REQUEST, signal);
  await expect(answer[Symbol.asyncIterator]().next()).rejects.toThrow('broken');

  expect(await isIdle(refusing)).toBe(true);
  expect(await isIdle(breaking)).toBe(true);
});
