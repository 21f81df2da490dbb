/**
 * Group commit. Transactions are committed to SQLite's write-ahead log without waiting for the disk, and a call that needs
 * durability waits here: one `fdatasync` of the log covers everything committed before it began. A slow disk is waited for
 * beside the thread, so that the next transactions do not wait for it either; a quick one on the thread, where handing
 * the flush to another and being told of its end takes longer than the flush.
 *
 * A flush that failed is never tried again: the kernel tells of a lost page once, so a second try could succeed over a
 * hole in the log, and everything behind the hole is lost with it.
 *
 * The log is never locked by SQLite (the database and its shared memory are), so a second descriptor on it is harmless.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';

export type Flusher = {
  /** Resolves when everything committed before this call is on the disk. */
  flush(): Promise<void>;
  close(): void;
};

/** Brings what was written to a file onto the disk. */
export type Sync = (descriptor: number) => Promise<void>;

/** Flushes that take longer on average are not worth a thread that stands still. */
const QUICK_MS = 2;
/** Of the average, so that one slow flush among quick ones changes nothing. */
const LATEST_SHARE = 1 / 8;

export function createWalFlusher(databasePath: string, sync: Sync = createSync(DISK)): Flusher {
  const descriptor = openSync(`${databasePath}-wal`, 'r+');
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** One that fails stays the running one for ever, so that later calls fail with it. */
  function start(): Promise<void> {
    const flush = sync(descriptor).then(() => {
      if (running === flush) running = undefined;
    });
    running = flush;
    return flush;
  }

  return {
    flush: () => {
      if (!running) return start();
      // The one that runs may have begun too early for us; all calls that come meanwhile share the one after it.
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
    close: () => closeSync(descriptor),
  };
}

type Ways = {
  /** On this thread. */
  readonly here: (descriptor: number) => void;
  readonly beside: Sync;
  readonly nowMs: () => number;
};

/** Takes the way that suits the disk, by the average of its latest flushes; the first one finds out beside the thread. */
export function createSync({ here, beside, nowMs }: Ways): Sync {
  let averageMs: number | undefined;

  return async (descriptor) => {
    const beganMs = nowMs();
    if (averageMs !== undefined && averageMs <= QUICK_MS) here(descriptor);
    else await beside(descriptor);
    const tookMs = nowMs() - beganMs;
    averageMs = averageMs === undefined ? tookMs : averageMs + (tookMs - averageMs) * LATEST_SHARE;
  };
}

const DISK: Ways = {
  here: fdatasyncSync,
  beside: (descriptor) =>
    new Promise((resolve, reject) => {
      fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
    }),
  nowMs: () => performance.now(),
};
