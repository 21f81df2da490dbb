/** Batches and their lines. Each step is whole by itself: whatever server dies between two of them, another goes on. */

import { ServiceError } from '../../core/errors.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import type { OwnOnly } from '../../platform/api/own-only.ts';
import {
  bigint,
  type Database,
  number,
  optionalNumber,
  type Row,
  type Sql,
  text,
} from '../../platform/database/database.ts';
import { type RowSet, runForRows } from '../../platform/database/row-set.ts';
import { type NoticeToWrite, toWrite } from '../../platform/notices/notice.ts';
import { insertNotice } from '../../platform/notices/outbox-store.ts';
import { BATCH_COMPLETED, RESPONSE_COMPLETED } from './notices.ts';
import {
  type Batch,
  BUDGET_REACHED,
  ENDED,
  type EndedLine,
  type InputError,
  type LineEnd,
  type LineResult,
  type LineWait,
  type NewBatch,
  type NewLine,
  PAUSED_SETTING,
  type ShownBatch,
  type TakenLine,
  unendedOf,
} from './rules.ts';
import { unansweredBytes } from './wire.ts';

/** A server among several, and until when what it takes is its own. */
type Lease = { readonly owner: string; readonly leasedUntilMs: number };
type Renewed = {
  readonly running: readonly { readonly batchId: string; readonly line: number }[];
  readonly reading: string | null;
};

type Take = Lease & { readonly batchId: string; readonly limit: number; readonly nowMs: number };

/** Batches themselves, or responses that are made in the background. */
type OfKind = Pick<Batch, 'isBackground'>;

/** Where a list goes on. */
type BatchPage = { readonly limit: number; readonly after: string | null; readonly before: string | null };

export type Kept = {
  readonly nowMs: number;
  readonly keepMs: number;
  readonly outputId: string;
  readonly errorId: string;
};

type Wanted = OwnOnly & { readonly accountId?: string; readonly id?: string; readonly limit: number };

type BegunBatch = Pick<Lease, 'owner'> & {
  readonly id: string;
  readonly total: number;
  readonly nowMs: number;
  /** There where it came with the lines. */
  readonly budget?: Nanos | null;
};

export interface Batches {
  /** Refuses an account that has as many open ones as it may have, or is closed. */
  create(batch: NewBatch, openMax: number): Promise<void>;
  find(accountId: string, id: string): Promise<Batch | undefined>;
  /** Newest first. */
  list(accountId: string, dialect: Batch['dialect'], page: BatchPage): Promise<readonly Batch[]>;
  /** The newest, of one account or of all; and whether the operator has paused all. */
  shown(wanted: Wanted): Promise<{ readonly shown: readonly ShownBatch[]; readonly isPaused: boolean }>;
  /** One whose input is to be read, and which no other server reads. */
  claimInput(lease: Lease, nowMs: number): Promise<Batch | undefined>;
  /** A line that is there already stays: it was read from the same input. */
  addLines(batchId: string, lines: readonly NewLine[]): Promise<void>;
  /** The input is read. False where another server reads it by now, or it was cancelled. */
  begin(batch: BegunBatch): Promise<boolean>;
  /** The input is wrong: none of its lines will run. */
  fail(
    batch: Pick<Lease, 'owner'> & { readonly id: string; readonly errors: readonly InputError[] } & Pick<
        Kept,
        'nowMs' | 'keepMs'
      >,
  ): Promise<void>;
  /** A batch that was never begun is gone, with its lines. */
  abandon(id: string): Promise<void>;
  /** Whether there is a batch that has not ended: the one question of a server that has nothing to do. */
  hasLive(of: OfKind): Promise<boolean>;
  /** Batches that have lines to run now, or to end, oldest first. */
  open(of: OfKind, nowMs: number): Promise<readonly Batch[]>;
  /** Lines that wait, and lines whose server is dead. */
  take(take: Take): Promise<readonly TakenLine[]>;
  /**
   * Keeps lines that a server runs, and the input that it reads. One that it was given without hearing of it is not kept.
   * Resolves with the batches whose lines are to be ended.
   */
  renew(lease: Lease & Renewed): Promise<readonly Pick<Batch, 'id' | 'status'>[]>;
  /** True where the line had not ended before. The last one ends the batch. */
  answered(result: LineResult, kept: Kept): Promise<boolean>;
  /** Gives a line back that could not be answered now. */
  putBack(wait: LineWait & Pick<Lease, 'owner'>): Promise<void>;
  /** Lines that run are ended by their servers. */
  cancel(accountId: string, id: string, kept: Kept): Promise<Batch | undefined>;
  /** Ends batches whose time is over. Resolves with how many. */
  expire(of: OfKind, kept: Kept): Promise<number>;
  /** Lines that have ended, in their order, after the given one. */
  ended(batchId: string, ends: readonly LineEnd[], after: number): Promise<readonly EndedLine[]>;
  /** A batch that has ended is gone, with its results. */
  remove(accountId: string, id: string): Promise<'removed' | 'missing' | 'open'>;
  /** Where no other server can be: what the one before has left is free at once. */
  releaseAll(): Promise<void>;
  counts(): Promise<readonly { readonly status: string; readonly batches: number; readonly lines: number }[]>;
}

