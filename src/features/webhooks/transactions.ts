/** Webhooks of customers. What waits to be sent to them is in the outbox, on a channel of their own. */
import { ServiceError } from '../../core/errors.ts';
import type { State } from '../../platform/action-log/action.ts';
import { accountRules } from '../../platform/action-log/action-rules.ts';
import { type Database, number, optionalNumber, type Row, type Sql, text } from '../../platform/database/database.ts';
import { endpointChannel, type Notice, toWrite } from '../../platform/notices/notice.ts';
import { insertRow, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { WEBHOOK_TEST } from './notices.ts';
import {
  FAILING_MS_MAX,
  FAILURES_MAX,
  TEST_EVERY_MS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookOf,
  type Webhooks,
} from './rules.ts';

const DELIVERIES_SHOWN = 10;

export function createWebhookStore(db: Database): Webhooks {
  return {
    list: async (accountId) => {
      const webhooks = await webhooksOf(db.sql, accountId);
      return Promise.all(
        webhooks.map(async (webhook) => {
          const deliveries = await db.sql.all(
            'SELECT * FROM outbox WHERE channel = ? ORDER BY at_ms DESC, id LIMIT ?',
            endpointChannel(webhook.id),
            DELIVERIES_SHOWN,
          );
          return { ...webhook, deliveries: deliveries.map(deliveryFromRow) };
        }),
      );
    },

    test: (webhook, atMs) =>
      db.transaction(async (sql) => {
        const { id, accountId } = webhook;
        await requireEnabled(sql, webhook);
        const noticeId = ['webhook.test', id, Math.floor(atMs / TEST_EVERY_MS)].join('/');
        const told = toWrite(WEBHOOK_TEST, { id: noticeId, atMs, data: { accountId, webhookId: id } }, []);
        if (await insertRow(sql, told, endpointChannel(id))) return;
        const retryAfterMs = TEST_EVERY_MS - (atMs % TEST_EVERY_MS);
        throw new ServiceError('too_many_attempts', 'A test was sent a moment ago; please wait.', { retryAfterMs });
      }),

    target: async (id) => {
      const row = await db.sql.one('SELECT * FROM webhooks WHERE id = ? AND disabled_at_ms IS NULL', id);
      return (
        row && { accountId: text(row, 'account_id'), url: text(row, 'url'), sealedSecret: text(row, 'sealed_secret') }
      );
    },

    arrived: ({ id, noticeId, atMs, status }) =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE webhooks SET failures = 0, failing_since_ms = NULL WHERE id = ? AND failures > 0', id);
        await sql.run(
          `UPDATE outbox SET next_at_ms = NULL, arrived_at_ms = ?, last_status = ?, last_problem = NULL
           WHERE id = ? AND channel = ?`,
          atMs,
          status,
          noticeId,
          endpointChannel(id),
        );
      }),

    failed: (called) => db.transaction((sql) => countFailure(sql, called)),
  };
}

type Called = Parameters<Webhooks['failed']>[0];

/** Returns what the owner must know when this failure has disabled the webhook. */
async function countFailure(sql: Sql, { id, noticeId, atMs, status, problem }: Called): ReturnType<Webhooks['failed']> {
  // The webhook comes before its deliveries everywhere: several that end at once would wait for each other.
  await sql.run(
    'UPDATE webhooks SET failures = failures + 1, failing_since_ms = COALESCE(failing_since_ms, ?) WHERE id = ?',
    atMs,
    id,
  );
  await sql.run(
    'UPDATE outbox SET last_status = ?, last_problem = ? WHERE id = ? AND channel = ?',
    status,
    problem,
    noticeId,
    endpointChannel(id),
  );
  const disabled = await sql.run(
    `UPDATE webhooks SET disabled_at_ms = ?
     WHERE id = ? AND disabled_at_ms IS NULL AND failures >= ? AND failing_since_ms <= ?`,
    atMs,
    id,
    FAILURES_MAX,
    atMs - FAILING_MS_MAX,
  );
  if (disabled === 0) return null;
  // What waits would only fail as well; it is not sent when the webhook is enabled again.
  await sql.run('UPDATE outbox SET next_at_ms = NULL WHERE channel = ?', endpointChannel(id));
  const row = await sql.one(
    `SELECT w.account_id, w.url, ${OWNER_EMAIL}, u.language FROM webhooks w
     JOIN accounts a ON a.id = w.account_id LEFT JOIN auth_users u ON u.id = a.user_id WHERE w.id = ?`,
    id,
  );
  return { accountId: text(row!, 'account_id'), url: text(row!, 'url'), owner: ownerFromRow(row!) };
}

