/** Compares what clients got with what the ledger says. */
import { Database as Sqlite } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import { parseCzk } from '../../src/core/money.ts';
import { requestIdOf } from '../../src/core/request-id.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { until } from './service.ts';
import type { Told } from './witness.ts';

export type BookedRequest = {
  readonly id: string;
  readonly accountId: string;
  readonly state: 'settled' | 'released' | 'expired';
  readonly outcome: string | null;
  readonly priceVersion: string;
  readonly heldNanos: bigint;
  readonly costNanos: bigint | null;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly outputTokensMax: number;
  /** Counts the charge, and entries of it beside that: 1 at most. */
  readonly charges: number;
  readonly chargedNanos: bigint;
  /** The part that token pots paid. */
  readonly tokensPaid: bigint;
};

/** The same words for SQLite and PostgreSQL. */
const BOOKED = `SELECT r.*, (SELECT COUNT(*) FROM ledger_entries e WHERE e.request_id = r.id) AS entries
  FROM requests r ORDER BY r.id`;

/** Every request with its charges, by id. */
export function bookedRequests(dataDir: string): ReadonlyMap<string, BookedRequest> {
  using database = new Sqlite(join(dataDir, 'boreal.db'), { readonly: true, safeIntegers: true });
  return bookedFrom(database.query(BOOKED).all() as Row[]);
}

/** The same from a database that several servers share. */
export async function bookedIn(db: Database): Promise<ReadonlyMap<string, BookedRequest>> {
  return bookedFrom((await db.sql.all(BOOKED)) as Row[]);
}

type Row = Readonly<Record<string, bigint | string | null>>;

const bookedFrom = (rows: readonly Row[]): ReadonlyMap<string, BookedRequest> =>
  new Map(
    rows.map((row) => [
      String(row.id),
      {
        id: String(row.id),
        accountId: String(row.account_id),
        state: row.state as BookedRequest['state'],
        outcome: row.outcome as string | null,
        priceVersion: String(row.price_version),
        heldNanos: row.held_nanos as bigint,
        costNanos: row.cost_nanos as bigint | null,
        inputTokens: Number(row.input_tokens),
        cachedInputTokens: Number(row.cached_input_tokens),
        outputTokens: Number(row.output_tokens),
        outputTokensMax: Number(row.output_tokens_max),
        charges: Number(row.entries) + (row.seq === null ? 0 : 1),
        chargedNanos: (row.cost_nanos as bigint | null) ?? 0n,
        tokensPaid: tokensIn((row.paid_parts as string | null) ?? '[]'),
      },
    ]),
  );

const tokensIn = (parts: string): bigint =>
  (JSON.parse(parts) as [string, string][]).reduce((sum, [, amount]) => sum + BigInt(amount), 0n);

/** Everything the audit proves, and that nothing stays held. */
export async function expectCleanLedger(dataDir: string, about = ''): Promise<void> {
  const database = openSqlite(join(dataDir, 'boreal.db'), 'commit');
  try {
    await expectClean(database, { nowMs: Date.now(), about });
  } finally {
    await database.close();
  }
}

/** The same for a database that is open. */
export async function expectClean(
  db: Database,
  { nowMs, about }: { readonly nowMs: number; readonly about: string },
): Promise<void> {
  expect((await audit(db, nowMs)).problems, about).toEqual([]);
  const held = () => db.sql.all('SELECT id, held FROM pots WHERE held <> 0');
  await until(`nothing is held ${about}`, async () => (await held()).length === 0);
}

/** An answer that a client saw whole is in the ledger once, with the usage and at the cost that it named. */
export function expectCharged(told: Told, booked: ReadonlyMap<string, BookedRequest>, about = ''): void {
  const where = `${about} ${told.question.nonce}`;
  const request = booked.get(requestIdOf(told.completionId ?? '') ?? '');
  const cost = parseCzk(told.usage?.cost_czk ?? '');
  expect(request, where).toMatchObject({
    state: 'settled',
    outcome: 'finished',
    costNanos: cost,
    inputTokens: told.usage!.prompt_tokens,
    outputTokens: told.usage!.completion_tokens,
  });
  expect(request!.charges, where).toBe(1);
}