const OPEN_AT_ONCE = 200;
const READ_AT_ONCE = 100;
const EXPIRED_AT_ONCE = 20;
const FORGOTTEN_LINES = 2_000;

const OPEN = "('in_progress', 'cancelling', 'finalizing')";
const LIVE = "('validating', 'in_progress', 'cancelling', 'finalizing')";

/**
 * Lines whose server is dead, and lines that wait and may begin. Each is looked for by itself: asked for together, no
 * index by state is used, and each look goes over all lines that have ended before.
 */
const TAKABLE = ["state = 'running' AND leased_until_ms <= ?", "state = 'waiting' AND not_before_ms <= ?"] as const;
const HAS_TAKABLE = TAKABLE.map((is) => `EXISTS (SELECT 1 FROM batch_lines WHERE batch_id = b.id AND ${is})`);
/** As `scopeOf` has it. */
const SCOPE = "'batch ' || batch_id || ' ' || line";
const PAUSED = `SELECT 1 FROM service_settings WHERE name = '${PAUSED_SETTING}'`;

/** One in Anthropic's form is seen when all of it has come. */
const IS_WHOLE = "(dialect <> 'messages' OR status <> 'validating')";
const SEEN = `(is_background = 0 AND ${IS_WHOLE})`;
const UPLOAD_MS_MAX = 60 * 60 * 1000;

export const createBatchStore = (db: Database): Batches => ({
  ...createReading(db),
  ...createInputs(db),
  ...createRunning(db),
  ...createEnds(db),
});

/** For people and for programs. */
function createReading(db: Database): Pick<Batches, 'find' | 'list' | 'shown' | 'ended' | 'counts'> {
  return {
    find: async (accountId, id) => {
      const row = await db.sql.one(`SELECT * FROM batches WHERE id = ? AND account_id = ? AND ${SEEN}`, id, accountId);
      return row && batchFromRow(row);
    },

    list: async (accountId, dialect, { limit, after, before }) => {
      // What comes before a batch of a list that begins with the newest is younger.
      const isBefore = before !== null;
      const rows = await db.sql.all(
        `SELECT * FROM batches WHERE account_id = ? AND dialect = ? AND ${SEEN} AND (? = '' OR id < ?) AND (? = '' OR id > ?)
         ORDER BY id ${isBefore ? 'ASC' : 'DESC'} LIMIT ?`,
        accountId,
        dialect,
        after ?? '',
        after ?? '',
        before ?? '',
        before ?? '',
        limit,
      );
      const batches = rows.map(batchFromRow);
      return isBefore ? batches.toReversed() : batches;
    },

    shown: async ({ accountId = '', id = '', ofUserId = '', limit }) => {
      const rows = await db.sql.all(
        `SELECT b.*, k.name AS key_name FROM batches b JOIN api_keys k ON k.id = b.key_id
         WHERE (? = '' OR b.account_id = ?) AND (? = '' OR b.id = ?) AND (? = '' OR k.user_id = ?) AND ${SEEN}
         ORDER BY CASE WHEN b.ended_at_ms IS NULL THEN 0 ELSE 1 END, b.created_at_ms DESC LIMIT ?`,
        accountId,
        accountId,
        id,
        id,
        ofUserId,
        ofUserId,
        limit,
      );
      const paused = await db.sql.one(PAUSED);
      return {
        shown: rows.map((row) => ({ ...batchFromRow(row), keyName: text(row, 'key_name') })),
        isPaused: paused !== undefined,
      };
    },

    ended: async (batchId, ends, after) => {
      const rows = await db.sql.all(
        `SELECT line, custom_id, state, result FROM batch_lines
         WHERE batch_id = ? AND line > ? AND state IN (${ends.map(() => '?').join(', ')}) ORDER BY line LIMIT ?`,
        batchId,
        after,
        ...ends,
        READ_AT_ONCE,
      );
      return rows.map(endFromRow);
    },

    counts: async () => {
      const rows = await db.sql.all(
        `SELECT status, COUNT(*) AS batches, SUM(total - succeeded - errored - cancelled - expired) AS lines
         FROM batches WHERE status IN ${LIVE} AND is_background = 0 GROUP BY status`,
      );
      return rows.map((row) => ({
        status: text(row, 'status'),
        batches: number(row, 'batches'),
        lines: number(row, 'lines'),
      }));
    },
  };
}

