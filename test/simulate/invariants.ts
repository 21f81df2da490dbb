/** Invariants, of each moment and at rest. Each returns sentences about what is broken. */
import { windowEndMs } from '../../src/core/limit.ts';
import { formatCzk, nanos } from '../../src/core/money.ts';
import { requestIdOf } from '../../src/core/request-id.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { bigint, type Row } from '../../src/platform/database/database.ts';
import type { Business } from './business.ts';
import type { Clients, Customer, Told } from './clients.ts';
import { promptTokensGuessOf, promptTokensOf, TOTAL_MS } from './engines.ts';
import { DRIFT_MAX } from './faults.ts';
import { codeTold, wronglyRefused } from './refusals.ts';
import type { Server, SimulatedDatabase } from './servers.ts';
import type { World } from './world.ts';

const OUR_MISTAKE = codeTold('internal');

/** A server drains within its limit, and writes what has ended for at most so long. */
const STOP_MS_MAX = 120_000;

const WRONG_POTS = `SELECT p.id, p.balance, p.held FROM pots p WHERE p.balance < 0 OR p.held < 0 OR p.held > p.balance
  OR p.held <> (SELECT COALESCE(SUM(amount), 0) FROM leases l WHERE l.pot_id = p.id)`;

/** A notice that a server has taken, and died with, is another's turn after its wait. */
const OVERDUE = 'SELECT id, channel, attempts, next_at_ms FROM outbox WHERE next_at_ms < ?';
const OVERDUE_MS = 30_000;

const CHARGED_TWICE = `SELECT id FROM requests WHERE state = 'settled' GROUP BY id HAVING COUNT(*) > 1`;

const ABOVE_HOLD = `SELECT id, held_nanos, cost_nanos FROM requests WHERE cost_nanos > held_nanos`;

/** After each step: never negative, what is held is leased, and no charge above its hold. */
export async function brokenNow({ inside: { sql } }: SimulatedDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const [name, text] of Object.entries({ WRONG_POTS, CHARGED_TWICE, ABOVE_HOLD })) {
    for (const row of await sql.all(text)) found.push(`${name}: ${said(row)}`);
  }
  return found;
}

export type Rest = {
  readonly world: World;
  readonly servers: readonly Server[];
  readonly database: SimulatedDatabase;
  readonly clients: Clients;
  readonly business: Business;
  readonly customers: readonly Customer[];
};

/** Nothing is asked, leased or due any more, and no server is entered but those that are up. */
export async function isAtRest(rest: Rest): Promise<boolean> {
  const { servers, database, clients, business } = rest;
  const { sql } = database.inside;
  if (clients.running + business.running > 0 || !servers.every(({ isUp }) => isUp)) return false;
  const leased = await sql.one('SELECT 1 AS found FROM leases');
  const entered = await sql.one('SELECT COUNT(*) AS n FROM servers');
  const isDue = (await wronglyRenewed(rest)).length > 0;
  return leased === undefined && Number(entered?.n) === servers.length && !isDue;
}

export async function brokenAtRest(rest: Rest): Promise<string[]> {
  const { world, servers, database, clients } = rest;
  const { sql } = database.inside;
  const found = [...database.mistakes];
  for (const { askedAtMs, endedAtMs, customer } of clients.told)
    if (endedAtMs === undefined) found.push(`waits for ever: a request of ${customer.accountId} at ${askedAtMs} ms`);
  for (const { status, code, requestId } of clients.told)
    if (status === 500 || code === OUR_MISTAKE) found.push(`a mistake of ours: ${status} ${code} to ${requestId}`);
  for (const { askedAtMs, status, code, how } of clients.told)
    if (askedAtMs >= clients.beginsToCountMs && how !== 'left' && (status === undefined || status >= 500))
      found.push(`refused long after the last fault: ${status} ${code} ${how} at ${askedAtMs} ms`);
  for (const { name, isUp } of servers) if (!isUp) found.push(`${name} is not up`);
  for (const row of await sql.all('SELECT * FROM leases')) found.push(`a lease never comes back: ${said(row)}`);
  for (const row of await sql.all(OVERDUE, world.trueMs - OVERDUE_MS)) found.push(`not sent: ${said(row)}`);
  for (const server of servers) if (server.isUp) await world.until(server.stop(), STOP_MS_MAX);
  for (const row of await sql.all('SELECT * FROM servers')) found.push(`a server is still entered: ${said(row)}`);
  const { problems } = await audit(database.inside, world.trueMs);
  found.push(...problems.map((problem) => `audit: ${JSON.stringify(problem)}`));
  return [
    ...found,
    ...(await wronglyTold(rest)),
    ...(await wrongSums(rest)),
    ...(await leftOfPlans(rest)),
    ...(await overLimit(rest)),
    ...rest.business.chargedTooMuch(),
    ...(await wronglyRenewed(rest)),
    ...(await wronglyRefused(rest)),
    ...(await givenAway(rest)),
    ...overMinute(rest),
  ];
}

