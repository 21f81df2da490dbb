import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { webhooks } from './contract.ts';
import { WEBHOOKS_MAX } from './rules.ts';
import type { WebhookService } from './service.ts';

export function webhookRoutes(service: WebhookService): readonly Route[] {
  const viewOf = async (accountId: string) => ({
    webhooks: await service.list(accountId),
    webhooksMax: WEBHOOKS_MAX,
  });

  return implement(webhooks, {
    list: ({ person }) => viewOf(person.accountId),

    add: async ({ person, body }) => {
      const { secret } = await service.add(person, body);
      return { ...(await viewOf(person.accountId)), secret };
    },

    test: async ({ person: { accountId }, params }) => {
      await service.test({ accountId, id: params.id });
      return viewOf(accountId);
    },

    enable: async ({ person, params }) => {
      await service.enable(person, params.id);
      return viewOf(person.accountId);
    },

    remove: async ({ person, params }) => {
      await service.remove(person, params.id);
      return viewOf(person.accountId);
    },
  });
}
