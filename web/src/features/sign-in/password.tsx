import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { changePassword, requestReset } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { secretOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { PASSWORD_CHARS_MIN, useService } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { accountTexts } from './account-texts.ts';
import { signInTexts } from './texts.ts';

export function Password({ me, onChanged }: { readonly me: MeView; readonly onChanged: () => void }) {
  const texts = useTexts(accountTexts).password;
  return (
    <Card title={texts.title}>
      {me.hasPassword ? <ChangeForm email={me.email} onChanged={onChanged} /> : <FirstPassword email={me.email} />}
    </Card>
  );
}

function ChangeForm({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const texts = useTexts(accountTexts).password;
  const signIn = useTexts(signInTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: ['currentPassword', 'newPassword'],
    check: (values) => ({
      currentPassword: secretOf(values, 'currentPassword') ? undefined : texts.currentMissing,
      newPassword: secretOf(values, 'newPassword').length < PASSWORD_CHARS_MIN ? signIn.passwordShort : undefined,
    }),
    send: async (values) => {
      await changePassword({
        currentPassword: secretOf(values, 'currentPassword'),
        newPassword: secretOf(values, 'newPassword'),
      });
      form.ref.current?.reset();
      say(texts.changed);
      onChanged();
    },
  });
  return (
    <form {...form} className="stack">
      <p className="muted">{texts.lead}</p>
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="pair">
        <PasswordField
          label={texts.current}
          problem={problems.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
        />
        <PasswordField
          label={signIn.newPassword}
          hint={signIn.passwordHint}
          problem={problems.newPassword}
          name="newPassword"
          autoComplete="new-password"
        />
      </div>
      <Problem error={error} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {texts.action}
        </button>
      </div>
    </form>
  );
}

/** The mail with the link proves who they are; that is as good as an old password. */
function FirstPassword({ email }: { readonly email: string }) {
  const texts = useTexts(accountTexts).password;
  const say = useNotice();
  const { service } = useService();
  const { isBusy, error, run } = useSubmit(() => requestReset(email));
  const isLogged = service?.mail === 'log';
  return (
    <>
      <p className="muted">{isLogged ? texts.noneLogged : texts.none}</p>
      <Problem error={error} />
      <div>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={async () => {
            if (await run()) say(isLogged ? texts.linkLogged : texts.linkSent);
          }}
        >
          {texts.sendLink}
        </button>
      </div>
    </>
  );
}
