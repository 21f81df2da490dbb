/**
 * What servers have leased: a row for a server and a pot, or a limit. `held` of a pot is the sum of its leases.
 * Transactions take the row of their server first, then the account, then pots: a server that is being dropped can lease
 * and charge nothing any more.
 */
import type { Leases } from '../../domain/lease-ports.ts';
import type { PlanOffers } from '../../domain/plan.ts';
import { bigint, type Database, text } from '../database.ts';
import { type RowSet, readForRows, runForRows } from '../row-set.ts';
import { fundsOfAccounts } from './funds.ts';
import { LOWER_LEASES, writeBatch } from './journal-store.ts';
import { extendAlone, extendTogether, lockServer } from './lease-extension.ts';

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

    extend: (order) => db.transaction((sql) => extendAlone(sql, order, offers)),

    extendTogether: (orders) => db.serving.transaction((sql) => extendTogether(sql, orders)),

    write: (batch) => writeBatch(db, batch, now),

    written: async (requestIds) => {
      const rows = await readForRows(
        db.sql,
        WRITTEN,
        requestIds.map((id) => [id]),
      );
      return rows.map((row) => text(row, 'id'));
    },

    giveBack: ({ serverId, parts, accountIds, limitIds, answered }) =>
      db.transaction(async (sql) => {
        // Taken for dead meanwhile: then everything is given back already.
        if (!(await lockServer(sql, serverId))) return;
        const ofServer = (ids: readonly string[]) => [...ids].sort().map((id) => [serverId, id]);
        const lowered = parts.toSorted((a, b) => (a.potId < b.potId ? -1 : 1));
        await sql.last([
          ...runForRows(
            sql,
            LOWER_POTS,
            lowered.map(({ potId, amount }) => [potId, amount]),
          ),
          ...runForRows(
            sql,
            LOWER_LEASES,
            lowered.map(({ potId, amount }) => [serverId, potId, amount]),
          ),
          ...runForRows(sql, EMPTY_POTS, ofServer(accountIds)),
          ...runForRows(sql, END_LEASES, ofServer(accountIds)),
          ...runForRows(sql, END_LIMITS, ofServer(limitIds)),
          ...runForRows(
            sql,
            ANSWER,
            answered.map(({ id, times }) => [serverId, id, times]),
          ),
        ]);
      }),

    sync: async (order) => {
      const { serverId } = order;
      if (clock === null) {
        const isKnown = await lockServer(db.sql, serverId);
        return { isKnown, silentMsMax: null, silentServers: [], funds: await fundsOfAccounts(db.sql, order) };
      }
      const seen = await db.sql.run(`UPDATE servers SET seen_at_ms = ${now} WHERE id = ?`, serverId);
      const others = await db.sql.all(
        `SELECT id, ${now} - seen_at_ms > ? AS is_silent FROM servers WHERE id <> ?`,
        SILENT_MS_MAX,
        serverId,
      );
      const silentServers = others.filter(({ is_silent }) => is_silent).map((other) => text(other, 'id'));
      const funds = await fundsOfAccounts(db.sql, order);
      return { isKnown: seen > 0, silentMsMax: SILENT_MS_MAX, silentServers, funds };
    },

    wanted: async (serverId) => {
      const rows = await db.sql.all('SELECT pot_id, wanted FROM leases WHERE server_id = ? AND wanted > 0', serverId);
      return rows.map((row) => ({ id: text(row, 'pot_id'), times: bigint(row, 'wanted') }));
    },

    drop: (serverId) => drop(serverId, 0),

    dropSilent: (serverId) => drop(serverId, SILENT_MS_MAX),

    dropAll: () =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE pots SET held = 0 WHERE id IN (SELECT pot_id FROM leases)');
        await sql.run('DELETE FROM leases');
        await sql.run('DELETE FROM servers');
      }),
  };

  /** Ends a server that has been silent for so long. One that is just writing keeps us waiting, and is not silent then. */
  function drop(serverId: string, silentMs: number): Promise<boolean> {
    return db.transaction(async (sql) => {
      const isSilent = silentMs > 0 ? ` AND ${now} - seen_at_ms > ${silentMs}` : '';
      if ((await sql.run(`DELETE FROM servers WHERE id = ?${isSilent}`, serverId)) === 0) return false;
      await sql.run(
        `UPDATE pots SET held = held - (SELECT amount FROM leases WHERE server_id = ? AND pot_id = pots.id)
         WHERE id IN (SELECT pot_id FROM leases WHERE server_id = ?)`,
        serverId,
        serverId,
      );
      await sql.run('DELETE FROM leases WHERE server_id = ?', serverId);
      return true;
    });
  }
}

const OF_SERVER = { server_id: 'TEXT', id: 'TEXT' } as const;
const WRITTEN: RowSet = {
  columns: { id: 'TEXT' },
  text: 'SELECT id FROM requests WHERE id IN (SELECT rows.id FROM rows)',
};
const LOWER_POTS: RowSet = {
  columns: { id: 'TEXT', amount: 'BIGINT' },
  text: 'UPDATE pots SET held = held - rows.amount FROM rows WHERE pots.id = rows.id',
};
const EMPTY_POTS: RowSet = {
  columns: OF_SERVER,
  text: `UPDATE pots SET held = held - l.amount FROM leases l, rows
    WHERE pots.account_id = rows.id AND l.server_id = rows.server_id AND l.pot_id = pots.id`,
};
const END_LEASES: RowSet = {
  columns: OF_SERVER,
  text: `DELETE FROM leases WHERE (server_id, pot_id) IN
    (SELECT rows.server_id, p.id FROM pots p, rows WHERE p.account_id = rows.id)`,
};
const END_LIMITS: RowSet = {
  columns: OF_SERVER,
  text: 'DELETE FROM leases USING rows WHERE leases.server_id = rows.server_id AND pot_id = rows.id',
};
const ANSWER: RowSet = {
  columns: { ...OF_SERVER, times: 'BIGINT' },
  text: `UPDATE leases SET wanted = 0 FROM rows
    WHERE leases.server_id = rows.server_id AND pot_id = rows.id AND wanted = rows.times`,
};
