/** Old charges go into files: nothing is lost, nothing is there twice, and all of it can still be proved. */
import { afterAll, describe, expect } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from '../../../test/support/databases.ts';
import { askMore, sealAll, writeFullLedger } from '../../../test/support/full-ledger.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage, publishBuying } from '../../../test/support/ledger-fixture.ts';
import { type Database, number } from '../../platform/database/database.ts';
import { readArchive, writeArchive } from '../archive-folder.ts';
import { moveToArchive, pieceOf, planArchive } from './archive-store.ts';
import { audit } from './audit.ts';

const MINUTE = 60_000;
const REQUESTS = 120;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-archive-'));
  folders.push(folder);
  return folder;
}

type Crash = 'before the file' | 'after the file' | 'after the move';

/** As the command does it, up to a crash. */
async function archiveAll(
  db: Database,
  folder: string,
  { beforeMs = NOON + 90 * MINUTE, crash }: { beforeMs?: number; crash?: Crash } = {},
) {
  while (true) {
    const plan = await planArchive(db.sql, beforeMs);
    if (!plan || crash === 'before the file') return;
    const { name, sha256 } = writeArchive(folder, pieceOf(plan, { beforeMs, nowMs: NOON }));
    if (crash === 'after the file') return;
    await moveToArchive(db, plan, { file: { folder, name, sha256 }, nowMs: NOON });
    if (crash === 'after the move') return;
  }
}

const linesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .trim()
        .split('\n'),
    );

const proved = (db: Database, folder: string) => audit(db, NOON, { readArchive: (file) => readArchive(folder, file) });

async function counts(db: Database) {
  const row = await db.sql.one(
    'SELECT (SELECT COUNT(*) FROM requests) AS requests, (SELECT COUNT(*) FROM requests WHERE seq IS NOT NULL) AS charges',
  );
  return { requests: number(row!, 'requests'), charges: number(row!, 'charges') };
}

async function longLedger() {
  const storage = await openStorage();
  const stores = await writeFullLedger(storage.db, 30);
  for (let from = 31; from <= REQUESTS; from += 15) {
    await askMore(stores, { from, to: from + 14 });
    await sealAll(storage.db);
  }
  return { storage, stores, before: await counts(storage.db) };
}

