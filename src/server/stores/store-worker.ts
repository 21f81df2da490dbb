/**
 * The store's own thread: the loop that serves never waits for the disk. All calls that arrive together are one
 * transaction, each in a savepoint of its own, so that a refused one does not touch the others. While another process
 * has the write lock, reads are answered and writes wait for it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../lib/assert.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { createWalFlusher } from '../../platform/database/wal-flusher.ts';
import { type CallKind, kindOf } from './call-kinds.ts';
import {
  type Call,
  callsIn,
  type FromWorker,
  isLocked,
  type Reply,
  type SentError,
  type ToWorker,
  toSentError,
  type WorkerSettings,
} from './store-protocol.ts';
import { createStores, methodOf, namesOf, type Stores } from './stores.ts';

assert(parentPort, 'This file runs as a worker thread.');
const port = parentPort;
const send = (message: FromWorker): void => port.postMessage(message);
const { path, offers, seller, ledgerKey, start } = workerData as WorkerSettings;
const database = openSqlite(path, 'caller', ledgerKey);
const stores: Stores = createStores(database, offers, seller);
if (start === 'after-failure') await emptyLog();
// Opening the log needs it to exist: any committed write creates it.
await database.transaction((sql) => sql.run('UPDATE schema_migrations SET version = version'));
const flusher = createWalFlusher(database.path);

/** How long a write waits for the lock of another process; SQLite itself waits only a little, because it blocks reads. */
const LOCK_WAIT_MS_MAX = 10_000;
const LOCK_TRY_MS = 50;
await database.sql.one(`PRAGMA busy_timeout = ${LOCK_TRY_MS}`);

type Queued = Call & { readonly sinceMs: number };
let queue: Queued[] = [];
let isDraining = false;

port.on('message', (message: ToWorker) => {
  if (message === 'close') {
    void close();
    return;
  }
  const sinceMs = performance.now();
  queue.push(...callsIn(message).map((call) => ({ ...call, sinceMs })));
  if (!isDraining) void drain();
});
send({ ready: namesOf(stores) });

/**
 * After a failed flush the log may have a hole on the disk that memory still hides, and whatever is written behind it
 * would be lost with it. Everything goes into the database itself, which is flushed, and the log begins anew.
 */
async function emptyLog(): Promise<void> {
  const result = await database.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
  if (result?.busy !== 0n) throw new Error('The write-ahead log is in use and cannot be begun anew yet.');
}

/** Calls that were begun are finished first: an answer that waits for the disk still gets it. */
async function close(): Promise<void> {
  while (isDraining) await wait(1);
  await flusher.flush();
  flusher.close();
  await database.close();
  send('closed');
}

async function drain(): Promise<void> {
  isDraining = true;
  while (queue.length > 0) {
    const calls = queue;
    queue = [];
    const replies = await runTogether(calls);
    if (replies === 'locked') {
      await waitForLock(calls);
      continue;
    }
    const isDurable = (reply: Reply, i: number) => reply.ok && kindOfCall(calls[i]!) === 'durable';
    const waiting = replies.filter(isDurable);
    const ready = waiting.length === 0 ? replies : replies.filter((reply, i) => !isDurable(reply, i));
    if (ready.length > 0) send(ready);
    if (waiting.length > 0) void answerWhenDurable(waiting);
  }
  isDraining = false;
}

/** Answers what needs no lock, refuses what has waited for too long, and lets the rest wait. */
async function waitForLock(calls: readonly Queued[]): Promise<void> {
  const replies: Reply[] = [];
  const waiting: Queued[] = [];
  for (const call of calls) {
    if (kindOfCall(call) === 'read') replies.push(await runOne(call));
    else if (performance.now() - call.sinceMs < LOCK_WAIT_MS_MAX) waiting.push(call);
    else replies.push({ id: call.id, ok: false, error: LOCKED });
  }
  if (replies.length > 0) send(replies);
  await wait(LOCK_TRY_MS);
  queue = [...waiting, ...queue];
}

async function runTogether(calls: readonly Call[]): Promise<Reply[] | 'locked'> {
  const run = async () => {
    const replies: Reply[] = [];
    for (const call of calls) replies.push(await runOne(call));
    return replies;
  };
  if (calls.every((call) => kindOfCall(call) === 'read')) return run();
  try {
    return await database.batch(run);
  } catch (thrown) {
    // The transaction as a whole failed: none of it happened, for any of them.
    if (isLocked(thrown)) return 'locked';
    return calls.map(({ id }) => ({ id, ok: false, error: toSentError(thrown) }));
  }
}

async function runOne({ id, port: name, method, values }: Call): Promise<Reply> {
  try {
    return { id, ok: true, value: await methodOf(stores, name, method)(...(values as never[])) };
  } catch (thrown) {
    return { id, ok: false, error: toSentError(thrown) };
  }
}

async function answerWhenDurable(replies: readonly Reply[]): Promise<void> {
  try {
    await flusher.flush();
    send(replies);
  } catch (thrown) {
    // What the disk failed to keep may be lost or not: no caller gets a success. Going on as if nothing had
    // happened could hide the loss, so this thread ends, and the next one reads what is really on the disk.
    const error = toSentError(thrown);
    send(replies.map(({ id }): Reply => ({ id, ok: false, error })));
    throw thrown;
  }
}

const LOCKED: SentError = {
  kind: 'failure',
  message: 'Another process has kept the write lock of the database for too long.',
  isPassing: true,
};

const kindOfCall = ({ port: name, method }: Call): CallKind => kindOf(name, method);
