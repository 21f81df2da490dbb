/** Where the link of a reset mail leads, and the one that confirms an address in another browser than the sign-up was in. */
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { resetPassword } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { secretOf, useForm } from '../../ui/form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { PASSWORD_CHARS_MIN, SignInFrame } from '../../ui/sign-in-frame.tsx';
import { signInTexts } from './texts.ts';

export default function Reset() {
  const texts = useTexts(signInTexts);
  const [query] = useSearchParams();
  const [isDone, setIsDone] = useState(false);
  const token = query.get('token');
  if (isDone) {
    return (
      <SignInFrame title={texts.reset.doneTitle}>
        <p role="status">{texts.reset.done}</p>
        <Link className="button primary wide" href="/sign-in">
          {texts.signIn.action}
        </Link>
      </SignInFrame>
    );
  }
  if (!token) {
    return (
      <SignInFrame title={texts.reset.failedTitle}>
        <p>{texts.reset.failed}</p>
        <Link className="button primary wide" href="/forgotten">
          {texts.reset.again}
        </Link>
      </SignInFrame>
    );
  }
  return <NewPassword token={token} isConfirming={query.has('confirm')} onDone={() => setIsDone(true)} />;
}

type NewPasswordProps = { readonly token: string; readonly isConfirming: boolean; readonly onDone: () => void };

function NewPassword({ token, isConfirming, onDone }: NewPasswordProps) {
  const texts = useTexts(signInTexts);
  const { form, problems, error, isBusy } = useForm({
    fields: ['newPassword'],
    check: (values) => ({
      newPassword: secretOf(values, 'newPassword').length < PASSWORD_CHARS_MIN ? texts.passwordShort : undefined,
    }),
    send: (values) => resetPassword(secretOf(values, 'newPassword'), token).then(onDone),
  });
  return (
    <SignInFrame
      title={isConfirming ? texts.reset.confirmTitle : texts.reset.title}
      lead={isConfirming && texts.reset.confirmLead}
    >
      <form {...form} className="stack">
        <PasswordField
          label={texts.newPassword}
          hint={texts.passwordHint}
          problem={problems.newPassword}
          name="newPassword"
          autoComplete="new-password"
        />
        <Problem error={error}>
          <Link href="/forgotten">{texts.reset.again}</Link>
        </Problem>
        <button type="submit" className="button primary wide" disabled={isBusy}>
          {texts.reset.action}
        </button>
      </form>
    </SignInFrame>
  );
}
