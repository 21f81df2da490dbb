import { type Database, number, type Sql, text } from '../platform/database/database.ts';
import type { AnswerClaims, ClaimFailure, RecordedAnswers } from './answer-claims.ts';
import { AnsweredElsewhere } from './answered-elsewhere.ts';

/** Each statement is complete by itself: what is left half-way is a claim whose lease ends by itself. */
export function createAnswerClaimStore(db: Database, answers: RecordedAnswers): AnswerClaims {
  return {
    take: async (claim, nowMs) => {
      for (;;) {
        const known = await answers.find(claim.scope, nowMs);
        if (known) return { kind: 'known', known };
        const mine = await db.sql.one(
          `INSERT INTO answer_claims (scope, fingerprint, owner, leased_until_ms, failure) VALUES (?, ?, ?, ?, NULL)
           ON CONFLICT (scope) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
             leased_until_ms = excluded.leased_until_ms, failure = NULL
           WHERE answer_claims.leased_until_ms <= ? OR answer_claims.failure IS NOT NULL
           RETURNING owner`,
          claim.scope,
          claim.fingerprint,
          claim.owner,
          claim.leasedUntilMs,
          nowMs,
        );
        if (mine) {
          // The one before us may have kept its answer and let go between the two statements.
          const kept = await answers.find(claim.scope, nowMs);
          if (!kept) return { kind: 'taken' };
          await letGo(db.sql, claim);
          return { kind: 'known', known: kept };
        }
        const other = await db.sql.one('SELECT owner, fingerprint FROM answer_claims WHERE scope = ?', claim.scope);
        if (other) return { kind: 'busy', owner: text(other, 'owner'), fingerprint: text(other, 'fingerprint') };
      }
    },

    look: async (scope) => {
      const row = await db.sql.one('SELECT owner, leased_until_ms, failure FROM answer_claims WHERE scope = ?', scope);
      return (
        row && {
          owner: text(row, 'owner'),
          leasedUntilMs: number(row, 'leased_until_ms'),
          ...(row.failure !== null && { failure: JSON.parse(text(row, 'failure')) as ClaimFailure }),
        }
      );
    },

    renew: async ({ scope, owner, leasedUntilMs }) => {
      await db.sql.run(
        'UPDATE answer_claims SET leased_until_ms = ? WHERE scope = ? AND owner = ?',
        leasedUntilMs,
        scope,
        owner,
      );
    },

    end: async (claim, failure) => {
      if (!failure) return void (await letGo(db.sql, claim));
      await db.sql.run(
        'UPDATE answer_claims SET failure = ? WHERE scope = ? AND owner = ?',
        JSON.stringify(failure),
        claim.scope,
        claim.owner,
      );
    },
  };
}

type Owned = { readonly scope: string; readonly owner: string };

const letGo = (sql: Sql, { scope, owner }: Owned): Promise<number> =>
  sql.run('DELETE FROM answer_claims WHERE scope = ? AND owner = ?', scope, owner);

/**
 * Ends a claim in the transaction that keeps its answer. Throws when another server has taken our place meanwhile,
 * because we were not heard of for too long: its answer is the one that counts, and ours is not charged.
 */
export async function fulfilClaim(sql: Sql, claim: Owned): Promise<void> {
  if ((await letGo(sql, claim)) > 0) return;
  throw new AnsweredElsewhere();
}

/** Forgets what is left over: claims of servers that died, and failures that all waiting calls have got by now. */
export const forgetClaims = (sql: Sql, beforeMs: number): Promise<number> =>
  sql.run('DELETE FROM answer_claims WHERE leased_until_ms <= ?', beforeMs);
