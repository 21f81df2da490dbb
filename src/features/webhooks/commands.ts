/** `webhook list | add | test | enable | delete`: what the page of webhooks does, by command. */
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import { ACTOR } from '../../platform/commands/amounts.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { webhookRefusals } from './call.ts';
import { type WebhooksView, webhooks } from './contract.ts';
import { viewOf } from './routes.ts';
import type { Webhooks } from './rules.ts';
import { createWebhookService } from './service.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: { readonly webhooks: Webhooks };
    readonly config: { readonly notices: { readonly allowPrivateWebhooks: boolean } };
  };

const serviceOf = ({ platform, stores, config }: Needs) =>
  createWebhookService(platform, {
    webhooks: stores.webhooks,
    refusalOf: webhookRefusals(config.notices.allowPrivateWebhooks ? 'any' : 'public'),
  });

const byCommand = ({ id }: { readonly id: string }) => ({ accountId: id, email: ACTOR });

const textOf = ({ webhooks: all }: WebhooksView): string => all.map(lineOf).join('\n') || 'The account has no webhook.';

export const webhookList: Command<Needs> = fromContract('webhook list', webhooks.list, {
  run: ({ account }, needs) => viewOf(serviceOf(needs), account.id),
  text: textOf,
});

export const webhookAdd: Command<Needs> = fromContract('webhook add', webhooks.add, {
  run: async ({ account, body }, needs) => {
    const service = serviceOf(needs);
    const { secret } = await service.add(byCommand(account), body);
    return { ...(await viewOf(service, account.id)), secret };
  },
  text: ({ secret, webhooks: all }) => `Webhook ${all.at(-1)!.id}. Its secret is shown only now:\n${secret}`,
});

export const webhookTest: Command<Needs> = fromContract('webhook test', webhooks.test, {
  run: async ({ account, params }, needs) => {
    const service = serviceOf(needs);
    await service.test({ accountId: account.id, id: params.id });
    return viewOf(service, account.id);
  },
  text: (_, { params }) => `A running server calls ${params.id} within seconds; "webhook list" says how it went.`,
});

export const webhookEnable: Command<Needs> = fromContract('webhook enable', webhooks.enable, {
  run: async ({ account, params }, needs) => {
    const service = serviceOf(needs);
    await service.enable(byCommand(account), params.id);
    return viewOf(service, account.id);
  },
  text: textOf,
});

export const webhookDelete: Command<Needs> = fromContract('webhook delete', webhooks.remove, {
  run: async ({ account, params }, needs) => {
    const service = serviceOf(needs);
    await service.remove(byCommand(account), params.id);
    return viewOf(service, account.id);
  },
  text: (_, { params }) => `Webhook ${params.id} is deleted, with all that waited for it.`,
});

function lineOf({ id, url, events, disabledAtMs, deliveries: [last] }: WebhooksView['webhooks'][number]): string {
  const disabled = disabledAtMs === null ? '' : `, disabled since ${new Date(disabledAtMs).toISOString()}`;
  const outcome = last && (last.problem ?? (last.arrivedAtMs === null ? 'waiting' : 'arrived'));
  return `${id}  ${url}  ${events.join(',')}${disabled}${last ? `, last call (${last.type}): ${outcome}` : ''}`;
}
