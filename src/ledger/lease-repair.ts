/**
 * Faults of leases that are provable, and how they are made right. A pot holds what servers have leased of it, and each of these
 * is entered: both are changed in one transaction, so any other state is a fault, whatever servers do at the moment.
 *
 *   a lease of a server that is not entered    goes: no server can use it, and none would give it back
 *   a pot that holds more or less              holds what is leased, and at most what is in it
 *
 * Nothing of the journal is touched. Where more is leased than is in the pot, it is right when servers have given that back.
 */
import { bigint, type Row, type Sql, text } from '../platform/database/database.ts';
import { LEASED_OF_POT, lockPots } from './lease-return.ts';

type WrongLeases = {
  readonly wrongPots: readonly { readonly pot: string; readonly held: string; readonly leased: string }[];
  /** Servers that are not entered and have leases. */
  readonly unknownServers: readonly string[];
};

/** The accounts with something wrong. */
export async function accountsToRepair(sql: Sql): Promise<readonly string[]> {
  const pots = await wrongPotsIn(sql);
  const unknown = await unknownLeases(sql);
  const ids = [...pots.map((row) => text(row, 'account_id')), ...unknown.map(({ accountId }) => accountId)];
  return [...new Set(ids)].sort();
}

export async function wrongLeasesOf(sql: Sql, accountId: string): Promise<WrongLeases> {
  const pots = await wrongPotsIn(sql, accountId);
  const unknown = await unknownLeases(sql, accountId);
  return {
    wrongPots: pots.map((row) => ({
      pot: text(row, 'id'),
      held: String(bigint(row, 'held')),
      leased: String(bigint(row, 'leased')),
    })),
    unknownServers: [...new Set(unknown.map(({ serverId }) => serverId))],
  };
}

/** Makes the leases of an account right that the caller has locked. */
export async function repairLeases(sql: Sql, accountId: string): Promise<void> {
  const pots = await sql.all('SELECT id FROM pots WHERE account_id = ? ORDER BY id', accountId);
  await lockPots(
    sql,
    pots.map((row) => text(row, 'id')),
  );
  for (const { serverId, id } of await unknownLeases(sql, accountId)) {
    await sql.run('DELETE FROM leases WHERE server_id = ? AND pot_id = ?', serverId, id);
  }
  await sql.run(`UPDATE pots SET held = ${LEASED_OF_POT} WHERE account_id = ? AND held <> ${LEASED_OF_POT}`, accountId);
}

const wrongPotsIn = (sql: Sql, accountId?: string): Promise<readonly Row[]> =>
  sql.all(
    `SELECT p.id, p.account_id, p.held, COALESCE(SUM(l.amount), 0) AS leased
     FROM pots p LEFT JOIN leases l ON l.pot_id = p.id ${accountId === undefined ? '' : 'WHERE p.account_id = ?'}
     GROUP BY p.id, p.account_id, p.held HAVING p.held <> COALESCE(SUM(l.amount), 0) ORDER BY p.id`,
    ...(accountId === undefined ? [] : [accountId]),
  );

type UnknownLease = { readonly serverId: string; readonly id: string; readonly accountId: string };

async function unknownLeases(sql: Sql, accountId?: string): Promise<readonly UnknownLease[]> {
  const rows = await sql.all(
    `SELECT l.server_id, l.pot_id, COALESCE(p.account_id, o.account_id) AS account_id
     FROM leases l LEFT JOIN servers s ON s.id = l.server_id
       LEFT JOIN pots p ON p.id = l.pot_id LEFT JOIN limits o ON o.id = l.pot_id
     WHERE s.id IS NULL AND (p.id IS NOT NULL OR o.id IS NOT NULL) ORDER BY l.server_id, l.pot_id`,
  );
  const found = rows.map((row) => ({
    serverId: text(row, 'server_id'),
    id: text(row, 'pot_id'),
    accountId: text(row, 'account_id'),
  }));
  return accountId === undefined ? found : found.filter((lease) => lease.accountId === accountId);
}
