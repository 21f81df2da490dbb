/** Everything about one customer, and what an operator can do. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { CustomerView } from '../../../../src/features/customers/contract.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Card, Figure, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { view } from '../../viewing.ts';
import { dayStartMs } from '../keys/key-state.ts';
import { LimitList } from '../limits/limit-list.tsx';
import { limitTexts } from '../limits/texts.ts';
import { teamTexts } from '../organisations/texts.ts';
import { Used } from '../organisations/used.tsx';
import { CustomerGroup } from '../price-groups/customer-group.tsx';
import type { OrderAction } from '../shop/bank-order-dialog.tsx';
import { operatorSalesTexts } from '../shop/operator-sales-texts.ts';
import { OrderTable } from '../shop/order-table.tsx';
import { ActionTable } from './action-table.tsx';
import type { CustomerAction } from './customer-dialogs.tsx';
import { CustomerKeys } from './customer-keys.tsx';
import { CustomerRequests } from './customer-requests.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Loaded when they are opened: the page is looked at far more often than something is changed. */
const BankOrderDialog = lazy(async () => ({
  default: (await import('../shop/bank-order-dialog.tsx')).BankOrderDialog,
}));
const CustomerDialog = lazy(async () => ({ default: (await import('./customer-dialogs.tsx')).CustomerDialog }));

export default function CustomerPage({ id }: { readonly id: string }) {
  const texts = useTexts(operatorTexts);
  const [action, setAction] = useState<CustomerAction>();
  const [orderAction, setOrderAction] = useState<OrderAction>();
  const [dayFromMs] = useState(() => dayStartMs(Date.now()));
  const { data, error, mutate } = useApi('GET /api/operator/customers/{id}', { params: { id }, query: { dayFromMs } });
  return (
    <Page
      title={data?.email ?? id}
      lead={<Link href="/operator/customers">{texts.back}</Link>}
      actions={data && <StatusBadge status={data.status} />}
    >
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {data && (
        <>
          <Actions of={data} onAction={setAction} />
          <Money of={data} />
          <CustomerGroup accountId={id} email={data.email} isClosed={data.status === 'closed'} />
          <About of={data} />
          <Orders of={data} onAction={setOrderAction} />
          <CustomerKeys keys={data.keys} onRevoke={(key) => setAction({ kind: 'revoke', key })} />
          <CustomerRequests requests={data.requests} />
          <Card title={texts.done}>
            {data.actions.length > 0 ? (
              <ActionTable actions={data.actions} isOfOne />
            ) : (
              <p className="muted">{texts.nothingDone}</p>
            )}
          </Card>
        </>
      )}
      {orderAction && (
        <Suspense fallback={null}>
          <BankOrderDialog
            action={orderAction}
            onDone={() => void mutate()}
            onClose={() => setOrderAction(undefined)}
          />
        </Suspense>
      )}
      {data && action && (
        <Suspense fallback={null}>
          <CustomerDialog
            action={action}
            accountId={id}
            onDone={() => void mutate()}
            onClose={() => setAction(undefined)}
            billing={data.billing}
          />
        </Suspense>
      )}
    </Page>
  );
}

type ActionsProps = { readonly of: CustomerView; readonly onAction: (action: CustomerAction) => void };

function Actions({ of, onAction }: ActionsProps) {
  const texts = useTexts(operatorTexts);
  const limits = useTexts(limitTexts);
  const isClosed = of.status === 'closed';
  const button = (kind: Exclude<CustomerAction['kind'], 'revoke'>, text: string, className = 'button') => (
    <button type="button" className={className} onClick={() => onAction({ kind })}>
      {text}
    </button>
  );
  return (
    <section className="card" aria-label={texts.actions}>
      <p>{texts.statusLead[of.status]}</p>
      <div className="row">
        {!isClosed && button('grant', texts.grant, 'button primary')}
        {button('correct', texts.correct)}
        {button('refund', texts.refund)}
        {!isClosed && button('package', texts.addPackage)}
        {!isClosed && button('plan', texts.setPlan)}
        {!isClosed && button('limits', limits.set)}
        <button type="button" className="button" onClick={() => view(of.id)}>
          {texts.seeAs}
        </button>
        {of.owner && button('sessions', texts.endSessions)}
        {of.status === 'suspended'
          ? button('resume', texts.resume)
          : !isClosed && button('suspend', texts.suspend, 'button danger')}
      </div>
    </section>
  );
}

type Pot = CustomerView['billing']['packages'][number];

