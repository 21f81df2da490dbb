import type { RecordedAnswer } from '../domain/chat.ts';
import type { Settlement } from '../domain/ledger.ts';
import { type Nanos, nanos } from '../domain/money.ts';
import type { RecordedAnswers } from '../domain/ports.ts';
import { fulfilClaim } from './answer-claim-store.ts';
import { type Database, type Sql, text } from './database.ts';

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

function answerFromText(written: string): RecordedAnswer {
  const answer = JSON.parse(written) as Omit<RecordedAnswer, 'cost'> & { readonly cost: string };
  return { ...answer, cost: nanos(BigInt(answer.cost)) };
}

type KeptAnswer = NonNullable<Settlement['record']> & { readonly requestId: string; readonly cost: Nanos };

/** Keeps an answer; called in the transaction of its charge. An expired one under the same key is replaced. */
export async function keepAnswer(sql: Sql, kept: KeptAnswer): Promise<void> {
  await Promise.all([
    kept.owner !== undefined && fulfilClaim(sql, { scope: kept.scope, owner: kept.owner }),
    sql.run(
      `INSERT INTO recorded_answers (scope, fingerprint, request_id, answer, expires_at_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (scope) DO UPDATE SET fingerprint = excluded.fingerprint, request_id = excluded.request_id,
         answer = excluded.answer, expires_at_ms = excluded.expires_at_ms`,
      kept.scope,
      kept.fingerprint,
      kept.requestId,
      JSON.stringify({ ...kept.answer, cost: String(kept.cost) }),
      kept.expiresAtMs,
    ),
  ]);
}
