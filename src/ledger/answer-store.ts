import type { RecordedAnswer } from '../core/chat.ts';
import type { Settlement } from '../core/ledger.ts';
import { type Nanos, nanos } from '../core/money.ts';
import { toSharedBytes } from '../lib/shared-bytes.ts';
import { type Database, type Sql, text } from '../platform/database/database.ts';
import { fulfilClaim } from './answer-claim-store.ts';
import type { RecordedAnswers } from './answer-claims.ts';

/** Reads answers kept for an Idempotency-Key. */
export function createAnswerStore(db: Database): RecordedAnswers {
  return {
    find: async (scope, nowMs) => {
      const row = await db.sql.one(
        'SELECT fingerprint, answer FROM recorded_answers WHERE scope = ? AND expires_at_ms > ?',
        scope,
        nowMs,
      );
      return row && { fingerprint: text(row, 'fingerprint'), answer: answerFromText(text(row, 'answer')) };
    },
  };
}

type WrittenAnswer = Omit<RecordedAnswer, 'cost' | 'events'> & { readonly cost: string; readonly events?: unknown[] };

const PART_BYTES = 2 * 1024 * 1024;

/**
 * JSON with each event on a line of its own: one that is many megabytes long is not read as a whole. In parts, because
 * PostgreSQL is written by the serving thread, which one of 13 MB would hold for 20 ms.
 */
function* partsOf({ events, ...rest }: Omit<RecordedAnswer, 'cost'>, cost: Nanos): Generator<string, undefined> {
  const head = JSON.stringify({ ...rest, cost: String(cost) });
  let lines: Uint8Array[] = [Buffer.from(`${head.slice(0, -1)},"events":[`)];
  let bytes = 0;
  for (const [n, event] of events.entries()) {
    lines.push(n === 0 ? NEXT_LINE : NEXT_ITEM, event);
    bytes += event.length;
    if (bytes < PART_BYTES) continue;
    yield textOf(lines);
    [lines, bytes] = [[], 0];
  }
  yield textOf([...lines, Buffer.from('\n]}')]);
}

/** Joined as bytes, which takes half the time of texts. */
const textOf = (lines: readonly Uint8Array[]): string => Buffer.concat(lines).toString();

const NEXT_LINE = Buffer.from('\n');
const NEXT_ITEM = Buffer.from('\n,');

function answerFromText(written: string): RecordedAnswer {
  const [head, ...lines] = written.split('\n');
  // An earlier version has written one line.
  const { events = [], ...answer } = JSON.parse(lines.length === 0 ? written : `${head}]}`) as WrittenAnswer;
  const texts =
    lines.length === 0 ? events.map((event) => JSON.stringify(event)) : lines.slice(0, -1).map(withoutComma);
  return { ...answer, events: texts.map(toSharedBytes), cost: nanos(BigInt(answer.cost)) };
}

const withoutComma = (line: string): string => (line.startsWith(',') ? line.slice(1) : line);

type KeptAnswer = NonNullable<Settlement['record']> & { readonly requestId: string; readonly cost: Nanos };

/** Keeps an answer; called in the transaction of its charge. An expired one under the same key is replaced. */
export async function keepAnswer(sql: Sql, kept: KeptAnswer): Promise<void> {
  const parts = partsOf(kept.answer, kept.cost);
  await Promise.all([
    kept.owner !== undefined && fulfilClaim(sql, { scope: kept.scope, owner: kept.owner }),
    sql.run(
      `INSERT INTO recorded_answers (scope, fingerprint, request_id, answer, expires_at_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (scope) DO UPDATE SET fingerprint = excluded.fingerprint, request_id = excluded.request_id,
         answer = excluded.answer, expires_at_ms = excluded.expires_at_ms`,
      kept.scope,
      kept.fingerprint,
      kept.requestId,
      parts.next().value ?? '',
      kept.expiresAtMs,
    ),
  ]);
  for (const part of parts) {
    await sql.run('UPDATE recorded_answers SET answer = answer || ? WHERE scope = ?', part, kept.scope);
  }
}
