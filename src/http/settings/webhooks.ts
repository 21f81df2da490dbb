/** Settings → Webhooks: addresses that are called when something happens to the account. */
import { WEBHOOKS_MAX } from '../../domain/webhook.ts';
import type { WebhookService } from '../../service/webhooks.ts';
import type { WebhooksView } from '../../wire/webhook-api.ts';
import type { PersonCall, Route } from '../call.ts';
import { personRoute } from './route.ts';

const webhookOf = ({ person, params }: PersonCall) => ({ accountId: person.accountId, id: params.id ?? '' });

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

    personRoute('POST /api/webhooks', async ({ person: { accountId } }, { body }) => {
      const { secret } = await service.add(accountId, body);
      return { ...(await viewOf(accountId)), secret };
    }),

    personRoute('POST /api/webhooks/{id}/test', async (call) => {
      await service.test(webhookOf(call));
      return viewOf(call.person.accountId);
    }),

    personRoute('POST /api/webhooks/{id}/enable', async (call) => {
      await service.enable(webhookOf(call));
      return viewOf(call.person.accountId);
    }),

    personRoute('POST /api/webhooks/{id}/delete', async (call) => {
      await service.remove(webhookOf(call));
      return viewOf(call.person.accountId);
    }),
  ];
}
