/** Settings → Team: members of the organisation, and invitations to it. */
import { nanos, parseCzk } from '../../core/money.ts';
import type { Person } from '../../core/ports.ts';
import { PROOF_HEADER } from '../../core/proof-of-work.ts';
import type { PersonCall, Route } from '../../platform/http/call.ts';
import type { TeamView } from '../../server/api/settings-api.ts';
import { openRoute, personRoute } from '../../server/api/settings-route.ts';
import { budgetToView, memberToRow, monthUseToView } from './member-view.ts';
import type { Organisation, Team } from './organisation.ts';

const proofOf = ({ headers }: Request): string | null => headers.get(PROOF_HEADER);

const idOf = ({ params }: PersonCall): string => params.id ?? '';

export const memberRoutes = (organisation: Organisation): readonly Route[] => [
  personRoute('GET /api/members', async ({ person }) => teamToView(await organisation.team(person), person)),

  personRoute('PATCH /api/organisation', async ({ person }, { body }) =>
    teamToView(await organisation.rename(person, body.name), person),
  ),

  personRoute('POST /api/organisation/leave', async ({ person }) => {
    await organisation.leave(person);
    return { left: true as const };
  }),

  personRoute('POST /api/organisation/hand-over', async ({ person }, { body: { memberId, password } }) =>
    teamToView(await organisation.handOver(person, { userId: memberId, password }), person),
  ),

  personRoute('PATCH /api/members/{id}', async (call, { body }) =>
    teamToView(await organisation.changeRole(call.person, idOf(call), body.role), call.person),
  ),

  personRoute('PATCH /api/members/{id}/budget', async (call, { body: { monthCzk, monthTokens } }) => {
    const budget = {
      monthCredit: monthCzk === null ? null : parseCzk(monthCzk),
      monthTokens: monthTokens === null ? null : BigInt(monthTokens),
    };
    return teamToView(await organisation.limit(call.person, idOf(call), budget), call.person);
  }),

  personRoute('POST /api/members/{id}/remove', async (call) =>
    teamToView(await organisation.remove(call.person, idOf(call)), call.person),
  ),

  personRoute('POST /api/invitations', async ({ person, request }, { body }) =>
    teamToView(await organisation.invite(person, { ...body, proof: proofOf(request) }), person),
  ),

  personRoute('POST /api/invitations/{id}/resend', async (call) => {
    const order = { invitationId: idOf(call), proof: proofOf(call.request) };
    return teamToView(await organisation.resend(call.person, order), call.person);
  }),

  personRoute('POST /api/invitations/{id}/withdraw', async (call) =>
    teamToView(await organisation.withdraw(call.person, idOf(call)), call.person),
  ),

  openRoute('POST /api/invitation/look', async ({ request, client: { address } }, { body: { token } }) => {
    const from = { address, proof: proofOf(request) };
    const { invitation, organisation: name } = await organisation.look(token, from);
    const { memberRole: role, email, createdBy: invitedBy, expiresAtMs } = invitation;
    return { organisation: name, role, email, invitedBy, expiresAtMs };
  }),

  personRoute('POST /api/invitation/join', async ({ person }, { body }) => ({
    accountId: await organisation.join(person, body.token),
  })),
];

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

const teamToView = ({ name, members, budgets, use, invitations }: Team, { userId: me }: Person): TeamView => ({
  name,
  use: monthUseIn(use, budgets),
  members: members.map((one) => ({
    id: one.userId,
    isMe: one.userId === me,
    ...memberToRow(one),
    budget: budgetIn(budgets, one.userId),
  })),
  invitations: invitations.map(({ id, email, memberRole: role, createdBy: invitedBy, sentAtMs, expiresAtMs }) => ({
    id,
    email,
    role,
    invitedBy,
    sentAtMs,
    expiresAtMs,
  })),
});
