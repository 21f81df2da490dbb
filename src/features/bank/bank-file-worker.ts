/** A thread that reads one bank file. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../core/errors.ts';
import { assert } from '../../lib/assert.ts';
import type { BankFileRead, BankFileWork } from './bank-file-thread.ts';
import { readBankFile } from './read-bank-file.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const { bytes, format } = workerData as BankFileWork;
const AT_ONCE = 500;
send(read());

function send(message: BankFileRead): void {
  port.postMessage(message);
}

function read(): BankFileRead {
  try {
    const { movements, ...file } = readBankFile(bytes, format);
    for (let at = 0; at < movements.length; at += AT_ONCE) send({ movements: movements.slice(at, at + AT_ONCE) });
    return { file };
  } catch (thrown) {
    const problem = thrown instanceof ServiceError ? thrown.details.statement : undefined;
    if (!(thrown instanceof ServiceError) || !problem) throw thrown;
    return { refusal: { message: thrown.message, problem } };
  }
}
