/** The operator's area: its own navigation, and the page that belongs to the address. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Route, Switch, useRoute } from 'wouter';
import { useApi } from './api.ts';
import { OverviewPage } from './features/overview/overview-page.tsx';
import { useTexts } from './language.tsx';
import { NotFound } from './not-found.tsx';
import { operatorTexts } from './texts/operator.ts';

/** Each page comes when it is opened. */
const CustomersPage = lazy(() => import('./features/customers/customers-page.tsx'));
const LogPage = lazy(() => import('./features/customers/log-page.tsx'));
const LivePage = lazy(() => import('./features/overview/live-page.tsx'));
const ServicePage = lazy(() => import('./features/overview/service-page.tsx'));
const OrdersPage = lazy(() => import('./features/shop/orders-page.tsx'));
const CustomerPage = lazy(() => import('./features/customers/customer-page.tsx'));
const BankPage = lazy(() => import('./features/bank/bank-page.tsx'));
const VouchersPage = lazy(() => import('./features/shop/vouchers-page.tsx'));
const TokensPage = lazy(() => import('./features/tokens/tokens-page.tsx'));
const EnginesPage = lazy(() => import('./features/serving/engines-page.tsx'));
const BatchesPage = lazy(() => import('./features/batches/batches-page.tsx'));
const ModelsPage = lazy(() => import('./features/catalogue/models-page.tsx'));
const MarginsPage = lazy(() => import('./features/margins/margins-page.tsx'));
const PlansPage = lazy(() => import('./features/catalogue/plans-page.tsx'));
const PriceGroupsPage = lazy(() => import('./features/price-groups/groups-page.tsx'));
const PricesPage = lazy(() => import('./features/catalogue/prices-page.tsx'));
/** Codes and passkeys come only to operators who still have to set one up. */
const SecondFactorNeeded = lazy(() => import('./features/sign-in/second-factor-needed.tsx'));

export default function OperatorArea() {
  const { data: me, mutate } = useApi('GET /api/me');
  if (me?.operatorNeeds) return <SecondFactorNeeded me={me} onChanged={() => void mutate()} />;
  return (
    <>
      <Parts />
      <Suspense fallback={null}>
        <Switch>
          <Route path="/operator" component={OverviewPage} />
          <Route path="/operator/customers" component={CustomersPage} />
          <Route path="/operator/customers/:id">{({ id }) => <CustomerPage key={id} id={id} />}</Route>
          <Route path="/operator/orders" component={OrdersPage} />
          <Route path="/operator/bank" component={BankPage} />
          <Route path="/operator/vouchers" component={VouchersPage} />
          <Route path="/operator/models" component={ModelsPage} />
          <Route path="/operator/plans" component={PlansPage} />
          <Route path="/operator/prices" component={PricesPage} />
          <Route path="/operator/price-groups" component={PriceGroupsPage} />
          <Route path="/operator/margins" component={MarginsPage} />
          <Route path="/operator/engines" component={EnginesPage} />
          <Route path="/operator/batches" component={BatchesPage} />
          <Route path="/operator/live" component={LivePage} />
          <Route path="/operator/service" component={ServicePage} />
          <Route path="/operator/tokens" component={TokensPage} />
          <Route path="/operator/log" component={LogPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </>
  );
}

function Parts() {
  const texts = useTexts(operatorTexts);
  const [isCustomer] = useRoute('/operator/customers/*');
  const parts = [
    ['/operator', texts.overview],
    ['/operator/customers', texts.customers],
    ['/operator/orders', texts.orders],
    ['/operator/bank', texts.bank],
    ['/operator/vouchers', texts.vouchers],
    ['/operator/models', texts.models],
    ['/operator/plans', texts.plans],
    ['/operator/prices', texts.prices],
    ['/operator/price-groups', texts.priceGroups],
    ['/operator/margins', texts.margins],
    ['/operator/engines', texts.engines],
    ['/operator/batches', texts.batches],
    ['/operator/live', texts.live],
    ['/operator/service', texts.service],
    ['/operator/tokens', texts.apiTokens],
    ['/operator/log', texts.log],
  ] as const;
  return (
    <nav className="parts no-print" aria-label={texts.navigation}>
      {parts.map(([href, text]) => (
        <Part key={href} href={href} text={text} isHere={href === '/operator/customers' && isCustomer} />
      ))}
    </nav>
  );
}

type PartProps = { readonly href: string; readonly text: string; readonly isHere: boolean };

function Part({ href, text, isHere }: PartProps) {
  const [isExactly] = useRoute(href);
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = isExactly || isHere;
  useEffect(() => {
    // On a phone the parts do not fit beside each other.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  return (
    <Link ref={link} href={href} aria-current={isCurrent ? 'page' : undefined}>
      {text}
    </Link>
  );
}
