/** Reads of margins. Sums come from what is kept by the hour, never from the requests themselves. */
import type { TimeSpan } from '../../core/calendar.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { bigint, type Database, number, type Row, text } from '../../platform/database/database.ts';
import { type MarginShare, NO_MARGIN, plusMargin, prepaidWorth } from './rules.ts';

export interface MarginRecords {
  /** Requests with a buying price. Ask for a day at a time: all of it is read. */
  within(span: TimeSpan): Promise<readonly MarginShare[]>;
  /** All requests that were charged, with or without a buying price, and what the credit has paid for them. */
  charged(span: TimeSpan): Promise<{ readonly requests: number; readonly credit: Nanos }>;
}

const WITHIN = `SELECT m.account_id, m.model, m.engine, p.kind, o.amount_nanos, o.tokens AS sold_tokens,
    SUM(m.requests) AS requests, SUM(m.tokens) AS tokens, SUM(m.paid) AS paid, SUM(m.bought_nanos) AS bought
  FROM margin_hours m JOIN pots p ON p.id = m.pot_id LEFT JOIN orders o ON o.pot_id = m.pot_id
  WHERE m.hour_ms >= ? AND m.hour_ms < ?
  GROUP BY m.account_id, m.model, m.engine, m.pot_id, p.kind, o.amount_nanos, o.tokens
  ORDER BY m.account_id, m.model, m.engine`;

export function createMarginStore(db: Database): MarginRecords {
  return {
    within: async ({ fromMs, toMs }) => {
      const shares = new Map<string, MarginShare>();
      for (const row of await db.sql.all(WITHIN, fromMs, toMs)) {
        const share = fromRow(row);
        const name = [share.accountId, share.model, share.engine].join('\n');
        shares.set(name, { ...share, ...plusMargin(shares.get(name) ?? NO_MARGIN, share) });
      }
      return [...shares.values()];
    },

    charged: async ({ fromMs, toMs }) => {
      const row = await db.sql.one(
        'SELECT SUM(requests) AS requests, SUM(cost_nanos) AS cost FROM usage_hours WHERE hour_ms >= ? AND hour_ms < ?',
        fromMs,
        toMs,
      );
      return { requests: number(row!, 'requests'), credit: nanos(bigint(row!, 'cost')) };
    },
  };
}

function fromRow(row: Row): MarginShare {
  const isCredit = row.kind === 'credit';
  const sold =
    row.amount_nanos == null || row.sold_tokens == null
      ? null
      : { nanos: bigint(row, 'amount_nanos'), tokens: bigint(row, 'sold_tokens') };
  const paid = bigint(row, 'paid');
  return {
    accountId: text(row, 'account_id'),
    model: text(row, 'model'),
    engine: text(row, 'engine'),
    requests: number(row, 'requests'),
    tokens: bigint(row, 'tokens'),
    credit: nanos(isCredit ? paid : 0n),
    prepaid: isCredit ? nanos(0n) : prepaidWorth(paid, sold),
    bought: nanos(bigint(row, 'bought')),
  };
}
