/**
 * The stores as the serving thread sees them: every call goes to the store's own thread and comes back as a promise.
 * When that thread dies (a broken disk, a failed flush), running calls fail, and a new thread opens the database again.
 */
import { Worker } from 'node:worker_threads';
import type { LogWish, ShippedPiece } from '../../platform/database/log-restart.ts';
import { createServingStores, type Failures } from './serving-stores.ts';
import {
  type Call,
  type FromWorker,
  fromSentError,
  type Reply,
  StoreFailure,
  type StoreSettings,
  type ToWorker,
  toMessage,
  type WorkerSettings,
} from './store-protocol.ts';
import { type PortNames, type Stores, storesFrom } from './stores.ts';

export type StoreThread = {
  readonly stores: Stores;
  /** What was committed since the last time. For settings that ship the log. */
  readLog(wish: LogWish): Promise<ShippedPiece>;
  /** Waits for the calls under way and lets go of the files. */
  close(): Promise<void>;
};

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

const REOPEN_MS = 200;

/** Listeners for failures: of the thread as a whole, and of calls that could not write. */
type StoreThreadListeners = { onFailure?(cause: unknown): void } & Pick<Failures, 'onWriteFailed'>;

/** The thread as far as it is used here; a worker is one. */
export type StoreWorker = {
  postMessage(message: ToWorker): void;
  on(event: 'message', listener: (message: FromWorker) => void): void;
  on(event: 'error', listener: (error: unknown) => void): void;
  on(event: 'exit', listener: () => void): void;
  terminate(): Promise<unknown>;
};

export type LaunchStore = (settings: WorkerSettings) => StoreWorker;

const launchWorker: LaunchStore = (workerData) =>
  new Worker(new URL('./store-worker.ts', import.meta.url), { workerData });

/** Rejects when the database cannot be opened; later failures only fail the calls. */
export async function startStoreThread(
  settings: StoreSettings,
  { onFailure, ...listeners }: StoreThreadListeners = {},
  launch = launchWorker,
): Promise<StoreThread> {
  const calls = createCalls();
  const closed = Promise.withResolvers<void>();
  let reopening: Promise<void> | undefined;
  let isClosing = false;

  function hasDied(cause: unknown): void {
    calls.end(cause);
    if (isClosing) closed.resolve();
    else {
      onFailure?.(cause);
      setTimeout(() => void reopen(), REOPEN_MS);
    }
  }

  async function reopen(): Promise<void> {
    if (isClosing) return closed.resolve();
    reopening = open('after-failure').then(
      () => {},
      () => void setTimeout(() => void reopen(), REOPEN_MS),
    );
    await reopening;
  }

  /** Resolves with what the thread can be asked. */
  function open(start: WorkerSettings['start']): Promise<PortNames> {
    const opened = Promise.withResolvers<PortNames>();
    const worker = launch({ ...settings, start });
    let cause: unknown = new Error('The store thread has ended.');
    worker.on('message', (message: FromWorker) => {
      if (message === 'closed') return closed.resolve();
      if (!('ready' in message)) return calls.receive(message);
      calls.begin(worker);
      opened.resolve(message.ready);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      opened.reject(cause);
      if (calls.worker === worker) hasDied(cause);
    });
    return opened.promise;
  }

  const names = await open('fresh');
  const stores = storesFrom(names, calls.method);
  return {
    stores: createServingStores(stores, { ...THREAD_FAILURES, ...listeners }),
    readLog: calls.readLog,
    close: async () => {
      isClosing = true;
      calls.refuse();
      if (!calls.worker) await reopening;
      if (!calls.worker) return;
      calls.sendAll();
      calls.worker.postMessage('close');
      await closed.promise;
      await calls.worker?.terminate();
    },
  };
}

/** Calls on their way to the thread and back. Without a thread they fail at once. */
function createCalls() {
  const waiting = new Map<number, Waiting>();
  let worker: StoreWorker | undefined;
  let outgoing: Call[] = [];
  let lastId = 0;
  let isClosing = false;

  function ask(send: (id: number, worker: StoreWorker) => void): Promise<unknown> {
    // A store that is closed is not tried again.
    if (!worker || isClosing)
      return Promise.reject(new StoreFailure('The store is not open.', { isPassing: !isClosing }));
    const id = ++lastId;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    send(id, worker);
    return answer.promise;
  }

  const call = (port: string, method: string, values: readonly unknown[]): Promise<unknown> =>
    ask((id) => {
      // Calls made in the same turn of the loop travel together: a message costs far more than what is in it.
      if (outgoing.length === 0) setImmediate(sendAll);
      outgoing.push({ id, port, method, values });
    });

  const readLog = (wish: LogWish): Promise<ShippedPiece> =>
    ask((id, thread) => thread.postMessage({ id, readLog: wish })) as Promise<ShippedPiece>;

  function sendAll(): void {
    if (outgoing.length > 0) worker?.postMessage(toMessage(outgoing));
    outgoing = [];
  }

  function receive(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) waiter?.resolve(reply.value);
      else waiter?.reject(fromSentError(reply.error));
    }
  }

  function end(cause: unknown): void {
    worker = undefined;
    const failure = new StoreFailure('The store thread has ended.', { isPassing: true, cause });
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    outgoing = [];
  }

  return {
    get worker() {
      return worker;
    },
    method:
      (port: string, name: string) =>
      (...values: readonly unknown[]) =>
        call(port, name, values),
    readLog,
    begin: (next: StoreWorker) => {
      worker = next;
    },
    refuse: () => {
      isClosing = true;
    },
    sendAll,
    receive,
    end,
  };
}

const THREAD_FAILURES: Failures = {
  mayGoWellLater: (thrown) => thrown instanceof StoreFailure && thrown.isPassing,
};
