/** The books. Every method is one transaction; the database's own CHECKs refuse what must never be. */
import type { Usage } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import {
  decideHold,
  type HoldEvent,
  type HoldState,
  NEXT_HOLD_STATE,
  type Receipt,
  type Settlement,
} from '../domain/ledger.ts';
import { costOf, formatCzk, type Nanos, nanos, type Price } from '../domain/money.ts';
import type { Ledger } from '../domain/ports.ts';
import { bigint, type Database, number, type Row, type Sql, text } from './database.ts';

export function createLedgerStore(db: Database): Ledger & { expireHolds(nowMs: number): Promise<number> } {
  return {
    hold: (order) =>
      db.transaction(async (sql) => {
        const pot = await sql.one("SELECT * FROM pots WHERE account_id = ? AND kind = 'credit'", order.accountId);
        const held = pot ? bigint(pot, 'held_nanos') : 0n;
        const available = nanos((pot ? bigint(pot, 'balance_nanos') : 0n) - held);
        const decision = decideHold(order, available);
        if (!decision.ok) throw insufficient(decision.needed, available, nanos(held));
        const { amount, outputTokensMax } = decision.hold;
        const potId = text(pot!, 'id');
        await sql.run('UPDATE pots SET held_nanos = held_nanos + ? WHERE id = ?', amount, potId);
        await sql.run(
          `INSERT INTO requests (id, account_id, key_id, pot_id, model, state, held_nanos, price, admitted_at_ms, expires_at_ms)
           VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?)`,
          order.requestId,
          order.accountId,
          order.keyId,
          potId,
          order.model,
          amount,
          priceToText(order.price),
          order.atMs,
          order.expiresAtMs,
        );
        return { amount, outputTokensMax };
      }),

    settle: (settlement) =>
      db.transaction(async (sql) => {
        const row = await requestRow(sql, settlement.requestId);
        const state = text(row, 'state') as HoldState;
        if (NEXT_HOLD_STATE[state].settle !== 'settled') {
          throw new Error(`Request ${settlement.requestId} is ${state}: it can no longer be settled.`);
        }
        if (state === 'settled') return receiptFromRow(row);
        return charge(sql, row, settlement);
      }),

    release: (requestId, atMs) => db.transaction((sql) => free(sql, requestId, { event: 'release', atMs })),

    expireHolds: (nowMs) =>
      db.transaction(async (sql) => {
        const due = await sql.all(
          "SELECT id FROM requests WHERE state = 'open' AND expires_at_ms <= ? LIMIT 1000",
          nowMs,
        );
        for (const row of due) await free(sql, text(row, 'id'), { event: 'expire', atMs: nowMs });
        return due.length;
      }),

    grant: ({ accountId, amount, reason, actor, atMs }) =>
      db.transaction(async (sql) => {
        const pot = await sql.one("SELECT id FROM pots WHERE account_id = ? AND kind = 'credit'", accountId);
        if (!pot) throw new Error(`There is no account ${accountId}.`);
        await sql.run('UPDATE pots SET balance_nanos = balance_nanos + ? WHERE id = ?', amount, text(pot, 'id'));
        await sql.run(
          `INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount_nanos, at_ms, actor, reason)
           VALUES (?, ?, 'grant', NULL, ?, ?, ?, ?)`,
          accountId,
          text(pot, 'id'),
          amount,
          atMs,
          actor,
          reason,
        );
      }),

    balanceOf: async (accountId) => {
      const pot = await db.sql.one("SELECT * FROM pots WHERE account_id = ? AND kind = 'credit'", accountId);
      const spent = await db.sql.one(
        'SELECT COALESCE(SUM(spent_nanos), 0) AS spent FROM api_keys WHERE account_id = ?',
        accountId,
      );
      return {
        credit: nanos(pot ? bigint(pot, 'balance_nanos') : 0n),
        held: nanos(pot ? bigint(pot, 'held_nanos') : 0n),
        spent: nanos(spent ? bigint(spent, 'spent') : 0n),
      };
    },
  };
}

