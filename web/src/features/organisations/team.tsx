/** The organisation: its name, its members, and who is invited. */
import { Fragment, lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { TeamView } from '../../../../src/features/organisations/contract.ts';
import { forgetActing, useMay } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Folded, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { teamTexts } from './texts.ts';

const Domains = lazy(() => import('./domains.tsx'));

const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;

export default function TeamPage() {
  const texts = useTexts(teamTexts);
  const may = useMay();
  const { data: team, error, mutate } = useApi('GET /api/members');
  const { data: me, mutate: refreshMe } = useApi('GET /api/me');
  const onTeam = (next: TeamView) => {
    void mutate(next, { revalidate: false });
    void refreshMe();
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {!team && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {team && <Members team={team} onTeam={onTeam} />}
      {team && may('manage-members') && <Invitations team={team} onTeam={onTeam} />}
      {team && may('manage-members') && <Name team={team} onTeam={onTeam} />}
      {team && may('manage-domains') && (
        <Suspense fallback={null}>
          <Domains />
        </Suspense>
      )}
      {may('read-activity') && <Link href="/activity">{texts.activity}</Link>}
      <Roles />
      {me && me.account.role !== 'owner' && <Leave />}
    </Page>
  );
}

type TeamProps = { readonly team: TeamView; readonly onTeam: (team: TeamView) => void };

function Name({ team, onTeam }: TeamProps) {
  const texts = useTexts(teamTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: ['name'],
    send: async (values) => {
      const name = textOf(values, 'name');
      onTeam(await call('PATCH /api/organisation', { body: { name: name === '' ? null : name } }));
      say(texts.saved);
    },
  });
  return (
    <Card title={texts.organisation}>
      <p className="muted">{texts.nameHint}</p>
      <form {...form} className="stack">
        <div className="with-button">
          <TextField
            label={texts.name}
            problem={problems.name}
            name="name"
            autoComplete="organization"
            maxLength={60}
            defaultValue={team.name ?? ''}
          />
          <button type="submit" className="button" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
        <Problem error={error} />
      </form>
    </Card>
  );
}

function Roles() {
  const texts = useTexts(teamTexts);
  return (
    <Folded title={texts.rolesTitle}>
      <dl>
        {ROLES.map((role) => (
          <Fragment key={role}>
            <dt>{texts.roles[role]}</dt>
            <dd>{texts.roleLeads[role]}</dd>
          </Fragment>
        ))}
      </dl>
    </Folded>
  );
}

function Leave() {
  const texts = useTexts(teamTexts);
  const [isAsking, setIsAsking] = useState(false);
  const leave = async () => {
    await call('POST /api/organisation/leave');
    forgetActing();
  };
  return (
    <div>
      <button type="button" className="button danger" onClick={() => setIsAsking(true)}>
        {texts.leave}
      </button>
      {isAsking && (
        <Confirm title={texts.leaveTitle} action={texts.leave} onConfirm={leave} onClose={() => setIsAsking(false)}>
          <p>{texts.leaveLead}</p>
        </Confirm>
      )}
    </div>
  );
}
