/** Notices about webhooks of customers. */
import { noticeKind } from '../../platform/notices/notice.ts';

type OfWebhook = { readonly accountId: string; readonly webhookId: string };

/** A customer tries a webhook: it is written on the channel of that one alone. */
export const WEBHOOK_TEST = noticeKind<OfWebhook>({ type: 'webhook.test', channels: [] });

/** Calls have failed for too long. */
export const WEBHOOK_DISABLED = noticeKind<OfWebhook & { readonly url: string }>({
  type: 'webhook.disabled',
  channels: ['owner', 'webhook'],
  gather: () => 'webhook.disabled',
});
