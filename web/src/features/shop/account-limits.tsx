/** The limits of all keys together. */
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LimitList } from '../limits/limit-list.tsx';
import { LIMITS, limitProblem, limitsIn } from '../limits/limit-values.ts';
import { LimitsField } from '../limits/limits-field.tsx';
import { limitTexts } from '../limits/texts.ts';

type AccountLimitsProps = {
  readonly limits: BillingView['limits'];
  readonly onChanged: (billing: BillingView) => void;
};

/** Those of the operator are shown, and changed by the operator alone. */
export function AccountLimits({ limits, onChanged }: AccountLimitsProps) {
  const texts = useTexts(limitTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: [LIMITS],
    check: (values) => ({ limits: limitProblem(values, texts) }),
    send: async (values) => {
      onChanged(await call('PATCH /api/billing/limits', { body: { limits: limitsIn(values) } }));
      say(texts.saved);
    },
  });
  const own = limits.filter(({ setBy }) => setBy === 'customer');
  return (
    <form {...form} className="stack">
      <p className="muted">{texts.accountLead}</p>
      {own.length < limits.length && <p className="muted">{texts.ofOperator}</p>}
      <LimitList limits={limits} name={texts.account} />
      <LimitsField of={own} problem={problems.limits} />
      <Problem error={error} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </form>
  );
}