describe('an archive', () => {
  test('takes old charges out of the ledger, which stays right and can be proved with it', async () => {
    const { storage, stores, before } = await longLedger();
    await using _ = storage;
    const folder = newFolder();
    const balance = await stores.ledger.balanceOf('acc_anna', NOON);
    await audit(storage.db, NOON, { isRemembered: true });

    await archiveAll(storage.db, folder);

    const left = await counts(storage.db);
    const moved = linesIn(folder);
    expect(left.requests).toBeGreaterThan(20);
    expect(left.requests).toBeLessThan(REQUESTS);
    expect(new Set(moved).size).toBe(moved.length);
    expect(moved.length + left.charges).toBe(before.charges);
    expect(await stores.ledger.balanceOf('acc_anna', NOON)).toEqual(balance);
    const alone = await audit(storage.db, NOON);
    expect(alone.problems).toEqual([]);
    expect(alone.notLookedAt[0]).toContain(`--archive ${folder} reads them`);
    const together = await proved(storage.db, folder);
    expect(together).toMatchObject({ problems: [], notLookedAt: [] });
    expect(together.checked.L18).toBeGreaterThan(1);
  });

  test('keeps what requests cost the operator, which is proved with it', async () => {
    await using storage = await openStorage();
    const { db } = storage;
    const folder = newFolder();
    const stores = await writeFullLedger(db, 5);
    const buying = await publishBuying(storage, { currency: 'EUR' });
    await askMore(stores, { from: 6, to: 10, buying });
    await sealAll(db);

    await archiveAll(db, folder);

    const bought = linesIn(folder).filter((line) => line.includes('"main/@1","EUR@1"'));
    expect([bought.length, (await counts(db)).charges]).toEqual([5, 0]);
    expect((await proved(db, folder)).problems).toEqual([]);
    expect((await audit(db, NOON)).problems).toEqual([]);
    await tamper(db, 'UPDATE currency_rates SET rate = rate + 1000000');
    expect((await proved(db, folder)).problems.filter((problem) => problem.startsWith('L21'))).toHaveLength(5);
  });

  test('is followed by audits of what is new, and by the next archive', async () => {
    const { storage, stores, before } = await longLedger();
    await using _ = storage;
    const folder = newFolder();
    await archiveAll(storage.db, folder, { beforeMs: NOON + 60 * MINUTE });
    expect((await audit(storage.db, NOON, { scope: 'new', isRemembered: true })).problems).toEqual([]);
    await askMore(stores, { from: REQUESTS + 1, to: REQUESTS + 20 });
    await sealAll(storage.db);
    const next = await audit(storage.db, NOON, { scope: 'new', isRemembered: true });
    expect(next).toMatchObject({ problems: [], scope: 'new' });

    await archiveAll(storage.db, folder, { beforeMs: NOON + 10_000 * MINUTE });

    expect((await counts(storage.db)).charges).toBe(0);
    expect(linesIn(folder).length).toBe(before.charges + 20);
    expect((await audit(storage.db, NOON, { scope: 'new', isRemembered: true })).problems).toEqual([]);
    expect((await proved(storage.db, folder)).problems).toEqual([]);
    await askMore(stores, { from: REQUESTS + 21, to: REQUESTS + 25 });
    await sealAll(storage.db);
    expect((await proved(storage.db, folder)).problems).toEqual([]);
  });

  test.each(['before the file', 'after the file', 'after the move'] as const)(
    'that ends %s loses nothing and has nothing twice when it is made again',
    async (crash) => {
      const { storage, before } = await longLedger();
      await using _ = storage;
      const folder = newFolder();
      await archiveAll(storage.db, folder, { crash });
      writeFileSync(join(folder, 'charges-000001.jsonl.gz.partial'), 'half of it');
      expect((await audit(storage.db, NOON)).problems).toEqual([]);

      await archiveAll(storage.db, folder);

      const moved = linesIn(folder);
      expect(new Set(moved).size).toBe(moved.length);
      expect(moved.length + (await counts(storage.db)).charges).toBe(before.charges);
      expect((await proved(storage.db, folder)).problems).toEqual([]);
    },
  );

  test('that was changed, lost or denied is found', async () => {
    const { storage } = await longLedger();
    await using _ = storage;
    const folder = newFolder();
    await archiveAll(storage.db, folder);
    const path = join(folder, 'charges-000001.jsonl.gz');
    const good = readFileSync(path);
    const lines = gunzipSync(good).toString();

    writeFileSync(path, gzipSync(lines.replace('"m@1"', '"m@2"')));
    expect((await proved(storage.db, folder)).problems[0]).toMatch(
      /^L18: .* is not what was written: its checksum differs/,
    );
    rmSync(path);
    expect((await proved(storage.db, folder)).problems[0]).toMatch(/^L18: .* is missing/);
    writeFileSync(path, good);
    expect((await proved(storage.db, folder)).problems).toEqual([]);
    await tamper(storage.db, "UPDATE archived_sums SET charged = charged - 1 WHERE id = 'credit-acc_anna'");
    expect((await audit(storage.db, NOON)).problems[0]).toMatch(/^L17: the sums of archive 1 were changed/);
    await tamper(storage.db, "UPDATE archived_sums SET charged = charged + 1 WHERE id = 'credit-acc_anna'");
    await tamper(
      storage.db,
      'UPDATE usage_hours SET requests = requests + 1 WHERE hour_ms = (SELECT MIN(hour_ms) FROM usage_hours)',
    );
    expect((await proved(storage.db, folder)).problems.some((problem) => problem.startsWith('L11'))).toBe(true);
  });

  test('is not made of charges that were changed', async () => {
    const { storage } = await longLedger();
    await using _ = storage;
    const folder = newFolder();
    await tamper(storage.db, "UPDATE requests SET model = 'other' WHERE id = 'req_000005'");

    await expect(archiveAll(storage.db, folder)).rejects.toThrow(/are not what was sealed/);

    expect(existsSync(join(folder, 'charges-000001.jsonl.gz'))).toBe(false);
  });

  test('of everything leaves its numbers used: what comes behind it is sealed and archived in turn', async () => {
    const { storage, stores } = await longLedger();
    await using _ = storage;
    const folder = newFolder();
    const always = { beforeMs: NOON + 10_000 * MINUTE };
    await archiveAll(storage.db, folder, always);
    const archived = linesIn(folder).length;

    await askMore(stores, { from: REQUESTS + 1, to: REQUESTS + 5 });
    await sealAll(storage.db);
    await archiveAll(storage.db, folder, always);

    expect((await counts(storage.db)).requests).toBe(0);
    expect(linesIn(folder).length).toBe(archived + 5);
    expect((await proved(storage.db, folder)).problems).toEqual([]);
  });

  test('alone lets charges be deleted, and only those that are in it', async () => {
    const { storage } = await longLedger();
    await using _ = storage;
    await archiveAll(storage.db, newFolder());

    await expect(storage.db.sql.run('DELETE FROM requests')).rejects.toThrow('rows of requests are never deleted');
  });
});
