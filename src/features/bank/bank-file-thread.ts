/** Bank files beside a running server: on a thread of its own for each, because the largest file takes about a second. */
import { Worker } from 'node:worker_threads';
import type { BankFileProblem } from '../../core/bank-file-problem.ts';
import { bankFileInvalid } from '../../core/errors.ts';
import type { BankFile, BankFileFormat, Movement } from './bank.ts';

export type BankFileWork = { readonly bytes: Uint8Array; readonly format: BankFileFormat | undefined };
/** Movements come before the rest, some at once: all in one message would hold the loop that gets it. */
export type BankFileRead =
  | { readonly movements: readonly Movement[] }
  | { readonly file: Omit<BankFile, 'movements'> }
  | { readonly refusal: { readonly message: string; readonly problem: BankFileProblem } };

export async function readOnThread(bytes: Uint8Array, format?: BankFileFormat): Promise<BankFile> {
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<BankFileRead, { readonly movements: unknown }>>();
  const movements: Movement[] = [];
  const workerData: BankFileWork = { bytes, format };
  const worker = new Worker(new URL('./bank-file-worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.on('message', (message: BankFileRead) => {
    if ('movements' in message) movements.push(...message.movements);
    else resolve(message);
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread has ended without an answer.')));
  const read = await promise;
  if ('file' in read) return { ...read.file, movements };
  throw bankFileInvalid(read.refusal.message, read.refusal.problem);
}
