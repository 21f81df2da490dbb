/** A thread that reads one bank statement. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../domain/errors.ts';
import { assert } from '../../lib/assert.ts';
import { readStatement } from './read-statement.ts';
import type { StatementOrder, StatementRead } from './statement-thread.ts';

assert(parentPort, 'This file runs as a worker thread.');
const { bytes, format } = workerData as StatementOrder;
parentPort.postMessage(read());

function read(): StatementRead {
  try {
    return { statement: readStatement(bytes, format) };
  } catch (thrown) {
    const problem = thrown instanceof ServiceError ? thrown.details.statement : undefined;
    if (!(thrown instanceof ServiceError) || !problem) throw thrown;
    return { refusal: { message: thrown.message, problem } };
  }
}
