/** A thread for PDFs, asked for one at a time. */
import { parentPort } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { toPdf } from './pdf.ts';
import type { PdfWork } from './pdf-thread.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
port.on('message', async ({ made, about }: PdfWork) => port.postMessage(await toPdf(made, about)));
