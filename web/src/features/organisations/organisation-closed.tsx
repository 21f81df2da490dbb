/** For a person whose only organisation was closed by its owner: what has happened, and what they can do now. */
import { forgetActing, isActing } from '../../acting.ts';
import { makeOwnAccount, signOut } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { signInTexts } from '../sign-in/texts.ts';

export default function OrganisationClosed() {
  const texts = useTexts(signInTexts).closed;
  const making = useSubmit(async () => {
    await makeOwnAccount();
    if (isActing()) forgetActing();
    else location.reload();
  });
  const leaving = useSubmit(() => signOut());
  const isBusy = making.isBusy || leaving.isBusy;
  return (
    <SignInFrame title={texts.title} lead={texts.lead}>
      <p>{texts.text}</p>
      <Problem error={making.error ?? leaving.error} />
      <div className="stack">
        <button type="button" className="button primary wide" disabled={isBusy} onClick={() => void making.run()}>
          {texts.make}
        </button>
        <button type="button" className="button wide" disabled={isBusy} onClick={() => void leaving.run()}>
          {texts.signOut}
        </button>
      </div>
    </SignInFrame>
  );
}
