/** A thread for one PDF. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../lib/assert.ts';
import { toPdf } from './pdf.ts';
import type { PdfOrder } from './pdf-thread.ts';

assert(parentPort, 'This file runs as a worker thread.');
const { made, about } = workerData as PdfOrder;
parentPort.postMessage(await toPdf(made, about));
