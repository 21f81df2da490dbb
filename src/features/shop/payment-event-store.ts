/**
 * Events of providers, acted on once: what is known of the order, what it gives or takes, its invoice number and the
 * event itself are written in one transaction. Events are acted on one after the other, on all servers together: they
 * are few, and an event can concern another that is just being written.
 */

import type { Nanos } from '../../core/money.ts';
import { refuseWhenFull } from '../../ledger/account-full.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { type Act, type Given, give, giveBack, takeBack } from './fulfilment.ts';
import { dueBack, learn, type OrderFact, type Payment, paymentProblem, returnedOf, statusOf } from './order.ts';
import { factsFromRow, orderFromRow } from './order-row.ts';
import { beginSubscription, endSubscription, renewalOrder, renewsAs } from './paid-subscriptions.ts';
import type { ChargeReport, EventOutcome, EventResult, EventSubject, PaymentEvent } from './payment-ports.ts';
import type { SaleTerms } from './sale-terms.ts';
import { chargeFailed, chargeSucceeded } from './top-up-rows.ts';

export type Acting = Act & SaleTerms;

export async function applyEvent(sql: Sql, event: PaymentEvent, acting: Acting): Promise<EventResult> {
  await nextEventNumber(sql);
  return refuseWhenFull(applyInTurn(sql, event, acting));
}

/** The caller has taken a number in this transaction, so that it is its turn. */
export async function applyInTurn(sql: Sql, event: PaymentEvent, acting: Acting): Promise<EventResult> {
  if (await sql.one('SELECT id FROM payment_events WHERE id = ?', event.id)) {
    return { outcome: 'duplicate', orderId: null };
  }
  const { outcome, subject } = await actOn(sql, event.about, acting);
  // What is about nothing of ours is not kept, so that it can be reported again when it is: after a restored backup, say.
  if (outcome === 'unknown') return { outcome, orderId: null };
  // Written last, because what is written here is never changed.
  await sql.run(
    'INSERT INTO payment_events (id, kind, outcome, subject, fact, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    event.id,
    event.kind,
    outcome,
    subject,
    toJson(event.about),
    acting.atMs,
  );
  return { outcome, orderId: outcome === 'waiting' ? null : subject };
}

/** The account of an order whose payment goes back, by what an event says of it. */
export async function accountToTakeFrom(sql: Sql, about: EventSubject): Promise<string | undefined> {
  const isBack = about.by === 'payment' && (about.fact.kind === 'refunded' || about.fact.kind === 'dispute');
  const order = isBack
    ? await orderBy(sql, 'provider_payment', about.payment)
    : about.by === 'refunded-order' && (await orderBy(sql, 'id', about.orderId));
  return order ? text(order, 'account_id') : undefined;
}

type Acted = { readonly outcome: EventOutcome; readonly subject: string };
const UNKNOWN: Acted = { outcome: 'unknown', subject: '' };

async function actOn(sql: Sql, about: EventSubject, acting: Acting): Promise<Acted> {
  switch (about.by) {
    case 'session':
      return actOnSession(sql, about, acting);
    case 'payment': {
      const order = await orderBy(sql, 'provider_payment', about.payment);
      if (!order) return { outcome: 'waiting', subject: about.payment };
      return learnFact(sql, order, about.fact, acting);
    }
    case 'charge':
      return actOnCharge(sql, about, acting);
    case 'invoice': {
      const order = await orderBy(sql, 'provider_invoice', about.invoice);
      if (!order) return { outcome: 'waiting', subject: about.invoice };
      await sql.run('UPDATE orders SET provider_payment = ? WHERE id = ?', about.payment, text(order, 'id'));
      await actOnWaiting(sql, [about.payment], acting);
      return { outcome: 'done', subject: text(order, 'id') };
    }
    case 'renewal':
      return actOnRenewal(sql, about, acting);
    case 'renewal-failed': {
      const order = await orderBy(sql, 'id', about.orderId);
      return order ? { outcome: 'done', subject: about.orderId } : UNKNOWN;
    }
    case 'subscription-end':
      return (await endSubscription(sql, about.subscription))
        ? { outcome: 'done', subject: about.subscription }
        : UNKNOWN;
    case 'order':
    case 'cancelled-order': {
      const order = await orderBy(sql, 'id', about.orderId);
      if (!order) return UNKNOWN;
      await keepCountry(sql, about.orderId, about.country);
      return learnFact(sql, order, { kind: about.by === 'order' ? 'paid' : 'ended' }, acting);
    }
    case 'refunded-order': {
      const order = await orderBy(sql, 'id', about.orderId);
      return order ? learnFact(sql, order, { kind: 'refunded', total: about.total }, acting) : UNKNOWN;
    }
  }
}

