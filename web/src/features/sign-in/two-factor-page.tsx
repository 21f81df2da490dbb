/** After the password: a code of the app, or one of the backup codes. */
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { verifyBackupCode, verifyCode } from '../../auth.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { digitsOf, isOneTimeCode, OneTimeCodeField } from './one-time-code.tsx';
import { ownPath } from './own-path.ts';
import { signInTexts } from './texts.ts';

type Way = 'app' | 'backup';

export default function TwoFactor() {
  const texts = useTexts(signInTexts).twoFactor;
  const [way, setWay] = useState<Way>('app');
  return (
    <SignInFrame
      title={texts.title}
      lead={way === 'app' ? texts.lead : texts.backupLead}
      foot={<Link href="/sign-in">{texts.startAgain}</Link>}
    >
      <CodeForm key={way} way={way} />
      <div>
        <button type="button" className="link-button" onClick={() => setWay(way === 'app' ? 'backup' : 'app')}>
          {way === 'app' ? texts.useBackup : texts.useApp}
        </button>
      </div>
    </SignInFrame>
  );
}

function CodeForm({ way }: { readonly way: Way }) {
  const texts = useTexts(signInTexts).twoFactor;
  const [query] = useSearchParams();
  const { form, problems, error, isBusy } = useForm({
    fields: ['code'],
    check: (values) => ({ code: way === 'app' ? digitProblem(values) : backupProblem(values) }),
    send: async (values) => {
      const trust = values.has('trust');
      if (way === 'app') await verifyCode(digitsOf(values), trust);
      else await verifyBackupCode(textOf(values, 'code'), trust);
      location.assign(ownPath(query.get('to')));
    },
  });
  const digitProblem = (values: FormData) => (isOneTimeCode(values) ? undefined : texts.codeMissing);
  const backupProblem = (values: FormData) => (textOf(values, 'code') ? undefined : texts.backupMissing);
  return (
    <form {...form} className="stack">
      {way === 'app' ? (
        <OneTimeCodeField label={texts.code} problem={problems.code} autoFocus />
      ) : (
        <TextField
          label={texts.backupCode}
          problem={problems.code}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
      <CheckField label={texts.trust} name="trust" />
      <Problem error={error} />
      <button type="submit" className="button primary wide" disabled={isBusy}>
        {texts.action}
      </button>
    </form>
  );
}
