/** Settings → Webhooks: addresses that are called when something happens to the account. */

import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import type { WebhooksView } from './contract.ts';
import { WEBHOOKS_MAX } from './rules.ts';
import type { WebhookService } from './service.ts';

export function webhookRoutes(service: WebhookService): readonly Route[] {
  async function viewOf(accountId: string): Promise<WebhooksView> {
    const webhooks = await service.list(accountId);
    return {
      webhooks: webhooks.map(({ accountId: _account, deliveries, ...webhook }) => ({
        ...webhook,
        deliveries: deliveries.map(({ noticeId: _notice, ...delivery }) => delivery),
      })),
      webhooksMax: WEBHOOKS_MAX,
    };
  }

  return [
    personRoute('GET /api/webhooks', ({ person }) => viewOf(person.accountId)),

    personRoute('POST /api/webhooks', async ({ person }, { body }) => {
      const { secret } = await service.add(person, body);
      return { ...(await viewOf(person.accountId)), secret };
    }),

    personRoute('POST /api/webhooks/{id}/test', async ({ person: { accountId }, params }) => {
      await service.test({ accountId, id: params.id ?? '' });
      return viewOf(accountId);
    }),

    personRoute('POST /api/webhooks/{id}/enable', async ({ person, params }) => {
      await service.enable(person, params.id ?? '');
      return viewOf(person.accountId);
    }),

    personRoute('POST /api/webhooks/{id}/delete', async ({ person, params }) => {
      await service.remove(person, params.id ?? '');
      return viewOf(person.accountId);
    }),
  ];
}