/** Plain sums beside the ledger: what came, less what went back and what requests cost. */
async function wrongSums({ database, business, customers }: Rest): Promise<string[]> {
  const found: string[] = [];
  if (business.running > 0) found.push(`${business.running} things were never heard of`);
  for (const { accountId, credit } of customers) {
    // What is taken back for a plan that was used in part is for the audit to say.
    if (business.bought.some((one) => one.accountId === accountId && one.kind === 'plan')) continue;
    const row = await database.inside.sql.one(SUMS, ...[accountId, accountId, accountId]);
    const orders = business.bought.filter((one) => one.accountId === accountId);
    const granted = business.granted.filter((one) => one.accountId === accountId);
    const came = [...orders, ...granted].reduce((sum, { amount }) => sum + amount, credit);
    const went = orders.reduce((sum, { refunded }) => sum + refunded, bigint(row!, 'cost'));
    const is = bigint(row!, 'balance') - bigint(row!, 'debt');
    if (is !== came - went) found.push(`${accountId} has ${is}, and should have ${came - went}`);
  }
  return found;
}

/** A plan that was paid back as a whole leaves no token. */
async function leftOfPlans({ database, business }: Rest): Promise<string[]> {
  const found: string[] = [];
  for (const { orderId, kind, amount, refunded } of business.bought) {
    if (kind !== 'plan' || refunded < amount) continue;
    const row = await database.inside.sql.one(LEFT_OF_ORDER, orderId);
    if (row) found.push(`a plan that was paid back has tokens left: ${said(row)}`);
  }
  return found;
}

const LEFT_OF_ORDER = `SELECT o.id, p.balance, p.spent FROM orders o JOIN pots p ON p.id = o.pot_id
  WHERE o.id = ? AND p.balance > 0`;

const SUMS = `SELECT
  (SELECT balance FROM pots WHERE account_id = ? AND kind = 'credit') AS balance,
  (SELECT COALESCE(SUM(amount_nanos - repaid_nanos), 0) FROM debts WHERE account_id = ?) AS debt,
  (SELECT COALESCE(SUM(cost_nanos), 0) FROM requests WHERE account_id = ?) AS cost`;

/** A server whose clocks are right gives nothing more of an answer so long after others have ended its life. */
const GIVEN_AWAY_MS = 500;

async function givenAway({ database, clients }: Rest): Promise<string[]> {
  const dropped = (await database.dropped()).filter(({ machine }) => !machine.hasJumped);
  return clients.told.flatMap(({ machine, firstWordMs, lastWordMs, words }) => {
    const end = dropped.find((one) => one.machine === machine && firstWordMs! < one.atMs);
    const isLate = end && lastWordMs! > end.atMs + GIVEN_AWAY_MS;
    return isLate ? [`given away: ${machine.name} was ended at ${end.atMs} ms, and goes on with ${words} words`] : [];
  });
}

const MINUTE_MS = 60_000;

/** No key begins more requests in a minute than it may. A server alone counts in its memory, which ends with it. */
function overMinute({ servers, clients, customers }: Rest): string[] {
  if (servers.length === 1) return [];
  return customers.flatMap((customer) => {
    const { keyId, perMinute } = customer;
    const begun = clients.told.filter((told) => told.customer === customer && told.status === 200);
    const within = ({ askedAtMs: fromMs }: Told) =>
      begun.filter(({ askedAtMs, beganAtMs }) => askedAtMs >= fromMs && beganAtMs! <= fromMs + MINUTE_MS).length;
    const most = Math.max(0, ...begun.map(within));
    return most > perMinute ? [`${keyId} began ${most} requests in a minute of ${perMinute}`] : [];
  });
}

