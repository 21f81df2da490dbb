/** The books of requests. Every method is one transaction; the database's own CHECKs refuse what must never be. */
import { monthOf } from '../../domain/calendar.ts';
import { ServiceError } from '../../domain/errors.ts';
import {
  type FreeReason,
  type HoldEvent,
  type HoldOrder,
  type HoldState,
  NEXT_HOLD_STATE,
  type PotKind,
  type Settled,
  type Settlement,
} from '../../domain/ledger.ts';
import { nanos } from '../../domain/money.ts';
import { type Charge, type HoldPlan, type PotPart, planHold, splitCharge } from '../../domain/payment.ts';
import type { PlanOffers } from '../../domain/plan.ts';
import type { Ledger } from '../../domain/ports.ts';
import { keepAnswer } from '../answer-store.ts';
import { archivedUntilMs } from '../audit/archive-store.ts';
import { bigint, type Database, type Row, type Sql, type TransactionSql, text } from '../database.ts';
import { lockAccountOf, readLocked } from './account-lock.ts';
import { readBalance, readOpenHolds } from './balance.ts';
import { lockFunds } from './funds.ts';
import { nextSeq } from './journal.ts';
import { readKeyFunds } from './key-funds.ts';
import { partsFromText, partsToText, priceFromRow, readReceipt, settledFromRow } from './receipt.ts';
import { refusalOf } from './refusal.ts';
import { countUse } from './usage-hours.ts';

export function createLedgerStore(db: Database, offers: PlanOffers): Ledger {
  return {
    hold: (order) =>
      db.transaction(async (sql) => {
        const funds = await lockFunds(sql, order, offers);
        const plan = planHold(order, funds);
        if (!plan.ok) throw await refusalOf(sql, order, plan);
        const parts = [...plan.tokenParts, { potId: funds.creditPotId, amount: plan.credit }];
        await sql.last([
          ...parts.filter(({ amount }) => amount > 0n).map((part) => holdPart(sql, part)),
          insertRequest(sql, order, { plan, creditPotId: funds.creditPotId }),
        ]);
        return { outputTokensMax: plan.outputTokensMax };
      }),

    settle: (settlement) =>
      db.transaction(async (sql) => {
        const row = await lockRequest(sql, settlement.requestId);
        const state = text(row, 'state') as HoldState;
        if (NEXT_HOLD_STATE[state].settle !== 'settled') throw tooLate(settlement.requestId, state);
        if (state === 'settled') return settledBefore(sql, settlement.requestId);
        return charge(sql, row, settlement);
      }),

    release: ({ requestId, ...how }) => db.transaction((sql) => freeHold(sql, requestId, { event: 'release', ...how })),

    receiptOf: (requestId) => readReceipt(db.sql, requestId),
    archivedUntilMs: () => archivedUntilMs(db.sql),

    balanceOf: (accountId, nowMs) => readBalance(db.sql, accountId, nowMs),
    fundsOf: (keyId, nowMs) => db.transaction((sql) => readKeyFunds(sql, { keyId, offers, nowMs })),
    openHolds: () => readOpenHolds(db.sql),
  };
}

const holdPart = (sql: Sql, { potId, amount }: PotPart): Promise<number> =>
  sql.run('UPDATE pots SET held = held + ? WHERE id = ?', amount, potId);

function insertRequest(
  sql: Sql,
  order: HoldOrder,
  { plan, creditPotId }: { readonly plan: HoldPlan & { ok: true }; readonly creditPotId: string },
): Promise<number> {
  return sql.run(
    `INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, held_nanos, held_parts,
       input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?)`,
    order.requestId,
    order.accountId,
    order.keyId,
    creditPotId,
    order.model,
    order.priceVersion,
    plan.credit,
    partsToText(plan.tokenParts),
    order.inputTokensMax,
    plan.outputTokensMax,
    order.atMs,
    order.expiresAtMs,
  );
}

/** Takes what each pot pays, gives back what it held, and writes both down. */
async function charge(sql: TransactionSql, row: Row, settlement: Settlement): Promise<Settled> {
  const { requestId, usage, atMs, anomaly, record } = settlement;
  const held = { tokenParts: partsFromText(text(row, 'held_parts')), credit: nanos(bigint(row, 'held_nanos')) };
  const { tokenParts, cost } = splitCharge(usage, priceFromRow(row), held);
  const credit = { potId: text(row, 'credit_pot_id'), amount: held.credit };
  const [accountId, keyId, model] = [text(row, 'account_id'), text(row, 'key_id'), text(row, 'model')];
  const ended = endRequest(sql, settlement, { tokenParts, cost });
  const tokenPayments = held.tokenParts.map(async (part): Promise<PaidPot> => {
    const paid = tokenParts.find((one) => one.potId === part.potId)?.amount ?? 0n;
    const pot = await payFrom(sql, part, paid);
    return { kind: text(pot!, 'kind') as PotKind, paid };
  });
  // The hour must know what kind of pots have paid tokens. Where none has, nothing waits.
  const [paid] = tokenPayments.length === 0 ? [[]] : await Promise.all([Promise.all(tokenPayments), ended]);
  const [planTokens, packageTokens] = [paidBy('plan', paid), paidBy('package', paid)];
  const writes: Promise<unknown>[] = [
    ended,
    payFrom(sql, credit, cost),
    countForKey(sql, keyId, { cost, atMs }),
    countUse(sql, { accountId, keyId, model, usage, cost, planTokens, packageTokens, atMs }),
  ];
  if (anomaly !== undefined) writes.push(noteAnomaly(sql, { requestId, anomaly, atMs }));
  // Whether the answer may be kept is only known when its claim was ended: too late for a commit that has left.
  if (record) await Promise.all([...writes, keepAnswer(sql, { ...record, requestId, cost })]);
  else await sql.last(writes);
  return { usage, cost };
}