/** Never more than the hold: whatever an engine claims to have counted, the balance cannot go below zero. */
async function charge(sql: Sql, row: Row, settlement: Settlement): Promise<Receipt> {
  const { requestId, usage, outcome, atMs, record } = settlement;
  const held = bigint(row, 'held_nanos');
  const full = costOf(usage, priceFromText(text(row, 'price')));
  const cost = full < held ? full : nanos(held);
  const potId = text(row, 'pot_id');
  await sql.run(
    `UPDATE requests SET state = 'settled', ended_at_ms = ?, outcome = ?, input_tokens = ?, cached_input_tokens = ?,
       output_tokens = ?, reasoning_tokens = ?, cost_nanos = ? WHERE id = ?`,
    atMs,
    outcome,
    usage.inputTokens,
    usage.cachedInputTokens,
    usage.outputTokens,
    usage.reasoningTokens,
    cost,
    requestId,
  );
  await sql.run(
    'UPDATE pots SET balance_nanos = balance_nanos - ?, held_nanos = held_nanos - ? WHERE id = ?',
    cost,
    held,
    potId,
  );
  await sql.run(
    `INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount_nanos, at_ms, actor, reason)
     VALUES (?, ?, 'charge', ?, ?, ?, 'service', ?)`,
    text(row, 'account_id'),
    potId,
    requestId,
    -cost,
    atMs,
    outcome,
  );
  await sql.run('UPDATE api_keys SET spent_nanos = spent_nanos + ? WHERE id = ?', cost, text(row, 'key_id'));
  if (record) await keepAnswer(sql, { ...record, requestId, cost });
  return { requestId, usage, cost };
}

type KeptAnswer = NonNullable<Settlement['record']> & { readonly requestId: string; readonly cost: Nanos };

async function keepAnswer(
  sql: Sql,
  { scope, fingerprint, expiresAtMs, answer, requestId, cost }: KeptAnswer,
): Promise<void> {
  await sql.run(
    `INSERT INTO recorded_answers (scope, fingerprint, request_id, answer, expires_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET fingerprint = excluded.fingerprint, request_id = excluded.request_id,
       answer = excluded.answer, expires_at_ms = excluded.expires_at_ms`,
    scope,
    fingerprint,
    requestId,
    JSON.stringify({ ...answer, cost: String(cost) }),
    expiresAtMs,
  );
}

/** Gives back what was held, if the hold is still open; otherwise there is nothing to do. */
async function free(sql: Sql, requestId: string, change: { event: HoldEvent; atMs: number }): Promise<void> {
  const row = await requestRow(sql, requestId);
  const state = text(row, 'state') as HoldState;
  const next = NEXT_HOLD_STATE[state][change.event];
  if (next === state) return;
  await sql.run('UPDATE requests SET state = ?, ended_at_ms = ? WHERE id = ?', next, change.atMs, requestId);
  await sql.run(
    'UPDATE pots SET held_nanos = held_nanos - ? WHERE id = ?',
    bigint(row, 'held_nanos'),
    text(row, 'pot_id'),
  );
}

async function requestRow(sql: Sql, requestId: string): Promise<Row> {
  const row = await sql.one('SELECT * FROM requests WHERE id = ?', requestId);
  if (!row) throw new Error(`There is no request ${requestId}.`);
  return row;
}

function receiptFromRow(row: Row): Receipt {
  const usage: Usage = {
    inputTokens: number(row, 'input_tokens'),
    cachedInputTokens: number(row, 'cached_input_tokens'),
    outputTokens: number(row, 'output_tokens'),
    reasoningTokens: number(row, 'reasoning_tokens'),
  };
  return { requestId: text(row, 'id'), usage, cost: nanos(bigint(row, 'cost_nanos')) };
}

function insufficient(needed: Nanos, available: Nanos, held: Nanos): ServiceError {
  const running = held > 0n ? `, and ${formatCzk(held)} CZK are held by running requests` : '';
  return new ServiceError(
    'insufficient_credit',
    `Your credit is exhausted: this request needs at least ${formatCzk(needed)} CZK, ${formatCzk(available)} CZK are available${running}. Please top up.`,
  );
}

const priceToText = (price: Price): string =>
  [price.input, price.cachedInput, price.output, price.reasoning].map(String).join(' ');

function priceFromText(written: string): Price {
  const [input, cachedInput, output, reasoning] = written.split(' ').map((part) => nanos(BigInt(part)));
  return { input: input!, cachedInput: cachedInput!, output: output!, reasoning: reasoning! };
}
