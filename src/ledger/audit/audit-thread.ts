/** An audit beside a running server: on a thread of its own, neither the loop that serves nor the store's own thread. */
import { Worker } from 'node:worker_threads';
import type { AuditResult } from '../../core/audit-result.ts';
import type { DatabasePlace } from '../../platform/database/database-place.ts';
import type { AuditProgress } from './audit.ts';

export type AuditTask = { readonly place: DatabasePlace; readonly nowMs: number };

export type AuditWord =
  | { readonly type: 'progress'; readonly done: number; readonly of: number }
  | { readonly type: 'result'; readonly result: AuditResult };

export function auditOnThread(task: AuditTask, onProgress: AuditProgress): Promise<AuditResult> {
  const { promise, resolve, reject } = Promise.withResolvers<AuditResult>();
  const { databaseUrl, dataDir, ledgerKey } = task.place;
  const workerData: AuditTask = { place: { databaseUrl, dataDir, ledgerKey }, nowMs: task.nowMs };
  const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.on('message', (word: AuditWord) => {
    if (word.type === 'progress') onProgress(word.done, word.of);
    else resolve(word.result);
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The audit has ended without a result.')));
  return promise;
}
