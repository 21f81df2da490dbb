/** Changes of price groups and of who is in them. */
import { ServiceError } from '../../core/errors.ts';
import type { GroupTerms } from '../../core/price-groups.ts';
import { membershipsOf, versionsOf, writeGroupVersion, writeMembership } from '../../ledger/group-store.ts';
import type { State } from '../../platform/action-log/action.ts';
import type { AccountRules, ActionRules } from '../../platform/action-log/action-rules.ts';
import type { Sql } from '../../platform/database/database.ts';
import { termsToView } from './group-view.ts';

export type GroupChange = {
  readonly kind: 'price-group';
  readonly group: string;
  readonly terms: GroupTerms;
  /** The last version that was known, where no change of another may be lost. */
  readonly after?: number | undefined;
  readonly fromMs: number;
};

/** Null is none. With terms the group is new, and made in the same step. */
export type MembershipChange = {
  readonly kind: 'join-price-group';
  readonly group: string | null;
  readonly terms?: GroupTerms | undefined;
  readonly fromMs: number;
};

export const GROUP_ACTIONS: ActionRules<GroupChange> & AccountRules<MembershipChange> = {
  'price-group': {
    object: ({ group }) => group,
    details: ({ group, terms, after, fromMs }) => ({ group, ...termsToView(terms), after, fromMs }),
    state: (sql, { group }) => groupState(sql, group),
    perform: async ({ sql }, { group, terms, after, fromMs }, { actor }) => {
      await requireVersion(sql, group, after);
      await writeGroupVersion(sql, { ...terms, group, fromMs, actor });
    },
  },
  'join-price-group': {
    details: ({ group, terms, fromMs }) => ({ group, ...(terms && { prices: termsToView(terms) }), fromMs }),
    adds: async (sql, { accountId }) => {
      const last = (await membershipsOf(sql, accountId)).at(-1);
      return last ? { priceGroup: last.group, fromMs: last.fromMs } : { priceGroup: null };
    },
    perform: async ({ sql }, { accountId, group, terms, fromMs }, { actor }) => {
      if (terms && group !== null) {
        await requireVersion(sql, group, 0);
        await writeGroupVersion(sql, { ...terms, group, fromMs, actor });
      }
      if (group !== null && (await versionsOf(sql, group)).length === 0) throw noGroup(group);
      await writeMembership(sql, { accountId, group, fromMs, actor });
    },
  },
};

const noGroup = (group: string) =>
  new ServiceError('invalid_request', `There is no price group ${group}.`, { param: 'group' });

async function requireVersion(sql: Sql, group: string, after: number | undefined): Promise<void> {
  const last = (await versionsOf(sql, group)).at(-1)?.version ?? 0;
  if (after === undefined || after === last) return;
  const message =
    after === 0
      ? `There is a price group ${group} already: choose another id, or change that one.`
      : `The price group ${group} was changed meanwhile, and nothing was written: look again.`;
  throw new ServiceError('changed_meanwhile', message, { param: 'group' });
}

async function groupState(sql: Sql, group: string): Promise<State> {
  const last = (await versionsOf(sql, group)).at(-1);
  return last ? { version: last.id, ...termsToView(last), fromMs: last.fromMs } : {};
}
