/** The outbox: notices, until they are sent. */

import type { InBoth } from '../../core/plan.ts';
import { isWebhookEvent } from '../../core/webhook-events.ts';
import { type Database, number, type Row, type Sql, text } from '../database/database.ts';
import {
  type Channel,
  type Delivery,
  type EndpointChannel,
  endpointChannel,
  GATHERED_MS,
  gatherOf,
  KEY_WARNING_MS,
  type Notice,
  type NoticeToWrite,
  type Outbox,
  type Owner,
  waitAfter,
} from './notice.ts';
import { OWNER_EMAIL } from './owner-sql.ts';

const AT_ONCE = 100;

export function createOutboxStore(db: Database): Outbox {
  return {
    add: (notice, channels) => db.transaction((sql) => insertNotice(sql, notice, channels)),

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

    addDue: (nowMs, channels) =>
      db.transaction(async (sql) => {
        const renewed = await addRenewals(sql, nowMs, channels['plan.renewed']);
        return renewed + (await addExpiringKeys(sql, nowMs, channels['key.expiring']));
      }),

    forget: (beforeMs) =>
      db.transaction((sql) => sql.run('DELETE FROM outbox WHERE at_ms < ? AND next_at_ms IS NULL', beforeMs)),
  };
}

/** It stays for a while, so that the same event is not told again, but for those of members: each happens once. */
async function finish(
  sql: Sql,
  { id, channel }: Pick<Delivery, 'channel'> & { readonly id: string },
  arrivedAtMs: number | null,
): Promise<void> {
  const where = 'WHERE id = ? AND channel = ?';
  await sql.run(`UPDATE outbox SET next_at_ms = NULL, arrived_at_ms = ? ${where}`, arrivedAtMs, id, channel);
  // Its recipient may have asked to be forgotten.
  await sql.run(`DELETE FROM outbox ${where} AND notice LIKE ?`, id, channel, '%"type":"members.changed"%');
}

/** With what they tell of: the transaction is the caller's. */
export async function insertNotices(sql: Sql, told: readonly NoticeToWrite[] = []): Promise<void> {
  for (const { notice, channels } of told) await insertNotice(sql, notice, channels);
}

/** On these channels, and for the webhooks of the customer that want it. */
export async function insertNotice(sql: Sql, notice: Notice, channels: readonly Channel[]): Promise<void> {
  for (const channel of channels) await insertRow(sql, notice, channel);
  if (!isWebhookEvent(notice.type) || !('accountId' in notice.data)) return;
  const webhooks = await sql.all(
    'SELECT id, events FROM webhooks WHERE account_id = ? AND disabled_at_ms IS NULL',
    notice.data.accountId,
  );
  for (const webhook of webhooks) {
    const events = JSON.parse(text(webhook, 'events')) as readonly string[];
    if (events.includes(notice.type)) await insertRow(sql, notice, endpointChannel(text(webhook, 'id')));
  }
}

/** Resolves with whether it is new: a notice goes into a channel once. */
export async function insertRow(sql: Sql, notice: Notice, channel: Channel | EndpointChannel): Promise<boolean> {
  const gather = gatherOf(notice, channel);
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

/** A first period is no renewal, one that has ended meanwhile is no news, and a closed account has no recipient. */
async function addRenewals(sql: Sql, nowMs: number, channels: readonly Channel[]): Promise<number> {
  const begun = await sql.all(
    `SELECT n.account_id, n.starts_at_ms, n.ends_at_ms, n.plan, n.plan_name, ${OWNER_EMAIL}, a.status, u.language,
       (SELECT COUNT(*) FROM plan_periods b WHERE b.account_id = n.account_id AND b.ends_at_ms = n.starts_at_ms) AS before
     FROM plan_periods n JOIN accounts a ON a.id = n.account_id LEFT JOIN auth_users u ON u.id = a.user_id
     WHERE n.told_at_ms IS NULL ORDER BY n.starts_at_ms LIMIT ?`,
    AT_ONCE,
  );
  for (const row of begun) {
    const accountId = text(row, 'account_id');
    const startsAtMs = row.starts_at_ms!;
    const endsAtMs = number(row, 'ends_at_ms');
    const marked = await sql.run(
      'UPDATE plan_periods SET told_at_ms = ? WHERE account_id = ? AND starts_at_ms = ? AND told_at_ms IS NULL',
      nowMs,
      accountId,
      startsAtMs,
    );
    const isNews = number(row, 'before') > 0 && endsAtMs > nowMs && row.status !== 'closed';
    if (marked === 0 || !isNews) continue;
    const id = `plan.renewed/${accountId}/${startsAtMs}`;
    const name = row.plan_name === null ? {} : { name: JSON.parse(text(row, 'plan_name')) as InBoth };
    const data = { accountId, plan: text(row, 'plan'), ...name, endsAtMs };
    await insertNotice(sql, { id, type: 'plan.renewed', atMs: nowMs, data, owner: ownerFromRow(row) }, channels);
  }
  return begun.length;
}

/** A key that was made for less than the time of the warning, or was replaced, needs none. */
async function addExpiringKeys(sql: Sql, nowMs: number, channels: readonly Channel[]): Promise<number> {
  const ending = await sql.all(
    `SELECT k.*, ${OWNER_EMAIL}, u.language FROM api_keys k
     JOIN accounts a ON a.id = k.account_id LEFT JOIN auth_users u ON u.id = a.user_id
     WHERE k.expires_at_ms > ? AND k.expires_at_ms <= ? AND k.revoked_at_ms IS NULL AND k.replaced_by IS NULL
       AND k.created_at_ms < k.expires_at_ms - ?
       AND (k.told_expires_at_ms IS NULL OR k.told_expires_at_ms <> k.expires_at_ms)
     ORDER BY k.expires_at_ms LIMIT ?`,
    nowMs,
    nowMs + KEY_WARNING_MS,
    KEY_WARNING_MS,
    AT_ONCE,
  );
  for (const row of ending) {
    const keyId = text(row, 'id');
    const accountId = text(row, 'account_id');
    const expiresAtMs = number(row, 'expires_at_ms');
    await sql.run('UPDATE api_keys SET told_expires_at_ms = ? WHERE id = ?', expiresAtMs, keyId);
    const id = `key.expiring/${keyId}/${expiresAtMs}`;
    const data = { accountId, keyId, name: text(row, 'name'), hint: text(row, 'hint'), expiresAtMs };
    await insertNotice(sql, { id, type: 'key.expiring', atMs: nowMs, data, owner: ownerFromRow(row) }, channels);
  }
  return ending.length;
}

export const ownerFromRow = (row: Row): Owner => ({
  email: text(row, 'email'),
  language: row.language === 'cs' ? 'cs' : 'en',
});
