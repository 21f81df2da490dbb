/** The events that customers can have their addresses called for. */
export const WEBHOOK_EVENTS = [
  'balance.low',
  'limit.reached',
  'key.expiring',
  'batch.completed',
  'response.completed',
  'activity.logged',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const isWebhookEvent = (type: string): type is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(type);