/** How a batch comes to its lines. */
function createInputs(
  db: Database,
): Pick<Batches, 'create' | 'claimInput' | 'addLines' | 'begin' | 'fail' | 'abandon'> {
  return {
    create: (batch, openMax) => db.transaction((sql) => create(sql, batch, openMax)),

    claimInput: (lease, nowMs) => db.transaction((sql) => claimInput(sql, lease, nowMs)),

    addLines: (batchId, lines) =>
      db.transaction(async (sql) => {
        await Promise.all(
          lines.map(({ line, customId, request }) =>
            sql.run(
              `INSERT INTO batch_lines (batch_id, line, custom_id, custom_id_bytes, state, request)
               VALUES (?, ?, ?, ?, 'waiting', ?) ON CONFLICT DO NOTHING`,
              batchId,
              line,
              customId,
              Buffer.byteLength(JSON.stringify(customId)),
              request,
            ),
          ),
        );
      }),

    begin: async ({ id, owner, total, nowMs, budget = null }) => {
      const begun = await db.sql.run(
        `UPDATE batches SET status = 'in_progress', budget_nanos = COALESCE(?, budget_nanos), total = ?, began_at_ms = ?,
           owner = NULL WHERE id = ? AND status = 'validating' AND owner = ?`,
        budget,
        total,
        nowMs,
        id,
        owner,
      );
      return begun > 0;
    },

    fail: ({ id, owner, errors, nowMs, keepMs }) =>
      db.transaction(async (sql) => {
        const failed = await sql.run(
          `UPDATE batches SET status = 'failed', errors = ?, ended_at_ms = ?, kept_until_ms = ?, owner = NULL
           WHERE id = ? AND status = 'validating' AND owner = ?`,
          JSON.stringify(errors),
          nowMs,
          nowMs + keepMs,
          id,
          owner,
        );
        if (failed > 0) await sql.run('DELETE FROM batch_lines WHERE batch_id = ?', id);
      }),

    abandon: (id) =>
      db.transaction(async (sql) => {
        await sql.run('DELETE FROM batch_lines WHERE batch_id = ?', id);
        await sql.run('DELETE FROM batches WHERE id = ?', id);
      }),
  };
}

const RENEW_LINES: RowSet = {
  columns: { batch_id: 'TEXT', line: 'BIGINT', owner: 'TEXT', until_ms: 'BIGINT' },
  text: `UPDATE batch_lines SET leased_until_ms = rows.until_ms FROM rows
    WHERE batch_lines.batch_id = rows.batch_id AND batch_lines.line = rows.line AND batch_lines.owner = rows.owner`,
};

