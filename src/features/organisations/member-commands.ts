/** `member …` and `organisation …`: the people of an account, and what they may do and use in it. */

import { z } from 'zod';
import { ServiceError } from '../../core/errors.ts';
import type { Account } from '../../core/ledger.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR } from '../../platform/commands/amounts.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { limitLine } from '../../platform/commands/limit-words.ts';
import { viaRoute } from '../../platform/commands/via-route.ts';
import type { AccountKeys } from '../keys/index.ts';
import { type TeamView, team } from './contract.ts';
import { createMemberInvitations, invitationEmail, joinLink, newInvitation, newToken } from './member-invitations.ts';
import { noticesOf, type Sending, sendToInvited } from './member-mail.ts';
import type { Member, Members } from './members.ts';
import { memberRoutes, teamToView } from './members-routes.ts';
import { createOrganisation } from './organisation.ts';
import { readTeam } from './team.ts';

type Needs = ActNeeds &
  AccountNeeds & { readonly stores: { readonly members: Members; readonly accountKeys: Pick<AccountKeys, 'list'> } };

/** The organisation of the pages. A command proves nothing and is not counted: it is run by the operator. */
const routesOf = ({ platform, stores }: Needs) =>
  memberRoutes(
    createOrganisation(platform, {
      ...stores,
      // Running servers read the keys again within a second.
      forget: () => {},
      people: { hasPassword: async () => false, isPassword: async () => false },
    }),
    createMemberInvitations(platform, {
      ...stores,
      attempts: { giveBack: async () => {} },
      countAttempt: async () => [],
    }),
  );

/** The operator sees what the owner sees. */
const viewOf = async (accountId: string, { stores, platform }: Needs): Promise<TeamView> => {
  const reader = { accountId, memberRole: 'owner' as const, userId: '' };
  return teamToView(await readTeam(platform, stores, reader), reader);
};

/** Named by id, or by e-mail address. */
async function memberOf(accountId: string, named: string, { stores }: Needs): Promise<Member> {
  const email = named.toLowerCase();
  const member = (await stores.members.of(accountId)).find((one) => one.userId === named || one.email === email);
  if (!member) throw new ServiceError('not_found', 'This organisation has no such member.');
  return member;
}

const textOf = ({ members, invitations }: TeamView): string =>
  [
    ...members.map(({ role, email, id, budget }) => `${role} ${email} (${id}), ${budgetText(budget)}`),
    ...invitations.map(({ role, email, id, expiresAtMs }) => {
      const until = new Date(expiresAtMs).toISOString();
      return `invited ${email} (${id}) as ${role}, until ${until}`;
    }),
  ].join('\n') || 'No person belongs to the account yet.';

const budgetText = (budget: TeamView['members'][number]['budget']): string =>
  [`used ${budget?.spentCzk ?? '0'} CZK`, ...(budget?.limits ?? []).map(limitLine)].join(', ');

export const memberList: Command<Needs> = fromContract('member list', team.show, {
  about: 'Lists the members of an account with what they used this month, and open invitations.',
  run: ({ account }, needs) => viewOf(account.id, needs),
  text: textOf,
});

const invited = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  expiresAtMs: z.number(),
  link: z.string(),
  mail: z.enum(['sent', 'no-mail-server', 'failed']),
});
type Invited = z.output<typeof invited>;

const MAILED: Readonly<Record<Sending, string>> = {
  sent: 'It was sent by e-mail.',
  'no-mail-server': 'No mail server is set, so pass the link on.',
  failed: 'The mail server did not take the e-mail, so pass the link on and look at the setting smtp.',
};

const invitedText = ({ email, role, link, mail }: Invited): string =>
  `An invitation for ${email} as ${role}. ${MAILED[mail]} The link is shown only now:\n${link}`;

type Open = Pick<TeamView['invitations'][number], 'id' | 'email' | 'role' | 'expiresAtMs'> & { readonly token: string };

/** Sends the link, as the page does. */
async function mailed(account: Account, { token, ...open }: Open, { platform }: Needs): Promise<Invited> {
  const about = { organisation: account.name ?? account.email, by: platform.serviceName, language: 'en' as const };
  const mail = await sendToInvited(platform, invitationEmail(platform, { ...open, ...about, token }));
  return { ...open, link: joinLink(platform.origin(), token), mail };
}

