/** A thread for one audit: it reads a snapshot through a connection of its own, so that no request waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { openDatabaseUnhurried } from '../../platform/database/database-place.ts';
import { audit } from './audit.ts';
import type { AuditTask, AuditWord } from './audit-thread.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const { place, nowMs } = workerData as AuditTask;
const say = (word: AuditWord) => port.postMessage(word);
const database = openDatabaseUnhurried(place);
try {
  const result = await audit(database, nowMs, {
    isRemembered: true,
    onProgress: (done, of) => say({ type: 'progress', done, of }),
  });
  say({ type: 'result', result });
} finally {
  await database.close();
}
