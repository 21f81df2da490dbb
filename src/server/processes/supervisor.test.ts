import { expect, test } from 'bun:test';
import { type Answers, Peer } from './peer.ts';
import { createSupervisor } from './supervisor.ts';
import type { Exit, WorkerProcess } from './worker-process.ts';

const CRASH: Exit = { code: 1, signal: null };
const ENDED: Exit = { code: 0, signal: null };

/** Workers without processes: the test says how far each one is, and when it ends. */
function staged(count: number, hears: 'everything' | 'nothing' = 'everything') {
  const started: { readonly worker: number; readonly answers: Answers; readonly end: (exit: Exit) => void }[] = [];
  const logged: string[] = [];
  const waiting: (() => void)[] = [];
  const start = (worker: number, answers: Answers): WorkerProcess => {
    const exited = Promise.withResolvers<Exit>();
    started.push({ worker, answers, end: exited.resolve });
    for (const wake of waiting.splice(0)) wake();
    const hear = (name: string) => hears === 'everything' && name === 'stop' && exited.resolve(ENDED);
    const peer = new Peer((message) => 'name' in message && hear(message.name), {});
    return { pid: 1000 + started.length, peer, exited: exited.promise, kill: () => exited.resolve(ENDED) };
  };
  const note = (_: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const supervisor = createSupervisor(log, { count, start, answersFor: () => ({}), onEnd: () => {} });
  const says = (n: number, name: string) => started[n]!.answers[name]!(null as never);
  /** The n-th start of all, once it has happened. */
  const nth = async (n: number) => {
    while (started.length <= n) await new Promise<void>((wake) => waiting.push(wake));
    return started[n]!;
  };
  return { supervisor, started, logged, says, nth };
}

test('the first worker starts alone, the others follow when it serves', async () => {
  const { supervisor, started, says, nth } = staged(3);

  const begun = supervisor.begin();
  expect(started.map(({ worker }) => worker)).toEqual([1]);
  says(0, 'listening');
  await nth(2);
  says(1, 'listening');
  says(2, 'listening');

  expect(await begun).toBeUndefined();
  expect(started.map(({ worker }) => worker)).toEqual([1, 2, 3]);
});

test('a first worker that cannot start ends the start, and no other is started', async () => {
  const { supervisor, started } = staged(2);

  const begun = supervisor.begin();
  started[0]!.end({ code: 2, signal: null });

  expect(await begun).toEqual({ code: 2, signal: null });
  expect(started.length).toBe(1);
});

test('a worker that ends is started again; when none serves and a start fails, that is the end', async () => {
  const { supervisor, started, says, nth, logged } = staged(1);
  const begun = supervisor.begin();
  says(0, 'listening');
  await begun;

  started[0]!.end({ code: null, signal: 'SIGKILL' });
  const second = await nth(1);
  second.end(CRASH);

  expect(await supervisor.failed).toEqual(CRASH);
  expect(logged).toEqual(['a worker has ended and will be started again']);
});

test('a stop ends all workers, and none is started after it', async () => {
  const { supervisor, started, says, nth } = staged(2);
  const begun = supervisor.begin();
  says(0, 'listening');
  await nth(1);
  says(1, 'listening');
  await begun;
  started[0]!.end(CRASH);
  await Promise.resolve();

  expect(await supervisor.stop(60_000)).toBe(true);

  expect(supervisor.pids).toEqual([]);
  expect(started.length).toBe(2);
});

test('a worker that does not end on the order to stop is killed after a time, and the stop was not clean', async () => {
  const { supervisor, says, logged } = staged(1, 'nothing');
  const begun = supervisor.begin();
  says(0, 'listening');
  await begun;

  expect(await supervisor.stop(1)).toBe(false);

  expect(logged).toEqual(['workers do not end: killing them']);
});
