/** Billing: what there is, what is held, what comes next, and the statements. */
import { Link } from 'wouter';
import type { BillingView } from '../../../src/wire/settings-api.ts';
import { useApi } from '../api.ts';
import { isZeroCzk } from '../czk.ts';
import { useFormat } from '../format.ts';
import { useTexts } from '../language.tsx';
import { billingTexts } from '../texts/billing.ts';
import { Card, Page, Skeleton } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { sells } from './billing/any-amount.ts';
import { CancelPlan } from './billing/cancel-plan.tsx';
import { LowBalanceAlert } from './billing/low-balance-alert.tsx';
import { Orders } from './billing/orders.tsx';
import { Packages, Plan } from './billing/pots.tsx';
import { AccountTokenLimit } from './billing/token-limit.tsx';
import { TopUp } from './billing/top-up.tsx';
import { Voucher } from './billing/voucher.tsx';

export default function Billing() {
  const texts = useTexts(billingTexts);
  const { data, error, mutate } = useApi('GET /api/billing');
  const offers = useApi('GET /api/offers');
  const orders = useApi('GET /api/orders');
  // How tall the first things are depends on what there is: all come at once, and nothing jumps.
  const isWaiting = [{ data, error }, offers, orders].some((one) => !one.data && !one.error);
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
      <Problem error={error} retry={() => void mutate()} />
      {data && <Trouble billing={data} />}
      <Credit billing={data} />
      <div className="cards">
        <Card title={texts.plan}>
          {data ? <Plan plan={data.plan} /> : <Skeleton lines={6} />}
          {data?.plan && <CancelPlan plan={data.plan} onCancelled={() => void mutate()} />}
        </Card>
        <Card title={texts.packages}>{data ? <Packages packages={data.packages} /> : <Skeleton lines={6} />}</Card>
      </div>
      <TopUp />
      <Orders />
      <div className="cards">
        <Voucher onRedeemed={() => void mutate()} />
        <Card title={texts.alert}>
          {data ? (
            <LowBalanceAlert belowCzk={data.alertBelowCzk} onChanged={(changed) => void mutate(changed, false)} />
          ) : (
            <Skeleton lines={7} />
          )}
        </Card>
        <Card title={texts.tokenLimit}>
          {data ? (
            <AccountTokenLimit limit={data.tokenLimit} onChanged={(changed) => void mutate(changed, false)} />
          ) : (
            <Skeleton lines={5} />
          )}
        </Card>
        <Statements />
      </div>
    </Page>
  );
}

/** What keeps requests from being served comes first. */
function Trouble({ billing }: { readonly billing: BillingView }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const status = useApi('GET /api/me').data?.account.status;
  const canBuy = sells(useApi('GET /api/offers').data);
  if (status === 'suspended') {
    return (
      <div className="notice bad" role="alert">
        <strong>{texts.suspended}</strong>
      </div>
    );
  }
  if (!isZeroCzk(billing.debtCzk)) {
    return (
      <div className="notice bad" role="alert">
        <strong>{texts.debt(format.exactCzk(billing.debtCzk))}</strong>
        <span>{canBuy ? texts.debtTopUp : texts.debtLead}</span>
      </div>
    );
  }
  if (status === 'blocked') {
    return (
      <div className="notice bad" role="alert">
        <strong>{texts.blocked}</strong>
      </div>
    );
  }
  if (!isZeroCzk(billing.creditCzk)) return null;
  const hasTokens = [billing.plan, ...billing.packages].some((pot) => pot && pot.tokensLeft > 0);
  return (
    <div className="notice warn" role="status">
      <strong>{texts.empty}</strong>
      <span>{hasTokens ? texts.emptyWithTokens : canBuy ? texts.emptyTopUp : texts.emptyLead}</span>
    </div>
  );
}

function Credit({ billing }: { readonly billing: BillingView | undefined }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const amount = (czk: string | undefined) => (czk === undefined ? '…' : format.czk(czk));
  const isHeld = billing && !isZeroCzk(billing.heldCzk);
  return (
    <section className="card credit" aria-label={texts.credit}>
      <div className="figure big">
        <span className="muted">{texts.credit}</span>
        <strong title={billing && format.exactCzk(billing.creditCzk)}>{amount(billing?.creditCzk)}</strong>
      </div>
      <dl>
        <dt>{texts.free}</dt>
        <dd title={billing && format.exactCzk(billing.freeCzk)}>{amount(billing?.freeCzk)}</dd>
        <dt>{texts.held}</dt>
        <dd title={billing && format.exactCzk(billing.heldCzk)}>{amount(billing?.heldCzk)}</dd>
        <dt>{texts.spent}</dt>
        <dd title={billing && format.exactCzk(billing.spentCzk)}>{amount(billing?.spentCzk)}</dd>
      </dl>
      <p className="muted small">{isHeld ? texts.heldLead : texts.nothingHeld}</p>
    </section>
  );
}

function Statements() {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const { data, error, mutate } = useApi('GET /api/statements');
  return (
    <Card title={texts.statements}>
      <p className="muted">{data?.months.length === 0 ? texts.noStatements : texts.statementsLead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={3} />}
      {data && data.months.length > 0 && (
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
