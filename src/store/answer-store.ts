import { nanos } from '../domain/money.ts';
import type { RecordedAnswer, RecordedAnswers } from '../domain/ports.ts';
import { type Database, text } from './database.ts';

/** Reads answers kept for an Idempotency-Key; `ledger-store.ts` writes them, together with their charge. */
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

    forgetExpired: (nowMs) =>
      db.transaction((sql) => sql.run('DELETE FROM recorded_answers WHERE expires_at_ms <= ?', nowMs)),
  };
}

function answerFromText(written: string): RecordedAnswer {
  const answer = JSON.parse(written) as Omit<RecordedAnswer, 'cost'> & { readonly cost: string };
  return { ...answer, cost: nanos(BigInt(answer.cost)) };
}