function Money({ of: { billing } }: { readonly of: CustomerView }) {
  const texts = useTexts(operatorTexts);
  const limits = useTexts(limitTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const { plan, packages } = billing;
  const leftOf = ({ leftCzk, allCzk }: NonNullable<Pot['crowns']>) =>
    [format.czk(leftCzk), format.czk(allCzk)] as const;
  const countsOf = ({ tokensLeft, tokens }: Pot) => [format.count(tokensLeft), format.count(tokens)] as const;
  return (
    <Card title={texts.money}>
      <div className="figures">
        <Figure label={texts.credit} value={format.czk(billing.creditCzk)} />
        <Figure label={texts.free} value={format.czk(billing.freeCzk)} />
        {!isZeroCzk(billing.heldCzk) && <Figure label={texts.held} value={format.czk(billing.heldCzk)} />}
        {!isZeroCzk(billing.debtCzk) && <Figure label={texts.debt} value={format.czk(billing.debtCzk)} />}
        <Figure label={texts.spent} value={format.czk(billing.spentCzk)} />
      </div>
      <ul className="plain-list">
        {plan && (
          <li>
            {plan.crowns
              ? texts.crownsLeft(plan.name[language], ...leftOf(plan.crowns), format.date(plan.endsAtMs))
              : texts.planLeft(
                  plan.name[language],
                  format.count(plan.tokensLeft),
                  format.count(plan.tokens),
                  format.date(plan.endsAtMs),
                )}
          </li>
        )}
        {packages.map((pot) => (
          <li key={pot.id}>
            {texts.packageLeft(
              pot.label === 'package' ? texts.packageName : pot.label,
              ...(pot.crowns ? leftOf(pot.crowns) : countsOf(pot)),
              format.date(pot.expiresAtMs),
            )}
          </li>
        ))}
        {!plan && packages.length === 0 && <li className="muted">{texts.noTokens}</li>}
      </ul>
      <LimitList limits={billing.limits} name={limits.account} />
    </Card>
  );
}

type OrdersProps = { readonly of: CustomerView; readonly onAction: (action: OrderAction) => void };

function Orders({ of: { orders, email }, onAction }: OrdersProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  return (
    <Card title={texts.ofCustomer}>
      {orders.length === 0 && <p className="muted">{texts.noneOfCustomer}</p>}
      {orders.length > 0 && (
        <>
          <OrderTable orders={orders} isOfOne onAction={onAction} />
          <Link href={`/operator/orders?search=${encodeURIComponent(email)}`}>{texts.allOfCustomer}</Link>
        </>
      )}
    </Card>
  );
}

function topUpText(
  { rule, failure }: CustomerView['topUp'],
  texts: { readonly on: string; readonly off: string } & TopUpWords,
) {
  if (!rule?.isOn) return texts.off;
  return failure
    ? `${failure.pausedAtMs === null ? texts.on : texts.topUpPaused}: ${texts.topUpFailures[failure.why]}`
    : texts.on;
}

type TopUpWords = {
  readonly topUpPaused: string;
  readonly topUpFailures: Readonly<Record<NonNullable<CustomerView['topUp']['failure']>['why'], string>>;
};

function Listed({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <ul className="plain-list">{children}</ul>
      </dd>
    </>
  );
}

function About({ of }: { readonly of: CustomerView }) {
  const texts = useTexts(operatorTexts);
  const team = useTexts(teamTexts);
  const format = useFormat();
  return (
    <Card title={texts.owner}>
      <dl>
        <dt>{texts.accountId}</dt>
        <dd className="row">
          <code>{of.id}</code>
          <CopyButton text={of.id} />
        </dd>
        <dt>{texts.since}</dt>
        <dd>{format.dateTime(of.createdAtMs)}</dd>
        {of.owner && <Owner owner={of.owner} email={of.email} />}
        {of.topUp.rule && (
          <>
            <dt>{texts.topUp}</dt>
            <dd>{topUpText(of.topUp, texts)}</dd>
          </>
        )}
        {of.name && (
          <>
            <dt>{team.organisation}</dt>
            <dd>{of.name}</dd>
          </>
        )}
        {of.members.length > 1 && (
          <Listed term={team.members}>
            {of.members.map(({ email, role, budget }) => (
              <li key={email} className="any-wrap">
                {email} ({team.roles[role]}) {budget && <Used budget={budget} name={email} />}
              </li>
            ))}
          </Listed>
        )}
        {of.domains.length > 0 && <Domains domains={of.domains} />}
        {of.webhooks.length > 0 && <Webhooks webhooks={of.webhooks} />}
      </dl>
      {!of.owner && <p className="muted">{texts.noOwner}</p>}
    </Card>
  );
}

type OwnerProps = { readonly owner: NonNullable<CustomerView['owner']>; readonly email: string };

function Owner({ owner, email }: OwnerProps) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  return (
    <>
      <dt>{texts.owner}</dt>
      <dd>
        {owner.name || email} ({texts.ownerRole[owner.role]})
      </dd>
      <dt>{texts.verified}</dt>
      <dd>{owner.isVerified ? texts.yes : texts.no}</dd>
      <dt>{texts.twoFactor}</dt>
      <dd>{owner.hasTwoFactor ? texts.on : texts.off}</dd>
      <dt>{texts.sessions}</dt>
      <dd>{format.count(owner.sessions)}</dd>
      {owner.terms && (
        <>
          <dt>{texts.acceptedTerms}</dt>
          <dd>{texts.termsOf(owner.terms.version, format.dateTime(owner.terms.atMs))}</dd>
        </>
      )}
    </>
  );
}

function Domains({ domains }: Pick<CustomerView, 'domains'>) {
  const texts = useTexts(operatorTexts);
  return (
    <Listed term={texts.domains}>
      {domains.map(({ domain, verifiedAtMs, provider }) => (
        <li key={domain} className="any-wrap">
          {domain}{' '}
          <span className="muted">
            {[
              ...(verifiedAtMs === null ? [texts.domainOpen] : []),
              ...(provider ? [provider.issuer, provider.isEnabled ? texts.on : texts.off] : []),
              ...(provider?.isRequired ? [texts.domainRequired] : []),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </Listed>
  );
}

function Webhooks({ webhooks }: Pick<CustomerView, 'webhooks'>) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  return (
    <Listed term={texts.webhooks}>
      {webhooks.map((one) => (
        <li key={one.id} className="any-wrap">
          {one.url}{' '}
          <span className="muted">
            {[
              one.disabledAtMs === null ? texts.on : texts.webhookOff(format.dateTime(one.disabledAtMs)),
              ...(one.lastFailure
                ? [`${texts.webhookFailed(format.dateTime(one.lastFailure.atMs))}: ${one.lastFailure.problem}`]
                : []),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </Listed>
  );
}
