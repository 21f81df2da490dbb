import { useRef } from 'react';
import type { TeamView } from '../../../../src/features/organisations/contract.ts';
import { call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { looksLikeEmail, useService } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { GIVEN_ROLES, RoleOptions } from './role-options.tsx';
import { teamTexts } from './texts.ts';

type InvitationsProps = { readonly team: TeamView; readonly onTeam: (team: TeamView) => void };
type Invitation = TeamView['invitations'][number];

export function Invitations({ team, onTeam }: InvitationsProps) {
  const texts = useTexts(teamTexts);
  return (
    <>
      <Card title={texts.inviteTitle}>
        <InviteForm onTeam={onTeam} />
      </Card>
      {team.invitations.length > 0 && (
        <Card title={texts.invitations}>
          <OpenInvitations invitations={team.invitations} onTeam={onTeam} />
        </Card>
      )}
    </>
  );
}

function InviteForm({ onTeam }: Pick<InvitationsProps, 'onTeam'>) {
  const texts = useTexts(teamTexts);
  const say = useNotice();
  const { service } = useService();
  const field = useRef<HTMLInputElement>(null);
  const { form, problems, error, isBusy } = useForm({
    fields: ['email', 'role'],
    check: (values) => ({ email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong }),
    refused: { email: texts.emailWrong },
    send: async (values) => {
      const email = textOf(values, 'email');
      const role = GIVEN_ROLES.find((one) => one === textOf(values, 'role')) ?? 'viewer';
      onTeam(await call('POST /api/invitations', { body: { email, role } }));
      if (field.current) field.current.value = '';
      say(service?.mail === 'log' ? texts.invitedLogged(email) : texts.invited(email));
    },
  });
  return (
    <form {...form} className="stack">
      <div className="pair">
        <TextField
          ref={field}
          label={texts.email}
          hint={texts.inviteHint}
          problem={problems.email}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <SelectField label={texts.role} problem={problems.role} name="role" defaultValue="developer">
          <RoleOptions />
        </SelectField>
      </div>
      <Problem error={error} />
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {texts.invite}
        </button>
      </div>
    </form>
  );
}

type OpenProps = { readonly invitations: readonly Invitation[]; readonly onTeam: (team: TeamView) => void };

function OpenInvitations({ invitations, onTeam }: OpenProps) {
  const texts = useTexts(teamTexts);
  const format = useFormat();
  const say = useNotice();
  const { error, isBusy, run } = useSubmit(async ({ id, email }: Invitation, what: 'resend' | 'withdraw') => {
    onTeam(await call(`POST /api/invitations/{id}/${what}`, { params: { id } }));
    say(what === 'resend' ? texts.resent(email) : texts.withdrawn(email));
  });
  const words = { resend: texts.resend, withdraw: texts.withdraw };
  const button = (invitation: Invitation, what: 'resend' | 'withdraw') => (
    <button
      type="button"
      className="button compact"
      disabled={isBusy}
      aria-label={texts.about(words[what], invitation.email)}
      onClick={() => void run(invitation, what)}
    >
      {words[what]}
    </button>
  );
  const columns: readonly Column<Invitation>[] = [
    { label: texts.email, kind: 'name', cell: ({ email }) => email },
    { label: texts.role, cell: ({ role }) => texts.roles[role] },
    { label: texts.invitedBy, kind: 'name', cell: ({ invitedBy }) => invitedBy },
    {
      label: texts.expires,
      cell: ({ expiresAtMs }) => (expiresAtMs > Date.now() ? format.date(expiresAtMs) : texts.expired),
    },
    {
      label: texts.actions,
      kind: 'buttons',
      cell: (one) => (
        <span className="row">
          {button(one, 'resend')}
          {button(one, 'withdraw')}
        </span>
      ),
    },
  ];
  return (
    <>
      <Problem error={error} />
      <CardTable columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </>
  );
}
