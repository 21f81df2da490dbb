/** `member list | invite | remove`: who belongs to an account. */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR } from '../../platform/commands/amounts.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { type TeamView, team } from './contract.ts';
import { noticesOf } from './member-mail.ts';
import type { Members } from './members.ts';
import { teamToView } from './members-routes.ts';
import { joinLink, newInvitation, readTeam } from './organisation.ts';

type Needs = ActNeeds & AccountNeeds & { readonly stores: { readonly members: Members } };

/** The operator sees what the owner sees. */
const viewOf = async (accountId: string, { stores, platform }: Needs): Promise<TeamView> => {
  const reader = { accountId, memberRole: 'owner' as const, userId: '' };
  return teamToView(await readTeam({ ...stores, ...platform }, reader), reader);
};

export const memberList: Command<Needs> = fromContract('member list', team.show, {
  about: 'Lists the members of an account with what they used this month, and open invitations.',
  run: ({ account }, needs) => viewOf(account.id, needs),
  text: ({ members, invitations }) =>
    [
      ...members.map(({ role, email, id, budget }) => `${role} ${email} (${id}), used ${budget?.spentCzk ?? '0'} CZK`),
      ...invitations.map(({ role, email, id, expiresAtMs }) => {
        const until = new Date(expiresAtMs).toISOString();
        return `invited ${email} (${id}) as ${role}, until ${until}`;
      }),
    ].join('\n') || 'No person belongs to the account yet.',
});

const invited = z.object({
  ...{ id: z.string(), email: z.string(), role: z.string(), expiresAtMs: z.number(), link: z.string() },
});

export const memberInvite: Command<Needs> = fromContract(
  'member invite',
  { ...team.invite, reply: invited },
  {
    about: 'Invites a person to an account and prints the link, which works for seven days. It sends no e-mail.',
    run: async ({ account: { id: accountId }, body: { email, role } }, needs) => {
      const { platform } = needs;
      const { invitation, token } = newInvitation({ accountId, email, role, createdBy: ACTOR }, platform);
      await act(needs, { kind: 'invite-member', accountId, invitation }, { reason: 'invited by the operator' });
      const { id, expiresAtMs } = invitation;
      return { id, email, role, expiresAtMs, link: joinLink(platform.origin(), token) };
    },
    text: ({ email, role, link }) => `An invitation for ${email} as ${role}. The link is shown only now:\n${link}`,
  },
);

export const memberRemove: Command<Needs> = fromContract('member remove', team.remove, {
  about: 'Removes a member. Their keys of the account end, and they get an e-mail.',
  id: 'ID|EMAIL',
  run: async ({ account, params }, needs) => {
    const { platform, stores } = needs;
    const named = params.id.toLowerCase();
    const member = (await stores.members.of(account.id)).find(
      ({ userId, email }) => userId === params.id || email === named,
    );
    if (!member) throw new ServiceError('not_found', 'This organisation has no such member.');
    const { userId, email: to, language } = member;
    const about = { organisation: account.name ?? account.email, by: platform.serviceName, colleagues: 0 };
    const told = noticesOf(platform, account.id, [{ ...about, what: 'removed', to, language: language ?? 'en' }]);
    const action = { kind: 'remove-member', accountId: account.id, userId } as const;
    await act(needs, action, { reason: 'removed by the operator', told });
    return viewOf(account.id, needs);
  },
  text: (_, { params }) => `${params.id} is no member any more; their keys of this account have ended.`,
});
