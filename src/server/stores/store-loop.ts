/**
 * The loop of the store's thread: the loop that serves never waits for the disk. All calls that arrive together are one
 * transaction, each in a savepoint of its own, so that a refused one does not touch the others. While another process
 * has the write lock, reads are answered and writes wait for it.
 */

import { openShippingLog, type ShippingLog } from '../../platform/database/log-restart.ts';
import { openSqlite, type Sqlite } from '../../platform/database/sqlite.ts';
import { createWalFlusher, type Flusher, type Sync } from '../../platform/database/wal-flusher.ts';
import { type CallKind, kindOf } from './call-kinds.ts';
import {
  type Call,
  callsIn,
  type FromWorker,
  isLocked,
  type LogMessage,
  type Reply,
  type SentError,
  type ToWorker,
  toSentError,
  type WorkerSettings,
} from './store-protocol.ts';
import { createStores, methodOf, namesOf, type PortNames, type Stores } from './stores.ts';

/** How long a write waits for the lock of another process; SQLite itself waits only a little, because it blocks reads. */
const LOCK_WAIT_MS_MAX = 10_000;
const LOCK_TRY_MS = 50;

type Queued = Call & { readonly sinceMs: number };

type LoopEnds = {
  /** Bytes in `moved` change hands instead of being copied. */
  readonly send: (message: FromWorker, moved?: ArrayBuffer[]) => void;
  /** The disk has failed to keep something. Ends the thread: the next one reads what is really on the disk. */
  readonly onBroken: (thrown: unknown) => void;
  /** How the log is brought to the disk; by the system, unless said. */
  readonly sync?: Sync | undefined;
};

export type StoreLoop = {
  /** The calls that it takes. */
  readonly names: PortNames;
  receive(message: ToWorker): void;
};

export async function openStoreLoop(settings: WorkerSettings, { send, onBroken, sync }: LoopEnds): Promise<StoreLoop> {
  const { path, offers, seller, ledgerKey, start } = settings;
  const database = openSqlite(path, 'caller', ledgerKey);
  const stores = createStores(database, offers, seller);
  if (start === 'after-failure') await emptyLog(database);
  // Opening the log needs it to exist: any committed write creates it.
  await database.transaction((sql) => sql.run('UPDATE schema_migrations SET version = version'));
  const flusher = createWalFlusher(database.path, sync);
  const shipping = settings.shipsLog ? await openShippingLog(database) : undefined;
  await database.sql.one(`PRAGMA busy_timeout = ${LOCK_TRY_MS}`);
  const loop = new Loop({ database, stores, flusher, shipping, send, onBroken });
  return { names: namesOf(stores), receive: (message) => loop.receive(message) };
}

/**
 * After a failed flush the log may have a hole on the disk that memory still hides, and whatever is written behind it
 * would be lost with it. Everything goes into the database itself, which is flushed, and the log begins anew.
 */
async function emptyLog(database: Sqlite): Promise<void> {
  const result = await database.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
  if (result?.busy !== 0n) throw new Error('The write-ahead log is in use and cannot be begun anew yet.');
}

type Opened = Pick<LoopEnds, 'send' | 'onBroken'> & {
  readonly database: Sqlite;
  readonly stores: Stores;
  readonly flusher: Flusher;
  readonly shipping: ShippingLog | undefined;
};

class Loop {
  readonly #opened: Opened;
  #queue: Queued[] = [];
  #logMessage: LogMessage | undefined;
  #isDraining = false;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  receive(message: ToWorker): void {
    if (message === 'close') {
      this.#close().catch(this.#opened.onBroken);
      return;
    }
    if ('readLog' in message) this.#logMessage = message;
    else this.#enqueue(callsIn(message));
    if (!this.#isDraining) void this.#drain();
  }