/** For the servers that run lines. */
function createRunning(
  db: Database,
): Pick<Batches, 'hasLive' | 'open' | 'take' | 'renew' | 'answered' | 'putBack' | 'releaseAll'> {
  return {
    hasLive: async ({ isBackground }) => {
      const row = await db.sql.one(
        `SELECT 1 AS found FROM batches WHERE status IN ${LIVE} AND is_background = ? LIMIT 1`,
        isBackground ? 1 : 0,
      );
      return row !== undefined;
    },

    open: async ({ isBackground }, nowMs) => {
      const rows = await db.sql.all(
        `SELECT * FROM batches b WHERE status IN ${OPEN} AND is_background = ?
           AND (status <> 'in_progress' OR is_background = 1 OR (not_before_ms <= ? AND NOT EXISTS (${PAUSED})))
           AND (${HAS_TAKABLE.join(' OR ')})
         ORDER BY id LIMIT ?`,
        isBackground ? 1 : 0,
        nowMs,
        nowMs,
        nowMs,
        OPEN_AT_ONCE,
      );
      return rows.map(batchFromRow);
    },

    take: (take) => db.transaction((sql) => takeLines(sql, take)),

    renew: ({ owner, leasedUntilMs, running, reading }) =>
      db.transaction(async (sql) => {
        const lines = running.map(({ batchId, line }) => [batchId, line, owner, leasedUntilMs]);
        await Promise.all(runForRows(sql, RENEW_LINES, lines));
        await sql.run(
          'UPDATE batches SET leased_until_ms = ? WHERE id = ? AND owner = ?',
          leasedUntilMs,
          reading ?? '',
          owner,
        );
        const rows = await sql.all(
          `SELECT DISTINCT b.id, b.status FROM batch_lines l JOIN batches b ON b.id = l.batch_id
           WHERE l.owner = ? AND (b.status = 'cancelling' OR (b.status = 'finalizing' AND b.is_background = 1))`,
          owner,
        );
        return rows.map((row) => ({ id: text(row, 'id'), status: text(row, 'status') as Batch['status'] }));
      }),

    answered: (result, kept) => db.transaction((sql) => endLine(sql, result, kept)),

    putBack: (wait) => db.transaction((sql) => putBack(sql, wait)),

    releaseAll: () =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE batch_lines SET leased_until_ms = 0 WHERE owner IS NOT NULL');
        await sql.run('UPDATE batches SET leased_until_ms = 0 WHERE owner IS NOT NULL');
      }),
  };
}

/** How a batch ends before its last line. */
function createEnds(db: Database): Pick<Batches, 'cancel' | 'expire' | 'remove'> {
  return {
    cancel: (accountId, id, kept) => db.transaction((sql) => cancel(sql, { accountId, id }, kept)),

    expire: (of, kept) => db.transaction((sql) => expire(sql, of, kept)),

    remove: (accountId, id) =>
      db.transaction(async (sql) => {
        const row = await sql.one(
          `SELECT status FROM batches WHERE id = ? AND account_id = ? AND ${SEEN}`,
          id,
          accountId,
        );
        if (!row) return 'missing';
        if (!(ENDED as readonly string[]).includes(text(row, 'status'))) return 'open';
        await removeBatch(sql, id);
        return 'removed';
      }),
  };
}

async function create(sql: Sql, batch: NewBatch, openMax: number): Promise<void> {
  await lockAccount(sql, batch.accountId);
  await refuseTooManyOpen(sql, { ...batch, isBackground: false }, openMax);
  await sql.run(
    `INSERT INTO batches (id, account_id, key_id, dialect, endpoint, input_file_id, metadata, budget_nanos, status,
       created_at_ms, expires_at_ms, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'validating', ?, ?, ?)`,
    batch.id,
    batch.accountId,
    batch.keyId,
    batch.dialect,
    batch.endpoint,
    batch.inputFileId,
    batch.metadata && JSON.stringify(batch.metadata),
    batch.budget,
    batch.createdAtMs,
    batch.expiresAtMs,
    batch.owner,
  );
}

/** Two batches that are made at once come one after the other, so that limits hold. */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  const account = await sql.one('UPDATE accounts SET status = status WHERE id = ? RETURNING status', accountId);
  if (!account || text(account, 'status') === 'closed') {
    throw new ServiceError('not_found', 'The account of this key is closed.');
  }
}

export async function refuseTooManyOpen(
  sql: Sql,
  { accountId, isBackground }: Pick<Batch, 'accountId' | 'isBackground'>,
  openMax: number,
): Promise<void> {
  const open = await sql.one(
    `SELECT COUNT(*) AS n FROM batches WHERE account_id = ? AND status IN ${LIVE} AND is_background = ?`,
    accountId,
    isBackground ? 1 : 0,
  );
  if (number(open!, 'n') < openMax) return;
  const what = isBackground ? 'responses in the background' : 'batches';
  throw new ServiceError(
    'rate_limited',
    `An account has at most ${openMax} ${what} that have not ended: wait for one to end, or cancel one.`,
    { retryAfterMs: isBackground ? 5_000 : 60_000 },
  );
}

