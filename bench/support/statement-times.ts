/** The cost of each statement of a paid request on the ledger's thread. */
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Database, Sql, TransactionSql } from '../../src/platform/database/database.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { keepLeases, NO_TIMERS } from '../../test/support/leased-stores.ts';
import type { GrownLedger } from './grown-ledger.ts';
import { payRequests } from './paid-requests.ts';

type StatementTime = { readonly text: string; readonly count: number; readonly us: number };

const WARM_UP_REQUESTS = 12_000;
const REQUESTS = 8_000;
const TEXT_LENGTH_MAX = 60;

type Times = Map<string, { readonly count: number; readonly ms: number }>;

/** The times of a hold and its settlement, so many of them in one transaction; the largest first. */
export async function statementTimes(storage: GrownLedger, batchSize: number) {
  const times: Times = new Map();
  const { ledger } = await keepLeases(createStores(timed(storage.database, times), DEFAULT_PLANS), NO_TIMERS);
  await payRequests(storage, { count: WARM_UP_REQUESTS, batchSize, ledger });
  times.clear();
  const startMs = performance.now();
  await payRequests(storage, { count: REQUESTS, batchSize, ledger });
  const requestUs = ((performance.now() - startMs) * 1000) / REQUESTS;
  const statements = [...times].map(
    ([text, { count, ms }]): StatementTime => ({
      text: shorten(text),
      count: count / REQUESTS,
      us: (ms * 1000) / REQUESTS,
    }),
  );
  const known = statements.reduce((sum, { us }) => sum + us, 0);
  const rest = { text: 'begin, commit, flush and what is around them', count: 1, us: requestUs - known };
  return { requestUs, statements: [...statements, rest].sort((a, b) => b.us - a.us) };
}

/** The same database, with the time of every statement written down. */
function timed(database: Database, times: Times): Database {
  const transaction: Database['transaction'] = (work) =>
    database.transaction((sql) => {
      const last: TransactionSql['last'] = (statements) => sql.last(statements);
      return work({ ...watched(sql, times), last });
    });
  return { ...database, sql: watched(database.sql, times), transaction };
}

function watched(sql: Sql, times: Times): Sql {
  /** The statement has run when `ask` returns; the promise only says so. */
  function time<T>(text: string, ask: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    const answer = ask();
    const { count, ms } = times.get(text) ?? { count: 0, ms: 0 };
    times.set(text, { count: count + 1, ms: ms + performance.now() - startMs });
    return answer;
  }
  return {
    all: (text, ...values) => time(text, () => sql.all(text, ...values)),
    one: (text, ...values) => time(text, () => sql.one(text, ...values)),
    run: (text, ...values) => time(text, () => sql.run(text, ...values)),
    kind: sql.kind,
    forUpdate: sql.forUpdate,
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TEXT_LENGTH_MAX ? `${line.slice(0, TEXT_LENGTH_MAX)}…` : line;
}