async function actOnSession(
  sql: Sql,
  about: EventSubject & { readonly by: 'session' },
  acting: Acting,
): Promise<Acted> {
  const order = await orderBy(sql, 'provider_session', about.session);
  if (!order) return UNKNOWN;
  const id = text(order, 'id');
  if (about.orderId !== id) return { outcome: 'wrong-order', subject: id };
  const problem = problemOf(order, about.paid);
  if (problem) return { outcome: problem, subject: id };
  const { payment, invoice, subscription } = about;
  await sql.run(
    `UPDATE orders SET provider_payment = COALESCE(provider_payment, ?), provider_invoice = COALESCE(provider_invoice, ?),
       provider_subscription = COALESCE(provider_subscription, ?) WHERE id = ?`,
    payment,
    invoice,
    subscription,
    id,
  );
  await keepCountry(sql, id, about.country);
  const linked = (await orderBy(sql, 'id', id))!;
  const acted = await learnFact(sql, linked, about.fact, acting);
  if (subscription !== null && about.fact.kind === 'paid') {
    await beginSubscription(sql, { id: subscription, order: linked, atMs: acting.atMs });
  }
  await actOnWaiting(sql, [invoice, payment], acting);
  return acted;
}

/** Before the payment is learned: the invoice names it. */
async function keepCountry(sql: Sql, orderId: string, country: string | null | undefined): Promise<void> {
  if (!country) return;
  await sql.run('UPDATE orders SET payment_country = ? WHERE id = ? AND payment_country IS NULL', country, orderId);
}

async function actOnCharge(sql: Sql, about: ChargeReport, acting: Acting): Promise<Acted> {
  const { orderId, payment, fact, failure } = about;
  const order = await orderBy(sql, 'id', orderId);
  if (!order) return UNKNOWN;
  if (order.card_method === null) return { outcome: 'wrong-order', subject: orderId };
  const problem = problemOf(order, about.paid);
  if (problem) return { outcome: problem, subject: orderId };
  await sql.run('UPDATE orders SET provider_payment = COALESCE(provider_payment, ?) WHERE id = ?', payment, orderId);
  const acted = await learnFact(sql, order, fact, acting);
  const accountId = text(order, 'account_id');
  if (fact.kind === 'paid') await chargeSucceeded(sql, accountId);
  else if (failure && order.status === 'open') await chargeFailed(sql, { accountId, why: failure, atMs: acting.atMs });
  await actOnWaiting(sql, [payment], acting);
  return acted;
}

/** Each paid period is an order of its own, with its own invoice, at the price of the first. */
async function actOnRenewal(
  sql: Sql,
  about: EventSubject & { readonly by: 'renewal' },
  acting: Acting,
): Promise<Acted> {
  const first = await renewedOrder(sql, about);
  if (!first) return UNKNOWN;
  if (text(first, 'kind') !== 'plan') return { outcome: 'wrong-order', subject: about.orderId };
  const problem = problemOf(first, about.paid);
  if (problem) return { outcome: problem, subject: about.orderId };
  const id = await renewalOrder(sql, { first, invoice: about.invoice, subscription: about.subscription, ...acting });
  const acted = await learnFact(sql, (await orderBy(sql, 'id', id))!, { kind: 'paid' }, acting);
  await actOnWaiting(sql, [about.invoice], acting);
  return acted;
}

/**
 * The order that an invoice renews: the one that it names, or, where a plan was changed while the invoice was written, the
 * newest of the same subscription that costs what was paid.
 */
async function renewedOrder(sql: Sql, about: EventSubject & { readonly by: 'renewal' }): Promise<Row | undefined> {
  const named = await orderBy(sql, 'id', about.orderId);
  if (!named || !problemOf(named, about.paid)) return named;
  const other = await sql.one(
    `SELECT * FROM orders WHERE account_id = ? AND provider_subscription = ? AND kind = 'plan' AND amount_nanos = ?
     ORDER BY created_at_ms DESC, id LIMIT 1`,
    text(named, 'account_id'),
    about.subscription,
    about.paid.amount,
  );
  return other ?? named;
}

