/** Name and e-mail, language and appearance. */
import { useState } from 'react';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { call, useRefresh } from '../../api.ts';
import { changeEmail } from '../../auth.ts';
import { type Language, useLanguage, useTexts } from '../../language.tsx';
import { frameTexts } from '../../texts/frame.ts';
import { THEMES, useTheme } from '../../theme.ts';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { secretOf, textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Choice } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { looksLikeEmail, useService } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { accountTexts } from './account-texts.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { signInTexts } from './texts.ts';

/** Writes the profile, and lets every page that shows it know. */
function useProfile() {
  const refresh = useRefresh('GET /api/me');
  return async (body: { readonly name?: string; readonly language?: Language }) => {
    const me = await call('PATCH /api/me', { body });
    await refresh(me);
  };
}

export function Profile({ me }: { readonly me: MeView }) {
  const texts = useTexts(accountTexts);
  const say = useNotice();
  const save = useProfile();
  const [isChanging, setIsChanging] = useState(false);
  const { form, problems, error, isBusy } = useForm({
    fields: ['name'],
    send: (values) => save({ name: textOf(values, 'name') }).then(() => say(texts.saved)),
  });
  return (
    <Card title={texts.profile.title}>
      <form {...form} className="stack">
        <div className="with-button">
          <TextField
            label={texts.profile.name}
            problem={problems.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={me.name}
          />
          <button type="submit" className="button" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
        <Problem error={error} />
      </form>
      <div className="row spread">
        <div className="stack tight">
          <strong>{texts.profile.email}</strong>
          <span className="any-wrap">{me.email}</span>
        </div>
        <button type="button" className="button" onClick={() => setIsChanging(true)}>
          {texts.profile.changeEmail}
        </button>
      </div>
      {isChanging && <EmailDialog me={me} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}

function EmailDialog({ me: { email, hasPassword }, onClose }: { readonly me: MeView; readonly onClose: () => void }) {
  const texts = useTexts(accountTexts).profile;
  const { emailWrong, passwordMissing } = useTexts(signInTexts);
  const { password } = useTexts(accountTexts).twoFactor;
  const { close } = useTexts(frameTexts);
  const { service } = useService();
  const [sentTo, setSentTo] = useState<string>();
  const { form, problems, error, isBusy } = useForm({
    fields: ['newEmail', 'password'],
    check: (values) => ({
      newEmail: problemOf(textOf(values, 'newEmail')),
      password: hasPassword && !secretOf(values, 'password') ? passwordMissing : undefined,
    }),
    refused: { newEmail: emailWrong },
    send: async (values) => {
      await changeEmail(textOf(values, 'newEmail'), hasPassword ? { password: secretOf(values, 'password') } : {});
      setSentTo(textOf(values, 'newEmail'));
    },
  });
  const problemOf = (typed: string) => {
    if (!looksLikeEmail(typed)) return emailWrong;
    return typed.toLowerCase() === email.toLowerCase() ? texts.same : undefined;
  };
  return (
    <Dialog title={texts.changeEmail} onClose={onClose}>
      {sentTo === undefined ? (
        <form {...form} className="stack">
          <p>{texts.changeLead(email)}</p>
          <TextField
            label={texts.newEmail}
            problem={problems.newEmail}
            name="newEmail"
            type="email"
            autoComplete="email"
          />
          {hasPassword && (
            <PasswordField
              label={password}
              problem={problems.password}
              name="password"
              autoComplete="current-password"
            />
          )}
          <Problem error={error}>
            <SignInAgain error={error} />
          </Problem>
          <FormActions action={texts.sendLink} isDisabled={isBusy} onClose={onClose} />
        </form>
      ) : (
        <>
          <p role="status">{service?.mail === 'log' ? texts.logged(sentTo) : texts.mailed(sentTo)}</p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {close}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The language goes with the person, for mails, too; the appearance stays with the device. */
export function Looks() {
  const texts = useTexts(accountTexts);
  const frame = useTexts(frameTexts);
  const { language, choose } = useLanguage();
  const [theme, chooseTheme] = useTheme();
  const save = useProfile();
  const { error, run } = useSubmit(save);
  return (
    <Card title={texts.looks.title}>
      <div className="pair">
        <div className="field">
          <span className="label">{frame.language}</span>
          <Choice
            label={frame.language}
            value={language}
            options={[
              ['cs', 'Čeština'],
              ['en', 'English'],
            ]}
            onChange={(chosen) => {
              choose(chosen);
              void run({ language: chosen });
            }}
          />
        </div>
        <div className="field">
          <span className="label">{frame.theme}</span>
          <Choice
            label={frame.theme}
            value={theme}
            options={THEMES.map((one) => [one, { system: frame.system, light: frame.light, dark: frame.dark }[one]])}
            onChange={chooseTheme}
          />
        </div>
      </div>
      <Problem error={error} />
    </Card>
  );
}
