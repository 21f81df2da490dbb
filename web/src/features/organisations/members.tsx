import { useState } from 'react';
import type { MemberView, TeamView } from '../../../../src/features/organisations/contract.ts';
import { useMay } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Confirm, Dialog, FormActions } from '../../ui/dialog.tsx';
import { secretOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { BudgetDialog } from './budget.tsx';
import { GIVEN_ROLES, type GivenRole, RoleOptions } from './role-options.tsx';
import { teamTexts } from './texts.ts';
import { Used } from './used.tsx';

type MembersProps = { readonly team: TeamView; readonly onTeam: (team: TeamView) => void };
/** Own keys of members do not work in these. */
const KEYLESS: readonly GivenRole[] = ['billing', 'viewer'];

type OpenDialog = { readonly kind: 'remove' | 'hand-over' | 'budget'; readonly member: MemberView };

export function Members({ team, onTeam }: MembersProps) {
  const texts = useTexts(teamTexts);
  const format = useFormat();
  const may = useMay();
  const say = useNotice();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { error, run } = useSubmit(async ({ id, email }: MemberView, role: GivenRole) => {
    onTeam(await call('PATCH /api/members/{id}', { params: { id }, body: { role } }));
    say(KEYLESS.includes(role) ? texts.changedWithoutKeys(email) : texts.changed(email));
  });
  const columns: readonly Column<MemberView>[] = [
    { label: texts.member, kind: 'name', cell: (one) => <Who member={one} /> },
    {
      label: texts.role,
      cell: (one) =>
        may('manage-members') && one.role !== 'owner' ? (
          <RoleSelect member={one} onChange={(role) => void run(one, role)} />
        ) : (
          texts.roles[one.role]
        ),
    },
    {
      label: texts.thisMonth,
      kind: 'words',
      cell: ({ budget, email }) => (budget ? <Used budget={budget} name={email} /> : '–'),
    },
    { label: texts.since, cell: ({ joinedAtMs }) => <span className="one-line">{format.date(joinedAtMs)}</span> },
    { label: texts.twoFactor, cell: ({ hasTwoFactor }) => (hasTwoFactor ? texts.on : texts.off) },
    { label: texts.actions, kind: 'buttons', cell: (member) => <Actions member={member} onOpen={setDialog} /> },
  ];
  return (
    <Card title={texts.members}>
      <Problem error={error} />
      <CardTable
        className="of-team"
        columns={columns}
        rows={team.members}
        keyOf={({ id }) => id}
        foot={team.use && <Together use={team.use} />}
      />
      {dialog?.kind === 'remove' && (
        <Remove member={dialog.member} onTeam={onTeam} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'budget' && (
        <BudgetDialog member={dialog.member} onTeam={onTeam} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'hand-over' && (
        <HandOver member={dialog.member} onTeam={onTeam} onClose={() => setDialog(undefined)} />
      )}
    </Card>
  );
}

/** The use of keys that belong to no member, and the sum of the column. */
function Together({ use: { ofNoMember, total } }: { readonly use: NonNullable<TeamView['use']> }) {
  const texts = useTexts(teamTexts);
  const row = (label: string, use: typeof total) => (
    <tr>
      <th scope="row" colSpan={2} className="wrap">
        {label}
      </th>
      <td className="wrap" data-label={texts.thisMonth}>
        <Used budget={{ ...use, limits: [] }} name={label} />
      </td>
      <td colSpan={3} />
    </tr>
  );
  return (
    <>
      {row(texts.ofNoMember, ofNoMember)}
      {row(texts.together, total)}
    </>
  );
}

function Who({ member: { name, email, isMe } }: { readonly member: MemberView }) {
  const texts = useTexts(teamTexts);
  return (
    <TwoLines second={name && <Address email={email} />}>
      {name || <Address email={email} />} {isMe && <Badge>{texts.you}</Badge>}
    </TwoLines>
  );
}

type RoleSelectProps = { readonly member: MemberView; readonly onChange: (role: GivenRole) => void };

function RoleSelect({ member, onChange }: RoleSelectProps) {
  const texts = useTexts(teamTexts);
  return (
    <select
      aria-label={texts.roleOf(member.email)}
      value={member.role}
      onChange={({ target }) => onChange(GIVEN_ROLES.find((role) => role === target.value) ?? 'viewer')}
    >
      <RoleOptions />
    </select>
  );
}

type ActionsProps = { readonly member: MemberView; readonly onOpen: (dialog: OpenDialog) => void };

function Actions({ member, onOpen }: ActionsProps) {
  const texts = useTexts(teamTexts);
  const may = useMay();
  if (member.role === 'owner') return null;
  const mayManage = may('manage-members') && !member.isMe;
  const button = (kind: OpenDialog['kind'], text: string) => (
    <button
      type="button"
      className="button compact"
      aria-label={texts.about(text, member.email)}
      onClick={() => onOpen({ kind, member })}
    >
      {text}
    </button>
  );
  return (
    <span className="row action-buttons">
      {may('set-budgets') && button('budget', texts.budget)}
      {mayManage && may('hand-over') && button('hand-over', texts.makeOwner)}
      {mayManage && button('remove', texts.remove)}
    </span>
  );
}

type MemberDialogProps = {
  readonly member: MemberView;
  readonly onTeam: (team: TeamView) => void;
  readonly onClose: () => void;
};

function Remove({ member: { id, email }, onTeam, onClose }: MemberDialogProps) {
  const texts = useTexts(teamTexts);
  const say = useNotice();
  const remove = async () => {
    onTeam(await call('POST /api/members/{id}/remove', { params: { id } }));
    say(texts.removed(email));
  };
  return (
    <Confirm title={texts.removeTitle(email)} action={texts.remove} onConfirm={remove} onClose={onClose}>
      <p>{texts.removeLead}</p>
    </Confirm>
  );
}

function HandOver({ member: { id, email }, onTeam, onClose }: MemberDialogProps) {
  const texts = useTexts(teamTexts);
  const say = useNotice();
  const hasPassword = useApi('GET /api/me').data?.hasPassword ?? true;
  const { form, problems, error, isBusy } = useForm({
    fields: ['password'],
    check: (values) => ({
      password: hasPassword && !secretOf(values, 'password') ? texts.passwordMissing : undefined,
    }),
    send: async (values) => {
      const password = hasPassword ? { password: secretOf(values, 'password') } : {};
      onTeam(await call('POST /api/organisation/hand-over', { body: { memberId: id, ...password } }));
      say(texts.handedOver(email));
      onClose();
    },
  });
  return (
    <Dialog title={texts.handOverTitle(email)} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.handOverLead}</p>
        {hasPassword && (
          <PasswordField
            label={texts.password}
            problem={problems.password}
            name="password"
            autoComplete="current-password"
          />
        )}
        <Problem error={error}>
          <SignInAgain error={error} to="/team" />
        </Problem>
        <FormActions action={texts.handOver} looks="danger" isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
