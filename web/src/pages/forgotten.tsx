import { useState } from 'react';
import { Link } from 'wouter';
import { requestReset } from '../auth.ts';
import { useTexts } from '../language.tsx';
import { doorTexts } from '../texts/door.ts';
import { Door, looksLikeEmail, useService } from '../ui/door.tsx';
import { TextField } from '../ui/field.tsx';
import { textOf, useForm } from '../ui/form.ts';
import { Problem } from '../ui/problem.tsx';

export default function Forgotten() {
  const texts = useTexts(doorTexts);
  const { service } = useService();
  const [sentTo, setSentTo] = useState<string>();
  const { form, problems, error, isBusy } = useForm({
    fields: ['email'],
    check: (values) => ({ email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong }),
    send: async (values) => {
      await requestReset(textOf(values, 'email'));
      setSentTo(textOf(values, 'email'));
    },
  });
  const back = <Link href="/sign-in">{texts.forgotten.back}</Link>;
  if (sentTo !== undefined) {
    return (
      <Door title={texts.forgotten.sentTitle} foot={back}>
        <p role="status">{service?.mail === 'log' ? texts.forgotten.logged(sentTo) : texts.forgotten.mailed(sentTo)}</p>
      </Door>
    );
  }
  return (
    <Door title={texts.forgotten.title} lead={texts.forgotten.lead} foot={back}>
      <form {...form} className="stack">
        <TextField label={texts.email} problem={problems.email} name="email" type="email" autoComplete="username" />
        <Problem error={error} />
        <button type="submit" className="button primary wide" disabled={isBusy}>
          {texts.forgotten.action}
        </button>
      </form>
    </Door>
  );
}
