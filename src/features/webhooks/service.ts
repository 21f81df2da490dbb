/** Webhooks of customers: adding and testing them, and the calls. */

import type { CustomerEvent } from '../../core/customer-events.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Acting, actFor } from '../../platform/action-log/act-for.ts';
import { ATTEMPTS_MAX, type Delivery, endpointOf, type Notice, type Outbox } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import { newWebhookSecret } from './call.ts';
import { WEBHOOK_DISABLED } from './notices.ts';
import type { CallOutcome, WebhookChange, WebhookOf, Webhooks, WebhookTarget } from './rules.ts';

type NewWebhook = { readonly url: string; readonly events: readonly CustomerEvent[] };

export type WebhookService = ReturnType<typeof createWebhookService>;

/** `refusalOf` says in words why an address may not be called, and null where it may. */
export function createWebhookService(
  platform: Platform,
  { webhooks, refusalOf }: { readonly webhooks: Webhooks; readonly refusalOf: (url: string) => Promise<string | null> },
) {
  const { vault, ids, clock } = platform;

  const act = async (person: Acting, change: WebhookChange, reason: string): Promise<void> => {
    await actFor(platform, person, change, { reason });
  };

  return {
    list: (accountId: string) => webhooks.list(accountId),

    /** The secret is shown here and nowhere else. */
    add: async (person: Acting, { url, events }: NewWebhook): Promise<{ secret: string }> => {
      const refusal = await refusalOf(url);
      if (refusal !== null) throw new ServiceError('invalid_request', refusal, { param: 'url' });
      const id = ids.next('whk_');
      const secret = newWebhookSecret();
      const sealedSecret = await vault.seal(person.accountId, sealedAs(id), secret);
      await act(person, { kind: 'add-webhook', webhook: { id, url, events }, sealedSecret }, 'added a webhook');
      return { secret };
    },

    enable: (person: Acting, webhookId: string) =>
      act(person, { kind: 'enable-webhook', webhookId }, 'enabled a webhook'),
    remove: (person: Acting, webhookId: string) =>
      act(person, { kind: 'remove-webhook', webhookId }, 'deleted a webhook'),
    test: (webhook: WebhookOf) => webhooks.test(webhook, clock.nowMs()),
  };
}

/** The place of a secret in the vault. */
const sealedAs = (id: string): string => `webhook ${id}`;

type Deliveries = {
  readonly webhooks: Webhooks;
  readonly outbox: Outbox;
  /** Calls an address with a signed notice. Resolves with the status, rejects where there was no answer. */
  readonly post: (target: { readonly url: string; readonly secret: string }, notice: Notice) => Promise<number>;
};

/** Calls of customers' addresses at once. One that hangs delays others by ten seconds at most. */
const AT_ONCE = 32;

/** A step of a timer: calls all webhooks whose turn it is. Returns how many calls have arrived. */
export async function deliverToWebhooks(
  { vault, notices, clock, log }: Platform,
  { webhooks, outbox, post }: Deliveries,
): Promise<number> {
  const due = await outbox.claimEndpoints(clock.nowMs());
  let arrived = 0;
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const some = await Promise.all(due.slice(from, from + AT_ONCE).map(deliverOne));
    arrived += some.filter(Boolean).length;
  }
  return arrived;

  async function deliverOne({ notice, channel, attempts }: Delivery): Promise<boolean> {
    const id = endpointOf(channel);
    const target = await webhooks.target(id);
    if (!target) {
      await outbox.giveUp({ id: notice.id, channel });
      return false;
    }
    const outcome = await outcomeOf(id, target, notice);
    const called = { ...outcome, id, noticeId: notice.id, atMs: clock.nowMs() };
    if (outcome.problem === null) {
      await webhooks.arrived(called);
      return true;
    }
    log.info({ webhook: id, notice: notice.id, attempts, problem: outcome.problem }, 'a webhook of a customer failed');
    const disabled = await webhooks.failed(called);
    if (attempts >= ATTEMPTS_MAX) await outbox.giveUp({ id: notice.id, channel });
    if (disabled) {
      const { accountId, url, owner } = disabled;
      const data = { accountId, webhookId: id, url };
      await notices.tell(WEBHOOK_DISABLED, {
        id: `webhook.disabled/${id}/${called.atMs}`,
        atMs: called.atMs,
        data,
        owner,
      });
    }
    return false;
  }

  /** A secret that the vault cannot open, after the server's own was changed, is a failure like others. */
  async function outcomeOf(id: string, target: WebhookTarget, notice: Notice): Promise<CallOutcome> {
    try {
      const secret = await vault.open(target.accountId, sealedAs(id), target.sealedSecret).catch(() => {
        throw new Error('Its secret cannot be read any more. Delete the webhook and add it again.');
      });
      const status = await post({ url: target.url, secret }, notice);
      const isTaken = status >= 200 && status <= 299;
      return { status, problem: isTaken ? null : `The receiver answered with status ${status}.` };
    } catch (cause) {
      return { status: null, problem: cause instanceof Error ? cause.message.slice(0, 200) : 'There was no answer.' };
    }
  }
}
