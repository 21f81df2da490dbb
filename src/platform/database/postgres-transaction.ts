/**
 * A transaction on one connection of PostgreSQL. Statements that are issued without waiting for each other travel
 * together and are run in their order; when one fails, PostgreSQL refuses all that are behind it.
 */
import type { ReservedSQL } from 'bun';
import type { TransactionSql } from './database.ts';
import { TransactionMarks } from './postgres-marks.ts';
import { sqlOver, sqlStateOf } from './postgres-sql.ts';

const ATTEMPTS_MAX = 10;
const AGAIN_AFTER_MS_MAX = 20;

/** Prepared like all other statements, because the driver lets nothing travel with one that is not. */
type Begin = (connection: ReservedSQL) => Promise<unknown>;
export const READ_WRITE: Begin = (connection) => connection`BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE`.execute();
export const READ_ONLY: Begin = (connection) => connection`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`.execute();

type TransactionSettings = {
  readonly begin: Begin;
  /** With which the versions are marked that the transaction writes. */
  readonly ledgerKey?: string | undefined;
  /** The tables for them may be missing. */
  readonly isMigrating?: boolean;
};

type Work<T> = (sql: TransactionSql) => Promise<T>;

export async function runInTransaction<T>(
  connection: ReservedSQL,
  settings: TransactionSettings,
  work: Work<T>,
): Promise<T> {
  const statements = statementsOn(connection, settings);
  try {
    const result = await work(statements.sql);
    await statements.commit();
    return result;
  } catch (thrown) {
    await statements.close();
    // Where this fails, the connection is closed when it is released.
    await connection.unsafe('ROLLBACK').catch(() => {});
    throw statements.reasonOf(thrown);
  }
}

/** The statements of one transaction: none that could change something runs before it has begun or after it is over. */
function statementsOn(connection: ReservedSQL, settings: TransactionSettings) {
  const begun = settings.begin(connection);
  let isBegun = false;
  let isOver = false;
  let isAnyWaiting = false;
  let first: { readonly failure: unknown } | undefined;
  let committed: Promise<void> | undefined;

  const noted = (failure: unknown): never => {
    first ??= { failure };
    throw failure;
  };
  const beginning = begun.then(() => {
    isBegun = true;
  }, noted);
  // The caller that awaits it hears of it.
  beginning.catch(() => {});

  const { ledgerKey, isMigrating = false } = settings;
  const marks = ledgerKey === undefined ? undefined : new TransactionMarks(ledgerKey, isMigrating);
  const use: Parameters<typeof sqlOver>[0] = (issue, text) => {
    const go = () => issue(connection).catch(noted);
    // A question does no harm where beginning fails, so it need not wait; but none overtakes what was issued before it.
    if (isBegun || (text.startsWith('SELECT ') && !isAnyWaiting)) return go();
    isAnyWaiting = true;
    return beginning.then(go);
  };
  const inside = sqlOver(use);
  const issued = sqlOver((issue, text) => {
    if (isOver) return Promise.reject(new Error('A statement came after the end of its transaction.'));
    marks?.notice(inside, text);
    return use(issue, text);
  });

  /** Whatever has waited for the beginning goes before what is sent when this is over. */
  const close = async () => {
    isOver = true;
    await beginning.catch(() => {});
  };

  const whenReady = (): Promise<void> => (marks?.isNeeded ? marks.write(inside) : beginning);

  const commit = (): Promise<void> => {
    isOver = true;
    committed ??= isBegun && !marks?.isNeeded ? commitOn(connection) : whenReady().then(() => commitOn(connection));
    return committed;
  };

  const last = async (statements: readonly Promise<unknown>[]): Promise<void> => {
    const answers = Promise.all(statements);
    // What fails here fails the commit, which knows better how it ended.
    answers.catch(() => {});
    try {
      await commit();
    } catch (thrown) {
      throw thrown instanceof RolledBack && first ? first.failure : thrown;
    }
    await answers;
  };

  return {
    sql: { ...issued, last },
    close,
    commit,
    /** Statements that travelled behind one that failed were refused for that reason alone. */
    reasonOf: (thrown: unknown): unknown => (sqlStateOf(thrown) === FAILED_BEFORE && first ? first.failure : thrown),
  };
}

/** How PostgreSQL refuses a statement because an earlier one of the transaction has failed. */
const FAILED_BEFORE = '25P02';

/**
 * Broken constraints, and transactions that met: only these say that there was no commit. A server that is asked to stop
 * says so, and that can be after the commit and instead of its word.
 */
const REFUSED_COMMIT_CLASSES = ['23', '40'];

async function commitOn(connection: ReservedSQL): Promise<void> {
  let answer: { readonly command: string };
  try {
    answer = await connection`COMMIT`.execute();
  } catch (thrown) {
    throw REFUSED_COMMIT_CLASSES.includes(sqlStateOf(thrown)?.slice(0, 2) ?? '') ? thrown : new CommitUnknown(thrown);
  }
  // A transaction in which a statement has failed is not committed, and PostgreSQL says so only in this word.
  if (answer.command !== 'COMMIT') throw new RolledBack();
}

class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor() {
    super('The transaction was rolled back: one of its statements had failed.');
  }
}

/** The word of a commit did not come: it may have happened, or may still happen, or not. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super('It is unknown whether the transaction was committed.', { cause });
  }
}

/** Transactions that met each other are tried again. What they did is undone, so this is safe. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS_MAX; ; left -= 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (left === 1 || !['40001', '40P01'].includes(sqlStateOf(thrown) ?? '')) throw thrown;
    }
    // The other one goes first: who is back before it has woken up meets it again.
    await Bun.sleep(Math.random() * AGAIN_AFTER_MS_MAX);
  }
}