export const memberInvite: Command<Needs> = fromContract(
  'member invite',
  { ...team.invite, reply: invited },
  {
    about: 'Invites a person to an account by e-mail, and prints the link, which works for seven days.',
    run: async ({ account, body: { email, role } }, needs) => {
      const wanted = { accountId: account.id, email, role, createdBy: ACTOR };
      const { invitation, token } = newInvitation(needs.platform, wanted);
      const action = { kind: 'invite-member', accountId: account.id, invitation } as const;
      await act(needs, action, { reason: 'invited by the operator' });
      const { id, expiresAtMs } = invitation;
      return mailed(account, { id, email, role, expiresAtMs, token }, needs);
    },
    text: invitedText,
  },
);

export const memberResend: Command<Needs> = fromContract(
  'member resend',
  { ...team.resend, reply: invited },
  {
    about: 'Sends an open invitation again, and prints its new link; the old one ends.',
    names: { id: 'invitation' },
    run: async ({ account, params: { id } }, needs) => {
      const open = (await needs.stores.members.invitations(account.id)).find((one) => one.id === id);
      if (!open) throw new ServiceError('not_found', 'This organisation has no such open invitation.');
      const { token, ...link } = newToken(needs.platform);
      const action = { kind: 'resend-invitation', accountId: account.id, invitationId: id, ...link } as const;
      await act(needs, action, { reason: 'sent an invitation again' });
      const { email, memberRole: role } = open;
      return mailed(account, { id, email, role, expiresAtMs: link.expiresAtMs, token }, needs);
    },
    text: invitedText,
  },
);

export const memberWithdraw: Command<Needs> = fromContract('member withdraw', team.withdraw, {
  about: 'Withdraws an open invitation; its link ends.',
  names: { id: 'invitation' },
  run: viaRoute(team.withdraw, routesOf),
  text: textOf,
});

export const memberRole: Command<Needs> = fromContract('member role', team.changeRole, {
  about: 'Gives a member another role. Keys of a member who may not spend any more are paused.',
  id: 'ID|EMAIL',
  run: async (asked, needs) => {
    const { userId: id } = await memberOf(asked.account.id, asked.params.id, needs);
    return viaRoute(team.changeRole, routesOf)({ ...asked, params: { id } }, needs);
  },
  text: textOf,
});

export const memberBudget: Command<Needs> = fromContract('member budget', team.limit, {
  about: 'Limits what the keys of a member may use together; "none" takes all limits away.',
  id: 'ID|EMAIL',
  run: async (asked, needs) => {
    const { userId: id } = await memberOf(asked.account.id, asked.params.id, needs);
    return viaRoute(team.limit, routesOf)({ ...asked, params: { id } }, needs);
  },
  text: textOf,
});

export const memberRemove: Command<Needs> = fromContract('member remove', team.remove, {
  about: 'Removes a member. Their keys of the account end, and they get an e-mail.',
  id: 'ID|EMAIL',
  run: async ({ account, params }, needs) => {
    const { platform } = needs;
    const { userId, email: to, language } = await memberOf(account.id, params.id, needs);
    const about = { organisation: account.name ?? account.email, by: platform.serviceName, colleagues: 0 };
    const told = noticesOf(platform, account.id, [{ ...about, what: 'removed', to, language: language ?? 'en' }]);
    const action = { kind: 'remove-member', accountId: account.id, userId } as const;
    await act(needs, action, { reason: 'removed by the operator', told });
    return viewOf(account.id, needs);
  },
  text: (_, { params }) => `${params.id} is no member any more; their keys of this account have ended.`,
});

export const organisationRename: Command<Needs> = fromContract('organisation rename', team.rename, {
  about: 'Sets what members call an account; "none" takes the name away.',
  run: viaRoute(team.rename, routesOf),
  text: ({ name }) => (name === null ? 'The organisation has no name.' : `The organisation is called ${name}.`),
});

/** The operator has no password of the owner. */
const handOver = { ...team.handOver, body: team.handOver.body.omit({ password: true }) };

export const organisationHandOver: Command<Needs> = fromContract('organisation hand-over', handOver, {
  about: 'Makes a member the owner. The owner before stays as an admin; both get an e-mail.',
  names: { memberId: 'member' },
  run: async (asked, needs) => {
    const { account, body } = asked;
    const { userId: memberId } = await memberOf(account.id, body.memberId, needs);
    const owner = (await needs.stores.members.of(account.id)).find(({ role }) => role === 'owner');
    if (!owner) throw new ServiceError('not_found', 'No person owns this account yet.');
    const sent = { ...asked.sent, body: { memberId } };
    return viaRoute(handOver, routesOf, async () => owner)({ ...asked, sent }, needs);
  },
  text: textOf,
});