/** A plan whose period is over has its next one, and no other. */
async function wronglyRenewed({ database, customers, world }: Rest): Promise<string[]> {
  const found: string[] = [];
  for (const { accountId, renewsAtMs } of customers) {
    if (renewsAtMs === undefined || renewsAtMs + OVERDUE_MS > world.trueMs) continue;
    const rows = await database.inside.sql.all(NEXT_PERIODS, accountId, renewsAtMs);
    if (rows.length !== 1) found.push(`the plan of ${accountId} has ${rows.length} periods from ${renewsAtMs}`);
  }
  return found;
}

const NEXT_PERIODS = 'SELECT * FROM plan_periods WHERE account_id = ? AND starts_at_ms = ?';

/** No limit of an account lets more through in any of its windows than it says. */
async function overLimit({ database, customers }: Rest): Promise<string[]> {
  const found: string[] = [];
  for (const { accountId, limit } of customers) {
    if (!limit) continue;
    const used = new Map<number | null, bigint>();
    for (const row of await database.inside.sql.all(USED, accountId)) {
      const endMs = windowEndMs(limit.window, Number(row.ended_at_ms));
      used.set(endMs, (used.get(endMs) ?? 0n) + bigint(row, limit.unit));
    }
    for (const [endMs, sum] of used)
      if (sum > limit.max) found.push(`${accountId} used ${sum} ${limit.unit} of ${limit.max} until ${endMs}`);
  }
  return found;
}

const USED = `SELECT ended_at_ms, 1 AS requests, input_tokens + output_tokens AS tokens, cost_nanos AS CZK
  FROM requests WHERE account_id = ? AND state = 'settled'`;

/** Every whole answer is charged once, at the cost that it named; what was refused is not charged. */
async function wronglyTold({ database, clients }: Rest): Promise<string[]> {
  const rows = await database.inside.sql.all('SELECT id, account_id, state, cost_nanos, output_tokens FROM requests');
  const booked = new Map(rows.map((row) => [String(row.id), row]));
  const found: string[] = [];
  for (const told of clients.told) {
    const row = booked.get(requestIdOf(told.completionId ?? '') ?? told.requestId ?? '');
    if (told.isForeign) found.push(`an answer to another question: ${told.completionId}`);
    const isForNothing = row?.state === 'settled' && !row.output_tokens;
    if (told.how === 'left' && told.words > 0 && !told.isLiedAbout && isForNothing)
      found.push(`nothing charged for what was given: ${told.words} words, ${said(row)}`);
    if (told.isWhole) found.push(...wrongCharge(told, row));
    else if (told.how !== 'left' && told.status !== undefined && told.status !== 200 && row?.state === 'settled')
      found.push(`charged although it was refused with ${told.status}: ${said(row)}`);
  }
  const byKey = Map.groupBy(
    clients.told.filter(({ isWhole, idempotencyKey }) => isWhole && idempotencyKey !== undefined),
    ({ idempotencyKey, customer }) => `${customer.keyId} ${idempotencyKey}`,
  );
  for (const [key, same] of byKey) {
    const ids = new Set(same.map(({ completionId }) => completionId));
    if (ids.size > 1) found.push(`two answers for one Idempotency-Key: ${key} ${[...ids].join(' ')}`);
  }
  return found;
}

function wrongCharge(told: Told, row: Row | undefined): string[] {
  const { customer, cost, completionTokens, completionId } = told;
  if (row?.state !== 'settled') return [`not charged: ${completionId}`];
  const lastedMs = told.endedAtMs! - told.askedAtMs;
  if (told.isCut && lastedMs < TOTAL_MS * (1 - DRIFT_MAX)) return [`cut after ${lastedMs} ms: ${completionId}`];
  const promptTokens = (told.isCut ? promptTokensGuessOf : promptTokensOf)(told.prompt);
  const isCounted = completionTokens === told.words && told.promptTokens === promptTokens;
  if (!told.isLiedAbout && !isCounted)
    return [`${told.promptTokens} and ${completionTokens} tokens for ${told.words} words: ${completionId}`];
  const isRight =
    formatCzk(nanos(BigInt(row.cost_nanos ?? 0))) === cost &&
    Number(row.output_tokens) === completionTokens &&
    row.account_id === customer.accountId;
  return isRight ? [] : [`charged otherwise than told (${cost}, ${completionTokens}): ${said(row)}`];
}

const said = (row: Row): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value));
