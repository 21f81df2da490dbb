/** How much credit all keys together may spend in a month. */
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CreditLimit } from '../keys/key-row.tsx';
import { amountOf } from '../keys/spend.ts';
import { billingTexts } from './billing-texts.ts';

type AccountCreditLimitProps = {
  readonly limit: BillingView['creditLimit'];
  readonly onChanged: (billing: BillingView) => void;
};

export function AccountCreditLimit({ limit, onChanged }: AccountCreditLimitProps) {
  const texts = useTexts(billingTexts);
  const say = useNotice();
  const typedIn = (values: FormData) => textOf(values, 'monthCzk');
  const { form, problems, error, isBusy } = useForm({
    fields: ['monthCzk'],
    check: (values) => ({
      monthCzk: typedIn(values) !== '' && amountOf(typedIn(values)) === undefined ? texts.alertWrong : undefined,
    }),
    send: async (values) => {
      const monthCzk = amountOf(typedIn(values)) ?? null;
      onChanged(await call('PATCH /api/billing/credit-limit', { body: { monthCzk } }));
      say(monthCzk === null ? texts.tokenLimitOff : texts.tokenLimitSaved);
    },
  });
  return (
    <form {...form} className="stack">
      <p className="muted">{texts.creditLimitLead}</p>
      {limit && <CreditLimit label={texts.creditLimit} limit={limit} />}
      <TextField
        label={texts.creditLimitAmount}
        hint={texts.creditLimitHint}
        name="monthCzk"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={limit?.czk ?? ''}
        problem={problems.monthCzk}
      />
      <Problem error={error} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {texts.alertSave}
        </button>
      </div>
    </form>
  );
}
