/** A link from an invitation: what it is for, and the way in for each who may open it. */
import { useEffect } from 'react';
import useSWR from 'swr';
import { Link, useSearchParams } from 'wouter';
import type { InvitationView } from '../../../../src/features/organisations/contract.ts';
import { actIn, forgetActing, isActing } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { signOut } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import OrganisationClosed from './organisation-closed.tsx';
import { teamTexts } from './texts.ts';

export default function Join() {
  const texts = useTexts(teamTexts).join;
  const [query] = useSearchParams();
  const token = query.get('invitation') ?? '';
  const look = useSWR(['invitation', token], () => call('POST /api/invitation/look', { body: { token } }), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  if (look.error) {
    return (
      <SignInFrame title={texts.invalidTitle} foot={<Link href="/">{texts.toStart}</Link>}>
        <p>{texts.invalid}</p>
      </SignInFrame>
    );
  }
  if (!look.data) {
    return (
      <SignInFrame title="…">
        <Skeleton lines={3} />
      </SignInFrame>
    );
  }
  return <Invited invitation={look.data} token={token} />;
}

type InvitedProps = { readonly invitation: InvitationView; readonly token: string };

function Invited({ invitation, token }: InvitedProps) {
  const { join: texts, roles } = useTexts(teamTexts);
  const me = useApi('GET /api/me');
  const isElsewhere = me.error?.code === 'not_found' && isActing();
  useEffect(() => {
    if (isElsewhere) forgetActing();
  }, [isElsewhere]);
  if (me.error?.code === 'organisation_closed') return <OrganisationClosed />;
  return (
    <SignInFrame
      title={texts.title(invitation.organisation)}
      lead={texts.lead(invitation.invitedBy, roles[invitation.role])}
    >
      <p className="any-wrap">{texts.forAddress(invitation.email)}</p>
      {!me.data && !me.error && <Skeleton lines={2} />}
      {me.error?.code === 'session_required' && <Ways token={token} email={invitation.email} />}
      {me.error && me.error.code !== 'session_required' && <Problem error={me.error} retry={() => void me.mutate()} />}
      {me.data && me.data.email === invitation.email && <Accept token={token} />}
      {me.data && me.data.email !== invitation.email && <Other email={me.data.email} />}
    </SignInFrame>
  );
}

function Ways({ token, email }: { readonly token: string; readonly email: string }) {
  const { join: texts } = useTexts(teamTexts);
  const query = `?invitation=${encodeURIComponent(token)}`;
  return (
    <div className="stack">
      <Link className="button primary wide" href={`/welcome${query}&for=${encodeURIComponent(email)}`}>
        {texts.signUp}
      </Link>
      <Link className="button wide" href={`/sign-in?to=${encodeURIComponent(`/join${query}`)}`}>
        {texts.signIn}
      </Link>
    </div>
  );
}

function Accept({ token }: { readonly token: string }) {
  const { join: texts } = useTexts(teamTexts);
  const { isBusy, error, run } = useSubmit(async () => {
    const { accountId } = await call('POST /api/invitation/join', { body: { token } });
    actIn(accountId);
  });
  return (
    <>
      <Problem error={error} />
      <button type="button" className="button primary wide" disabled={isBusy} onClick={() => void run()}>
        {texts.action}
      </button>
    </>
  );
}

function Other({ email }: { readonly email: string }) {
  const { join: texts } = useTexts(teamTexts);
  const { isBusy, error, run } = useSubmit(() => signOut(`${location.pathname}${location.search}`));
  return (
    <>
      <p className="any-wrap">{texts.other(email)}</p>
      <Problem error={error} />
      <button type="button" className="button wide" disabled={isBusy} onClick={() => void run()}>
        {texts.signOut}
      </button>
    </>
  );
}
