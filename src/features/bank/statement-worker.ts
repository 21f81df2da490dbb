/** A thread that reads one bank statement. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../core/errors.ts';
import { assert } from '../../lib/assert.ts';
import { readStatement } from './read-statement.ts';
import type { StatementOrder, StatementRead } from './statement-thread.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const { bytes, format } = workerData as StatementOrder;
const AT_ONCE = 500;
send(read());

function send(message: StatementRead): void {
  port.postMessage(message);
}

function read(): StatementRead {
  try {
    const { movements, ...statement } = readStatement(bytes, format);
    for (let at = 0; at < movements.length; at += AT_ONCE) send({ movements: movements.slice(at, at + AT_ONCE) });
    return { statement };
  } catch (thrown) {
    const problem = thrown instanceof ServiceError ? thrown.details.statement : undefined;
    if (!(thrown instanceof ServiceError) || !problem) throw thrown;
    return { refusal: { message: thrown.message, problem } };
  }
}
