/** The part of this feature that others may use. */
export type { Webhook, WebhookDelivery, Webhooks } from './rules.ts';
export { webhooksOf } from './transactions.ts';
