import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { webhooks } from './contract.ts';
import { WEBHOOKS_MAX } from './rules.ts';
import type { WebhookService } from './service.ts';

export const viewOf = async (service: WebhookService, accountId: string) => ({
  webhooks: await service.list(accountId),
  webhooksMax: WEBHOOKS_MAX,
});

export const webhookRoutes = (service: WebhookService): readonly Route[] =>
  implement(webhooks, {
    list: ({ person }) => viewOf(service, person.accountId),

    add: async ({ person, body }) => {
      const { secret } = await service.add(person, body);
      return { ...(await viewOf(service, person.accountId)), secret };
    },

    test: async ({ person: { accountId }, params }) => {
      await service.test({ accountId, id: params.id });
      return viewOf(service, accountId);
    },

    enable: async ({ person, params }) => {
      await service.enable(person, params.id);
      return viewOf(service, person.accountId);
    },

    remove: async ({ person, params }) => {
      await service.remove(person, params.id);
      return viewOf(service, person.accountId);
    },
  });
