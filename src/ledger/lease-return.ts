/**
 * Takes leases back: free parts of them, whole ones of accounts that rest, and all of a server that is gone.
 *
 * `held` of a pot loses what its leases lose, by the rows as they are while the pot is locked: a statement that has waited for
 * a pot sees leases as they were before. So pots are locked first, and leases are read by the statements behind that. What is
 * given back twice finds no row the second time, and takes nothing.
 */

import type { Sql, TransactionSql } from '../platform/database/database.ts';
import { type RowSet, readForRows, runForRows } from '../platform/database/row-set.ts';
import { lockServer } from './lease-extension.ts';
import type { LeaseReturn } from './lease-ports.ts';
import { IS_WINDOW } from './pot-windows.ts';

/** Does nothing for a server that was dropped meanwhile: then everything is given back already. */
export async function giveBack(sql: TransactionSql, returned: LeaseReturn): Promise<void> {
  const { serverId, parts, accountIds, answered } = returned;
  const ofServer = (ids: readonly string[]) => [...ids].sort().map((id) => [serverId, id]);
  const lowered = parts
    .toSorted((a, b) => (a.potId < b.potId ? -1 : 1))
    .map(({ potId, amount }) => [serverId, potId, amount] as const);
  const [isKnown] = await Promise.all([
    lockServer(sql, serverId),
    lockPots(
      sql,
      parts.map(({ potId }) => potId),
    ),
    lockPotsOf(sql, ofServer(accountIds)),
  ]);
  if (!isKnown) return;
  await sql.last([
    ...runForRows(sql, LOWER_POTS, lowered),
    ...runForRows(sql, LOWER_LEASES, lowered),
    ...runForRows(sql, EMPTY_POTS, ofServer(accountIds)),
    ...runForRows(sql, END_LEASES, ofServer(accountIds)),
    ...runForRows(sql, END_LIMITS, ofServer(accountIds)),
    ...runForRows(sql, END_WINDOWS, ofServer(accountIds)),
    ...runForRows(
      sql,
      ANSWER,
      answered.map(({ id, times }) => [serverId, id, times]),
    ),
  ]);
}

/** Until the transaction ends, no other changes the pots or leases on them. In one order, so that none waits in a circle. */
export async function lockPots(sql: Sql, ids: readonly string[]): Promise<void> {
  if (sql.kind === 'sqlite') return;
  await readForRows(
    sql,
    LOCK_POTS,
    ids.map((id) => [id]),
  );
}

/** Those of accounts on which a server has leases. */
async function lockPotsOf(sql: Sql, accounts: readonly (readonly string[])[]): Promise<void> {
  if (sql.kind === 'postgres') await readForRows(sql, LOCK_POTS_OF, accounts);
}

/**
 * Ends all leases of a server that is gone. A pot holds afterwards what the others have leased, so that one which was wrong
 * keeps no lease from coming back.
 */
export async function endLeasesOf(sql: Sql, serverId: string): Promise<void> {
  const ofServer = 'id IN (SELECT pot_id FROM leases WHERE server_id = ?)';
  if (sql.kind === 'postgres')
    await sql.all(`SELECT id FROM pots WHERE ${ofServer} ORDER BY id ${sql.forUpdate}`, serverId);
  await sql.run(
    `UPDATE pots SET held = ${leasedBy(' AND server_id <> ?')} WHERE ${ofServer}`,
    serverId,
    serverId,
    serverId,
  );
  await sql.run('DELETE FROM leases WHERE server_id = ?', serverId);
}

/** The sum that servers have leased of a pot, as far as it is there: the database lets no pot hold more. */
const leasedBy = (which: string): string => {
  const sum = `(SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = pots.id${which})`;
  return `CASE WHEN ${sum} < balance THEN ${sum} ELSE balance END`;
};
export const LEASED_OF_POT = leasedBy('');

const OF_SERVER = { server_id: 'TEXT', id: 'TEXT' } as const;
const LOCK_POTS: RowSet = {
  columns: { id: 'TEXT' },
  text: 'SELECT p.id FROM pots p, rows WHERE p.id = rows.id ORDER BY p.id FOR NO KEY UPDATE OF p',
};
const LOCK_POTS_OF: RowSet = {
  columns: OF_SERVER,
  text: `SELECT p.id FROM pots p, leases l, rows
    WHERE p.account_id = rows.id AND l.server_id = rows.server_id AND l.pot_id = p.id ORDER BY p.id FOR NO KEY UPDATE OF p`,
};

const PART = { server_id: 'TEXT', id: 'TEXT', amount: 'BIGINT' } as const;
/** No more than the lease has. */
const TAKEN = 'CASE WHEN rows.amount < l.amount THEN rows.amount ELSE l.amount END';
const LOWER_POTS: RowSet = {
  columns: PART,
  text: `UPDATE pots SET held = held - ${TAKEN} FROM leases l, rows
    WHERE pots.id = rows.id AND l.server_id = rows.server_id AND l.pot_id = rows.id`,
};
const LOWER_LEASES: RowSet = {
  columns: PART,
  text: `UPDATE leases AS l SET amount = l.amount - ${TAKEN} FROM rows WHERE l.server_id = rows.server_id AND l.pot_id = rows.id`,
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
  text: `DELETE FROM leases USING rows WHERE leases.server_id = rows.server_id
    AND pot_id IN (SELECT o.id FROM limits o WHERE o.account_id = rows.id)`,
};
const END_WINDOWS: RowSet = {
  columns: OF_SERVER,
  text: `DELETE FROM leases USING rows WHERE leases.server_id = rows.server_id AND (${IS_WINDOW})`,
};
const ANSWER: RowSet = {
  columns: { ...OF_SERVER, times: 'BIGINT' },
  text: `UPDATE leases SET wanted = 0 FROM rows
    WHERE leases.server_id = rows.server_id AND pot_id = rows.id AND wanted = rows.times`,
};
