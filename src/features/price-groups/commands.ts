/** `price-group list | set | members | show | join`: what groups of customers pay, and who is in them. */
import type { Declared } from '../../core/declared.ts';
import type { Model } from '../../core/model.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { PriceGroupRecords } from '../../ledger/group-store.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { type CustomerGroupView, type PriceGroupsView, priceGroups } from './contract.ts';
import { priceGroupRoutes } from './operator-routes.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly priceGroups: Pick<PriceGroupRecords, 'read'>;
      readonly accounts: Pick<Accounts, 'find'>;
      readonly overview: { emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> };
    };
    /** The models of this moment. */
    readonly soldModels: () => Promise<readonly Pick<Model, 'id' | 'price'>[]>;
    readonly config: { readonly declared: Pick<Declared, 'priceGroups'> };
  };

const routesOf = async ({ platform, stores, soldModels, config }: Needs) => {
  const models = new Map((await soldModels()).map((model) => [model.id, model as Model]));
  return priceGroupRoutes(platform, {
    priceGroups: stores.priceGroups,
    accounts: stores.accounts,
    catalogue: { models },
    declared: () => config.declared,
    emails: stores.overview.emails,
    // Running servers know within a second.
    refresh: async () => {},
  });
};

/** A person may write the address of an account. */
async function withAccount<Asked extends { readonly params: { readonly id: string } }>(asked: Asked, needs: Needs) {
  const { id } = await accountOf({ account: asked.params.id }, needs);
  return { ...asked, params: { id } };
}

/** Without a date it holds at once. */
const atOnce = () => null;

const groupsText = ({ groups }: PriceGroupsView): string =>
  [
    'Percent of the list price, and prices of its own in CZK per million tokens; * holds now.',
    ...groups.flatMap(({ versions, members }) =>
      versions.map(({ id, name, percent, models, fromMs, actor, state }) =>
        [
          `${state === 'now' ? '* ' : '  '}${id}`,
          `${name}: ${percent} %${Object.keys(models).length > 0 ? ` ${JSON.stringify(models)}` : ''}`,
          new Date(fromMs).toISOString(),
          actor,
          ...(state === 'now' ? [`members: ${members}`] : []),
        ].join('  '),
      ),
    ),
  ].join('\n');

const changesText = ({ changes }: CustomerGroupView): string =>
  changes.length === 0
    ? 'The list, always.'
    : changes
        .map(({ group, name, fromMs, actor, state }) =>
          [
            `${state === 'now' ? '* ' : '  '}${group === null ? 'the list' : `${group} (${name})`}`,
            new Date(fromMs).toISOString(),
            actor,
          ].join('  '),
        )
        .join('\n');

export const priceGroupList: Command<Needs> = forService('price-group list', priceGroups.list, {
  about: 'Lists price groups, with what their members pay, and what is announced.',
  run: viaOperatorRoute(priceGroups.list, routesOf),
  text: groupsText,
});

export const priceGroupSet: Command<Needs> = forService('price-group set', priceGroups.set, {
  about: 'Adds a price group, or says anew what its members pay, from a date.',
  names: { fromMs: 'from' },
  fills: { id: newActionId },
  defaults: { fromMs: atOnce },
  run: viaOperatorRoute(priceGroups.set, routesOf),
  text: groupsText,
});

export const priceGroupMembers: Command<Needs> = forService('price-group members', priceGroups.members, {
  names: { id: 'group' },
  run: viaOperatorRoute(priceGroups.members, routesOf),
  text: ({ members, planned }) =>
    [
      ...members.map(
        ({ accountId, email, fromMs }) => `${accountId}  ${email}  since ${new Date(fromMs).toISOString()}`,
      ),
      ...planned.map(
        ({ accountId, email, fromMs }) => `${accountId}  ${email}  from ${new Date(fromMs).toISOString()}`,
      ),
    ].join('\n'),
});

export const priceGroupShow: Command<Needs> = forService('price-group show', priceGroups.ofCustomer, {
  about: 'Shows the price groups that a customer was, is and will be in.',
  names: { id: 'account' },
  id: 'ID|EMAIL',
  run: async (asked, needs: Needs) =>
    viaOperatorRoute(priceGroups.ofCustomer, routesOf)(await withAccount(asked, needs), needs),
  text: changesText,
});

export const priceGroupJoin: Command<Needs> = forService('price-group join', priceGroups.join, {
  about:
    'Puts a customer into a price group from a date, or into none. With prices, the group is made in the same step.',
  names: {
    id: 'account',
    'prices.name': 'name',
    'prices.percent': 'percent',
    'prices.models': 'models',
    fromMs: 'from',
  },
  fills: { id: newActionId },
  defaults: { fromMs: atOnce },
  id: 'ID|EMAIL',
  run: async (asked, needs: Needs) =>
    viaOperatorRoute(priceGroups.join, routesOf)(await withAccount(asked, needs), needs),
  text: changesText,
});
