/** Taking everything away, and going away. */

import { useState } from 'react';
import type { TeamView } from '../../../../src/features/organisations/contract.ts';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import type { MeView } from '../../../../src/features/sign-in/contract.ts';
import { labelOf } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { forgetPerson } from '../../person.ts';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { secretOf, textOf, useForm } from '../../ui/form.ts';
import { Card, Skeleton } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { asViewed } from '../../viewing.ts';
import { accountTexts } from '../sign-in/account-texts.ts';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';

export function OwnData({ me }: { readonly me: MeView }) {
  const texts = useTexts(accountTexts).data;
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card title={texts.title}>
      <p className="muted">{me.may.includes('export') ? texts.exportLead : texts.ownExportLead}</p>
      <div>
        <a className="button" href={asViewed('/api/account/export')} download>
          {texts.export}
        </a>
      </div>
      {me.may.includes('delete') && (
        <>
          <p className="muted">{texts.deleteLead}</p>
          <div>
            <button type="button" className="button danger" onClick={() => setIsDeleting(true)}>
              {texts.delete}
            </button>
          </div>
        </>
      )}
      {isDeleting && <DeleteDialog me={me} onClose={() => setIsDeleting(false)} />}
    </Card>
  );
}

function DeleteDialog({ me, onClose }: { readonly me: MeView; readonly onClose: () => void }) {
  const texts = useTexts(accountTexts).data;
  const billing = useApi('GET /api/billing');
  const team = useApi('GET /api/members');
  const colleagues = team.data?.members.filter(({ isMe }) => !isMe) ?? [];
  const isOwnEmail = (typed: string) => typed.toLowerCase() === me.email.toLowerCase();
  const { form, problems, error, isBusy } = useForm({
    fields: ['email', 'password', 'colleagues'],
    check: (values) => ({
      email: isOwnEmail(textOf(values, 'email')) ? undefined : texts.emailWrong,
      password: me.hasPassword && !secretOf(values, 'password') ? texts.passwordMissing : undefined,
      colleagues: colleagues.length > 0 && !values.has('colleagues') ? texts.agreeMissing : undefined,
    }),
    send: async (values) => {
      const email = textOf(values, 'email');
      const password = secretOf(values, 'password');
      await call('POST /api/account/delete', {
        body: { email, ...(me.hasPassword && { password }), colleagues: colleagues.length },
      });
      forgetPerson();
      location.assign('/sign-in?deleted');
    },
  });
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <Problem error={billing.error} retry={() => void billing.mutate()} />
      <Problem error={team.error} retry={() => void team.mutate()} />
      {billing.data ? <Consequences billing={billing.data} /> : !billing.error && <Skeleton lines={4} />}
      <Colleagues members={colleagues} />
      <form {...form} className="stack">
        <TextField
          label={texts.email(me.email)}
          problem={problems.email}
          name="email"
          type="email"
          autoComplete="off"
        />
        {me.hasPassword && (
          <PasswordField
            label={texts.password}
            problem={problems.password}
            name="password"
            autoComplete="current-password"
          />
        )}
        {colleagues.length > 0 && (
          <CheckField
            label={texts.agree(labelOf(me.account), colleagues.length)}
            problem={problems.colleagues}
            name="colleagues"
          />
        )}
        <Problem error={error}>
          <SignInAgain error={error} />
        </Problem>
        {/* No one should agree to a loss that the page could not name. */}
        <FormActions
          action={texts.action}
          looks="danger"
          isDisabled={isBusy || !billing.data || !team.data}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Colleagues by name, so that the owner knows for whom else it ends. */
function Colleagues({ members }: { readonly members: TeamView['members'] }) {
  const texts = useTexts(accountTexts).data;
  if (members.length === 0) return null;
  return (
    <div className="notice bad">
      <p>
        <strong>{texts.others(members.length)}</strong>
      </p>
      <ul className="consequences">
        {members.map(({ id, name, email }) => (
          <li key={id} className="any-wrap">
            {name ? `${name} (${email})` : email}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Consequences({ billing }: { readonly billing: BillingView }) {
  const texts = useTexts(accountTexts).data;
  const format = useFormat();
  const hasCredit = /[1-9]/.test(billing.creditCzk);
  return (
    <ul className="consequences">
      <li>{texts.keys}</li>
      <li>{hasCredit ? <strong>{texts.credit(format.czk(billing.creditCzk))}</strong> : texts.noCredit}</li>
      {(billing.plan || billing.packages.length > 0) && <li>{texts.tokens}</li>}
      <li>{texts.records}</li>
    </ul>
  );
}
