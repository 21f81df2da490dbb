/** Automatic top-ups: saved cards, what accounts have chosen, and the orders that charge cards. */
import { monthOf, monthSpanMs } from '../../core/calendar.ts';
import type { CardFailure } from '../../core/card-failure.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { creditOffer } from '../../core/offer.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { readBuyer } from './buyer-store.ts';
import type { CardFace } from './contract.ts';
import { orderFromRow } from './order-row.ts';
import { addOrder } from './order-store.ts';
import type { Order } from './payment-ports.ts';
import type { SavedCard } from './saved-card.ts';
import type { AutomaticOrder, TopUpRule, TopUpState, TopUps } from './top-up.ts';
import { chargeSucceeded, removeCard, removeOldCard } from './top-up-rows.ts';

const AT_ONCE = 100;
const CHARGED_AT_ONCE = 20;
/** Longer than the provider is waited for, with all its tries. */
const TURN_MS = 120_000;
/** For the customer's eyes: what is known of a charge by then is asked for, and nothing is charged after it. */
const OPEN_MS = 3_600_000;

export function createTopUpStore(db: Database): TopUps {
  return {
    of: (accountId, nowMs) => db.snapshot((sql) => stateOf(sql, accountId, nowMs)),

    set: (accountId, rule, by) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, accountId);
        if (rule.isOn && !(await cardRow(sql, accountId))) {
          throw new ServiceError('invalid_request', 'There is no saved card: save one first.', { param: 'isOn' });
        }
        await writeRule(sql, accountId, rule, by);
      }),

    saveCard: (accountId, card, atMs) => db.transaction((sql) => saveCard(sql, accountId, card, atMs)),

    removeCard: (accountId, atMs) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, accountId);
        await removeCard(sql, accountId, atMs);
      }),

    cardsToForget: async () => {
      const rows = await db.sql.all(
        `SELECT customer FROM saved_cards c WHERE removed_at_ms IS NOT NULL AND forgotten_at_ms IS NULL AND NOT EXISTS
           (SELECT 1 FROM orders o WHERE o.account_id = c.account_id AND o.card_method = c.method AND o.status = 'open')
         ORDER BY removed_at_ms LIMIT ?`,
        CHARGED_AT_ONCE,
      );
      return rows.map((row) => text(row, 'customer'));
    },

    forgotten: (customer, atMs) =>
      db.transaction(
        async (sql) =>
          void (await sql.run('UPDATE saved_cards SET forgotten_at_ms = ? WHERE customer = ?', atMs, customer)),
      ),

    due: async (afterId, nowMs) => {
      const rows = await db.sql.all(
        `${DUE} AND t.account_id > ? ORDER BY t.account_id LIMIT ?`,
        nowMs,
        afterId,
        AT_ONCE,
      );
      return rows.map((row) => text(row, 'account_id'));
    },

    order: (about) => db.transaction((sql) => orderIfDue(sql, about)),

    claim: (nowMs) => db.transaction((sql) => claim(sql, nowMs)),
  };
}

/** An account that owes, is suspended or closed is left alone: its owner has to act first. */
const DUE = `SELECT t.*, c.customer, c.method FROM top_ups t
  JOIN accounts a ON a.id = t.account_id AND a.status = 'active' AND a.suspended_at_ms IS NULL
  JOIN saved_cards c ON c.account_id = t.account_id AND c.removed_at_ms IS NULL
  JOIN pots p ON p.account_id = t.account_id AND p.kind = 'credit' AND p.balance < t.below_nanos
  WHERE t.on_since_ms IS NOT NULL AND t.paused_at_ms IS NULL AND (t.next_try_ms IS NULL OR t.next_try_ms <= ?)
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.account_id = t.account_id AND o.card_method IS NOT NULL AND o.status = 'open')`;

type Ordering = { readonly id: string; readonly accountId: string; readonly nowMs: number };

/** Everything is looked at again under the lock: other servers look at the same account. */
async function orderIfDue(sql: Sql, { id, accountId, nowMs }: Ordering): Promise<Order | undefined> {
  await lockAccount(sql, accountId);
  const row = await sql.one(`${DUE} AND t.account_id = ?`, nowMs, accountId);
  if (!row) return undefined;
  const amount = nanos(bigint(row, 'amount_nanos'));
  if ((await monthUsed(sql, accountId, nowMs)) + amount > bigint(row, 'month_nanos')) return undefined;
  return addOrder(sql, {
    id,
    accountId,
    offer: creditOffer(amount),
    method: 'stripe',
    language: languageOf(row),
    vatId: (await readBuyer(sql, accountId))?.vatId || null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + OPEN_MS,
    card: { customer: text(row, 'customer'), method: text(row, 'method') },
  });
}

/**
 * The sum of this month: orders made in it and orders paid in it. An order in flight counts in every month, so that a
 * charge at midnight cannot take either month beyond its maximum.
 */
