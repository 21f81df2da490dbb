/** SQLite alone: statements stay prepared, and a transaction may be ended by itself. */
import { Database as BunSqlite } from 'bun:sqlite';
import { describe, expect, spyOn, test } from 'bun:test';
import type { Sql } from './database.ts';
import { openSqlite, overSqlite } from './sqlite.ts';

test('a statement stays prepared while hundreds of others are asked', async () => {
  const sqlite = new BunSqlite(':memory:');
  const { sql, close } = overSqlite(sqlite, ':memory:');
  await sql.one('SELECT 0 AS n');
  const first = sqlite.query('SELECT 0 AS n');

  for (let n = 1; n < 500; n += 1) await sql.one(`SELECT ${n} AS n`);

  expect(sqlite.query('SELECT 0 AS n')).toBe(first);
  await close();
});

test('no statement has a bare parameter behind LIMIT: SQLite would plan it anew each time', async () => {
  const sqlite = new BunSqlite(':memory:');
  const { sql, close } = overSqlite(sqlite, ':memory:');
  const prepared = spyOn(sqlite, 'query');

  const rows = await sql.all('SELECT * FROM (SELECT 1 AS n UNION SELECT 2 LIMIT ?) ORDER BY n DESC LIMIT ?', 2, 1);

  expect(rows).toEqual([{ n: 2 }]);
  expect(prepared.mock.calls.flat().join('; ')).not.toMatch(/LIMIT \?(?! \+)/);
  await close();
});

describe('a transaction on SQLite that is over', () => {
  async function twoNotes() {
    const db = openSqlite(':memory:', 'caller');
    await db.sql.run('CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT)');
    await db.sql.run("INSERT INTO notes VALUES ('a', 'before'), ('b', 'before')");
    const textsOf = async () => (await db.sql.all('SELECT text FROM notes ORDER BY id')).map(({ text }) => text);
    return { db, textsOf };
  }
  const write = (sql: Sql, id: string) => sql.run("UPDATE notes SET text = 'after' WHERE id = ?", id);
  /** Fails and rolls everything back, as a full disk does. */
  const endAll = (sql: Sql) => sql.run("INSERT OR ROLLBACK INTO notes VALUES ('a', 'again')");
  const breakOff = (sql: Sql) => Promise.all([write(sql, 'a'), endAll(sql), write(sql, 'b')]);

  test('because a statement ended it leaves nothing, and what was issued behind that does not run', async () => {
    const { db, textsOf } = await twoNotes();

    await expect(db.transaction(breakOff)).rejects.toThrow('UNIQUE');

    expect(await textsOf()).toEqual(['before', 'before']);
    await db.transaction((sql) => write(sql, 'b'));
    expect(await textsOf()).toEqual(['before', 'after']);
    await db.close();
  });

  test('because a statement ended it fails all that were to be committed with it, and none of them has happened', async () => {
    const { db, textsOf } = await twoNotes();

    const batch = db.batch(async () => {
      await db.transaction((sql) => write(sql, 'b'));
      await db.transaction(breakOff).catch(() => {});
      await db.transaction((sql) => write(sql, 'a')).catch(() => {});
    });

    await expect(batch).rejects.toThrow('UNIQUE');
    expect(await textsOf()).toEqual(['before', 'before']);
    await db.close();
  });

  test('takes no further statement', async () => {
    const { db, textsOf } = await twoNotes();
    let late: Sql | undefined;

    await db.transaction(async (sql) => {
      late = sql;
    });

    await expect(write(late!, 'a')).rejects.toThrow('after the end');
    expect(await textsOf()).toEqual(['before', 'before']);
    await db.close();
  });
});
