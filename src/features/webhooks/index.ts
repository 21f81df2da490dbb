/** What other features may use of this one. */
export type { Webhook, WebhookDelivery, Webhooks } from './rules.ts';
export { webhooksOf } from './transactions.ts';
