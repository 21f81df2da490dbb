/** A new account; with an invitation in the address also where sign-up is not open. */

import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { ServiceView } from '../../../../src/features/site/contract.ts';
import { sendVerification, signIn, signUp } from '../../auth.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { secretOf, textOf, useForm } from '../../ui/form.ts';
import { AcceptTerms, LegalLinks } from '../../ui/legal-links.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { looksLikeEmail, PASSWORD_CHARS_MIN, SignInFrame, useService } from '../../ui/sign-in-frame.tsx';
import { legalTexts } from './legal-texts.ts';
import { OtherWays } from './other-ways.tsx';
import { SentAgain } from './sent-again.tsx';
import { signInTexts } from './texts.ts';

export default function SignUp() {
  const texts = useTexts(signInTexts).signUp;
  const format = useFormat();
  const [query] = useSearchParams();
  const { service, isKnown } = useService();
  const [sentTo, setSentTo] = useState<string>();
  const invitation = query.get('invitation') ?? undefined;
  /** The one address that an invitation to an organisation is for. */
  const boundTo = (invitation && query.get('for')) || undefined;
  /** True of the link of the first start, or of an operator who wants a colleague. The role is not up to the address. */
  const isOperator = invitation !== undefined && query.get('role') === 'operator';
  const invited = isOperator
    ? { title: texts.operatorTitle, lead: texts.operatorLead }
    : { title: texts.invitedTitle, lead: texts.invitedLead };
  const title = invitation ? invited.title : texts.title;
  const mode = service?.signUp ?? 'open';
  if (!isKnown) {
    return (
      <SignInFrame title={title}>
        <Skeleton lines={5} />
      </SignInFrame>
    );
  }
  if (sentTo !== undefined) return <Sent email={sentTo} mail={service?.mail ?? 'smtp'} />;
  if (!invitation && mode !== 'open') {
    return (
      <SignInFrame title={mode === 'closed' ? texts.closedTitle : texts.invitationTitle} foot={<HaveAccount />}>
        <p>{mode === 'closed' ? texts.closed : texts.invitation}</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} lead={invitation && invited.lead} foot={<HaveAccount />}>
      {/* A member of an organisation has no account of their own, and so no credit in it. */}
      {service?.trialCzk && !boundTo && !isOperator && <p>{texts.trial(format.czk(service.trialCzk))}</p>}
      <NewPerson
        invitation={invitation}
        boundTo={boundTo}
        isOperator={isOperator}
        termsVersion={isOperator ? null : (service?.legal?.version ?? null)}
        onSent={setSentTo}
      />
      {/* A provider's answer brings no invitation back, so there it would only be refused. */}
      {!invitation && <OtherWays providers={service?.oidc ?? []} to="/keys" only="providers" />}
    </SignInFrame>
  );
}

type NewPersonProps = {
  readonly invitation: string | undefined;
  readonly boundTo: string | undefined;
  readonly isOperator: boolean;
  /** The terms that have to be accepted. */
  readonly termsVersion: string | null;
  readonly onSent: (email: string) => void;
};

function NewPerson({ invitation, boundTo, isOperator, termsVersion, onSent }: NewPersonProps) {
  const texts = useTexts(signInTexts);
  const { missing } = useTexts(legalTexts);
  const { language } = useLanguage();
  const { form, problems, error, isBusy } = useForm({
    fields: ['name', 'email', 'password', 'terms'],
    check: (values) => ({
      email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong,
      password: secretOf(values, 'password').length < PASSWORD_CHARS_MIN ? texts.passwordShort : undefined,
      terms: termsVersion !== null && !values.has('terms') ? missing : undefined,
    }),
    refused: { email: texts.emailWrong },
    send: async (values) => {
      const email = textOf(values, 'email');
      const password = secretOf(values, 'password');
      const callbackURL = isOperator ? '/verified?role=operator' : '/verified';
      const person = { name: textOf(values, 'name'), email, password, language, callbackURL };
      await signUp({
        ...person,
        ...(invitation && { invitation }),
        ...(termsVersion !== null && { acceptedTerms: termsVersion }),
      });
      const to = isOperator ? '/operator' : '/keys';
      const isIn = invitation !== undefined && (await isSignedIn({ email, password }, to));
      if (!isIn) onSent(email);
    },
  });
  return (
    <form {...form} className="stack">
      <TextField label={texts.signUp.name} problem={problems.name} name="name" autoComplete="name" maxLength={100} />
      <TextField
        label={texts.email}
        problem={problems.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={boundTo}
        readOnly={boundTo !== undefined}
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        problem={problems.password}
        name="password"
        autoComplete="new-password"
      />
      {/* The terms are an operator's own. */}
      {!isOperator && termsVersion === null && <LegalLinks lead={texts.signUp.agree} />}
      {termsVersion !== null && <AcceptTerms name="terms" problem={problems.terms} />}
      <Problem error={error} />
      <button type="submit" className="button primary wide" disabled={isBusy}>
        {texts.signUp.action}
      </button>
    </form>
  );
}

/** An invitation may vouch for the address; then there is nothing to confirm, and they are in. */
async function isSignedIn(
  person: { readonly email: string; readonly password: string },
  to: '/operator' | '/keys',
): Promise<boolean> {
  try {
    const { twoFactorRedirect } = await signIn({ ...person, rememberMe: true });
    location.assign(twoFactorRedirect ? '/two-factor' : to);
    return true;
  } catch {
    return false;
  }
}

function Sent({ email, mail }: { readonly email: string; readonly mail: ServiceView['mail'] }): ReactNode {
  const texts = useTexts(signInTexts).sent;
  return (
    <SignInFrame title={texts.title} foot={<HaveAccount />}>
      <p role="status">{mail === 'log' ? texts.logged(email) : texts.mailed(email)}</p>
      {mail === 'smtp' && <p className="muted">{texts.notThere}</p>}
      <SentAgain email={email} mail={mail} send={() => sendVerification(email)} />
    </SignInFrame>
  );
}

function HaveAccount() {
  const texts = useTexts(signInTexts).signUp;
  return (
    <p>
      {texts.haveAccount} <Link href="/sign-in">{texts.toSignIn}</Link>
    </p>
  );
}
