/** The stores on their own thread, with a real database: what travels together, what waits, and what a failure does. */

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_TIMERS, serverOn } from '../../../test/support/leased-stores.ts';
import { NOON, PRICE, usageOf } from '../../../test/support/ledger-fixture.ts';
import { copyMigratedSqlite } from '../../../test/support/migrated-sqlite.ts';
import { until } from '../../../test/support/service.ts';
import { breakFlushesOf, descriptorsOn, transactionsInLog } from '../../../test/support/store-files.ts';
import { nanos } from '../../core/money.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type StoreThread, startStoreThread } from './store-thread.ts';

const ON_LINUX = process.platform === 'linux';
const HOLD = {
  accountId: 'acc_1',
  keyId: 'key_1',
  model: 'm',
  priceVersion: 'm@1',
  price: PRICE,
  inputTokensMax: 10,
  outputTokensMax: 10,
  atMs: NOON,
};

let folder: string;
let path: string;
let thread: StoreThread;
let ledger: Ledger;
let failures: unknown[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-thread-'));
  path = join(folder, 'boreal.db');
  failures = [];
  await copyMigratedSqlite(folder);
  thread = await startStoreThread({ path, offers: DEFAULT_PLANS }, { onFailure: (cause) => failures.push(cause) });
  ledger = serverOn(thread.stores, NO_TIMERS).stores.ledger;
});

afterEach(async () => {
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = (id: string) =>
  thread.stores.accounts.create({ id, email: `${id}@example.com`, status: 'active', createdAtMs: NOON });
const has = async (id: string) => (await thread.stores.accounts.find(id)) !== undefined;
const hold = async (requestId: string) => ledger.hold({ ...HOLD, requestId });
const settle = (requestId: string) =>
  ledger.settle({ requestId, usage: usageOf(5, 5), outcome: 'finished', atMs: NOON });

/** One account with a key and a price, ready to pay. */
async function openAccount(credit = 10n ** 12n): Promise<void> {
  const { stores } = thread;
  await create('acc_1');
  const key = { id: 'key_1', accountId: 'acc_1', name: 'k', hint: 'xxxx', createdAtMs: NOON };
  await stores.keys.add({ key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint: 'print' });
  await stores.prices.publish(new Map([['m', PRICE]]), { actor: 'test', atMs: NOON });
  const about = { accountId: 'acc_1', reason: 'test', actor: 'test', atMs: NOON };
  await stores.credits.grant({ ...about, amount: nanos(credit) });
}

/** Changes the schema under the running thread. */
function alter(...statements: readonly string[]): void {
  using database = new Database(path);
  for (const statement of statements) database.run(statement);
}

async function codesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code));
}

/** Works again when a call does. */
const worksAgain = () => until('the store works again', () => create(crypto.randomUUID()).then(...YES_OR_NO));
const YES_OR_NO = [() => true, () => false] as const;

describe('calls that are made together', () => {
  test('are one transaction, and one flush for all that must be durable', async () => {
    await openAccount();
    const before = transactionsInLog(path);

    await Promise.all(Array.from({ length: 300 }, (_, n) => create(`many_${n}`)));

    expect(transactionsInLog(path) - before).toBe(1);
    expect(await has('many_299')).toBe(true);
  });

  test('in quick turns are at most one transaction a turn', async () => {
    await openAccount();
    const before = transactionsInLog(path);
    const calls: Promise<void>[] = [];

    for (let turn = 0; turn < 20; turn++) {
      for (let n = 0; n < 20; n++) calls.push(create(`turn_${turn}_${n}`));
      await Promise.resolve();
    }
    await Promise.all(calls);

    expect(transactionsInLog(path) - before).toBeLessThanOrEqual(20);
  });

  test('take effect in the order in which they were made', async () => {
    const grant = (accountId: string) =>
      thread.stores.credits.grant({ accountId, amount: nanos(1n), reason: 'test', actor: 'test', atMs: NOON });

    const codes = await codesOf([create('one'), grant('one'), create('one'), grant('two'), create('two')]);

    expect(codes).toEqual(['done', 'done', 'store_unavailable', 'store_unavailable', 'done']);
    expect((await thread.stores.ledger.balanceOf('one', NOON)).credit).toBe(nanos(1n));
    expect((await thread.stores.ledger.balanceOf('two', NOON)).credit).toBe(nanos(0n));
  });

  test('do not suffer from one among them that is refused', async () => {
    const enoughForOne = 10n * PRICE.input + 10n * PRICE.output;
    await openAccount(enoughForOne);

    const codes = await codesOf([create('acc_2'), hold('req_1'), hold('req_2'), create('acc_1'), create('acc_3')]);

    expect(codes).toEqual(['done', 'done', 'insufficient_credit', 'store_unavailable', 'done']);
    expect([await has('acc_2'), await has('acc_3')]).toEqual([true, true]);
    expect((await thread.stores.ledger.balanceOf('acc_1', NOON)).held).toBe(nanos(enoughForOne));
  });

  test('leave nothing behind where one fails half done, and the others stay', async () => {
    await openAccount();
    alter(
      `CREATE TRIGGER no_pot BEFORE INSERT ON pots WHEN NEW.id = 'credit-half'
       BEGIN SELECT RAISE(ABORT, 'no pot for this one'); END`,
    );
    await hold('req_1');
    const before = transactionsInLog(path);

    const codes = await codesOf([create('half'), create('whole'), settle('req_1'), create('half')]);

    expect(codes).toEqual(['store_unavailable', 'done', 'done', 'store_unavailable']);
    expect([await has('half'), await has('whole')]).toEqual([false, true]);
    expect((await thread.stores.ledger.receiptOf('req_1'))?.outcome).toBe('finished');
    expect(await thread.stores.usages.hours('acc_1', { fromMs: 0, toMs: 2 * NOON })).toMatchObject([{ requests: 1 }]);
    expect(transactionsInLog(path) - before).toBe(1);
  });

  test('are answered before the flush unless they must be durable', async () => {
    await openAccount();
    await hold('req_1');
    const order: string[] = [];

    await Promise.all([
      settle('req_1').then(() => order.push('settled')),
      hold('req_2').then(() => order.push('held')),
      thread.stores.ledger.balanceOf('acc_1', NOON).then(() => order.push('read')),
    ]);

    expect(order.toSorted()).toEqual(['held', 'read', 'settled']);
    expect(order.at(-1)).toBe('settled');
  });
});

