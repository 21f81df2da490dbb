/** Threads for stores of SQLite that stay for the next service of the process: to start one takes longer than all else. */
import { Worker } from 'node:worker_threads';
import type { LaunchStore } from '../../src/server/stores/store-thread.ts';

const idle: Worker[] = [];

/** One that has failed ends, as in production; one that was closed is used again. */
export const launchKept: LaunchStore = (settings) => {
  const worker = idle.pop() ?? new Worker(new URL('./kept-store-worker.ts', import.meta.url));
  worker.postMessage({ open: settings });
  return {
    postMessage: (message) => worker.postMessage(message),
    on: (event: string, listener: (value: never) => void) => void worker.on(event, (value) => listener(value as never)),
    terminate: async () => {
      worker.removeAllListeners();
      idle.push(worker);
    },
  };
};
