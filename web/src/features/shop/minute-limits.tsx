/** How many requests and tokens a minute all keys together may use. */
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { minuteLimitTexts } from '../keys/minute-limit-texts.ts';
import { MinuteLimitFacts, MinuteLimitFields } from '../keys/minute-limits.tsx';
import { MINUTE_FIELDS, minuteLimitsOf, minuteProblems } from '../keys/spend.ts';
import { billingTexts } from './billing-texts.ts';

type AccountMinuteLimitsProps = {
  readonly limits: BillingView['minuteLimits'];
  readonly onChanged: (billing: BillingView) => void;
};

export function AccountMinuteLimits({ limits, onChanged }: AccountMinuteLimitsProps) {
  const texts = useTexts(minuteLimitTexts);
  const { alertSave } = useTexts(billingTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: MINUTE_FIELDS,
    check: (values) => minuteProblems(values, texts),
    send: async (values) => {
      onChanged(await call('PATCH /api/billing/minute-limits', { body: minuteLimitsOf(values) }));
      say(texts.saved);
    },
  });
  const isLimitedByOperator = Object.values(limits.byOperator).some((limit) => limit !== null);
  return (
    <form {...form} className="stack">
      <p className="muted">{texts.lead}</p>
      {isLimitedByOperator && (
        <>
          <p className="muted">{texts.smallerCounts}</p>
          <dl>
            <MinuteLimitFacts of={limits} />
          </dl>
        </>
      )}
      <MinuteLimitFields of={limits} problems={problems} />
      <Problem error={error} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {alertSave}
        </button>
      </div>
    </form>
  );
}
