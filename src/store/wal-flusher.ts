/**
 * Group commit. Transactions are committed to SQLite's write-ahead log without waiting for the disk, and whoever needs
 * durability waits here: one `fdatasync` of the log covers everything committed before it began, and it runs beside the
 * thread, so that the next transactions do not wait for the disk either.
 *
 * The log is never locked by SQLite (the database and its shared memory are), so a second descriptor on it is harmless.
 */
import { closeSync, fdatasync, openSync } from 'node:fs';

export type Flusher = {
  /** Resolves when everything committed before this call is on the disk. */
  flush(): Promise<void>;
  close(): void;
};

export function createWalFlusher(databasePath: string): Flusher {
  const descriptor = openSync(`${databasePath}-wal`, 'r+');
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const sync = () =>
    new Promise<void>((resolve, reject) => {
      fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
    });

  function start(): Promise<void> {
    const flush = sync().finally(() => {
      if (running === flush) running = undefined;
    });
    running = flush;
    return flush;
  }

  return {
    flush: () => {
      if (!running) return start();
      // The one that runs may have begun too early for us; everybody who comes meanwhile shares the one after it.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
    close: () => closeSync(descriptor),
  };
}
