/** Price groups: what their members pay, from when, and who is in them. */
import { z } from 'zod';
import { actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { groupFields, groupId } from '../../platform/api/price-groups.ts';
import { isFromFile, versionState } from '../../platform/api/schemas.ts';
import { priceView } from '../catalogue/contract.ts';

const groupTerms = {
  name: z.string(),
  percent: z.string().describe('Of the list price, for everything that has no price of its own.'),
  models: z.record(z.string(), priceView.partial()).describe('Prices of its own, in CZK per million tokens.'),
};

const groupVersionView = z
  .object({ id: z.string(), ...groupTerms, fromMs: z.number(), actor: z.string(), state: versionState })
  .meta({ id: 'GroupVersionView' });
export type GroupVersionView = View<typeof groupVersionView>;

const groupView = z
  .object({
    id: z.string(),
    name: z.string().describe('Of this moment; of one that has not begun, its first.'),
    isFromFile,
    members: z.number().describe('How many customers are in it now.'),
    version: z.number().describe('The last one, to be named as `after` by a change.'),
    versions: z.array(groupVersionView).describe('The last to begin first.'),
  })
  .meta({ id: 'PriceGroupView' });
export type PriceGroupView = View<typeof groupView>;

const groupsView = z
  .object({
    groups: z.array(groupView),
    models: z.array(z.object({ id: z.string(), price: priceView })).describe('What they are made of: the list of now.'),
  })
  .meta({ id: 'PriceGroupsView' });
export type PriceGroupsView = View<typeof groupsView>;

const membershipView = z
  .object({
    group: z.string().nullable().describe('Null: the list.'),
    name: z.string().nullable(),
    fromMs: z.number(),
    actor: z.string(),
    state: versionState,
  })
  .meta({ id: 'MembershipView' });

const customerGroupView = z
  .object({ changes: z.array(membershipView).describe('The last to begin first; none: always the list.') })
  .meta({ id: 'CustomerGroupView' });
export type CustomerGroupView = View<typeof customerGroupView>;

const membersView = z
  .object({
    members: z.array(z.object({ accountId: z.string(), email: z.string(), fromMs: z.number() })),
    planned: z
      .array(z.object({ accountId: z.string(), email: z.string(), fromMs: z.number() }))
      .describe('Those who will be in it from a time on.'),
  })
  .meta({ id: 'GroupMembersView' });

export const priceGroups = {
  list: route('GET /api/operator/price-groups', {
    about: 'Price groups with their versions.',
    needs: 'prices:read',
    reply: groupsView,
  }),
  set: route('POST /api/operator/price-groups', {
    about:
      'Adds a price group, or says anew what its members pay from a time on. Requests keep the price of their start.',
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      group: groupId,
      ...groupFields,
      /** The last version that the sender knows, 0 for a new group; another one is a 409, and nothing changes. */
      after: z.int().min(0).max(1_000_000_000).optional(),
      fromMs,
    }),
    reply: groupsView,
    refuses: ['set_by_file', 'changed_meanwhile'],
  }),
  members: route('GET /api/operator/price-groups/{id}/members', {
    about: 'Customers who are in a group now, and who will be.',
    needs: ['prices:read', 'customers:read'],
    reply: membersView,
  }),
  ofCustomer: route('GET /api/operator/customers/{id}/price-group', {
    about: 'The price groups that a customer was, is and will be in.',
    needs: ['prices:read', 'customers:read'],
    reply: customerGroupView,
  }),
  join: route('POST /api/operator/customers/{id}/price-group', {
    about:
      'Puts a customer into a price group from a time on, or into none. With prices, the group is made in the same step.',
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      group: groupId.nullable(),
      prices: z.strictObject(groupFields).optional(),
      fromMs,
    }),
    reply: customerGroupView,
    refuses: ['set_by_file', 'changed_meanwhile'],
  }),
};
