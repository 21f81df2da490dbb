/** The thread that makes grammars, asked for one at a time. */
import { parentPort } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { type FormOrder, makeForm } from './form-order.ts';

assert(parentPort, 'This file is the program of a thread.');
const port = parentPort;
port.on('message', (order: string) => port.postMessage(makeForm(JSON.parse(order) as FormOrder)));
