/**
 * Many transactions on one pool, whose statements travel together, while some of them fail in every way and PostgreSQL
 * ends connections under them: each says truly whether it happened, and none gets the answers of another. `SEED=n`
 * repeats the choices of a run.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { number, type Sql, type TransactionSql } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { CommitUnknown } from '../../src/platform/database/postgres-transaction.ts';
import { asSuperuser, newPostgresDatabase } from '../support/postgres-database.ts';
import { type Random, seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEED = Number(process.env.SEED ?? 20261115);
const TRANSACTIONS = times(1500, 6000);
const LINES = 40;
const COUNTERS = 50;
const TRANSACTIONS_A_KILL = 40;
const LARGE = 'y'.repeat(100_000);

const FATES = ['right', 'right', 'refused', 'unknown', 'new', 'new and unknown', 'large', 'thrown'] as const;
type Fate = (typeof FATES)[number];
type Told = 'done' | 'undone' | 'unknown';

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

/** Adds one to a counter and leaves a row, unless its fate is another. */
async function count(sql: TransactionSql, id: number, { counter, fate, isLast }: Choice): Promise<void> {
  const echo = async (value: number) => {
    const row = await sql.one('SELECT ? AS value', value);
    if (number(row!, 'value') !== value) throw new Error(`Transaction ${id} got the answer of another one.`);
  };
  const [, row] = await Promise.all([
    sql.one(`SELECT id FROM counters WHERE id = ? ${sql.forUpdate}`, counter),
    sql.one('SELECT value FROM counters WHERE id = ?', counter),
    echo(id),
  ]);
  const writes: Promise<unknown>[] = [
    sql.run('UPDATE counters SET value = ? WHERE id = ?', number(row!, 'value') + 1, counter),
    ...detourOf(sql, id, { counter, fate }),
    sql.run('INSERT INTO done (id) VALUES (?)', id),
    echo(-id),
  ];
  await (isLast && fate !== 'thrown' ? sql.last(writes) : Promise.all(writes));
  if (fate === 'thrown') throw new Error('on purpose');
}

type Choice = { readonly counter: number; readonly fate: Fate; readonly isLast: boolean };

function detourOf(sql: Sql, id: number, { counter, fate }: Omit<Choice, 'isLast'>): readonly Promise<unknown>[] {
  const detours: Record<Fate, () => readonly Promise<unknown>[]> = {
    right: () => [],
    thrown: () => [],
    refused: () => [sql.run('UPDATE counters SET value = ? WHERE id = ?', -1, counter)],
    unknown: () => [sql.run('UPDATE nowhere SET value = ?', 1)],
    'new and unknown': () => [sql.run(`UPDATE nowhere_${id} SET value = ?`, 1)],
    new: () => [sql.run(`UPDATE counters SET text = ? /* ${id} */ WHERE id = ?`, 'new', counter)],
    large: () => [
      sql.run('UPDATE counters SET text = ? WHERE id = ?', LARGE, counter),
      sql.all('SELECT text FROM counters WHERE id = ?', counter),
    ],
  };
  return detours[fate]();
}

/** Only of this database: other tests have theirs on the same server. */
const killSomeOf = (url: string) =>
  asSuperuser((sql) =>
    sql.unsafe(
      `SELECT pg_terminate_backend(pid) FROM (
         SELECT pid FROM pg_stat_activity WHERE datname = $1 ORDER BY random() LIMIT 2) AS chosen`,
      [new URL(url).pathname.slice(1)],
    ),
  );

const choose = (random: Random): Choice => ({
  counter: random.integer(1, COUNTERS),
  fate: random.pick(FATES),
  isLast: random.fraction() < 0.5,
});

test(`of ${TRANSACTIONS} transactions each is what it was said to be, whatever fails and is killed (seed ${SEED})`, async () => {
  await using database = await newPostgresDatabase();
  const db = openPostgres(database.url);
  await db.sql.run('CREATE TABLE counters (id BIGINT PRIMARY KEY, value BIGINT CHECK (value >= 0), text TEXT)');
  await db.sql.run('CREATE TABLE done (id BIGINT PRIMARY KEY)');
  for (let id = 1; id <= COUNTERS; id++) await db.sql.run('INSERT INTO counters VALUES (?, 0, NULL)', id);
  const random = seeded(SEED);
  const told = new Map<number, Told>();
  const kills: Promise<unknown>[] = [];
  let begun = 0;
  const line = async () => {
    while (begun < TRANSACTIONS) {
      const id = ++begun;
      if (id % TRANSACTIONS_A_KILL === 0) kills.push(killSomeOf(database.url));
      const choice = choose(random);
      const saying = db
        .transaction((sql) => count(sql, id, choice))
        .then(
          (): Told => 'done',
          (thrown: Error): Told => {
            if (thrown.message.includes('the answer of another')) throw thrown;
            return thrown instanceof CommitUnknown ? 'unknown' : 'undone';
          },
        );
      told.set(id, await saying);
    }
  };

  await Promise.all(Array.from({ length: LINES }, line));
  await Promise.all(kills);

  // Anew, because the pool may not have heard yet of all that were killed; and both at one moment.
  const afterwards = openPostgres(database.url);
  const rows = await afterwards.sql.all('SELECT id, (SELECT SUM(value) FROM counters) AS sum FROM done');
  const done = new Set(rows.map((row) => number(row, 'id')));
  const toldAs = (what: Told) => [...told].filter(([, one]) => one === what).map(([id]) => id);
  expect(toldAs('done').filter((id) => !done.has(id))).toEqual([]);
  expect(toldAs('undone').filter((id) => done.has(id))).toEqual([]);
  expect(number(rows[0]!, 'sum')).toBe(done.size);
  expect(unhandled).toEqual([]);
  console.log(`SEED=${SEED}`);
  console.log(`${toldAs('done').length} done, ${toldAs('undone').length} undone, ${toldAs('unknown').length} unknown`);
  await afterwards.close();
  await db.close();
});
