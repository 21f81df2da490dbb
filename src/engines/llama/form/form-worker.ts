/** The thread that makes grammars, asked for one at a time. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { assert } from '../../../lib/assert.ts';
import { makeForm, type WantedForm } from './wanted-form.ts';

/** Where processors are short, answers that are being written go first. */
const NICENESS = 5;

assert(parentPort, 'This file is the program of a thread.');
const port = parentPort;
yieldToOthers();
port.on('message', (wanted: string) => port.postMessage(makeForm(JSON.parse(wanted) as WantedForm)));

/** Linux gives each thread a priority of its own. Elsewhere it would be that of the whole process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // A system that does not allow it loses a preference, nothing else.
  }
}
