/** Everything about the person who is signed in. */
import { useSWRConfig } from 'swr';
import { useSearchParams } from 'wouter';
import { useApi } from '../../api.ts';
import { signOut } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { frameTexts } from '../../texts/frame.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { Buyer } from '../invoices/buyer.tsx';
import { Organisation } from '../organisations/organisation.tsx';
import { OwnData } from '../organisations/own-data.tsx';
import { accountTexts } from './account-texts.ts';
import { CompanySession } from './company-session.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Looks, Profile } from './profile.tsx';
import { SESSIONS_KEY, Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export default function AccountPage() {
  const texts = useTexts(accountTexts);
  const frame = useTexts(frameTexts);
  const [query] = useSearchParams();
  const { mutate: refresh } = useSWRConfig();
  const { data: me, mutate } = useApi('GET /api/me');
  const { isBusy, error, run } = useSubmit(() => signOut());
  // The frame around this page is drawn only when it is known who they are.
  if (!me) return null;
  const onChanged = () => {
    void mutate();
    void refresh(SESSIONS_KEY);
  };
  return (
    <Page
      title={texts.title}
      lead={<span className="any-wrap">{me.email}</span>}
      actions={
        <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
          {frame.signOut}
        </button>
      }
    >
      <Problem error={error} />
      {query.has('error') && (
        <div className="notice bad" role="alert">
          {texts.linkFailed}
        </div>
      )}
      {query.has('verified') && !query.has('error') && (
        <div className="notice good" role="status">
          {texts.linkWorked}
        </div>
      )}
      <div className="account-cards">
        <Profile me={me} />
        <Looks />
        <Organisation me={me} />
        {me.may.includes('read-billing') && <Buyer />}
        {me.signedInBy === 'organisation' ? (
          <CompanySession me={me} />
        ) : (
          <>
            <Password me={me} onChanged={onChanged} />
            <TwoFactor me={me} onChanged={onChanged} />
            <Passkeys me={me} />
            <Sessions />
          </>
        )}
        <OwnData me={me} />
      </div>
    </Page>
  );
}