function problemOf(order: Row, paid: Payment | null): EventOutcome | undefined {
  if (paid === null) return undefined;
  const problem = paymentProblem(bigint(order, 'amount_nanos') as Nanos, paid);
  return problem && `wrong-${problem}`;
}

/** Reports of a payment or an invoice that came before we knew whose it is. */
async function actOnWaiting(sql: Sql, subjects: readonly (string | null)[], acting: Acting): Promise<void> {
  for (const subject of subjects) {
    if (subject === null) continue;
    const waiting = await sql.all(
      "SELECT id, fact FROM payment_events WHERE subject = ? AND outcome = 'waiting' ORDER BY at_ms, id",
      subject,
    );
    for (const row of waiting) {
      const acted = await actOn(sql, eventSubjectFrom(text(row, 'fact')), acting);
      await sql.run(
        'UPDATE payment_events SET outcome = ?, subject = ? WHERE id = ?',
        acted.outcome,
        acted.subject,
        text(row, 'id'),
      );
    }
  }
}

/** Adds a fact to what is known, and gives or takes what follows from it. */
async function learnFact(sql: Sql, found: Row, fact: OrderFact, acting: Acting): Promise<Acted> {
  const id = text(found, 'id');
  await lockAccount(sql, text(found, 'account_id'));
  const row = (await orderBy(sql, 'id', id))!;
  const { amount } = orderFromRow(row);
  const known = learn(factsFromRow(row), fact);
  const before = factsFromRow(row);
  const isFirstPayment = known.isPaid && !before.isPaid;
  const isClosed = await isAccountClosed(sql, text(row, 'account_id'));
  if (isFirstPayment) await pay(sql, row, { ...acting, isClosed });
  const due = dueBack(known, amount);
  const taken = bigint(row, 'taken_nanos');
  const paid = (await orderBy(sql, 'id', id))!;
  const why = known.dispute === 'open' || known.dispute === 'lost' ? 'dispute' : 'refund';
  if (due > taken) await takeBack(sql, paid, { ...acting, amount: (due - taken) as Nanos, why });
  else if (due < taken && !isClosed) await giveBack(sql, paid, { ...acting, amount: (taken - due) as Nanos });
  await sql.run(
    `UPDATE orders SET status = ?, ended_at_ms = ?, refunded_nanos = ?, dispute = ?, disputed_nanos = ?, taken_nanos = ?
     WHERE id = ?`,
    statusOf(known, amount),
    known.hasEnded ? Number(row.ended_at_ms ?? acting.atMs) : null,
    known.refunded,
    known.dispute,
    known.disputed,
    due,
    id,
  );
  await acting.documents.issueCreditNote(sql, { id }, { ...acting, returned: returnedOf(known, amount) });
  return { outcome: isFirstPayment && isClosed ? 'account-closed' : 'done', subject: id };
}

async function pay(sql: Sql, row: Row, acting: Acting & { readonly isClosed: boolean }): Promise<void> {
  const { atMs, offers, isClosed } = acting;
  const order = orderFromRow(row);
  const invoiceNumber = await acting.documents.issueInvoice(sql, order, acting);
  const isRenewal = row.provider_session === null;
  const subscription = row.provider_subscription === null ? 'none' : isRenewal ? 'renewal' : 'first';
  const nothing: Given = { potId: null, tokens: null };
  const goesOnAs = subscription === 'none' ? undefined : await renewsAs(sql, text(row, 'provider_subscription'));
  const giving = { ...acting, order, invoiceNumber, subscription, goesOnAs } as const;
  const given = isClosed ? nothing : await give(sql, giving, offers);
  await sql.run(
    'UPDATE orders SET paid_at_ms = ?, invoice_number = ?, pot_id = ?, tokens = COALESCE(tokens, ?) WHERE id = ?',
    atMs,
    invoiceNumber,
    given.potId,
    given.tokens,
    order.id,
  );
}

async function isAccountClosed(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.one('SELECT status FROM accounts WHERE id = ?', accountId))?.status === 'closed';
}

type Handle = 'id' | 'provider_session' | 'provider_payment' | 'provider_invoice';

const orderBy = (sql: Sql, column: Handle, value: string): Promise<Row | undefined> =>
  sql.one(`SELECT * FROM orders WHERE ${column} = ?`, value);

const toJson = (about: EventSubject): string =>
  JSON.stringify(about, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

export const eventSubjectFrom = (json: string): EventSubject =>
  JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
