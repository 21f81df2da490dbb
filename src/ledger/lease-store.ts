/**
 * Leases of servers: a row for a server and a pot, or a limit. `held` of a pot is the sum of its leases.
 * Transactions take the row of their server first, then the account, then pots: a server that is being dropped can lease
 * and charge nothing any more.
 */

import type { PlanOffers } from '../core/plan.ts';
import { bigint, type Database, type Sql, text } from '../platform/database/database.ts';
import { type RowSet, readForRows } from '../platform/database/row-set.ts';
import { fundsOfAccounts } from './funds.ts';
import { writeBatch } from './journal-store.ts';
import { extendAlone, extendTogether, lockServer } from './lease-extension.ts';
import type { Leases } from './lease-ports.ts';
import { endLeasesOf, giveBack } from './lease-return.ts';

/** After so long a server that says nothing is taken for dead, by the clock of the database. */
const SILENT_MS_MAX = 30_000;

export function createLeaseStore(db: Database, offers: PlanOffers): Leases {
  const { clock } = db.dialect;
  /** The database's own time; no matter where one server has the database to itself. */
  const now = clock === null ? '0' : `(${clock})`;

  return {
    open: async (serverId) => {
      await db.sql.run(`INSERT INTO servers (id, seen_at_ms) VALUES (?, ${now})`, serverId);
    },

    extend: (request) => db.transaction((sql) => extendAlone(sql, request, offers)),

    extendTogether: (requests) => db.serving.transaction((sql) => extendTogether(sql, requests)),

    write: (batch) => writeBatch(db, batch, now),

    written: async (requestIds) => {
      const rows = await readForRows(
        db.sql,
        WRITTEN,
        requestIds.map((id) => [id]),
      );
      return rows.map((row) => text(row, 'id'));
    },

    giveBack: (returned) => db.transaction((sql) => giveBack(sql, returned)),

    sync: (query) => (clock === null ? syncAlone(db.sql, query) : syncBeside(db.sql, query, now)),

    wanted: async (serverId) => {
      const rows = await db.sql.all('SELECT pot_id, wanted FROM leases WHERE server_id = ? AND wanted > 0', serverId);
      return rows.map((row) => ({ id: text(row, 'pot_id'), times: bigint(row, 'wanted') }));
    },

    drop: (serverId) => drop(db, { serverId, silentMs: 0, now }),

    dropSilent: (serverId) => drop(db, { serverId, silentMs: SILENT_MS_MAX, now }),

    dropAll: () =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE pots SET held = 0 WHERE id IN (SELECT pot_id FROM leases)');
        await sql.run('DELETE FROM leases');
        await sql.run('DELETE FROM servers');
      }),
  };
}

/** True where a server among others has been heard of lately, so that it may be running. */
export async function hasRunningServers({ sql, dialect }: Database): Promise<boolean> {
  if (dialect.clock === null) return false;
  const found = await sql.one(
    `SELECT id FROM servers WHERE seen_at_ms > (${dialect.clock}) - ${SILENT_MS_MAX} LIMIT 1`,
  );
  return found !== undefined;
}

type Sync = Parameters<Leases['sync']>[0];
type News = Awaited<ReturnType<Leases['sync']>>;

/** The news of a server that has the database to itself: no other can take it for dead. */
async function syncAlone(sql: Sql, query: Sync): Promise<News> {
  const isKnown = await lockServer(sql, query.serverId);
  const funds = await fundsOfAccounts(sql, query);
  return { isKnown, silentMsMax: null, silentServers: [], isFirst: true, funds };
}

/** The news of a server among others, which hear by it that the server lives. */
async function syncBeside(sql: Sql, query: Sync, now: string): Promise<News> {
  const { serverId } = query;
  const seen = await sql.run(`UPDATE servers SET seen_at_ms = ${now} WHERE id = ?`, serverId);
  const others = await sql.all(
    `SELECT id, ${now} - seen_at_ms > ? AS is_silent FROM servers WHERE id <> ?`,
    SILENT_MS_MAX,
    serverId,
  );
  const silentServers = others.filter(({ is_silent }) => is_silent).map((other) => text(other, 'id'));
  const isFirst = others.every((other) => other.is_silent || text(other, 'id') > serverId);
  const funds = await fundsOfAccounts(sql, query);
  return { isKnown: seen > 0, silentMsMax: SILENT_MS_MAX, silentServers, isFirst, funds };
}

type Dropped = { readonly serverId: string; readonly silentMs: number; readonly now: string };

/** Ends a server that has been silent for so long. One that is just writing keeps us waiting, and is not silent then. */
const drop = (db: Database, { serverId, silentMs, now }: Dropped): Promise<boolean> =>
  db.transaction(async (sql) => {
    const isSilent = silentMs > 0 ? ` AND ${now} - seen_at_ms > ${silentMs}` : '';
    if ((await sql.run(`DELETE FROM servers WHERE id = ?${isSilent}`, serverId)) === 0) return false;
    await endLeasesOf(sql, serverId);
    return true;
  });

const WRITTEN: RowSet = {
  columns: { id: 'TEXT' },
  text: 'SELECT id FROM requests WHERE id IN (SELECT rows.id FROM rows)',
};