/** Lines of a reader before us were read from the same input, and ours find them there. */
async function claimInput(sql: Sql, { owner, leasedUntilMs }: Lease, nowMs: number): Promise<Batch | undefined> {
  const skip = sql.kind === 'postgres' ? `${sql.forUpdate} SKIP LOCKED` : '';
  const row = await sql.one(
    `UPDATE batches SET owner = ?, leased_until_ms = ? WHERE id = (
       SELECT id FROM batches WHERE status = 'validating' AND dialect = 'openai' AND leased_until_ms <= ?
       ORDER BY id LIMIT 1 ${skip}) RETURNING *`,
    owner,
    leasedUntilMs,
    nowMs,
  );
  return row && batchFromRow(row);
}

async function takeLines(
  sql: Sql,
  { batchId, owner, limit, leasedUntilMs, nowMs }: Take,
): Promise<readonly TakenLine[]> {
  const skip = sql.kind === 'postgres' ? `${sql.forUpdate} SKIP LOCKED` : '';
  const rows: Row[] = [];
  for (const isTakable of TAKABLE) {
    if (rows.length >= limit) break;
    const taken = await sql.all(
      `UPDATE batch_lines SET state = 'running', owner = ?, leased_until_ms = ?
       WHERE batch_id = ? AND line IN (
         SELECT line FROM batch_lines WHERE batch_id = ? AND ${isTakable} ORDER BY line LIMIT ? ${skip})
       RETURNING line, custom_id, request, attempts`,
      owner,
      leasedUntilMs,
      batchId,
      batchId,
      nowMs,
      limit - rows.length,
    );
    rows.push(...taken);
  }
  return rows.map((row) => ({
    line: number(row, 'line'),
    customId: text(row, 'custom_id'),
    request: text(row, 'request'),
    attempts: number(row, 'attempts'),
  }));
}

/** A line that another server has taken over is that server's to end. */
const ENDABLE = "batch_id = ? AND line = ? AND state IN ('waiting', 'running') AND (owner IS NULL OR owner = ?)";

export async function mayEnd(
  sql: Sql,
  { batchId, line, owner }: Pick<LineResult, 'batchId' | 'line' | 'owner'>,
): Promise<boolean> {
  const row = await sql.one(`SELECT line FROM batch_lines WHERE ${ENDABLE} ${sql.forUpdate}`, batchId, line, owner);
  return row !== undefined;
}

/**
 * A line that is in the ledger ends with what it has cost: its answer is the one that was kept. It stays kept while another
 * server has the line, which would ask and be charged once more if it did not find it.
 * Nothing is kept of one whose account was deleted meanwhile.
 */
export async function endLine(sql: Sql, result: LineResult, kept: Kept): Promise<boolean> {
  const { batchId, line, end, cost } = result;
  // The batch comes before its lines everywhere: two that end at once would wait for each other.
  const column = COLUMNS[end];
  const row = await sql.one(`SELECT * FROM batches WHERE id = ? ${sql.forUpdate}`, batchId);
  if (!row) {
    await sql.run('DELETE FROM recorded_answers WHERE scope = ?', result.scope);
    return false;
  }
  const changed = await sql.run(
    `UPDATE batch_lines SET state = ?, request = NULL, result = ?, result_bytes = ?, request_id = ?, cost_nanos = ?,
       owner = NULL WHERE ${ENDABLE}`,
    end,
    result.result,
    result.resultBytes,
    result.requestId,
    cost,
    batchId,
    line,
    result.owner,
  );
  if (changed === 0) return false;
  const [counted] = await Promise.all([
    sql.one(
      `UPDATE batches SET ${column} = ${column} + 1, cost_nanos = cost_nanos + ?,
         waiting_for = CASE WHEN ? = 'succeeded' AND status = 'in_progress' THEN NULL ELSE waiting_for END WHERE id = ? RETURNING *`,
      cost,
      end,
      batchId,
    ),
    sql.run('DELETE FROM recorded_answers WHERE scope = ?', result.scope),
  ]);
  await endIfDone(sql, await withinBudget(sql, batchFromRow(counted!)), kept);
  return true;
}

