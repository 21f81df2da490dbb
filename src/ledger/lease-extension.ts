/**
 * Extends the leases of a server on accounts, many in one transaction. Those that another transaction has at the moment are
 * left out where there are many, so that they keep no other waiting: the caller extends them alone.
 */

import type { PlanOffers } from '../core/plan.ts';
import { type Sql, type TransactionSql, text } from '../platform/database/database.ts';
import { type RowSet, readForRows, runForRows } from '../platform/database/row-set.ts';
import { lockAccount } from './account-lock.ts';
import type { PotPart } from './charging.ts';
import { fundsOfAccounts } from './funds.ts';
import { type AccountFunds, planLease } from './lease.ts';
import type { LeaseGrant, LeaseRequest } from './lease-ports.ts';
import { renewPlan } from './plan-store.ts';

type Extended = { readonly request: LeaseRequest; readonly funds: AccountFunds } & ReturnType<typeof planLease>;

/** One account, for which this waits if need be. */
export async function extendAlone(sql: TransactionSql, request: LeaseRequest, offers: PlanOffers): Promise<LeaseGrant> {
  const { accountId, atMs: nowMs } = request;
  const [known, , unanswered, read] = await Promise.all([
    lockServer(sql, request.serverId),
    lockAccount(sql, accountId),
    // Answers before funds: what a server has given back with its answer is among them.
    readUnanswered(sql, [request]),
    readFunds(sql, [request]),
  ]);
  requireKnown(known, request);
  let funds = read.get(accountId);
  if (funds && isDue(funds, request)) {
    await renewPlan(sql, accountId, { offers, nowMs });
    funds = (await readFunds(sql, [request])).get(accountId);
  }
  if (!funds) throw new Error(`There is no account ${accountId}, or it has no pots.`);
  const extended = planFor(request, funds);
  await write(sql, [extended]);
  return grantOf(extended, unanswered);
}

/** Orders of one server, each for another account. Null for each that has to be extended alone. */
export async function extendTogether(
  sql: TransactionSql,
  requests: readonly LeaseRequest[],
): Promise<readonly (LeaseGrant | null)[]> {
  const [known, free, unanswered, read] = await Promise.all([
    lockServer(sql, requests[0]!.serverId),
    lockFreeAccounts(sql, requests),
    readUnanswered(sql, requests),
    readFunds(sql, requests),
  ]);
  requireKnown(known, requests[0]!);
  const extended = requests.map((request) => {
    const funds = free.has(request.accountId) ? read.get(request.accountId) : undefined;
    return funds && !isDue(funds, request) ? planFor(request, funds) : null;
  });
  await write(
    sql,
    extended.filter((one) => one !== null),
  );
  return extended.map((one) => one && grantOf(one, unanswered));
}

/** Keeps a server from being dropped until this transaction ends. */
export async function lockServer(sql: Sql, serverId: string): Promise<boolean> {
  const lock = sql.kind === 'postgres' ? ' FOR KEY SHARE' : '';
  return (await sql.one(`SELECT id FROM servers WHERE id = ?${lock}`, serverId)) !== undefined;
}

function requireKnown(isKnown: boolean, { serverId }: LeaseRequest): void {
  if (!isKnown) throw new Error(`Server ${serverId} has no leases any more.`);
}

/** Says whether a plan period is due. */
const isDue = ({ renewsAtMs }: AccountFunds, { atMs }: LeaseRequest): boolean =>
  renewsAtMs !== null && renewsAtMs <= atMs;

export const planFor = (request: LeaseRequest, funds: AccountFunds): Extended => ({
  request,
  funds,
  ...(funds.state === 'active' ? planLease({ ...request, growth: growthOf(request, funds) }, funds) : NOTHING),
});

const NOTHING = { raises: [], wanted: [] } as const;

const growthOf = ({ growth, atMs }: LeaseRequest, { recalledUntilMs = 0 }: AccountFunds): number =>
  recalledUntilMs > atMs ? 0 : growth;

export const unaskedOf = ({ request, wanted }: Extended): readonly string[] =>
  wanted.filter((id) => !request.recalled.includes(id));

async function write(sql: TransactionSql, extended: readonly Extended[]): Promise<void> {
  const of = ({ request: { serverId }, raises }: Extended) => raises.map((part) => ({ serverId, ...part }));
  // In the order in which batches take pots, then leases, so that the two do not wait for each other.
  const raises = extended.flatMap(of).sort((a, b) => (a.potId < b.potId ? -1 : 1));
  const rows = raises.map(({ serverId, potId, amount }) => [serverId, potId, amount]);
  const raised = [...runForRows(sql, RAISE_POTS, rows), ...runForRows(sql, RAISE_LEASES, rows)];
  const unasked = extended.flatMap((one) => unaskedOf(one).map((id) => [one.request.serverId, id] as const));
  const asked = unasked.map(([serverId, id]) => recall(sql, serverId, id));
  await sql.last([...raised, ...asked]);
}