async function monthUsed(sql: Sql, accountId: string, nowMs: number): Promise<Nanos> {
  const { fromMs } = monthSpanMs(monthOf(nowMs))!;
  const row = await sql.one(
    `SELECT COALESCE(SUM(amount_nanos), 0) AS used FROM orders WHERE account_id = ? AND card_method IS NOT NULL
       AND status <> 'expired' AND (created_at_ms >= ? OR paid_at_ms >= ? OR status = 'open')`,
    accountId,
    fromMs,
    fromMs,
  );
  return nanos(bigint(row!, 'used'));
}

async function claim(sql: Sql, nowMs: number): Promise<readonly AutomaticOrder[]> {
  const due = await sql.all(
    `SELECT * FROM orders WHERE card_method IS NOT NULL AND status = 'open' AND ask_at_ms <= ?
     ORDER BY ask_at_ms, id LIMIT ?`,
    nowMs,
    CHARGED_AT_ONCE,
  );
  const claimed: AutomaticOrder[] = [];
  for (const row of due) {
    const isOurs = await sql.run(
      "UPDATE orders SET ask_at_ms = ? WHERE id = ? AND ask_at_ms = ? AND status = 'open'",
      nowMs + TURN_MS,
      text(row, 'id'),
      number(row, 'ask_at_ms'),
    );
    const card = { customer: text(row, 'card_customer'), method: text(row, 'card_method') };
    if (isOurs > 0) claimed.push({ order: orderFromRow(row), card });
  }
  return claimed;
}

type By = { readonly language: 'cs' | 'en'; readonly atMs: number };

async function writeRule(sql: Sql, accountId: string, rule: TopUpRule, { language, atMs }: By): Promise<void> {
  const values = [rule.below, rule.amount, rule.monthMax, language] as const;
  await sql.run(
    `INSERT INTO top_ups (account_id, on_since_ms, below_nanos, amount_nanos, month_nanos, language)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET on_since_ms = excluded.on_since_ms, below_nanos = excluded.below_nanos,
       amount_nanos = excluded.amount_nanos, month_nanos = excluded.month_nanos, language = excluded.language`,
    accountId,
    rule.isOn ? atMs : null,
    ...values,
  );
  await chargeSucceeded(sql, accountId);
}

async function saveCard(sql: Sql, accountId: string, card: SavedCard, atMs: number): Promise<void> {
  await lockAccount(sql, accountId);
  const account = await sql.one('SELECT status FROM accounts WHERE id = ?', accountId);
  if (!account) throw new ServiceError('not_found', 'There is no such account.');
  if (await sql.one('SELECT customer FROM saved_cards WHERE customer = ?', card.customer)) return;
  await removeOldCard(sql, accountId, atMs);
  await sql.run(
    `INSERT INTO saved_cards (customer, account_id, method, brand, last4, expiry_month, expiry_year, saved_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    card.customer,
    accountId,
    card.method,
    card.brand,
    card.last4,
    card.expiryMonth,
    card.expiryYear,
    atMs,
  );
  await chargeSucceeded(sql, accountId);
  // The page was left open while the account was closed: the provider is to forget the card.
  if (account.status === 'closed') await removeOldCard(sql, accountId, atMs);
}

export async function stateOf(sql: Sql, accountId: string, nowMs: number): Promise<TopUpState> {
  const card = await cardRow(sql, accountId);
  const row = await sql.one('SELECT * FROM top_ups WHERE account_id = ?', accountId);
  const open = await sql.one(
    "SELECT id FROM orders WHERE account_id = ? AND card_method IS NOT NULL AND status = 'open'",
    accountId,
  );
  return {
    card: card ? faceOf(card) : null,
    rule: row ? ruleOf(row) : null,
    monthUsed: await monthUsed(sql, accountId, nowMs),
    inFlight: open ? text(open, 'id') : null,
    failure: row ? failureOf(row) : null,
  };
}

const cardRow = (sql: Sql, accountId: string): Promise<Row | undefined> =>
  sql.one('SELECT * FROM saved_cards WHERE account_id = ? AND removed_at_ms IS NULL', accountId);

const faceOf = (row: Row): CardFace => ({
  brand: text(row, 'brand'),
  last4: text(row, 'last4'),
  expiryMonth: number(row, 'expiry_month'),
  expiryYear: number(row, 'expiry_year'),
});

const ruleOf = (row: Row): TopUpRule => ({
  isOn: row.on_since_ms !== null,
  below: nanos(bigint(row, 'below_nanos')),
  amount: nanos(bigint(row, 'amount_nanos')),
  monthMax: nanos(bigint(row, 'month_nanos')),
});

function failureOf(row: Row): TopUpState['failure'] {
  if (row.last_failure === null) return null;
  const timeOf = (name: string) => (row[name] === null ? null : number(row, name));
  return {
    why: text(row, 'last_failure') as CardFailure,
    pausedAtMs: timeOf('paused_at_ms'),
    nextTryAtMs: timeOf('next_try_ms'),
  };
}

const languageOf = (row: Row): 'cs' | 'en' => (row.language === 'cs' ? 'cs' : 'en');
