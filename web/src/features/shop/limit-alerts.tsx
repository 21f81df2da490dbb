/** The switch for e-mails to the owner about limits that are nearly used up, or are. */

import { Link } from 'wouter';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { useMay } from '../../acting.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CheckField } from '../../ui/field.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { billingTexts } from './billing-texts.ts';

type LimitAlertsProps = { readonly isOn: boolean; readonly onChanged: (billing: BillingView) => void };

export function LimitAlerts({ isOn, onChanged }: LimitAlertsProps) {
  const texts = useTexts(billingTexts);
  const say = useNotice();
  const may = useMay();
  const { isBusy, error, run } = useSubmit(async (next: boolean) => {
    onChanged(await call('PATCH /api/billing/limit-alerts', { body: { isOn: next } }));
    say(next ? texts.limitAlertsSaved : texts.limitAlertsOff);
  });
  return (
    <div className="stack">
      <p className="muted">{texts.limitAlertsLead}</p>
      <CheckField
        label={texts.limitAlertsOn}
        checked={isOn}
        disabled={isBusy}
        onChange={(event) => void run(event.target.checked)}
      />
      <Problem error={error} />
      {may('manage-webhooks') && (
        <p>
          <Link href="/webhooks">{texts.toWebhooks}</Link>
        </p>
      )}
    </div>
  );
}