/** Paths and queries of such addresses often hold a secret, and lines of the log stay for ever: the host is enough. */
const shownOf = ({ url, events }: Pick<Webhook, 'url' | 'events'>): State => ({ origin: new URL(url).origin, events });

export const WEBHOOK_ACTIONS = accountRules<WebhookChange>(
  {
    'add-webhook': async (sql, { webhook: { id, url, events }, sealedSecret }, { accountId, atMs }) => {
      const known = await webhooksOf(sql, accountId);
      if (known.length >= WEBHOOKS_MAX) {
        throw new ServiceError('invalid_request', `An account has at most ${WEBHOOKS_MAX} webhooks.`, { param: 'url' });
      }
      await sql.run(
        'INSERT INTO webhooks (id, account_id, url, sealed_secret, events, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        accountId,
        url,
        sealedSecret,
        JSON.stringify(events),
        atMs,
      );
    },

    'enable-webhook': async (sql, { webhookId }, { accountId }) => {
      const enabled = await sql.run(
        `UPDATE webhooks SET disabled_at_ms = NULL, failures = 0, failing_since_ms = NULL
       WHERE id = ? AND account_id = ?`,
        webhookId,
        accountId,
      );
      if (enabled === 0) throw noWebhook();
    },

    'remove-webhook': async (sql, { webhookId }, { accountId }) => {
      const removed = await sql.run('DELETE FROM webhooks WHERE id = ? AND account_id = ?', webhookId, accountId);
      if (removed === 0) throw noWebhook();
      await sql.run('DELETE FROM outbox WHERE channel = ?', endpointChannel(webhookId));
    },
  },
  {
    /** The secret is not written. */
    details: (change) =>
      change.kind === 'add-webhook'
        ? { webhookId: change.webhook.id, ...shownOf(change.webhook) }
        : { webhookId: change.webhookId },

    state: async (sql, change) => {
      const id = change.kind === 'add-webhook' ? change.webhook.id : change.webhookId;
      const row = await sql.one('SELECT * FROM webhooks WHERE id = ? AND account_id = ?', id, change.accountId);
      if (!row) return {};
      const webhook = webhookFromRow(row);
      return { ...shownOf(webhook), isDisabled: webhook.disabledAtMs !== null };
    },
  },
);

/** A closed account has no one to call. */
export async function forgetWebhooks(sql: Sql, accountId: string): Promise<void> {
  const webhooks = await webhooksOf(sql, accountId);
  await sql.run('DELETE FROM webhooks WHERE account_id = ?', accountId);
  for (const { id } of webhooks) await sql.run('DELETE FROM outbox WHERE channel = ?', endpointChannel(id));
}

async function requireEnabled(sql: Sql, { accountId, id }: WebhookOf): Promise<void> {
  const row = await sql.one('SELECT disabled_at_ms FROM webhooks WHERE id = ? AND account_id = ?', id, accountId);
  if (!row) throw noWebhook();
  if (row.disabled_at_ms !== null) {
    throw new ServiceError('invalid_request', 'This webhook is disabled; enable it first.');
  }
}

const noWebhook = () => new ServiceError('not_found', 'There is no such webhook.');

export async function webhooksOf(sql: Sql, accountId: string): Promise<Webhook[]> {
  const rows = await sql.all('SELECT * FROM webhooks WHERE account_id = ? ORDER BY created_at_ms, id', accountId);
  return rows.map(webhookFromRow);
}

const webhookFromRow = (row: Row): Webhook => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  url: text(row, 'url'),
  events: JSON.parse(text(row, 'events')),
  createdAtMs: number(row, 'created_at_ms'),
  disabledAtMs: optionalNumber(row, 'disabled_at_ms') ?? null,
});

const deliveryFromRow = (row: Row): WebhookDelivery => ({
  noticeId: text(row, 'id'),
  type: (JSON.parse(text(row, 'notice')) as Notice).type,
  atMs: number(row, 'at_ms'),
  attempts: number(row, 'attempts'),
  arrivedAtMs: optionalNumber(row, 'arrived_at_ms') ?? null,
  nextAtMs: optionalNumber(row, 'next_at_ms') ?? null,
  status: optionalNumber(row, 'last_status') ?? null,
  problem: row.last_problem === null ? null : text(row, 'last_problem'),
});
