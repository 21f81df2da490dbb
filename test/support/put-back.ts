/**
 * A PostgreSQL database that is put back after each test that spoils it: every table and counter as it was. A copy of a
 * database for each takes the server 0.2 s.
 */
import { SQL } from 'bun';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { LEDGER_KEY } from './ledger-key.ts';
import { newPostgresDatabase } from './postgres-database.ts';

export type PutBack = AsyncDisposable & {
  readonly db: Database;
  /** One who may do everything, on a connection of its own. */
  readonly intruder: SQL;
  putBack(): Promise<void>;
};

/** The database is as `furnish` leaves it. */
export async function openPutBack(furnish: (db: Database) => Promise<void>): Promise<PutBack> {
  const made = await newPostgresDatabase();
  const db = openPostgres(made.url, { ledgerKey: LEDGER_KEY, connectionsMax: 2 });
  await furnish(db);
  const intruder = new SQL(made.url, { max: 1 });
  await keepCopies(intruder);
  return {
    db,
    intruder,
    putBack: async () => {
      await intruder.unsafe('SET session_replication_role = replica');
      await intruder.unsafe('SELECT pg_temp.put_back()');
    },
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await intruder.close();
      await made[Symbol.asyncDispose]();
    },
  };
}

/**
 * Most tables are as they were: as many rows, none of them written by a transaction that came after the last that put
 * back. To compare the rows themselves takes far longer.
 */
async function keepCopies(sql: SQL): Promise<void> {
  const tables: readonly { name: string }[] = await sql`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const counters: readonly { name: string; last: bigint | null }[] = await sql`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;
  await sql.unsafe('CREATE SCHEMA kept');
  for (const { name } of tables) await sql.unsafe(`CREATE TABLE kept.${name} AS TABLE public.${name}`);
  const ofTables = tables.map(
    ({ name }) => `
      SELECT count(*), count(*) FILTER (WHERE xmin::text::bigint > last_id) INTO there, written FROM public.${name};
      IF written > 0 OR there <> (SELECT count(*) FROM kept.${name}) THEN
        DELETE FROM public.${name};
        INSERT INTO public.${name} SELECT * FROM kept.${name};
      END IF;`,
  );
  const ofCounters = counters.map(
    ({ name, last }) => `PERFORM setval('public.${name}', ${last ?? 1}, ${last === null ? 'false' : 'true'});`,
  );
  const steps = [...ofTables, ...ofCounters].join('\n');
  await sql.unsafe('CREATE TABLE kept.last_transaction AS SELECT pg_current_xact_id()::text::bigint AS id');
  await sql.unsafe(`CREATE FUNCTION pg_temp.put_back() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      last_id bigint := id FROM kept.last_transaction;
      there bigint;
      written bigint;
    BEGIN
      ${steps}
      UPDATE kept.last_transaction SET id = pg_current_xact_id()::text::bigint;
    END $$`);
}
