/** Where the database is: in PostgreSQL if there is an address, else in a file of the data folder. */
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabasePlace = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Derived from the server's secret; who only reads needs none. */
  readonly ledgerKey?: string | undefined;
};

/** The file of the database, where it is one. */
export const databasePathOf = ({ dataDir }: Pick<DatabasePlace, 'dataDir'>): string => join(dataDir, 'boreal.db');

/** All of them are opened at once. An audit needs two; the rest is for commands that ask several things together. */
const CONNECTIONS_MAX = 4;

/** A connection of one's own, beside a server that may be running. */
export const openDatabase = (place: DatabasePlace): Database => open(place, false);

/** The same for what reads or writes everything: one of its statements may take minutes. */
export const openDatabaseUnhurried = (place: DatabasePlace): Database => open(place, true);

const open = ({ databaseUrl, dataDir, ledgerKey }: DatabasePlace, isUnhurried: boolean): Database =>
  databaseUrl
    ? openPostgres(databaseUrl, { connectionsMax: CONNECTIONS_MAX, isUnhurried, ledgerKey })
    : openSqlite(databasePathOf({ dataDir }), 'commit', ledgerKey);

/** A name for people, without the password. */
export function nameOf(place: DatabasePlace): string {
  if (!place.databaseUrl) return databasePathOf(place);
  const { host, pathname } = new URL(place.databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}
