/** Webhooks of a customer, as pages see them and send them. */
import { z } from 'zod';
import { WEBHOOK_EVENTS, type WebhookEvent } from './rules.ts';

/** `{id}` is a webhook. */
export type WebhookApi = {
  'GET /api/webhooks': { readonly reply: WebhooksView };
  /** The secret is in this answer and nowhere else. */
  'POST /api/webhooks': { readonly body: NewWebhookBody; readonly reply: WebhooksView & { readonly secret: string } };
  /** Adds a test to the deliveries. */
  'POST /api/webhooks/{id}/test': { readonly reply: WebhooksView };
  'POST /api/webhooks/{id}/enable': { readonly reply: WebhooksView };
  'POST /api/webhooks/{id}/delete': { readonly reply: WebhooksView };
};

export type WebhooksView = { readonly webhooks: readonly WebhookView[]; readonly webhooksMax: number };

type WebhookView = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAtMs: number;
  readonly disabledAtMs: number | null;
  /** The last ones, newest first. */
  readonly deliveries: readonly {
    readonly type: string;
    readonly atMs: number;
    readonly attempts: number;
    readonly arrivedAtMs: number | null;
    readonly nextAtMs: number | null;
    readonly status: number | null;
    readonly problem: string | null;
  }[];
};

const isCallable = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
};

export const newWebhookBody = z.strictObject({
  url: z.string().trim().max(500).refine(isCallable, 'must be an https address without user name'),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'must name at least one event')
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length, 'must not name an event twice'),
});
type NewWebhookBody = z.input<typeof newWebhookBody>;
