/** The thread that ships the log: compressing, encrypting and waiting for another disk are not for the one that serves. */
import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { systemClock } from '../clock.ts';
import type { LogWish, ShippedPiece } from '../database/log-restart.ts';
import { createShipper, type ShippingSettings } from './shipper.ts';

export type ShipWorkerData = ShippingSettings & { readonly databasePath: string; readonly everyMs: number };

/** `log` answers the last `readLog`. */
export type ToShipWorker =
  | { readonly log: ShippedPiece }
  | { readonly logError: string }
  /** Ships once more and ends. */
  | 'close';

export type FromShipWorker =
  | { readonly readLog: LogWish }
  | { readonly shippedMs: number }
  | { readonly problem: string }
  | 'closed';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const send = (message: FromShipWorker): void => port.postMessage(message);
const { databasePath, everyMs, ...settings } = workerData as ShipWorkerData;

let asked: PromiseWithResolvers<ShippedPiece> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> = Promise.resolve();

const shipper = createShipper(settings, {
  nowMs: systemClock.nowMs,
  databaseFile: openSync(databasePath, 'r'),
  readLog: (wish) => {
    asked = Promise.withResolvers();
    send({ readLog: wish });
    return asked.promise;
  },
  onShipped: (shippedMs) => send({ shippedMs }),
  onProblem: tellProblem,
});

port.on('message', (message: ToShipWorker) => {
  if (message === 'close') void close();
  else if ('log' in message) asked?.resolve(message.log);
  else asked?.reject(new Error(message.logError));
});
run();

function run(): void {
  running = shipper
    .ship()
    .catch(tellProblem)
    .then(() => {
      timer = setTimeout(run, everyMs);
    });
}

async function close(): Promise<void> {
  await running;
  clearTimeout(timer);
  await shipper.ship().catch(tellProblem);
  await shipper.close();
  send('closed');
}

function tellProblem(problem: unknown): void {
  send({ problem: problem instanceof Error ? problem.message : String(problem) });
}
