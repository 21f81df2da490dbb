/** Where the link of a verification mail leads. */
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { sendVerification } from '../auth.ts';
import { useTexts } from '../language.tsx';
import { doorTexts } from '../texts/door.ts';
import { Door, looksLikeEmail, useService } from '../ui/door.tsx';
import { TextField } from '../ui/field.tsx';
import { textOf, useForm } from '../ui/form.ts';
import { Problem } from '../ui/problem.tsx';

export default function Verified() {
  const texts = useTexts(doorTexts).verified;
  const [query] = useSearchParams();
  if (query.has('error')) return <Failed />;
  return (
    <Door title={texts.title}>
      <p>{texts.text}</p>
      <a className="button primary wide" href="/keys">
        {texts.action}
      </a>
    </Door>
  );
}

function Failed() {
  const texts = useTexts(doorTexts);
  const { service } = useService();
  const [sentTo, setSentTo] = useState<string>();
  const { form, problems, error, isBusy } = useForm({
    fields: ['email'],
    check: (values) => ({ email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong }),
    send: async (values) => {
      await sendVerification(textOf(values, 'email'));
      setSentTo(textOf(values, 'email'));
    },
  });
  const toSignIn = <Link href="/sign-in">{texts.verified.toSignIn}</Link>;
  if (sentTo !== undefined) {
    return (
      <Door title={texts.sent.title} foot={toSignIn}>
        <p role="status">{service?.mail === 'log' ? texts.sent.logged(sentTo) : texts.sent.mailed(sentTo)}</p>
      </Door>
    );
  }
  return (
    <Door title={texts.verified.failedTitle} lead={texts.verified.failed} foot={toSignIn}>
      <form {...form} className="stack">
        <TextField label={texts.email} problem={problems.email} name="email" type="email" autoComplete="username" />
        <Problem error={error} />
        <button type="submit" className="button primary wide" disabled={isBusy}>
          {texts.verified.newLink}
        </button>
      </form>
    </Door>
  );
}