describe('a transaction that fails as a whole', () => {
  test('at its end fails every call in it, and none of them has happened', async () => {
    alter(
      'CREATE TABLE guests (account_id TEXT REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED)',
      `CREATE TRIGGER unwelcome AFTER INSERT ON accounts WHEN NEW.id = 'unwelcome'
       BEGIN INSERT INTO guests VALUES ('nobody'); END`,
    );

    const codes = await codesOf([create('before'), create('unwelcome'), create('after')]);

    expect(codes).toEqual(['store_unavailable', 'store_unavailable', 'store_unavailable']);
    expect([await has('before'), await has('unwelcome'), await has('after')]).toEqual([false, false, false]);
    expect(await codesOf([create('before'), create('after')])).toEqual(['done', 'done']);
  });

  test('in its middle fails every call in it, and none of them has happened', async () => {
    // What SQLite does by itself when the disk is full or broken under a statement: it ends the whole transaction.
    alter(
      `CREATE TRIGGER broken BEFORE INSERT ON accounts WHEN NEW.id = 'broken'
       BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`,
    );

    const codes = await codesOf([create('before'), create('broken'), create('after'), create('later')]);

    expect(codes).toEqual(Array(4).fill('store_unavailable'));
    const happened = await Promise.all(['before', 'broken', 'after', 'later'].map(has));
    expect(happened).toEqual([false, false, false, false]);
    expect(await codesOf([create('before'), create('after')])).toEqual(['done', 'done']);
  });
});

describe.if(ON_LINUX)('a flush that the disk refuses', () => {
  test('fails the calls that wait for it; the database is opened again by itself and later calls work', async () => {
    await create('acknowledged');
    breakFlushesOf(path);

    const codes = await codesOf([create('one'), create('two')]);

    expect(codes).toEqual(['store_unavailable', 'store_unavailable']);
    await until('the failure is reported', () => failures.length === 1);
    expect(String(failures[0])).toContain('fdatasync');
    await worksAgain();
    expect(failures.length).toBe(1);
    expect(await has('acknowledged')).toBe(true);
  });

  test('leaves nothing of the old log in use: what may have a hole is not built upon', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => create(`old_${n}`)));
    using reader = new Database(path, { readonly: true });
    reader.run('BEGIN');
    const seen = reader.query('SELECT COUNT(*) AS n FROM accounts').get();
    breakFlushesOf(path);
    expect(await codesOf([create('lost?')])).toEqual(['store_unavailable']);
    await until('the failure is reported', () => failures.length === 1);

    expect(reader.query('SELECT COUNT(*) AS n FROM accounts').get()).toEqual(seen);
    reader.run('COMMIT');
    await worksAgain();

    // The one that opens the database, and the one call that worked.
    expect(transactionsInLog(path)).toBe(2);
  });

  test('can happen again and again without leaving files open', async () => {
    for (let n = 1; n <= 5; n++) {
      breakFlushesOf(path);
      expect(await codesOf([create(`failed_${n}`)])).toEqual(['store_unavailable']);
      await until('the failure is reported', () => failures.length === n);
      await worksAgain();
    }

    expect(descriptorsOn(path).length).toBe(1);
    expect(descriptorsOn(`${path}-wal`).length).toBe(2);
  });

  test('does not keep a store from being closed while it is opened again', async () => {
    breakFlushesOf(path);
    await codesOf([create('one')]);
    await until('the old thread is gone', () => descriptorsOn(path).length === 0);
    while (descriptorsOn(path).length === 0) await new Promise(setImmediate);

    await thread.close();

    await until('nothing is left open', () => descriptorsOn(path).length === 0);
  });
});

test('a store that closes finishes the calls that were made before', async () => {
  const calls = Array.from({ length: 50 }, (_, n) => create(`last_${n}`));

  await thread.close();

  expect(new Set(await codesOf(calls))).toEqual(new Set(['done']));
  using database = new Database(path, { readonly: true });
  expect(database.query('SELECT COUNT(*) AS n FROM accounts').get()).toEqual({ n: 50 });
  expect(await codesOf([create('too late')])).toEqual(['store_unavailable']);
});

/** Each thread reads and runs anew what it loads: the checks of bodies, which it never makes, took more than half of its start. */
test('the thread loads no package, and so starts in little time', () => {
  const loaded = new Set([join(import.meta.dir, 'store-worker.ts')]);
  const packages: string[] = [];
  const transpiler = new Bun.Transpiler({ loader: 'ts' });

  for (const file of loaded) {
    for (const { path: name, kind } of transpiler.scanImports(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.') && kind === 'import-statement') loaded.add(join(dirname(file), name));
      else if (!/^(?:node:|bun$|bun:)/.test(name)) packages.push(`${file} loads ${name}`);
    }
  }

  expect(loaded.size).toBeGreaterThan(100);
  expect(packages).toEqual([]);
});
