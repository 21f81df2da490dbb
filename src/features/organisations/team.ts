/** The team of an organisation: members, what they have used, and open invitations. */

import type { Person } from '../../core/person.ts';
import { may, seesOwnOnly } from '../../core/roles.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member, MemberBudget, MemberInvitation, Members, MonthUse } from './members.ts';

export type Team = {
  readonly name: string | null;
  readonly members: readonly Member[];
  /** Those that the person may see. */
  readonly budgets: readonly MemberBudget[];
  /** The sum over all keys; undefined for members who see their own only. */
  readonly use: MonthUse | undefined;
  readonly invitations: readonly MemberInvitation[];
};

export type TeamStores = {
  readonly members: Pick<Members, 'of' | 'budgets' | 'monthUse' | 'invitations'>;
  readonly accounts: Pick<Accounts, 'find'>;
};

/** The team as this person may see it. */
export async function readTeam(
  { clock }: Pick<Platform, 'clock'>,
  { members, accounts }: TeamStores,
  { accountId, memberRole, userId }: Pick<Person, 'accountId' | 'memberRole' | 'userId'>,
): Promise<Team> {
  const seesOwn = seesOwnOnly(memberRole);
  const budgets = await members.budgets(accountId, clock.nowMs());
  const [account, all, use, invitations] = await Promise.all([
    accounts.find(accountId),
    members.of(accountId),
    // Read after that of members: what was charged in between does not make the rest negative.
    seesOwn ? undefined : members.monthUse(accountId, clock.nowMs()),
    may(memberRole, 'manage-members') ? members.invitations(accountId) : [],
  ]);
  const seen = seesOwn ? budgets.filter((one) => one.userId === userId) : budgets;
  return { name: account?.name ?? null, members: all, budgets: seen, use, invitations };
}

/** The name of the organisation, or the address of its owner. */
export async function labelOf(accounts: Pick<Accounts, 'find'>, accountId: string): Promise<string> {
  const account = await accounts.find(accountId);
  return account?.name ?? account?.email ?? accountId;
}
