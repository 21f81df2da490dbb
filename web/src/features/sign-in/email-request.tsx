/** Asks for an address and sends an e-mail there; then says where to look for it. */
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import { looksLikeEmail, SignInFrame, useService } from '../../ui/sign-in-frame.tsx';
import { signInTexts } from './texts.ts';

type EmailRequestProps = {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly foot: ReactNode;
  readonly send: (email: string) => Promise<unknown>;
  /** The text when the e-mail has left: by mail, or into the log where there is no mail server. */
  readonly sent: {
    readonly title: string;
    readonly loggedTitle: string;
    readonly mailed: (email: string) => string;
    readonly logged: (email: string) => string;
  };
};

export function EmailRequest({ title, lead, action, foot, send, sent }: EmailRequestProps) {
  const texts = useTexts(signInTexts);
  const { service } = useService();
  const [sentTo, setSentTo] = useState<string>();
  const { form, problems, error, isBusy } = useForm({
    fields: ['email'],
    check: (values) => ({ email: looksLikeEmail(textOf(values, 'email')) ? undefined : texts.emailWrong }),
    refused: { email: texts.emailWrong },
    send: async (values) => {
      await send(textOf(values, 'email'));
      setSentTo(textOf(values, 'email'));
    },
  });
  if (sentTo !== undefined) {
    const isLogged = service?.mail === 'log';
    return (
      <SignInFrame title={isLogged ? sent.loggedTitle : sent.title} foot={foot}>
        <p role="status">{isLogged ? sent.logged(sentTo) : sent.mailed(sentTo)}</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} lead={lead} foot={foot}>
      <form {...form} className="stack">
        <TextField label={texts.email} problem={problems.email} name="email" type="email" autoComplete="username" />
        <Problem error={error} />
        <button type="submit" className="button primary wide" disabled={isBusy}>
          {action}
        </button>
      </form>
    </SignInFrame>
  );
}