const COLUMNS: Readonly<Record<LineEnd, string>> = {
  succeeded: 'succeeded',
  errored: 'errored',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** Lines that run when the budget is used up may end; none begins after that. */
async function withinBudget(sql: Sql, batch: Batch): Promise<Batch> {
  if (batch.status !== 'in_progress' || batch.budget === null || batch.cost < batch.budget) return batch;
  return endWaiting(sql, batch.id, { status: 'finalizing', end: 'cancelled', waitingFor: BUDGET_REACHED });
}

type Ending = {
  readonly status: 'cancelling' | 'finalizing';
  readonly end: 'cancelled' | 'expired';
  readonly waitingFor: string | null;
};

async function endWaiting(sql: Sql, batchId: string, { status, end, waitingFor }: Ending): Promise<Batch> {
  const ended = await sql.run(
    "UPDATE batch_lines SET state = ?, request = NULL WHERE batch_id = ? AND state = 'waiting'",
    end,
    batchId,
  );
  const column = COLUMNS[end];
  const row = await sql.one(
    `UPDATE batches SET status = ?, ${column} = ${column} + ?, waiting_for = ? WHERE id = ? RETURNING *`,
    status,
    ended,
    waitingFor,
    batchId,
  );
  return batchFromRow(row!);
}

/**
 * With the last line its batch ends: its results become files, which a response has none of, and its owner hears of it. The
 * notice is written with the end itself: neither is there without the other.
 */
async function endIfDone(sql: Sql, batch: Batch, kept: Kept): Promise<Batch> {
  if (unendedOf(batch.counts) > 0 || batch.status === 'validating') return batch;
  const hasFiles = batch.dialect === 'openai' && !batch.isBackground;
  const files = hasFiles ? await addResults(sql, batch, kept) : { outputId: null, errorId: null };
  const row = await sql.one(
    `UPDATE batches SET status = ?, ended_at_ms = ?, kept_until_ms = ?, output_file_id = ?, error_file_id = ?
     WHERE id = ? RETURNING *`,
    endOf(batch),
    kept.nowMs,
    // A response is kept by itself for as long, whenever it ends.
    (batch.isBackground ? batch.expiresAtMs : kept.nowMs) + kept.keepMs,
    files.outputId,
    files.errorId,
    batch.id,
  );
  const ended = batchFromRow(row!);
  await insertNotice(sql, (batch.isBackground ? endOfResponse : endOfBatch)(ended, kept.nowMs));
  return ended;
}

/** A batch whose last lines were answered although its time or its budget was over is whole. */
function endOf({ status, counts, isBackground }: Batch): Batch['status'] {
  if (isBackground && counts.succeeded + counts.errored > 0) return counts.succeeded > 0 ? 'completed' : 'failed';
  if (status === 'cancelling' || counts.cancelled > 0) return 'cancelled';
  return counts.expired > 0 || counts.total === 0 ? 'expired' : 'completed';
}

async function addResults(sql: Sql, batch: Batch, { nowMs, keepMs, outputId, errorId }: Kept) {
  const rows = await sql.all(
    `SELECT state, COUNT(*) AS n, SUM(result_bytes) AS bytes, SUM(custom_id_bytes) AS names FROM batch_lines
     WHERE batch_id = ? GROUP BY state`,
    batch.id,
  );
  const sizes = rows.map((row) => {
    const end = text(row, 'state') as LineEnd;
    const lines = number(row, 'n');
    const isAnswered = end === 'succeeded' || end === 'errored';
    const bytes = isAnswered
      ? number(row, 'bytes')
      : unansweredBytes(batch, { lines, names: number(row, 'names'), end });
    return { end, lines, bytes };
  });
  const add = async (id: string, lines: 'succeeded' | 'failed') => {
    const own = sizes.filter(({ end }) => (end === 'succeeded') === (lines === 'succeeded'));
    if (own.length === 0) return null;
    await sql.run(
      `INSERT INTO files (id, account_id, purpose, filename, bytes, parts, created_at_ms, expires_at_ms, is_whole,
         batch_id, lines) VALUES (?, ?, 'batch_output', ?, ?, 0, ?, ?, 1, ?, ?)`,
      id,
      batch.accountId,
      `${batch.id}_${lines === 'succeeded' ? 'output' : 'error'}.jsonl`,
      own.reduce((sum, { bytes }) => sum + bytes, 0),
      nowMs,
      nowMs + keepMs,
      batch.id,
      lines,
    );
    return id;
  };
  return { outputId: await add(outputId, 'succeeded'), errorId: await add(errorId, 'failed') };
}

function endOfBatch({ id, accountId, status, counts, cost }: Batch, atMs: number): NoticeToWrite {
  const { total, succeeded } = counts;
  const failed = total - succeeded;
  const data = { accountId, batchId: id, status, total, succeeded, failed, costCzk: formatCzk(cost) };
  return toWrite(BATCH_COMPLETED, { id: `batch.completed/${id}`, atMs, data }, []);
}

/** One whose time was over has failed. */
function endOfResponse({ id, accountId, status, cost }: Batch, atMs: number): NoticeToWrite {
  const isKnown = status === 'completed' || status === 'cancelled';
  const data = { accountId, responseId: id, status: isKnown ? status : 'failed', costCzk: formatCzk(cost) } as const;
  return toWrite(RESPONSE_COMPLETED, { id: `response.completed/${id}`, atMs, data }, []);
}

async function putBack(sql: Sql, { batchId, line, owner, ...wait }: LineWait & Pick<Lease, 'owner'>): Promise<void> {
  if (wait.batchWaitsFor !== null) {
    await sql.run(
      "UPDATE batches SET waiting_for = ?, not_before_ms = ? WHERE id = ? AND status = 'in_progress'",
      wait.batchWaitsFor,
      wait.notBeforeMs,
      batchId,
    );
  }
  const row = await sql.one(`SELECT status FROM batches WHERE id = ? ${sql.forUpdate}`, batchId);
  // Of a batch that ends it stays with a server, as one whose lease is over: the next one ends it.
  const isOpen = row !== undefined && text(row, 'status') === 'in_progress';
  await sql.run(
    `UPDATE batch_lines SET state = ?, owner = NULL, leased_until_ms = 0, not_before_ms = ?, attempts = attempts + ?
     WHERE batch_id = ? AND line = ? AND state = 'running' AND owner = ?`,
    isOpen ? 'waiting' : 'running',
    wait.batchWaitsFor === null ? wait.notBeforeMs : 0,
    wait.isAttempt ? 1 : 0,
    batchId,
    line,
    owner,
  );
}

type BatchOf = { readonly accountId: string; readonly id: string };

/** One whose input is still read has no line that could run. */
async function cancel(sql: Sql, { accountId, id }: BatchOf, kept: Kept): Promise<Batch | undefined> {
  const row = await sql.one(`SELECT * FROM batches WHERE id = ? AND account_id = ? ${sql.forUpdate}`, id, accountId);
  if (!row) return undefined;
  const batch = batchFromRow(row);
  if (batch.status !== 'validating' && batch.status !== 'in_progress') return batch;
  await sql.run('UPDATE batches SET cancelled_at_ms = ?, owner = NULL WHERE id = ?', kept.nowMs, id);
  if (batch.status === 'validating') await sql.run('DELETE FROM batch_lines WHERE batch_id = ?', id);
  return endIfDone(sql, await endWaiting(sql, id, { status: 'cancelling', end: 'cancelled', waitingFor: null }), kept);
}

async function expire(sql: Sql, { isBackground }: OfKind, kept: Kept): Promise<number> {
  const rows = await sql.all(
    `SELECT * FROM batches WHERE status IN ('validating', 'in_progress') AND expires_at_ms <= ? AND is_background = ?
     ORDER BY id LIMIT ? ${sql.forUpdate}`,
    kept.nowMs,
    isBackground ? 1 : 0,
    EXPIRED_AT_ONCE,
  );
  for (const [n, row] of rows.entries()) {
    const { id, status, waitingFor } = batchFromRow(row);
    await sql.run('UPDATE batches SET owner = NULL WHERE id = ?', id);
    if (status === 'validating') await sql.run('DELETE FROM batch_lines WHERE batch_id = ?', id);
    const files = { outputId: `${kept.outputId}${n}`, errorId: `${kept.errorId}${n}` };
    await endIfDone(sql, await endWaiting(sql, id, { status: 'finalizing', end: 'expired', waitingFor }), {
      ...kept,
      ...files,
    });
  }
  return rows.length;
}

async function removeBatch(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM files WHERE batch_id = ?', id);
  await sql.run('DELETE FROM batch_pieces WHERE batch_id = ?', id);
  await sql.run('DELETE FROM batch_lines WHERE batch_id = ?', id);
  await sql.run('DELETE FROM batches WHERE id = ?', id);
}

/** Part of the sweep: first the lines, some at once, then the batch. */
export async function forgetBatches(sql: Sql, nowMs: number): Promise<number> {
  const row = await sql.one(
    `SELECT id FROM batches WHERE kept_until_ms <= ? OR (NOT ${IS_WHOLE} AND created_at_ms <= ?) ORDER BY id LIMIT 1`,
    nowMs,
    nowMs - UPLOAD_MS_MAX,
  );
  if (!row) return 0;
  const id = text(row, 'id');
  const lines = await sql.run(
    'DELETE FROM batch_lines WHERE batch_id = ? AND line IN (SELECT line FROM batch_lines WHERE batch_id = ? LIMIT ?)',
    id,
    id,
    FORGOTTEN_LINES,
  );
  if (lines < FORGOTTEN_LINES) await removeBatch(sql, id);
  return 1;
}

/** With the answers that were paid for and are not among the results yet. */
export async function forgetBatchesOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('DELETE FROM batch_pieces WHERE batch_id IN (SELECT id FROM batches WHERE account_id = ?)', accountId);
  await sql.run(
    `DELETE FROM recorded_answers WHERE scope IN (SELECT ${SCOPE} FROM batch_lines
       WHERE batch_id IN (SELECT id FROM batches WHERE account_id = ?) AND state IN ('waiting', 'running'))`,
    accountId,
  );
  await sql.run('DELETE FROM batch_lines WHERE batch_id IN (SELECT id FROM batches WHERE account_id = ?)', accountId);
  await sql.run('DELETE FROM batches WHERE account_id = ?', accountId);
}

