/** Statements beside a running server: on a thread of its own for each, because the largest file takes about a second. */
import { Worker } from 'node:worker_threads';
import { statementInvalid } from '../../core/errors.ts';
import type { StatementProblem } from '../../core/statement-problem.ts';
import type { Movement, Statement, StatementFormat } from './bank.ts';

export type StatementOrder = { readonly bytes: Uint8Array; readonly format: StatementFormat | undefined };
/** Movements come before the rest, some at once: all in one message would hold the loop that gets it. */
export type StatementRead =
  | { readonly movements: readonly Movement[] }
  | { readonly statement: Omit<Statement, 'movements'> }
  | { readonly refusal: { readonly message: string; readonly problem: StatementProblem } };

export async function readOnThread(bytes: Uint8Array, format?: StatementFormat): Promise<Statement> {
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<StatementRead, { readonly movements: unknown }>>();
  const movements: Movement[] = [];
  const workerData: StatementOrder = { bytes, format };
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.on('message', (message: StatementRead) => {
    if ('movements' in message) movements.push(...message.movements);
    else resolve(message);
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread has ended without a statement.')));
  const read = await promise;
  if ('statement' in read) return { ...read.statement, movements };
  throw statementInvalid(read.refusal.message, read.refusal.problem);
}
