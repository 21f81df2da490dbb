/** Webhooks of customers: addresses that are called when something happens to an account. */

import type { CustomerEvent } from '../../core/customer-events.ts';
import type { Notice, Owner } from '../../platform/notices/notice.ts';

/** One test in so long: a page cannot be made to call an address all the time. */
export const TEST_EVERY_MS = 5_000;
export const WEBHOOKS_MAX = 5;
/** So many calls must have failed one after the other, over so long, before a webhook is disabled. */
export const FAILURES_MAX = 10;
export const FAILING_MS_MAX = 24 * 3_600_000;

export type Webhook = {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly CustomerEvent[];
  readonly createdAtMs: number;
  /** Since when it is not called any more, because calls have failed for too long. */
  readonly disabledAtMs: number | null;
};

/** A notice for a webhook, and what its last call came to. */
export type WebhookDelivery = {
  readonly noticeId: string;
  readonly type: Notice['type'];
  readonly atMs: number;
  readonly attempts: number;
  readonly arrivedAtMs: number | null;
  /** When it is tried again; null where it has arrived or was given up. */
  readonly nextAtMs: number | null;
  readonly status: number | null;
  readonly problem: string | null;
};

/** Which webhook of which account. One of another account is as good as none: `not_found`. */
export type WebhookOf = { readonly accountId: string; readonly id: string };

export type WebhookTarget = { readonly accountId: string; readonly url: string; readonly sealedSecret: string };

/** The outcome of a call: a status, or why there was none. */
export type CallOutcome = { readonly status: number | null; readonly problem: string | null };

/** Changes of the webhooks of an account. Each is a line in the action log, in one transaction with it. */
export type WebhookChange =
  | {
      readonly kind: 'add-webhook';
      readonly webhook: Pick<Webhook, 'id' | 'url' | 'events'>;
      readonly sealedSecret: string;
    }
  /** After it was disabled. */
  | { readonly kind: 'enable-webhook'; readonly webhookId: string }
  /** With all that still waits for it. */
  | { readonly kind: 'remove-webhook'; readonly webhookId: string };

type Called = CallOutcome & { readonly id: string; readonly noticeId: string; readonly atMs: number };

/** Reads webhooks and writes down how calls went. What people change goes through the operators' log. */
export interface Webhooks {
  /** Oldest first, each with its last deliveries, newest first. */
  list(accountId: string): Promise<readonly (Webhook & { readonly deliveries: readonly WebhookDelivery[] })[]>;
  /** Adds a test to its deliveries. */
  test(webhook: WebhookOf, atMs: number): Promise<void>;
  /** Where to call; undefined where it is gone or disabled. */
  target(id: string): Promise<WebhookTarget | undefined>;
  arrived(called: Called): Promise<void>;
  /** Returns what its owner must know when this failure has disabled it. */
  failed(called: Called): Promise<{ accountId: string; url: string; owner: Owner } | null>;
}
