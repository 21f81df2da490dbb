/** The operator's area: the page that belongs to the address, in a frame of its own. */
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { useApi } from './api.ts';
import { NotFound } from './not-found.tsx';
import { OperatorFrame } from './operator-frame.tsx';
import { Frame } from './ui/frame.tsx';

/** Each page comes when it is opened. */
const OverviewPage = lazy(() => import('./features/overview/overview-page.tsx'));
const CustomersPage = lazy(() => import('./features/customers/customers-page.tsx'));
const LogPage = lazy(() => import('./features/customers/log-page.tsx'));
const LivePage = lazy(() => import('./features/overview/live-page.tsx'));
const SettingsPage = lazy(() => import('./features/service-settings/settings-page.tsx'));
const ServicePage = lazy(() => import('./features/overview/service-page.tsx'));
const OrdersPage = lazy(() => import('./features/shop/orders-page.tsx'));
const CustomerPage = lazy(() => import('./features/customers/customer-page.tsx'));
const BankPage = lazy(() => import('./features/bank/bank-page.tsx'));
const InvoicesPage = lazy(() => import('./features/invoices/invoices-page.tsx'));
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
  if (me?.operatorNeeds)
    return (
      <Frame>
        <SecondFactorNeeded me={me} onChanged={() => void mutate()} />
      </Frame>
    );
  return (
    <OperatorFrame>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/operator" component={OverviewPage} />
          <Route path="/operator/customers" component={CustomersPage} />
          <Route path="/operator/customers/:id">{({ id }) => <CustomerPage key={id} id={id} />}</Route>
          <Route path="/operator/orders" component={OrdersPage} />
          <Route path="/operator/bank" component={BankPage} />
          <Route path="/operator/vouchers" component={VouchersPage} />
          <Route path="/operator/invoices" component={InvoicesPage} />
          <Route path="/operator/models" component={ModelsPage} />
          <Route path="/operator/plans" component={PlansPage} />
          <Route path="/operator/prices" component={PricesPage} />
          <Route path="/operator/price-groups" component={PriceGroupsPage} />
          <Route path="/operator/margins" component={MarginsPage} />
          <Route path="/operator/engines" component={EnginesPage} />
          <Route path="/operator/batches" component={BatchesPage} />
          <Route path="/operator/live" component={LivePage} />
          <Route path="/operator/settings/:part?">{({ part }) => <SettingsPage key={part} part={part} />}</Route>
          <Route path="/operator/service" component={ServicePage} />
          <Route path="/operator/tokens" component={TokensPage} />
          <Route path="/operator/log" component={LogPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </OperatorFrame>
  );
}
