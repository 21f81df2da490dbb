/** The stores as the serving thread sees them: every call goes to the store's own thread and comes back as a promise. */
import { Worker } from 'node:worker_threads';
import { type Call, fromSentError, type Reply, storeUnavailable } from './store-protocol.ts';
import { CALL_KINDS, type Stores } from './stores.ts';

export type StoreThread = {
  readonly stores: Stores;
  /** Whether the thread is alive; when it is not, every call is refused with `store_unavailable`. */
  isAlive(): boolean;
  close(): Promise<void>;
};

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

export async function startStoreThread(path: string): Promise<StoreThread> {
  const worker = new Worker(new URL('./store-worker.ts', import.meta.url), {
    workerData: { path },
  });
  const waiting = new Map<number, Waiting>();
  let outgoing: Call[] = [];
  let lastId = 0;
  let failure: unknown;

  function fail(cause: unknown): void {
    failure = cause ?? new Error('The store thread has ended.');
    for (const { reject } of waiting.values()) reject(storeUnavailable(failure));
    waiting.clear();
  }

  function call(port: string, method: string, values: readonly unknown[]): Promise<unknown> {
    if (failure !== undefined) return Promise.reject(storeUnavailable(failure));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      // Calls made in the same turn of the loop travel together.
      if (outgoing.length === 0) queueMicrotask(sendAll);
      outgoing.push({ id, port, method, values });
    });
  }

  function sendAll(): void {
    const calls = outgoing;
    outgoing = [];
    worker.postMessage(calls);
  }

  function receive(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) waiter?.resolve(reply.value);
      else waiter?.reject(fromSentError(reply.error));
    }
  }

  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  worker.on('message', (message: readonly Reply[] | 'ready' | 'closed') => {
    if (message === 'ready') opened.resolve();
    else if (message === 'closed') closed.resolve();
    else receive(message);
  });
  worker.on('error', (error) => {
    opened.reject(error);
    fail(error);
  });
  worker.on('exit', () => {
    fail(undefined);
    closed.resolve();
  });
  await opened.promise;

  return {
    stores: callsOf(call),
    isAlive: () => failure === undefined,
    close: async () => {
      worker.postMessage('close');
      await closed.promise;
      await worker.terminate();
    },
  };
}

/** Builds every port out of the one table that lists their methods. */
function callsOf(call: (port: string, method: string, values: readonly unknown[]) => Promise<unknown>): Stores {
  const stores: Record<string, Record<string, unknown>> = {};
  for (const [port, methods] of Object.entries(CALL_KINDS)) {
    stores[port] = {};
    for (const method of Object.keys(methods)) {
      stores[port][method] = (...values: unknown[]) => call(port, method, values);
    }
  }
  return stores as unknown as Stores;
}
