/** Billing: what there is, what is held, what comes next, and the statements. */

import { Link } from 'wouter';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { useMay } from '../../acting.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { failedOf } from '../../loads.ts';
import { Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LimitList } from '../limits/limit-list.tsx';
import { limitTexts } from '../limits/texts.ts';
import { OwnPrices } from '../price-groups/own-prices.tsx';
import { AccountLimits } from './account-limits.tsx';
import { AutoTopUp } from './auto-top-up.tsx';
import { billingTexts } from './billing-texts.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { LimitAlerts } from './limit-alerts.tsx';
import { LowBalanceAlert } from './low-balance-alert.tsx';
import { Orders } from './orders.tsx';
import { Packages, Plan } from './pots.tsx';
import { TopUp } from './top-up.tsx';
import { Trouble } from './trouble.tsx';
import { Voucher } from './voucher.tsx';

export default function Billing() {
  const texts = useTexts(billingTexts);
  const billing = useApi('GET /api/billing');
  const { data, mutate } = billing;
  const may = useMay();
  const loads = [
    billing,
    useApi('GET /api/offers'),
    useApi('GET /api/billing/top-up'),
    useApi('GET /api/orders'),
    useApi('GET /api/statements'),
    useApi('GET /api/models'),
  ];
  // How tall the first things are depends on what there is: all come at once, and nothing jumps.
  const isWaiting = loads.some((one) => !one.data && !one.error);
  if (isWaiting) {
    return (
      <Page title={texts.title} lead={texts.lead}>
        <Card>
          <Skeleton lines={14} />
        </Card>
      </Page>
    );
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem {...failedOf(loads)} />
      {data && <Trouble billing={data} />}
      {data && <Credit billing={data} />}
      {data && (
        <div className="cards">
          <Card title={texts.plan}>
            <Plan plan={data.plan} />
            {data.plan && may('buy') && <CancelPlan plan={data.plan} onCancelled={() => void mutate()} />}
          </Card>
          <Card title={texts.packages}>
            <Packages packages={data.packages} />
          </Card>
        </div>
      )}
      <OwnPrices />
      {may('buy') && <TopUp />}
      <AutoTopUp />
      <Orders />
      {data && may('set-budgets') && (
        <Card title={texts.limits}>
          <AccountLimits limits={data.limits} onChanged={(changed) => void mutate(changed, false)} />
        </Card>
      )}
      <div className="cards">
        {may('buy') && <Voucher onRedeemed={() => void mutate()} />}
        {data && may('set-budgets') && (
          <>
            <Card title={texts.alert}>
              <LowBalanceAlert belowCzk={data.alertBelowCzk} onChanged={(changed) => void mutate(changed, false)} />
            </Card>
            <Card title={texts.limitAlerts}>
              <LimitAlerts isOn={data.limitAlerts} onChanged={(changed) => void mutate(changed, false)} />
            </Card>
          </>
        )}
        {data && !may('set-budgets') && <Limits billing={data} />}
        <Statements />
      </div>
    </Page>
  );
}

/** For roles that see limits and cannot set them. */
function Limits({ billing: { limits } }: { readonly billing: BillingView }) {
  const { limits: title } = useTexts(billingTexts);
  const { none, account } = useTexts(limitTexts);
  return (
    <Card title={title}>
      {limits.length === 0 && <p className="muted">{none}</p>}
      <LimitList limits={limits} name={account} />
    </Card>
  );
}

function Credit({ billing }: { readonly billing: BillingView }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const isHeld = !isZeroCzk(billing.heldCzk);
  return (
    <section className="card credit" aria-label={texts.credit}>
      <div className="figure big">
        <span className="muted">{texts.credit}</span>
        <strong title={format.exactCzk(billing.creditCzk)}>{format.czk(billing.creditCzk)}</strong>
      </div>
      <dl>
        <dt>{texts.free}</dt>
        <dd title={format.exactCzk(billing.freeCzk)}>{format.czk(billing.freeCzk)}</dd>
        <dt>{texts.held}</dt>
        <dd title={format.exactCzk(billing.heldCzk)}>{format.czk(billing.heldCzk)}</dd>
        <dt>{texts.spent}</dt>
        <dd title={format.exactCzk(billing.spentCzk)}>{format.czk(billing.spentCzk)}</dd>
      </dl>
      <p className="muted small">{isHeld ? texts.heldLead : texts.nothingHeld}</p>
    </section>
  );
}

function Statements() {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const { data } = useApi('GET /api/statements');
  if (!data) return null;
  return (
    <Card title={texts.statements}>
      <p className="muted">{data.months.length === 0 ? texts.noStatements : texts.statementsLead}</p>
      {data.months.length > 0 && (
        <ul className="months">
          {data.months.map((month) => (
            <li key={month}>
              <Link href={`/statements/${month}`}>{format.month(month)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
