/** Refusals for want of credit, or by a limit of the account: right only while what is there is spent, or held by requests. */
import { type ErrorCode, ServiceError } from '../../src/core/errors.ts';
import type { LimitUnit } from '../../src/core/limit.ts';
import { readCzk } from '../../src/core/money.ts';
import { requestIdOf } from '../../src/core/request-id.ts';
import { bigint, type Row } from '../../src/platform/database/database.ts';
import { toErrorBody } from '../../src/platform/http/error-body.ts';
import type { Told } from './clients.ts';
import type { Rest } from './invariants.ts';

/** The code that a client reads. */
export const codeTold = (code: ErrorCode): string | null => toErrorBody(new ServiceError(code, '')).error.code;

const NO_CREDIT = codeTold('insufficient_credit');
const AT_LIMIT = codeTold('account_limit_reached');

/** More than a request of these clients can hold. */
const HOLDS_MAX: Readonly<Record<LimitUnit, bigint>> = { CZK: 4_000_000_000n, tokens: 10_000n, requests: 1n };
/** A request whose client has left may go on so long at a server, where it is not known when it ended. */
const GOES_ON_MS = 30_000;
/** Clocks that drift are so far from the true time at most. */
const DRIFT_MS = 2000;
const ROWS = `SELECT id, held_nanos, cost_nanos, input_tokens_max, output_tokens_max, input_tokens, output_tokens, ended_at_ms
  FROM requests WHERE account_id = ?`;

/** What is needed, as the refusal says it. */
const NEEDED = /(?:needs(?: at least)?|may use) (\d+(?:\.\d+)?) /;

export async function wronglyRefused({ world, database, clients, business, customers }: Rest): Promise<string[]> {
  const found: string[] = [];
  for (const customer of customers) {
    const { accountId, credit, limit } = customer;
    const all = clients.told.filter((told) => told.customer === customer);
    const rows = await database.inside.sql.all(ROWS, accountId);
    const hasPaidBack = business.bought.some((one) => one.accountId === accountId && one.refunded > 0n);
    for (const told of all) {
      const isPoor = told.code === NO_CREDIT && !hasPaidBack;
      if (!isPoor && !(told.code === AT_LIMIT && limit)) continue;
      const [unit, most] = isPoor ? (['CZK', credit] as const) : ([limit!.unit, limit!.max] as const);
      const gone = goneBeside(told, { all, rows, unit, epochMs: world.trueMs - world.nowMs });
      const needed = neededBy(told, unit);
      if (gone + needed > most) continue;
      const left = `of ${most} ${unit} at most ${gone} were spent or held, and ${needed} wanted`;
      found.push(`refused with ${told.code} at ${told.askedAtMs} ms: ${left} (${told.requestId} of ${accountId})`);
    }
  }
  return found;
}

type Beside = {
  readonly all: readonly Told[];
  readonly rows: readonly Row[];
  readonly unit: LimitUnit;
  /** When virtual time began. */
  readonly epochMs: number;
};

/** What one has held for a while, and has spent when it is over. */
type Use = { readonly fromMs: number; readonly untilMs: number; readonly held: bigint; readonly spent: bigint };

/** The most that others had spent and held at one moment while this one was asked. */
function goneBeside(refused: Told, { all, rows, unit, epochMs }: Beside): bigint {
  const { askedAtMs, endedAtMs = Number.POSITIVE_INFINITY } = refused;
  const rowOf = new Map(rows.map((row) => [String(row.id), row]));
  const uses = all.flatMap((told): Use[] => {
    const row = rowOf.get(requestIdOf(told.completionId ?? '') ?? told.requestId ?? '');
    if (row) rowOf.delete(String(row.id));
    const times = { fromMs: told.askedAtMs, untilMs: overAtMs(told, row, epochMs) };
    if (row) return [{ ...times, held: held(row, unit), spent: spent(row, unit) }];
    const mayHaveHeld = told.status === undefined || told.status === 200 || told.status >= 500;
    return mayHaveHeld && told !== refused ? [{ ...times, held: HOLDS_MAX[unit], spent: 0n }] : [];
  });
  // Of those whose client never heard an id it is not known when they ran.
  const unheard = [...rowOf.values()].reduce((sum, row) => sum + held(row, unit), 0n);
  const goneAt = (atMs: number) =>
    uses
      .filter(({ fromMs }) => fromMs <= atMs)
      .reduce((sum, use) => sum + (use.untilMs < atMs ? use.spent : use.held), unheard);
  const begun = uses.map(({ fromMs }) => fromMs).filter((atMs) => askedAtMs < atMs && atMs <= endedAtMs);
  return [askedAtMs, ...begun].map(goneAt).reduce((most, gone) => (gone > most ? gone : most));
}

function overAtMs({ endedAtMs, how, machine }: Told, row: Row | undefined, epochMs: number): number {
  if (endedAtMs === undefined || how === 'answered') return endedAtMs ?? Number.POSITIVE_INFINITY;
  return row && !machine.hasJumped ? Number(row.ended_at_ms) - epochMs + DRIFT_MS : endedAtMs + GOES_ON_MS;
}

function spent(row: Row, unit: LimitUnit): bigint {
  if (row.cost_nanos === null) return 0n;
  if (unit === 'requests') return 1n;
  return unit === 'CZK' ? bigint(row, 'cost_nanos') : bigint(row, 'input_tokens') + bigint(row, 'output_tokens');
}

function held(row: Row, unit: LimitUnit): bigint {
  if (unit === 'requests') return 1n;
  return unit === 'CZK'
    ? bigint(row, 'held_nanos')
    : bigint(row, 'input_tokens_max') + bigint(row, 'output_tokens_max');
}

function neededBy({ refusal = '' }: Told, unit: LimitUnit): bigint {
  if (unit === 'requests') return 1n;
  const [, amount] = NEEDED.exec(refusal) ?? [];
  if (amount === undefined) throw new Error(`This does not say what it needs: ${refusal}`);
  return unit === 'CZK' ? readCzk(amount) : BigInt(amount);
}
