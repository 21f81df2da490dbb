/** The thread of a store, for one database after the other. */
import { parentPort } from 'node:worker_threads';
import { openStoreLoop, type StoreLoop } from '../../src/server/stores/store-loop.ts';
import type { FromWorker, ToWorker, WorkerSettings } from '../../src/server/stores/store-protocol.ts';

const port = parentPort!;
const send = (message: FromWorker, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);
const onBroken = (thrown: unknown): never => {
  throw thrown;
};
let loop: StoreLoop | undefined;

port.on('message', async (message: ToWorker | { readonly open: WorkerSettings }) => {
  if (typeof message !== 'object' || !('open' in message)) return loop!.receive(message);
  loop = await openStoreLoop(message.open, { send, onBroken });
  send({ ready: loop.names });
});