/** The settled row is the charge: nothing else is written of it, and nothing in it changes any more. */
function endRequest(sql: Sql, settlement: Settlement, { tokenParts, cost }: Charge): Promise<number> {
  const { usage } = settlement;
  return sql.run(
    `UPDATE requests SET state = 'settled', ended_at_ms = ?, outcome = ?, first_event_at_ms = ?, input_tokens = ?,
       cached_input_tokens = ?, output_tokens = ?, reasoning_tokens = ?, cost_nanos = ?, paid_parts = ?,
       seq = ${nextSeq(sql)} WHERE id = ?`,
    settlement.atMs,
    settlement.outcome,
    settlement.firstEventAtMs ?? null,
    usage.inputTokens,
    usage.cachedInputTokens,
    usage.outputTokens,
    usage.reasoningTokens,
    cost,
    partsToText(tokenParts),
    settlement.requestId,
  );
}

type Anomaly = { readonly requestId: string; readonly anomaly: string; readonly atMs: number };

const noteAnomaly = (sql: Sql, { requestId, anomaly, atMs }: Anomaly): Promise<number> =>
  sql.run('INSERT INTO anomalies (request_id, claim, at_ms) VALUES (?, ?, ?)', requestId, anomaly, atMs);

type PaidPot = { readonly kind: PotKind; readonly paid: bigint };

/** Takes what a pot pays and gives back what it held; says of what kind it is. */
const payFrom = (sql: Sql, held: PotPart, paid: bigint): Promise<Row | undefined> =>
  sql.one(
    'UPDATE pots SET balance = balance - ?, spent = spent + ?, held = held - ? WHERE id = ? RETURNING kind',
    paid,
    paid,
    held.amount,
    held.potId,
  );

const paidBy = (kind: PotKind, pots: readonly PaidPot[]): bigint =>
  pots.filter((pot) => pot.kind === kind).reduce((sum, { paid }) => sum + paid, 0n);

function countForKey(sql: Sql, keyId: string, { cost, atMs }: { cost: bigint; atMs: number }): Promise<number> {
  return sql.run(
    `INSERT INTO key_months (key_id, month, spent_nanos, last_used_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (key_id, month) DO UPDATE SET spent_nanos = key_months.spent_nanos + excluded.spent_nanos,
       last_used_at_ms = excluded.last_used_at_ms`,
    keyId,
    monthOf(atMs),
    cost,
    atMs,
  );
}

type Freeing = {
  readonly event: HoldEvent;
  readonly reason: FreeReason | 'expired';
  readonly atMs: number;
  readonly anomaly?: string;
};

/** Gives back what was held, if the hold is still open; otherwise there is nothing to do. */
export async function freeHold(sql: Sql, requestId: string, { event, reason, atMs, anomaly }: Freeing): Promise<void> {
  const row = await lockRequest(sql, requestId);
  const state = text(row, 'state') as HoldState;
  const next = NEXT_HOLD_STATE[state][event];
  if (next === state) return;
  const credit = { potId: text(row, 'credit_pot_id'), amount: bigint(row, 'held_nanos') };
  await Promise.all([
    sql.run('UPDATE requests SET state = ?, outcome = ?, ended_at_ms = ? WHERE id = ?', next, reason, atMs, requestId),
    ...[...partsFromText(text(row, 'held_parts')), credit].map(({ potId, amount }) =>
      sql.run('UPDATE pots SET held = held - ? WHERE id = ?', amount, potId),
    ),
    ...(anomaly === undefined ? [] : [noteAnomaly(sql, { requestId, anomaly, atMs })]),
  ]);
}

/** The row of a request whose account nobody else decides about until this transaction ends. */
const lockRequest = (sql: Sql, requestId: string): Promise<Row> =>
  readLocked(
    sql,
    () => lockAccountOf(sql, requestId),
    () => requestRow(sql, requestId),
  );

/** Only what ending a hold needs: reading a whole row costs as much as writing one. */
async function requestRow(sql: Sql, requestId: string): Promise<Row> {
  const row = await sql.one(
    `SELECT r.state, r.account_id, r.key_id, r.model, r.credit_pot_id, r.held_nanos, r.held_parts,
       p.input, p.cached_input, p.output, p.reasoning
     FROM requests r JOIN price_versions p ON p.id = r.price_version WHERE r.id = ?`,
    requestId,
  );
  if (!row) throw new Error(`There is no request ${requestId}.`);
  return row;
}

async function settledBefore(sql: Sql, requestId: string): Promise<Settled> {
  const row = await sql.one(
    `SELECT input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos FROM requests WHERE id = ?`,
    requestId,
  );
  return settledFromRow(row!);
}

/** The hold ran out before the answer did: its money is free again and may be gone, so the answer cannot be given. */
const tooLate = (requestId: string, state: HoldState): ServiceError =>
  new ServiceError('internal', 'The answer took longer than its reservation; nothing was charged. Please try again.', {
    cause: new Error(`Request ${requestId} is ${state}: it can no longer be settled.`),
  });
