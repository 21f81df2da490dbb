/** Shown instead of the operator's area until the operator has signed in with a second factor. */
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { signInAgain } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { operatorSecondFactorTexts } from './operator-second-factor-texts.ts';
import { Passkeys } from './passkeys.tsx';
import { TwoFactor } from './two-factor.tsx';

type SecondFactorNeededProps = { readonly me: MeView; readonly onChanged: () => void };

export default function SecondFactorNeeded({ me, onChanged }: SecondFactorNeededProps) {
  const texts = useTexts(operatorSecondFactorTexts);
  const isNew = me.operatorNeeds === 'set-up';
  return (
    <Page title={texts.title} lead={isNew ? texts.setUpLead : texts.signInLead}>
      {isNew ? (
        <div className="account-cards">
          <TwoFactor me={me} onChanged={onChanged} />
          <Passkeys me={me} onAdded={onChanged} />
        </div>
      ) : (
        <SignInWithIt />
      )}
    </Page>
  );
}

function SignInWithIt() {
  const texts = useTexts(operatorSecondFactorTexts);
  const { isBusy, error, run } = useSubmit(() => signInAgain('/operator'));
  return (
    <Card title={texts.signInTitle}>
      <p className="muted">{texts.signInHint}</p>
      <Problem error={error} />
      <div>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void run()}>
          {texts.signIn}
        </button>
      </div>
    </Card>
  );
}
