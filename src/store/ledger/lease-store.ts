/**
 * What servers have leased: a row for a server and a pot, or a key with a limit. `held` of a pot is the sum of its leases.
 * Transactions take the row of their server first, then the account, then pots: a server that is being dropped can lease
 * and charge nothing any more.
 */
import { planLease } from '../../domain/lease.ts';
import type { LeaseOrder, Leases } from '../../domain/lease-ports.ts';
import type { PotPart } from '../../domain/payment.ts';
import type { PlanOffers } from '../../domain/plan.ts';
import { bigint, type Database, type Sql, text } from '../database.ts';
import { type RowSet, readForRows, runForRows } from '../row-set.ts';
import { lockAccount } from './account-lock.ts';
import { fundsOfAccounts } from './funds.ts';
import { LOWER_LEASES, writeBatch } from './journal-store.ts';
import { renewPlan } from './plan-store.ts';

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

    extend: (order) =>
      db.transaction(async (sql) => {
        const { serverId, accountId } = order;
        // Answers before funds: what a server has given back with its answer is among them.
        const [server, , isUnanswered, first] = await Promise.all([
          lockServer(sql, serverId),
          lockAccount(sql, accountId),
          isWanted(sql, order),
          readFunds(sql, order),
        ]);
        if (!server) throw new Error(`Server ${serverId} has no leases any more.`);
        let funds = first;
        if (funds.renewsAtMs !== null && funds.renewsAtMs <= order.atMs) {
          await renewPlan(sql, accountId, { offers, nowMs: order.atMs });
          funds = await readFunds(sql, order);
        }
        if (funds.state !== 'active') return { funds, raises: [], recalled: [], isRecalling: false };
        const { raises, wanted } = planLease(order, funds);
        const unasked = wanted.filter((id) => !order.recalled.includes(id));
        // In the order in which batches take pots, then leases, so that the two do not wait for each other.
        const inOrder = raises.toSorted((a, b) => (a.potId < b.potId ? -1 : 1));
        const raised = inOrder.flatMap((part) => raise(sql, serverId, part));
        const asked = unasked.map((id) => recall(sql, serverId, id));
        await sql.last([...raised, ...asked]);
        const isRecalling = isUnanswered || (await Promise.all(asked)).some((servers) => servers > 0);
        return { funds: lowered(funds, raises), raises, recalled: [...order.recalled, ...unasked], isRecalling };
      }),

    write: (batch) => writeBatch(db, batch, now),

    written: async (requestIds) => {
      const rows = await readForRows(
        db.sql,
        WRITTEN,
        requestIds.map((id) => [id]),
      );
      return rows.map((row) => text(row, 'id'));
    },

    giveBack: ({ serverId, parts, accountIds, keyIds, answered }) =>
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
          ...runForRows(sql, END_KEYS, ofServer(keyIds)),
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
        return { isKnown, silentMsMax: null, funds: await fundsOfAccounts(db.sql, order) };
      }
      const seen = await db.sql.run(`UPDATE servers SET seen_at_ms = ${now} WHERE id = ?`, serverId);
      const others = await db.sql.all(
        `SELECT id, ${now} - seen_at_ms > ? AS is_silent FROM servers WHERE id <> ?`,
        SILENT_MS_MAX,
        serverId,
      );
      for (const other of others) if (other.is_silent) await drop(text(other, 'id'), SILENT_MS_MAX);
      const funds = await fundsOfAccounts(db.sql, order);
      return { isKnown: seen > 0, silentMsMax: SILENT_MS_MAX, funds };
    },

    wanted: async (serverId) => {
      const rows = await db.sql.all('SELECT pot_id, wanted FROM leases WHERE server_id = ? AND wanted > 0', serverId);
      return rows.map((row) => ({ id: text(row, 'pot_id'), times: bigint(row, 'wanted') }));
    },

    drop: (serverId) => drop(serverId, 0),

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

/** Keeps a server from being dropped until this transaction ends. */
async function lockServer(sql: Sql, serverId: string): Promise<boolean> {
  const lock = sql.forUpdate ? ' FOR KEY SHARE' : '';
  return (await sql.one(`SELECT id FROM servers WHERE id = ?${lock}`, serverId)) !== undefined;
}

async function readFunds(sql: Sql, { serverId, accountId, atMs, keyIds }: LeaseOrder) {
  const [funds] = await fundsOfAccounts(sql, { serverId, atMs, accountIds: [accountId], keyIds });
  if (!funds) throw new Error(`There is no account ${accountId}, or it has no pots.`);
  return funds;
}

/** Asks other servers for what they have free. Returns how many there are. */
const recall = (sql: Sql, serverId: string, id: string): Promise<number> =>
  sql.run('UPDATE leases SET wanted = wanted + 1 WHERE pot_id = ? AND server_id <> ? AND amount > 0', id, serverId);

/** Whether another server has not answered yet. */
async function isWanted(sql: Sql, { serverId, recalled }: LeaseOrder): Promise<boolean> {
  const unanswered = await readForRows(
    sql,
    UNANSWERED,
    recalled.map((id) => [id, serverId]),
  );
  return unanswered.length > 0;
}

const raise = (sql: Sql, serverId: string, { potId, amount }: PotPart): Promise<number>[] => [
  // The id of a key finds no pot.
  sql.run('UPDATE pots SET held = held + ? WHERE id = ?', amount, potId),
  sql.run(
    `INSERT INTO leases (server_id, pot_id, amount) VALUES (?, ?, ?)
     ON CONFLICT (server_id, pot_id) DO UPDATE SET amount = leases.amount + excluded.amount`,
    serverId,
    potId,
    amount,
  ),
];

/** What is left when the raises are leased. */
function lowered<F extends Awaited<ReturnType<typeof readFunds>>>(funds: F, raises: readonly PotPart[]): F {
  const raised = new Map(raises.map(({ potId, amount }) => [potId, amount]));
  const less = <T extends { readonly id: string; readonly unleased: bigint }>(one: T): T => ({
    ...one,
    unleased: one.unleased - (raised.get(one.id) ?? 0n),
  });
  return { ...funds, pots: funds.pots.map(less), keys: funds.keys.map(less) };
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
const END_KEYS: RowSet = {
  columns: OF_SERVER,
  text: 'DELETE FROM leases USING rows WHERE leases.server_id = rows.server_id AND pot_id = rows.id',
};
const ANSWER: RowSet = {
  columns: { ...OF_SERVER, times: 'BIGINT' },
  text: `UPDATE leases SET wanted = 0 FROM rows
    WHERE leases.server_id = rows.server_id AND pot_id = rows.id AND wanted = rows.times`,
};
const UNANSWERED: RowSet = {
  columns: { id: 'TEXT', server_id: 'TEXT' },
  text: 'SELECT pot_id FROM leases l, rows WHERE pot_id = rows.id AND l.server_id <> rows.server_id AND wanted > 0',
};