const amount = (row: Row, column: string): Nanos => nanos(bigint(row, column));

const endFromRow = (row: Row) => ({
  line: number(row, 'line'),
  customId: text(row, 'custom_id'),
  end: text(row, 'state') as LineEnd,
  result: row.result === null ? null : text(row, 'result'),
});

export const batchFromRow = (row: Row): Batch => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  keyId: text(row, 'key_id'),
  isBackground: number(row, 'is_background') === 1,
  dialect: text(row, 'dialect') as Batch['dialect'],
  endpoint: text(row, 'endpoint') as Batch['endpoint'],
  inputFileId: row.input_file_id === null ? null : text(row, 'input_file_id'),
  metadata: row.metadata === null ? null : JSON.parse(text(row, 'metadata')),
  budget: row.budget_nanos === null ? null : amount(row, 'budget_nanos'),
  status: text(row, 'status') as Batch['status'],
  createdAtMs: number(row, 'created_at_ms'),
  expiresAtMs: number(row, 'expires_at_ms'),
  beganAtMs: optionalNumber(row, 'began_at_ms') ?? null,
  cancelledAtMs: optionalNumber(row, 'cancelled_at_ms') ?? null,
  endedAtMs: optionalNumber(row, 'ended_at_ms') ?? null,
  counts: {
    total: number(row, 'total'),
    succeeded: number(row, 'succeeded'),
    errored: number(row, 'errored'),
    cancelled: number(row, 'cancelled'),
    expired: number(row, 'expired'),
  },
  cost: amount(row, 'cost_nanos'),
  waitingFor: row.waiting_for === null ? null : text(row, 'waiting_for'),
  errors: row.errors === null ? [] : (JSON.parse(text(row, 'errors')) as readonly InputError[]),
  outputFileId: row.output_file_id === null ? null : text(row, 'output_file_id'),
  errorFileId: row.error_file_id === null ? null : text(row, 'error_file_id'),
});
