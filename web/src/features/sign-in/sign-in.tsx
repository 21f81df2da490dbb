import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ApiError } from '../../api.ts';
import { sendVerification, signIn, signInByOrganisation } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { secretOf, textOf, useForm } from '../../ui/form.ts';
import { Skeleton } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { looksLikeEmail, SignInFrame, useService } from '../../ui/sign-in-frame.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { companyRefusalTexts } from './company-refusal-texts.ts';
import { signInErrorTexts } from './error-texts.ts';
import { OtherWays } from './other-ways.tsx';
import { ownPath } from './own-path.ts';
import { SentAgain } from './sent-again.tsx';
import { signInTexts } from './texts.ts';

export default function SignIn() {
  const texts = useTexts(signInTexts);
  const [query] = useSearchParams();
  const { service, isKnown } = useService();
  const to = ownPath(query.get('to'));
  return (
    <SignInFrame title={texts.signIn.title} foot={isKnown && <NoAccount mode={service?.signUp ?? 'open'} />}>
      {isKnown ? (
        <>
          <Came query={query} />
          <PasswordForm to={to} mail={service?.mail ?? 'smtp'} />
          <OtherWays providers={service?.oidc ?? []} to={to} />
        </>
      ) : (
        <Skeleton lines={5} />
      )}
    </SignInFrame>
  );
}

/** The way that led here: a link in an e-mail, a provider, or the end of an account. */
function Came({ query }: { readonly query: URLSearchParams }) {
  const texts = useTexts(signInTexts);
  const byCode = { ...useTexts(signInErrorTexts), ...useTexts(companyRefusalTexts) };
  const refusals = new Map<string, string>(Object.entries(byCode));
  const error = query.get('error');
  if (error === 'sign_in_first') return <Said kind="warn">{texts.signIn.first}</Said>;
  if (error !== null && query.has('verified')) return <Said kind="bad">{texts.verified.failed}</Said>;
  if (error !== null) return <Said kind="bad">{refusals.get(error.toLowerCase()) ?? texts.signIn.providerFailed}</Said>;
  if (query.has('verified')) return <Said kind="good">{texts.signIn.verified}</Said>;
  return query.has('deleted') && <Said kind="good">{texts.signIn.deleted}</Said>;
}

const Said = ({ kind, children }: { readonly kind: 'good' | 'warn' | 'bad'; readonly children: string }) => (
  <div className={`notice ${kind}`} role="status">
    {children}
  </div>
);

function PasswordForm({ to, mail }: { readonly to: string; readonly mail: 'smtp' | 'log' }) {
  const texts = useTexts(signInTexts);
  const [, navigate] = useLocation();
  const [email, setEmail] = useState('');
  const { form, problems, error, isBusy } = useForm({
    fields: ['email', 'password'],
    check: (values) => ({
      email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong,
      password: secretOf(values, 'password') ? undefined : texts.passwordMissing,
    }),
    refused: { email: texts.emailWrong },
    send: async (values) => {
      const answer = await signIn({
        email: textOf(values, 'email'),
        password: secretOf(values, 'password'),
        rememberMe: values.has('remember'),
      });
      if (answer.twoFactorRedirect) navigate(`/two-factor?to=${encodeURIComponent(to)}`);
      else location.assign(to);
    },
  });
  const company = useSubmit(async () => {
    const { url } = await signInByOrganisation(email.trim(), to);
    if (url) location.assign(url);
  });
  return (
    <form {...form} className="stack">
      <TextField
        label={texts.email}
        problem={problems.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={texts.password}
        problem={problems.password}
        name="password"
        autoComplete="current-password"
      />
      <div className="row spread">
        <CheckField label={texts.signIn.remember} name="remember" defaultChecked />
        <Link href="/forgotten">{texts.signIn.forgotten}</Link>
      </div>
      <Problem error={error}>
        {isUnverified(error) && (
          <SentAgain email={email.trim()} mail={mail} send={() => sendVerification(email.trim())} />
        )}
      </Problem>
      <button type="submit" className="button primary wide" disabled={isBusy}>
        {texts.signIn.action}
      </button>
      <Problem error={company.error} />
      <button
        type="button"
        className="button wide"
        disabled={company.isBusy || !looksLikeEmail(email.trim())}
        onClick={() => void company.run()}
      >
        {texts.signIn.company}
      </button>
    </form>
  );
}

const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.code === 'email_not_verified';

function NoAccount({ mode }: { readonly mode: 'open' | 'invitation' | 'closed' }) {
  const texts = useTexts(signInTexts).signIn;
  if (mode === 'closed') return null;
  if (mode === 'invitation') return <p>{texts.byInvitation}</p>;
  return (
    <p>
      {texts.noAccount} <Link href="/sign-up">{texts.toSignUp}</Link>
    </p>
  );
}