  #enqueue(calls: readonly Call[]): void {
    const sinceMs = performance.now();
    this.#queue.push(...calls.map((call) => ({ ...call, sinceMs })));
  }

  /** Calls that were begun are finished first: an answer that waits for the disk still gets it. */
  async #close(): Promise<void> {
    const { flusher, shipping, database, send } = this.#opened;
    while (this.#isDraining) await Bun.sleep(1);
    await flusher.flush();
    flusher.close();
    shipping?.close();
    await database.close();
    send('closed');
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#queue.length > 0 || this.#logMessage) {
      if (this.#logMessage) await this.#readLog(this.#logMessage);
      const calls = this.#queue;
      this.#queue = [];
      const replies = await this.#runTogether(calls);
      if (replies === 'locked') {
        await this.#waitForLock(calls);
        continue;
      }
      const isDurable = (reply: Reply, i: number) => reply.ok && kindOfCall(calls[i]!) === 'durable';
      const waiting = replies.filter(isDurable);
      const ready = waiting.length === 0 ? replies : replies.filter((reply, i) => !isDurable(reply, i));
      if (ready.length > 0) this.#opened.send(ready);
      if (waiting.length > 0) void this.#answerWhenDurable(waiting);
    }
    this.#isDraining = false;
  }

  /** Between two batches, so that it waits for no transaction of this thread. */
  async #readLog({ id, readLog }: LogMessage): Promise<void> {
    const { shipping, send } = this.#opened;
    this.#logMessage = undefined;
    try {
      const value = await shipping!.read(readLog);
      send([{ id, ok: true, value }], [value.pages.buffer]);
    } catch (thrown) {
      send([{ id, ok: false, error: toSentError(thrown) }]);
    }
  }

  /** Answers what needs no lock, refuses what has waited for too long, and lets the rest wait. */
  async #waitForLock(calls: readonly Queued[]): Promise<void> {
    const replies: Reply[] = [];
    const waiting: Queued[] = [];
    for (const call of calls) {
      if (kindOfCall(call) === 'read') replies.push(await this.#runOne(call));
      else if (performance.now() - call.sinceMs < LOCK_WAIT_MS_MAX) waiting.push(call);
      else replies.push({ id: call.id, ok: false, error: LOCKED });
    }
    if (replies.length > 0) this.#opened.send(replies);
    await Bun.sleep(LOCK_TRY_MS);
    this.#queue = [...waiting, ...this.#queue];
  }

  async #runTogether(calls: readonly Call[]): Promise<Reply[] | 'locked'> {
    const run = async () => {
      const replies: Reply[] = [];
      for (const call of calls) replies.push(await this.#runOne(call));
      return replies;
    };
    if (calls.every((call) => kindOfCall(call) === 'read')) return run();
    try {
      return await this.#opened.database.batch(run);
    } catch (thrown) {
      // The transaction as a whole failed: none of it happened, for any of them.
      if (isLocked(thrown)) return 'locked';
      return calls.map(({ id }) => ({ id, ok: false, error: toSentError(thrown) }));
    }
  }

  async #runOne({ id, port: name, method, values }: Call): Promise<Reply> {
    try {
      return { id, ok: true, value: await methodOf(this.#opened.stores, name, method)(...(values as never[])) };
    } catch (thrown) {
      return { id, ok: false, error: toSentError(thrown) };
    }
  }

  async #answerWhenDurable(replies: readonly Reply[]): Promise<void> {
    const { flusher, send, onBroken } = this.#opened;
    try {
      await flusher.flush();
      send(replies);
    } catch (thrown) {
      // What the disk failed to keep may be lost or not: no caller gets a success. Going on as if nothing had
      // happened could hide the loss.
      const error = toSentError(thrown);
      send(replies.map(({ id }): Reply => ({ id, ok: false, error })));
      onBroken(thrown);
    }
  }
}

const LOCKED: SentError = {
  kind: 'failure',
  message: 'Another process has kept the write lock of the database for too long.',
  isPassing: true,
};

const kindOfCall = ({ port: name, method }: Call): CallKind => kindOf(name, method);
