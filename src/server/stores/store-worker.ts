/** The store's own thread: its loop, behind the messages of a worker. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { openStoreLoop } from './store-loop.ts';
import type { FromWorker, WorkerSettings } from './store-protocol.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const send = (message: FromWorker, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);
const { names, receive } = await openStoreLoop(workerData as WorkerSettings, {
  send,
  onBroken: (thrown) => {
    throw thrown;
  },
});
port.on('message', receive);
send({ ready: names });
