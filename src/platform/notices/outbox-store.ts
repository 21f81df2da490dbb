/** The outbox: notices, until they are sent. */

import { isCustomerEvent } from '../../core/customer-events.ts';
import { type Database, number, type Row, type Sql, text } from '../database/database.ts';
import {
  type Channel,
  type Delivery,
  type EndpointChannel,
  endpointChannel,
  GATHERED_MS,
  groupOf,
  type Notice,
  type NoticeToWrite,
  type Outbox,
  type Owner,
  waitAfter,
} from './notice.ts';

const AT_ONCE = 100;

export function createOutboxStore(db: Database): Outbox {
  return {
    add: (told) => db.transaction((sql) => insertNotice(sql, told)),

    claim: (nowMs) => db.transaction((sql) => claimDue(sql, nowMs, 'NOT LIKE')),
    claimEndpoints: (nowMs) => db.transaction((sql) => claimDue(sql, nowMs, 'LIKE')),

    arrived: ({ ids, channel, gather }, atMs) =>
      db.transaction(async (sql) => {
        for (const id of ids) await finish(sql, { id, channel }, atMs);
        const nextMs = atMs + GATHERED_MS;
        await sql.run(
          `UPDATE outbox SET next_at_ms = ? WHERE ${WAITING} AND next_at_ms < ?`,
          nextMs,
          gather,
          channel,
          nextMs,
        );
      }),

    giveUp: (given) => db.transaction((sql) => finish(sql, given, null)),

    forget: (beforeMs) =>
      db.transaction((sql) => sql.run('DELETE FROM outbox WHERE at_ms < ? AND next_at_ms IS NULL', beforeMs)),
  };
}

/** It stays for a while, so that the same event is not told again. */
async function finish(
  sql: Sql,
  { id, channel }: Pick<Delivery, 'channel'> & { readonly id: string },
  arrivedAtMs: number | null,
): Promise<void> {
  const where = 'WHERE id = ? AND channel = ?';
  await sql.run(`UPDATE outbox SET next_at_ms = NULL, arrived_at_ms = ? ${where}`, arrivedAtMs, id, channel);
  await sql.run(`DELETE FROM outbox ${where} AND notice LIKE ?`, id, channel, '%,"isForgotten":true%');
}

/** With what they tell of: the transaction is the caller's. */
export async function insertNotices(sql: Sql, all: readonly NoticeToWrite[] = []): Promise<void> {
  for (const told of all) await insertNotice(sql, told);
}

/** On its channels, and for the webhooks of the customer that want it. */
export async function insertNotice(sql: Sql, told: NoticeToWrite): Promise<void> {
  for (const channel of told.channels) await insertRow(sql, told, channel);
  const { type, data } = told.notice;
  if (!isCustomerEvent(type) || typeof data.accountId !== 'string') return;
  const webhooks = await sql.all(
    'SELECT id, events FROM webhooks WHERE account_id = ? AND disabled_at_ms IS NULL',
    data.accountId,
  );
  for (const webhook of webhooks) {
    const events = JSON.parse(text(webhook, 'events')) as readonly string[];
    if (events.includes(type)) await insertRow(sql, told, endpointChannel(text(webhook, 'id')));
  }
}

/** Resolves with whether it is new: a notice goes into a channel once. */
export async function insertRow(
  sql: Sql,
  told: Omit<NoticeToWrite, 'channels'>,
  channel: Channel | EndpointChannel,
): Promise<boolean> {
  const { notice } = told;
  const gather = groupOf(told, channel);
  const inserted = await sql.run(
    `INSERT INTO outbox (id, channel, notice, at_ms, next_at_ms, gather) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    notice.id,
    channel,
    JSON.stringify(notice),
    notice.atMs,
    gather === null ? notice.atMs : await turnOf(sql, { gather, channel, atMs: notice.atMs }),
    gather,
  );
  return inserted > 0;
}

const WAITING = 'gather = ? AND channel = ? AND next_at_ms IS NOT NULL';

type Turn = { readonly gather: string; readonly channel: string; readonly atMs: number };

/** With those that wait already, or when the last e-mail of its kind was long enough ago. */
async function turnOf(sql: Sql, { gather, channel, atMs }: Turn): Promise<number> {
  const waiting = await sql.one(
    `SELECT next_at_ms FROM outbox WHERE ${WAITING} ORDER BY next_at_ms LIMIT 1`,
    gather,
    channel,
  );
  if (waiting) return number(waiting, 'next_at_ms');
  const sent = await sql.one(
    `SELECT arrived_at_ms FROM outbox WHERE gather = ? AND channel = ? AND arrived_at_ms IS NOT NULL
     ORDER BY arrived_at_ms DESC LIMIT 1`,
    gather,
    channel,
  );
  return Math.max(atMs, sent ? number(sent, 'arrived_at_ms') + GATHERED_MS : 0);
}

async function claimDue(sql: Sql, nowMs: number, like: 'LIKE' | 'NOT LIKE'): Promise<readonly Delivery[]> {
  const due = await sql.all(
    `SELECT * FROM outbox WHERE next_at_ms <= ? AND channel ${like} 'endpoint:%' ORDER BY next_at_ms LIMIT ?`,
    nowMs,
    AT_ONCE,
  );
  const claimed: Delivery[] = [];
  for (const row of due) {
    if (row.gather !== null) claimed.push(...(await claimGathered(sql, row, nowMs)));
    else if (await isClaimed(sql, row, nowMs))
      claimed.push(deliveryFromRow({ ...row, attempts: number(row, 'attempts') + 1 }));
  }
  return claimed;
}

/** All that are due with it, however many; none where another of them was met before. */
async function claimGathered(sql: Sql, row: Row, nowMs: number): Promise<readonly Delivery[]> {
  const claimed = await sql.all(
    `UPDATE outbox SET attempts = attempts + 1, next_at_ms = ? WHERE ${WAITING} AND next_at_ms <= ? RETURNING *`,
    nowMs + waitAfter(number(row, 'attempts') + 1),
    text(row, 'gather'),
    text(row, 'channel'),
    nowMs,
  );
  return claimed.map(deliveryFromRow).toSorted((a, b) => a.notice.atMs - b.notice.atMs);
}

/** One of many who look at once moves its turn on. */
async function isClaimed(sql: Sql, row: Row, nowMs: number): Promise<boolean> {
  const attempts = number(row, 'attempts') + 1;
  const moved = await sql.run(
    'UPDATE outbox SET attempts = ?, next_at_ms = ? WHERE id = ? AND channel = ? AND next_at_ms = ?',
    attempts,
    nowMs + waitAfter(attempts),
    text(row, 'id'),
    text(row, 'channel'),
    row.next_at_ms!,
  );
  return moved > 0;
}

const deliveryFromRow = (row: Row): Delivery => ({
  notice: JSON.parse(text(row, 'notice')) as Notice,
  channel: text(row, 'channel') as Delivery['channel'],
  gather: row.gather === null ? null : text(row, 'gather'),
  attempts: number(row, 'attempts'),
});

export const ownerFromRow = (row: Row): Owner => ({
  email: text(row, 'email'),
  language: row.language === 'cs' ? 'cs' : 'en',
});
