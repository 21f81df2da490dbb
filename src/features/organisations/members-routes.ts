/** Settings → Team: members of the organisation, and invitations to it. */

import { nanos } from '../../core/money.ts';
import type { Person } from '../../core/person.ts';
import { PROOF_HEADER } from '../../core/proof-of-work.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type TeamView, team } from './contract.ts';
import type { MemberInvitations } from './member-invitations.ts';
import { budgetToView, monthUseToView } from './member-view.ts';
import type { MemberInvitation } from './members.ts';
import type { Organisation } from './organisation.ts';
import type { Team } from './team.ts';

const proofOf = ({ headers }: Request): string | null => headers.get(PROOF_HEADER);

export function memberRoutes(organisation: Organisation, invitations: MemberInvitations): readonly Route[] {
  const show = async (person: Person): Promise<TeamView> => teamToView(await organisation.team(person), person);

  return implement(team, {
    show: ({ person }) => show(person),

    rename: async ({ person, body }) => {
      await organisation.rename(person, body.name);
      return show(person);
    },

    leave: async ({ person }) => {
      await organisation.leave(person);
      return { left: true as const };
    },

    handOver: async ({ person, body: { memberId, password } }) => {
      await organisation.handOver(person, memberId, password);
      return show({ ...person, memberRole: 'admin' });
    },

    changeRole: async ({ person, params, body }) => {
      await organisation.changeRole(person, params.id, body.role);
      return show(person);
    },

    limit: async ({ person, params, body }) => {
      await organisation.limit(person, params.id, body.limits);
      return show(person);
    },

    remove: async ({ person, params }) => {
      await organisation.remove(person, params.id);
      return show(person);
    },

    invite: async ({ person, request, body }) => {
      await invitations.invite(person, { ...body, proof: proofOf(request) });
      return show(person);
    },

    resend: async ({ person, request, params }) => {
      await invitations.resend(person, params.id, proofOf(request));
      return show(person);
    },

    withdraw: async ({ person, params }) => {
      await invitations.withdraw(person, params.id);
      return show(person);
    },

    look: async ({ request, client: { address }, body: { token } }) => {
      const found = await invitations.look(token, { address, proof: proofOf(request) });
      return { ...invitationToView(found.invitation), organisation: found.organisation };
    },

    join: async ({ person, body }) => ({ accountId: await invitations.join(person, body.token) }),
  });
}

const budgetIn = (budgets: Team['budgets'], userId: string) => {
  const found = budgets.find((one) => one.userId === userId);
  return found ? budgetToView(found) : null;
};

/** The rest is of keys that belong to no member: so the rows add up to the whole. */
function monthUseIn(use: Team['use'], budgets: Team['budgets']): TeamView['use'] {
  if (!use) return null;
  const left = budgets.reduce(
    (rest, { spent, used }) => ({ spent: nanos(rest.spent - spent), used: rest.used - used }),
    use,
  );
  return { ofNoMember: monthUseToView(left), total: monthUseToView(use) };
}

const invitationToView = ({ memberRole: role, createdBy: invitedBy, ...invitation }: MemberInvitation) => ({
  ...invitation,
  role,
  invitedBy,
});

export const teamToView = (
  { name, members, budgets, use, invitations }: Team,
  { userId: me }: Pick<Person, 'userId'>,
): TeamView => ({
  name,
  use: monthUseIn(use, budgets),
  members: members.map((one) => ({
    ...one,
    id: one.userId,
    isMe: one.userId === me,
    budget: budgetIn(budgets, one.userId),
  })),
  invitations: invitations.map(invitationToView),
});