/**
 * What others had when the funds were read is worth one more look, even if none of them has it any more: it came back in
 * between, since who gives back takes the pot alone and waits for no account.
 */
export function grantOf(extended: Extended, unanswered: ReadonlySet<string>): LeaseGrant {
  const { request, funds, raises } = extended;
  const unasked = unaskedOf(extended);
  const isWaiting = unasked.length > 0 || request.recalled.some((id) => unanswered.has(id));
  return {
    funds: lowered(funds, raises),
    raises,
    recalled: [...request.recalled, ...unasked],
    isRecalling: funds.state === 'active' && isWaiting,
  };
}

/** Those of the accounts that no other transaction has. */
async function lockFreeAccounts(sql: Sql, requests: readonly LeaseRequest[]): Promise<ReadonlySet<string>> {
  const ids = requests.map(({ accountId }) => accountId);
  if (sql.kind === 'sqlite') return new Set(ids);
  const rows = await readForRows(
    sql,
    FREE_ACCOUNTS,
    ids.map((id) => [id]),
  );
  return new Set(rows.map((row) => text(row, 'id')));
}

async function readFunds(sql: Sql, requests: readonly LeaseRequest[]): Promise<ReadonlyMap<string, AccountFunds>> {
  const funds = await fundsOfAccounts(sql, {
    serverId: requests[0]!.serverId,
    atMs: Math.max(...requests.map(({ atMs }) => atMs)),
    accountIds: requests.map(({ accountId }) => accountId),
    keyIds: requests.flatMap(({ keyIds }) => keyIds),
  });
  return new Map(funds.map((one) => [one.accountId, one]));
}

/** Asks other servers for what they have free. */
const recall = (sql: Sql, serverId: string, id: string): Promise<number> =>
  sql.run('UPDATE leases SET wanted = wanted + 1 WHERE pot_id = ? AND server_id <> ? AND amount > 0', id, serverId);

/** The pots and keys that other servers were asked for and have not answered about. */
async function readUnanswered(sql: Sql, requests: readonly LeaseRequest[]): Promise<ReadonlySet<string>> {
  const rows = await readForRows(
    sql,
    UNANSWERED,
    requests.flatMap(({ recalled, serverId }) => recalled.map((id) => [id, serverId])),
  );
  return new Set(rows.map((row) => text(row, 'pot_id')));
}

/** The funds that are left when the raises are leased. */
function lowered(funds: AccountFunds, raises: readonly PotPart[]): AccountFunds {
  const raised = new Map(raises.map(({ potId, amount }) => [potId, amount]));
  const less = <T extends { readonly id: string; readonly unleased: bigint }>(one: T): T => ({
    ...one,
    unleased: one.unleased - (raised.get(one.id) ?? 0n),
  });
  const pots = funds.pots.map((pot) => ({ ...less(pot), ...(pot.windows && { windows: pot.windows.map(less) }) }));
  return { ...funds, pots, limits: funds.limits.map(less) };
}

const RAISE = { server_id: 'TEXT', id: 'TEXT', amount: 'BIGINT' } as const;
/** The id of a limit finds no pot. */
const RAISE_POTS: RowSet = {
  columns: RAISE,
  text: 'UPDATE pots SET held = held + rows.amount FROM rows WHERE pots.id = rows.id',
};
const RAISE_LEASES: RowSet = {
  columns: RAISE,
  text: `INSERT INTO leases (server_id, pot_id, amount) SELECT rows.server_id, rows.id, rows.amount FROM rows WHERE true
    ON CONFLICT (server_id, pot_id) DO UPDATE SET amount = leases.amount + excluded.amount`,
};
const FREE_ACCOUNTS: RowSet = {
  columns: { id: 'TEXT' },
  text: 'SELECT a.id FROM accounts a, rows WHERE a.id = rows.id FOR NO KEY UPDATE OF a SKIP LOCKED',
};
const UNANSWERED: RowSet = {
  columns: { id: 'TEXT', server_id: 'TEXT' },
  text: 'SELECT pot_id FROM leases l, rows WHERE pot_id = rows.id AND l.server_id <> rows.server_id AND wanted > 0',
};
