/** The mail server, with a button that sends a real e-mail through it. */
import { useState } from 'react';
import type { TestMailView } from '../../../../src/features/service-settings/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { secretOf, textOf } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { type CardProps, type FieldsProps, SettingForm, type Wanted } from './setting-form.tsx';
import { serviceSettingsTexts } from './texts.ts';

const PORT = 587;
const portOf = (values: FormData): number => Number(textOf(values, 'port') || PORT);
const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

function mailFrom(values: FormData): Wanted {
  const password = secretOf(values, 'password');
  return {
    smtp: {
      host: textOf(values, 'host'),
      port: portOf(values),
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
      check={(values) => ({
        host: textOf(values, 'host') ? undefined : texts.wrong.host,
        port: isPort(portOf(values)) ? undefined : texts.wrong.port,
      })}
      refused={texts.wrong}
      wanted={mailFrom}
      below={props.view.smtp.value && <TestMail />}
    >
      {(problems) => <MailFields view={props.view} problems={problems} />}
    </SettingForm>
  );
}

function MailFields({ view: { smtp, noticesEmail }, problems }: FieldsProps) {
  const texts = useTexts(serviceSettingsTexts).mail;
  const { value } = smtp;
  return (
    <>
      <TextField label={texts.host} name="host" defaultValue={value?.host} autoComplete="off" problem={problems.host} />
      <TextField
        label={texts.port}
        name="port"
        inputMode="numeric"
        defaultValue={value?.port ?? PORT}
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
            <span>{sent.refusal ? texts.notSent(sent.to, texts.refusals[sent.refusal]) : texts.sent(sent.to)}</span>
            {sent.refusal && sent.refusal !== 'not_set' && <code className="wrap">{sent.detail}</code>}
          </div>
        )}
      </div>
    </div>
  );
}
