/** The thread that holds answers against their schemas, asked for one at a time. */
import { parentPort } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { type CheckedText, checkText } from './schema-check.ts';

assert(parentPort, 'This file is the program of a thread.');
const port = parentPort;
port.on('message', (asked: CheckedText | 'are you there') =>
  port.postMessage(asked === 'are you there' ? asked : checkText(asked)),
);
