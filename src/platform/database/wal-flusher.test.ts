import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalFlusher } from './wal-flusher.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-flusher-'));
  path = join(folder, 'boreal.db');
  writeFileSync(`${path}-wal`, '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A disk that answers on demand. */
function slowDisk() {
  const begun: PromiseWithResolvers<void>[] = [];
  const sync = () => {
    const flush = Promise.withResolvers<void>();
    begun.push(flush);
    return flush.promise;
  };
  return { begun, sync };
}

/** Lets everything that waits for nothing but its turn have it. */
const settle = () => new Promise(setImmediate);

describe('a flush', () => {
  test('reaches the real disk', async () => {
    const flusher = createWalFlusher(path);

    await expect(flusher.flush()).resolves.toBeUndefined();

    flusher.close();
  });

  test('that runs is not enough for those who come during it: all of them share the one after it', async () => {
    const { begun, sync } = slowDisk();
    const flusher = createWalFlusher(path, sync);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);

    const first = flusher.flush().then(note('first'));
    const others = Array.from({ length: 100 }, (_, n) => flusher.flush().then(note(`other ${n}`)));
    await settle();
    expect({ flushes: begun.length, order }).toEqual({ flushes: 1, order: [] });
    begun[0]!.resolve();
    await first;
    await settle();
    expect({ flushes: begun.length, order }).toEqual({ flushes: 2, order: ['first'] });
    begun[1]!.resolve();
    await Promise.all(others);

    expect(begun.length).toBe(2);
    expect(order.length).toBe(101);
    flusher.close();
  });

  test('begins anew for those who come after the last one has ended', async () => {
    let flushes = 0;
    const flusher = createWalFlusher(path, async () => {
      flushes += 1;
    });

    for (let n = 1; n <= 3; n++) {
      await flusher.flush();
      expect(flushes).toBe(n);
    }
    flusher.close();
  });
});

describe('a flush that fails', () => {
  test('fails for all who wait for it or for the one after it, and is not tried again', async () => {
    const { begun, sync } = slowDisk();
    const flusher = createWalFlusher(path, sync);
    const waiting = Promise.allSettled([flusher.flush(), flusher.flush(), flusher.flush()]);

    begun[0]!.reject(new Error('the disk is broken'));

    const outcomes = await waiting;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    // The kernel tells of a lost page once: a second try could succeed over a hole in the log.
    await expect(flusher.flush()).rejects.toThrow('the disk is broken');
    expect(begun.length).toBe(1);
    flusher.close();
  });
});
