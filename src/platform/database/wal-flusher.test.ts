import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSync, createWalFlusher } from './wal-flusher.ts';

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

describe('the disk', () => {
  /** Each flush takes as long as the list says, and the list of ways is what was chosen. */
  function diskThatTakes(...flushesMs: number[]) {
    let nowMs = 0;
    const ways: string[] = [];
    const take = (way: string) => () => {
      ways.push(way);
      nowMs += flushesMs.shift()!;
    };
    const beside = take('beside');
    const sync = createSync({ here: take('here'), beside: async () => beside(), nowMs: () => nowMs });
    return { sync, ways };
  }
  async function waysOf(...flushesMs: number[]) {
    const count = flushesMs.length;
    const { sync, ways } = diskThatTakes(...flushesMs);
    for (let n = 0; n < count; n++) await sync(0);
    return ways;
  }

  test('that is quick is waited for on the thread, from the second flush on', async () => {
    expect(await waysOf(0.5, 0.5, 0.5)).toEqual(['beside', 'here', 'here']);
  });

  test('that is slow is waited for beside it, and may become a quick one', async () => {
    expect(await waysOf(3, 3, 1, 1, 1, 0, 0, 0, 0)).toEqual([
      ...Array.from({ length: 7 }, () => 'beside'),
      'here',
      'here',
    ]);
  });

  test('that becomes slow is left at once, and one slow flush among quick ones changes nothing', async () => {
    expect(await waysOf(0.5, 0.5, 10, 0.5, 40, 0.5, 0.5)).toEqual([
      'beside',
      'here',
      'here',
      'here',
      'here',
      'beside',
      'beside',
    ]);
  });

  test('that fails on the thread fails the flush', async () => {
    const broken = createSync({
      here: () => {
        throw new Error('the disk is broken');
      },
      beside: async () => {},
      nowMs: () => 0,
    });
    await broken(0);

    await expect(broken(0)).rejects.toThrow('the disk is broken');
  });
});
