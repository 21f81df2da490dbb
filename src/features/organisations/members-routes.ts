/** Settings → Team: members of the organisation, and invitations to it. */
import { nanos } from '../../core/money.ts';
import type { Person } from '../../core/ports.ts';
import { PROOF_HEADER } from '../../core/proof-of-work.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type TeamView, team } from './contract.ts';
import { budgetToView, monthUseToView } from './member-view.ts';
import type { MemberInvitation } from './members.ts';
import type { Organisation, Team } from './organisation.ts';

const proofOf = ({ headers }: Request): string | null => headers.get(PROOF_HEADER);

export const memberRoutes = (organisation: Organisation): readonly Route[] =>
  implement(team, {
    show: async ({ person }) => teamToView(await organisation.team(person), person),

    rename: async ({ person, body }) => teamToView(await organisation.rename(person, body.name), person),

    leave: async ({ person }) => {
      await organisation.leave(person);
      return { left: true as const };
    },

    handOver: async ({ person, body: { memberId, password } }) =>
      teamToView(await organisation.handOver(person, { userId: memberId, password }), person),

    changeRole: async ({ person, params, body }) =>
      teamToView(await organisation.changeRole(person, params.id, body.role), person),

    limit: async ({ person, params, body }) =>
      teamToView(await organisation.limit(person, params.id, body.limits), person),

    remove: async ({ person, params }) => teamToView(await organisation.remove(person, params.id), person),

    invite: async ({ person, request, body }) =>
      teamToView(await organisation.invite(person, { ...body, proof: proofOf(request) }), person),

    resend: async ({ person, request, params }) => {
      const order = { invitationId: params.id, proof: proofOf(request) };
      return teamToView(await organisation.resend(person, order), person);
    },

    withdraw: async ({ person, params }) => teamToView(await organisation.withdraw(person, params.id), person),

    look: async ({ request, client: { address }, body: { token } }) => {
      const from = { address, proof: proofOf(request) };
      const { invitation, organisation: name } = await organisation.look(token, from);
      return { ...invitationToView(invitation), organisation: name };
    },

    join: async ({ person, body }) => ({ accountId: await organisation.join(person, body.token) }),
  });

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
