/** Billing in parts: what there is, what can be bought, limits and alerts, and documents. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { useMay } from '../../acting.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { failedOf, type Load } from '../../loads.ts';
import { NotFound } from '../../not-found.tsx';
import { Card, Page, PageParts, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LimitList } from '../limits/limit-list.tsx';
import { limitTexts } from '../limits/texts.ts';
import { OwnPrices } from '../price-groups/own-prices.tsx';
import { AccountLimits } from './account-limits.tsx';
import { sells } from './any-amount.ts';
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

const PARTS = { buy: Buy, limits: LimitsAndAlerts, documents: Documents } as const;

export default function Billing({ part }: { readonly part: string | undefined }) {
  if (part === undefined) return <Overview />;
  const Part = Object.hasOwn(PARTS, part) ? PARTS[part as keyof typeof PARTS] : NotFound;
  return <Part />;
}

type PartProps = {
  readonly name: 'overview' | keyof typeof PARTS;
  /** How tall the first things are depends on what there is: all come at once, and nothing jumps. */
  readonly loads: readonly Load[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

function PartPage({ name, loads, actions, children }: PartProps) {
  const texts = useTexts(billingTexts);
  const links = [
    ['/billing', texts.parts.overview],
    ['/billing/buy', texts.parts.buy],
    ['/billing/limits', texts.parts.limits],
    ['/billing/documents', texts.parts.documents],
  ] as const;
  const isWaiting = loads.some((one) => !one.data && !one.error);
  return (
    <Page title={name === 'overview' ? texts.title : texts.parts[name]} actions={!isWaiting && actions}>
      <PageParts label={texts.title} links={links} />
      {isWaiting && (
        <Card>
          <Skeleton lines={14} />
        </Card>
      )}
      {!isWaiting && <Problem {...failedOf(loads)} />}
      {!isWaiting && children}
    </Page>
  );
}

function Overview() {
  const texts = useTexts(billingTexts);
  const billing = useApi('GET /api/billing');
  const offers = useApi('GET /api/offers');
  const { data, mutate } = billing;
  const may = useMay();
  const topUp = may('buy') && sells(offers.data) && (
    <Link className="button primary" href="/billing/buy">
      {texts.topUp}
    </Link>
  );
  return (
    <PartPage name="overview" loads={[billing, offers]} actions={topUp}>
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
    </PartPage>
  );
}

function Buy() {
  const billing = useApi('GET /api/billing');
  const loads = [billing, useApi('GET /api/offers'), useApi('GET /api/billing/top-up')];
  const may = useMay();
  return (
    <PartPage name="buy" loads={loads}>
      {billing.data && <Trouble billing={billing.data} />}
      {billing.data && <Credit billing={billing.data} />}
      {may('buy') && <TopUp />}
      <AutoTopUp />
      {may('buy') && <Voucher onRedeemed={() => void billing.mutate()} />}
    </PartPage>
  );
}

function LimitsAndAlerts() {
  const texts = useTexts(billingTexts);
  const billing = useApi('GET /api/billing');
  const models = useApi('GET /api/models');
  const may = useMay();
  const { data, mutate } = billing;
  const keep = (changed: BillingView) => void mutate(changed, false);
  return (
    <PartPage name="limits" loads={[billing, models]}>
      {data && !may('set-budgets') && <Limits billing={data} />}
      {data && may('set-budgets') && (
        <>
          <Card title={texts.limits}>
            <AccountLimits limits={data.limits} onChanged={keep} />
          </Card>
          <div className="cards">
            <Card title={texts.alert}>
              <LowBalanceAlert belowCzk={data.alertBelowCzk} onChanged={keep} />
            </Card>
            <Card title={texts.limitAlerts}>
              <LimitAlerts isOn={data.limitAlerts} onChanged={keep} />
            </Card>
          </div>
        </>
      )}
    </PartPage>
  );
}

function Documents() {
  const loads = [useApi('GET /api/orders'), useApi('GET /api/offers'), useApi('GET /api/statements')];
  return (
    <PartPage name="documents" loads={loads}>
      <Orders />
      <Statements />
    </PartPage>
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
        {isHeld && (
          <>
            <dt>{texts.held}</dt>
            <dd title={format.exactCzk(billing.heldCzk)}>{format.czk(billing.heldCzk)}</dd>
          </>
        )}
        <dt>{texts.spent}</dt>
        <dd title={format.exactCzk(billing.spentCzk)}>{format.czk(billing.spentCzk)}</dd>
      </dl>
      {isHeld && <p className="muted small">{texts.heldLead}</p>}
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
