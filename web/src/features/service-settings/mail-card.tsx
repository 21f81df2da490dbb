/** The mail server, with a button that sends a real e-mail through it. */
import { useState } from 'react';
import type { TestMailView } from '../../../../src/features/service-settings/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { type Problems, secretOf, textOf } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { type CardProps, SettingForm, type Wanted } from './setting-form.tsx';
import { serviceSettingsTexts } from './texts.ts';

function mailFrom(values: FormData): Wanted {
  const password = secretOf(values, 'password');
  return {
    smtp: {
      host: textOf(values, 'host'),
      port: Number(textOf(values, 'port')) || 587,
      secure: values.has('secure'),
      user: textOf(values, 'user'),
      ...(password !== '' && { password }),
      allowPlain: values.has('allowPlain'),
      from: textOf(values, 'from'),
    },
    noticesEmail: textOf(values, 'noticesEmail'),
  };
}

export function MailCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).mail;
  return (
    <SettingForm
      {...props}
      id="mail"
      title={texts.title}
      lead={texts.lead}
      keys={['smtp', 'noticesEmail']}
      fields={['host', 'port', 'user', 'password', 'from', 'noticesEmail']}
      wanted={mailFrom}
      below={props.view.smtp.value && <TestMail />}
    >
      {(problems) => <MailFields view={props.view} problems={problems} />}
    </SettingForm>
  );
}

type MailFieldsProps = Pick<CardProps, 'view'> & { readonly problems: Problems };

function MailFields({ view: { smtp, noticesEmail }, problems }: MailFieldsProps) {
  const texts = useTexts(serviceSettingsTexts).mail;
  const { value } = smtp;
  return (
    <>
      <TextField label={texts.host} name="host" defaultValue={value?.host} autoComplete="off" problem={problems.host} />
      <TextField
        label={texts.port}
        name="port"
        inputMode="numeric"
        defaultValue={value?.port ?? 587}
        autoComplete="off"
        problem={problems.port}
      />
      <CheckField label={texts.secure} name="secure" defaultChecked={value?.secure} />
      <TextField label={texts.user} name="user" defaultValue={value?.user} autoComplete="off" problem={problems.user} />
      <TextField
        label={texts.password}
        hint={value?.hasPassword ? texts.passwordKept : undefined}
        type="password"
        name="password"
        autoComplete="new-password"
        problem={problems.password}
      />
      <CheckField label={texts.allowPlain} name="allowPlain" defaultChecked={value?.allowPlain} />
      <TextField
        label={texts.from}
        hint={texts.fromHint}
        name="from"
        defaultValue={value?.from}
        autoComplete="off"
        problem={problems.from}
      />
      <TextField
        label={texts.noticesEmail}
        hint={texts.noticesHint}
        type="email"
        name="noticesEmail"
        defaultValue={noticesEmail.value}
        autoComplete="off"
        problem={problems.noticesEmail}
      />
    </>
  );
}

function TestMail() {
  const texts = useTexts(serviceSettingsTexts).mail;
  const [sent, setSent] = useState<TestMailView>();
  const { isBusy, error, run } = useSubmit(async () =>
    setSent(await call('POST /api/operator/settings/test-mail', { body: {} })),
  );
  return (
    <div className="stack">
      <div>
        <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
          {texts.test}
        </button>
      </div>
      <Problem error={error} />
      <div role="status">
        {sent && (
          <div className={sent.ok ? 'notice good' : 'notice bad'}>
            <span>{sent.ok ? texts.sent(sent.to) : texts.notSent(sent.to)}</span>
            {sent.detail && <code className="wrap">{sent.detail}</code>}
          </div>
        )}
      </div>
    </div>
  );
}
