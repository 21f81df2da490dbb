import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Random, seeded } from '../../../test/support/random.ts';
import { seeds } from '../../../test/support/thorough.ts';
import { manifestOf } from '../backup-folder.ts';
import { openShippingLog, type ShippingLog } from '../database/log-restart.ts';
import { openSqlite, type Sqlite } from '../database/sqlite.ts';
import { generationAt, logFolderOf } from './generations.ts';
import { type Replayed, replay } from './segments.ts';
import { createShipper, type Shipper } from './shipper.ts';

const DAY_MS = 86_400_000;

let folder: string;
let shipped: Shipped;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-shipper-'));
  shipped = await openShipped();
});
afterEach(async () => {
  await shipped.close();
  rmSync(folder, { recursive: true, force: true });
});

type Shipped = {
  readonly db: Sqlite;
  readonly log: ShippingLog;
  readonly to: string;
  readonly shipper: Shipper;
  readonly problems: unknown[];
  /** Goes on by itself, a millisecond with each look. */
  readonly clock: { ms: number };
  /** Ships until everything so far is in a whole generation. */
  ship(): Promise<void>;
  write(id: number, body: string): Promise<number>;
  close(): Promise<void>;
};

async function openShipped(): Promise<Shipped> {
  const path = join(folder, 'boreal.db');
  const to = join(folder, 'to');
  mkdirSync(to);
  const db = openSqlite(path, 'caller');
  await db.sql.run('CREATE TABLE schema_migrations (version INTEGER)');
  await db.sql.run('INSERT INTO schema_migrations VALUES (1)');
  await db.sql.run('CREATE TABLE things (id INTEGER PRIMARY KEY, body TEXT)');
  const log = await openShippingLog(db, 100_000);
  const clock = { ms: Date.UTC(2026, 10, 18) };
  const problems: unknown[] = [];
  let shippedMs = 0;
  const settings = { folder: to, recipient: '', keepMs: DAY_MS, schema: 1, filesBeside: new Map([['secret', 'x']]) };
  const shipper = createShipper(settings, {
    nowMs: () => ++clock.ms,
    readLog: log.read,
    databaseFile: openSync(path, 'r'),
    onShipped: (beforeMs) => {
      shippedMs = beforeMs;
    },
    onProblem: (problem) => problems.push(problem),
  });
  return {
    db,
    log,
    to,
    shipper,
    problems,
    clock,
    ship: async () => {
      const wantedMs = clock.ms;
      while (shippedMs <= wantedMs) {
        await shipper.ship();
        // The copy is made beside it.
        await new Promise(setImmediate);
      }
    },
    write: (id, body) => db.sql.run('INSERT OR REPLACE INTO things VALUES (?, ?)', id, body),
    close: async () => {
      await shipper.close();
      log.close();
      await db.close();
    },
  };
}

