/** Price groups as operators see and change them. */
import type { Declared } from '../../core/declared.ts';
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Catalogue } from '../../core/model.ts';
import type { GroupMembership, GroupTerms, GroupVersion, GroupWords } from '../../core/price-groups.ts';
import { priceAt } from '../../core/price-versions.ts';
import { startOf, versionAt, withStates } from '../../core/version.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { PriceGroupRecords } from '../../ledger/group-store.ts';
import { implement } from '../../platform/api/implement.ts';
import { termsFromWritten } from '../../platform/api/price-groups.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { priceToView } from '../catalogue/index.ts';
import { type CustomerGroupView, type PriceGroupsView, priceGroups } from './contract.ts';
import { termsToView } from './group-view.ts';

/** What groups are made of, as `server` hands it in. */
type GroupSources = {
  readonly priceGroups: Pick<PriceGroupRecords, 'read'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly catalogue: Pick<Catalogue, 'models'>;
  /** The pieces that the configuration owns. */
  readonly declared: () => Pick<Declared, 'priceGroups'>;
  /** The addresses of accounts, by their ids. */
  readonly emails: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

export function priceGroupRoutes({ actionLog, clock }: Platform, sources: GroupSources): readonly Route[] {
  const { catalogue, refresh } = sources;

  const view = () => groupsToView(sources, clock.nowMs());
  const customerView = (accountId: string) => customerToView(sources, accountId, clock.nowMs());
  const requireModels = ({ models }: GroupTerms, param: string) => {
    const unknown = Object.keys(models).find((id) => !catalogue.models.has(id));
    if (unknown === undefined) return;
    throw new ServiceError('invalid_request', `There is no model ${unknown}.`, { param: `${param}.${unknown}` });
  };

  return implement(priceGroups, {
    list: view,

    set: async ({ operator, body: { id, reason, group, after, fromMs, ...written } }) => {
      const atMs = clock.nowMs();
      const terms = termsFromWritten(written);
      requireModels(terms, 'models');
      const action = { kind: 'price-group', group, terms, after, fromMs: startOf(fromMs, atMs) } as const;
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action });
      await refresh();
      return view();
    },

    members: ({ params: { id } }) => membersToView(sources, id, clock.nowMs()),

    ofCustomer: ({ params: { id } }) => customerView(id),

    join: async ({ operator, params: { id: accountId }, body: { id, reason, group, prices, fromMs } }) => {
      const atMs = clock.nowMs();
      const terms = prices && termsFromWritten(prices);
      if (terms) requireModels(terms, 'prices.models');
      const action = { kind: 'join-price-group', accountId, group, terms, fromMs: startOf(fromMs, atMs) } as const;
      await actionLog.act({ id, reason, actor: actorOf(operator), atMs, action });
      await refresh();
      return customerView(accountId);
    },
  });
}

async function groupsToView(
  { priceGroups: records, catalogue, declared }: GroupSources,
  nowMs: number,
): Promise<PriceGroupsView> {
  const { versions, members } = await records.read();
  const sizes = Map.groupBy(membershipsAt(members, nowMs), ({ group }) => group);
  const groups = [...Map.groupBy(versions, ({ group }) => group)].map(([id, own]) => ({
    ...groupToView(own, declared().priceGroups.has(id), nowMs),
    members: sizes.get(id)?.length ?? 0,
  }));
  return { groups, models: [...catalogue.models.values()].map(({ id, price }) => ({ id, price: priceToView(price) })) };
}

async function customerToView(
  { priceGroups: records, accounts }: GroupSources,
  accountId: string,
  nowMs: number,
): Promise<CustomerGroupView> {
  const account = await accounts.find(accountId);
  if (account?.id !== accountId) throw new ServiceError('not_found', 'There is no such account.');
  const { versions, members } = await records.read();
  const own = members.filter((one) => one.accountId === accountId);
  const nameOf = (group: string) => versions.findLast((one) => one.group === group)?.name ?? group;
  return {
    changes: withStates(own, nowMs).map(([{ group, fromMs, actor }, state]) => ({
      group,
      fromMs,
      actor,
      state,
      name: group === null ? null : nameOf(group),
    })),
  };
}

async function membersToView({ priceGroups: records, emails }: GroupSources, id: string, nowMs: number) {
  const { versions, members } = await records.read();
  if (!versions.some(({ group }) => group === id)) throw new ServiceError('not_found', 'There is no such group.');
  const joining = plannedIn(members, nowMs).filter(({ group }) => group === id);
  const inIt = membershipsAt(members, nowMs).filter(({ group }) => group === id);
  const addresses = await emails([...inIt, ...joining].map(({ accountId }) => accountId));
  const toView = ({ accountId, fromMs }: GroupMembership) => ({
    accountId,
    fromMs,
    email: addresses.get(accountId) ?? '',
  });
  return { members: inIt.map(toView), planned: joining.map(toView) };
}

/** The membership of each account at a time. */
const membershipsAt = (members: GroupWords['members'], atMs: number): readonly GroupMembership[] =>
  [...Map.groupBy(members, ({ accountId }) => accountId).values()].flatMap((own) => versionAt(own, atMs) ?? []);

/** Memberships that have not begun, and will. */
const plannedIn = (members: GroupWords['members'], nowMs: number): readonly GroupMembership[] =>
  [...Map.groupBy(members, ({ accountId }) => accountId).values()].flatMap((own) =>
    withStates(own, nowMs).flatMap(([one, state]) => (state === 'planned' ? [one] : [])),
  );

function groupToView(own: readonly GroupVersion[], isFromFile: boolean, nowMs: number) {
  const holdsAt = (atMs: number) => priceAt(own, isFromFile, atMs);
  return {
    id: own[0]!.group,
    name: (holdsAt(nowMs) ?? own[0]!).name,
    isFromFile,
    version: own.at(-1)!.version,
    versions: withStates(own, nowMs, holdsAt).map(([{ id, fromMs, actor, ...terms }, state]) => ({
      id,
      fromMs,
      actor,
      state,
      ...termsToView(terms),
    })),
  };
}
