/** Statements beside a running server: on a thread of its own for each, because the largest file takes about a second. */
import { Worker } from 'node:worker_threads';
import type { Statement, StatementFormat } from '../../domain/bank.ts';
import { statementInvalid } from '../../domain/errors.ts';
import type { StatementProblem } from '../../domain/statement-problem.ts';

export type StatementOrder = { readonly bytes: Uint8Array; readonly format: StatementFormat | undefined };
export type StatementRead =
  | { readonly statement: Statement }
  | { readonly refusal: { readonly message: string; readonly problem: StatementProblem } };

export async function readOnThread(bytes: Uint8Array, format?: StatementFormat): Promise<Statement> {
  const { promise, resolve, reject } = Promise.withResolvers<StatementRead>();
  const workerData: StatementOrder = { bytes, format };
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', () => reject(new Error('The thread has ended without a statement.')));
  const read = await promise;
  if ('statement' in read) return read.statement;
  throw statementInvalid(read.refusal.message, read.refusal.problem);
}