/** What a restore of the folder would have. */
async function restored(untilMs = Number.POSITIVE_INFINITY): Promise<{ things: unknown[]; replayed: Replayed }> {
  const from = await generationAt(shipped.to, untilMs);
  const path = join(folder, 'restored.db');
  copyFileSync(join(from, 'boreal.db'), path);
  const { log } = await manifestOf(from);
  const replayed = await replay(path, { ...log!, folder: logFolderOf(from), untilMs, identities: undefined });
  // As a restore does: the head of the file says that there is a log, and there is none.
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  using copy = new BunSqlite(path);
  expect(copy.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  return { things: thingsIn(copy), replayed };
}

const thingsIn = (db: BunSqlite): unknown[] => db.query('SELECT * FROM things ORDER BY id').all();

const namesIn = (path: string): readonly string[] => readdirSync(path).sort();

const generationsIn = (path: string): readonly string[] => namesIn(path).filter((name) => /^boreal-\w+$/.test(name));

async function logFolder(): Promise<string> {
  return logFolderOf(await generationAt(shipped.to, Number.POSITIVE_INFINITY));
}

/** Writes three segments of one generation, each with one more thing. */
async function shipThree(): Promise<readonly number[]> {
  const times: number[] = [];
  await shipped.write(1, 'one');
  await shipped.ship();
  for (const [id, body] of [
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
  ] as const) {
    await shipped.write(id, body);
    await shipped.ship();
    times.push(shipped.clock.ms);
  }
  return times;
}

describe('a folder that the log is shipped to', () => {
  test('has what was committed, at the end and at any time between', async () => {
    const [, second] = await shipThree();

    expect((await restored()).things).toHaveLength(4);
    expect((await restored(second)).things).toEqual([
      { id: 1, body: 'one' },
      { id: 2, body: 'two' },
      { id: 3, body: 'three' },
    ]);
    await expect(restored(Date.UTC(2026, 10, 17))).rejects.toThrow('has nothing as old as that');
  });

  test('tells of a segment that is missing in the middle, and of one that was changed', async () => {
    await shipThree();
    const log = await logFolder();
    const names = namesIn(log);
    const middle = join(log, names.at(-2)!);
    const kept = join(folder, 'kept');
    copyFileSync(middle, kept);

    rmSync(middle);
    await expect(restored()).rejects.toThrow(`The segment ${names.at(-2)} of ${log} is missing: "--at 2026-`);
    const bytes = await Bun.file(kept).bytes();
    writeFileSync(middle, bytes.fill(0x20, bytes.length - 3));
    await expect(restored()).rejects.toThrow('is not what was written');
    copyFileSync(join(log, names.at(-3)!), middle);
    await expect(restored()).rejects.toThrow('does not follow the one before it');
    copyFileSync(kept, middle);
    expect((await restored()).things).toHaveLength(4);
  });

  test('is restored without its last segment where that was cut off, and says so', async () => {
    await shipThree();
    const log = await logFolder();
    const last = join(log, namesIn(log).at(-1)!);
    const bytes = await Bun.file(last).bytes();

    for (const length of [0, 20, bytes.length - 1]) {
      writeFileSync(last, bytes.subarray(0, length));
      const { things, replayed } = await restored();
      expect(things).toHaveLength(3);
      expect(replayed.torn).toContain('was cut off: it was left out');
    }
  });

  test('is written again from where it stopped when it can be reached again', async () => {
    await shipped.write(1, 'one');
    await shipped.ship();
    const log = await logFolder();
    // No file takes the place of a folder that is not empty.
    const inTheWay = join(log, String(namesIn(log).length + 1).padStart(8, '0'));
    mkdirSync(join(inTheWay, 'x'), { recursive: true });
    await shipped.write(2, 'two');

    await expect(shipped.shipper.ship()).rejects.toThrow();
    await shipped.write(3, 'three');
    await expect(shipped.shipper.ship()).rejects.toThrow();
    rmSync(inTheWay, { recursive: true });
    await shipped.ship();

    expect((await restored()).things).toHaveLength(3);
    expect(namesIn(shipped.to)).toHaveLength(3);
  });

  test('of another service is left alone', async () => {
    writeFileSync(join(shipped.to, 'service'), 'another\n');

    await expect(shipped.shipper.ship()).rejects.toThrow('has the backups of another service');
    await expect(shipped.shipper.ship()).rejects.toThrow('has the backups of another service');

    expect(namesIn(shipped.to)).toEqual(['service']);
  });

  test('gets a new generation each day, and loses those that are too old', async () => {
    for (let day = 1; day <= 4; day++) {
      await shipped.write(day, 'one');
      await shipped.ship();
      shipped.clock.ms += DAY_MS;
      await shipped.shipper.ship();
      await shipped.ship();
    }

    // A day back from now begins within the generation before the last.
    const generations = namesIn(shipped.to).filter((name) => name.endsWith('.log'));
    expect(generations.length).toBeGreaterThanOrEqual(2);
    expect(generations.length).toBeLessThanOrEqual(3);
    expect((await restored()).things).toHaveLength(4);
    expect(shipped.problems).toEqual([]);
  });

  test('whose newest copy is damaged names the one before it, which has what came until then', async () => {
    await shipped.write(1, 'one');
    await shipped.ship();
    const firstMs = shipped.clock.ms;
    shipped.clock.ms += DAY_MS;
    while (generationsIn(shipped.to).length < 2) await shipped.ship();
    const [first, newest] = generationsIn(shipped.to);
    writeFileSync(join(shipped.to, newest!, 'manifest.json'), '{');

    const refusal = `manifest.json of ${join(shipped.to, newest!)} cannot be read`;
    await expect(restored()).rejects.toThrow(refusal);
    await expect(restored()).rejects.toThrow(`The copy before it is ${join(shipped.to, first!)}: --from names it.`);
    expect((await restored(firstMs)).things).toHaveLength(1);
  });

  test('loses what is too old although a copy is damaged, and that one with it', async () => {
    for (let day = 1; day <= 6; day++) {
      await shipped.write(day, 'one');
      await shipped.ship();
      if (day === 2) writeFileSync(join(shipped.to, generationsIn(shipped.to).at(-1)!, 'manifest.json'), '{');
      shipped.clock.ms += DAY_MS;
      await shipped.shipper.ship();
      await shipped.ship();
    }

    expect(generationsIn(shipped.to).length).toBeLessThanOrEqual(3);
    expect((await restored()).things).toHaveLength(6);
    expect(shipped.problems).toEqual([]);
  });

  test('has everything, when others write, read and begin the log anew at any moment', async () => {
    for (const seed of seeds(8, 300)) {
      await walk(seeded(seed)).catch((cause) => {
        throw new Error(`seed ${seed}`, { cause });
      });
      await shipped.close();
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      shipped = await openShipped();
    }
  });
});

async function walk(random: Random): Promise<void> {
  const { db, clock, write, ship } = shipped;
  const other = new BunSqlite(db.path);
  const reader = new BunSqlite(db.path);
  // As SQLite's own program has it.
  other.run('PRAGMA busy_timeout = 100');
  const insert = (id: number, body: string) => other.query('INSERT OR REPLACE INTO things VALUES (?, ?)').run(id, body);
  const body = () => 'x'.repeat(random.integer(1, random.pick([10, 1000, 100_000])));
  const steps: Readonly<Record<string, () => unknown>> = {
    write: () => write(random.integer(1, 50), body()),
    writeMore: () =>
      db.transaction(async (sql) => {
        for (let n = 0; n < 20; n++) await sql.run('INSERT OR REPLACE INTO things VALUES (?, ?)', n, body());
      }),
    undo: () =>
      db
        .transaction(async (sql) => {
          for (let n = 0; n < 20; n++) await sql.run('INSERT OR REPLACE INTO things VALUES (?, ?)', n, body());
          throw new Error('undone');
        })
        .catch(() => {}),
    remove: () => db.sql.run('DELETE FROM things WHERE id > ?', random.integer(1, 50)),
    vacuum: () => (reader.inTransaction ? undefined : db.sql.run('VACUUM')),
    otherWrites: () => insert(random.integer(1, 50), body()),
    otherCopies: () => other.query('PRAGMA wal_checkpoint(PASSIVE)').get(),
    otherBeginsAnew: () => other.query('PRAGMA wal_checkpoint(TRUNCATE)').get(),
    read: () => {
      if (reader.inTransaction) reader.run('ROLLBACK');
      else {
        reader.run('BEGIN');
        reader.query('SELECT COUNT(*) FROM things').get();
      }
    },
    day: () => {
      clock.ms += DAY_MS;
    },
    shipOnce: () => shipped.shipper.ship(),
  };
  const names = Object.keys(steps);
  try {
    for (let round = 0; round < 6; round++) {
      for (let step = random.integer(1, 12); step > 0; step--) {
        // The copy that is made beside it writes now and then, and another connection of one process cannot wait for it.
        await Promise.try(steps[random.pick(names)]!).catch((thrown) => {
          if (!String(thrown).includes('database is locked')) throw thrown;
        });
      }
      if (reader.inTransaction && random.fraction() < 0.5) reader.run('ROLLBACK');
      await ship();
      expect(Bun.hash(JSON.stringify((await restored()).things))).toBe(Bun.hash(JSON.stringify(thingsIn(other))));
    }
    expect(shipped.problems.filter((problem) => !String(problem).includes('The copy was given up'))).toEqual([]);
  } finally {
    other.close();
    reader.close();
  }
}
