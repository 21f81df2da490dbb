/** The reason that keeps requests from being served comes first. Nothing is said while something still pays. */
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { useMay } from '../../acting.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { sells } from './any-amount.ts';
import { billingTexts } from './billing-texts.ts';
import { canPay } from './can-pay.ts';

export function Trouble({ billing }: { readonly billing: BillingView }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const status = useApi('GET /api/me').data?.account.status;
  const may = useMay();
  const canBuy = sells(useApi('GET /api/offers').data) && may('buy');
  if (status === 'suspended') return <Alarm title={texts.suspended} />;
  if (!isZeroCzk(billing.debtCzk)) {
    const title = texts.debt(format.exactCzk(billing.debtCzk));
    return <Alarm title={title} lead={canBuy ? texts.debtTopUp : texts.debtLead} />;
  }
  if (status === 'blocked') return <Alarm title={texts.blocked} />;
  return canPay(billing) ? null : <NothingLeft billing={billing} canBuy={canBuy} />;
}

function Alarm({ title, lead }: { readonly title: string; readonly lead?: string }) {
  return (
    <div className="notice bad" role="alert">
      <strong>{title}</strong>
      {lead && <span>{lead}</span>}
    </div>
  );
}

/** Requests are refused: why, and what brings something again. */
function NothingLeft({ billing, canBuy }: { readonly billing: BillingView; readonly canBuy: boolean }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const planName = usePlanName();
  const { plan, packages } = billing;
  const hadCredit = !isZeroCzk(billing.spentCzk);
  const title = plan ? texts.planUsedUp : packages.length > 0 || hadCredit ? texts.usedUp : texts.empty;
  const next = plan?.nextPlan && texts.planComes(planName(plan.nextPlan), format.date(plan.endsAtMs));
  return (
    <div className="notice warn" role="status">
      <strong>{title}</strong>
      <span>
        {next && `${next} `}
        {canBuy ? texts.emptyTopUp : texts.emptyLead}
      </span>
    </div>
  );
}
