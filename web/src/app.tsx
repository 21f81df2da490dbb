/** Which page belongs to which address. Pages are fetched when they are first opened. */
import { lazy, Suspense, useEffect } from 'react';
import { matchRoute, Redirect, Route, Switch, useLocation, useRoute, useRouter } from 'wouter';
import { forgetActing, isActing } from './acting.ts';
import { useApi } from './api.ts';
import { currentSession } from './auth.ts';
import { useLanguage, useTexts } from './language.tsx';
import { NotFound } from './not-found.tsx';
import { greet } from './person.ts';
import { frameTexts } from './texts/frame.ts';
import { Frame } from './ui/frame.tsx';
import { Problem } from './ui/problem.tsx';
import { forgetViewing, stopViewing, viewedAccount } from './viewing.ts';

const NotFoundForVisitor = lazy(() => import('./not-found-for-visitor.tsx'));
const OrganisationClosed = lazy(() => import('./features/organisations/organisation-closed.tsx'));
const SignIn = lazy(() => import('./features/sign-in/sign-in.tsx'));
const SignUp = lazy(() => import('./features/sign-in/sign-up.tsx'));
const Verified = lazy(() => import('./features/sign-in/verified.tsx'));
const Forgotten = lazy(() => import('./features/sign-in/forgotten.tsx'));
const Reset = lazy(() => import('./features/sign-in/reset.tsx'));
const TwoFactor = lazy(() => import('./features/sign-in/two-factor-page.tsx'));
const Keys = lazy(() => import('./features/keys/keys.tsx'));
const Tokens = lazy(() => import('./features/tokens/tokens.tsx'));
const Usage = lazy(() => import('./features/usage/usage.tsx'));
const Receipt = lazy(() => import('./features/usage/receipt.tsx'));
const Billing = lazy(() => import('./features/shop/billing.tsx'));
const Order = lazy(() => import('./features/shop/order.tsx'));
const Statement = lazy(() => import('./features/usage/statement.tsx'));
const Playground = lazy(() => import('./features/playground/playground.tsx'));
const QuickStart = lazy(() => import('./features/quick-start/quick-start.tsx'));
const Operator = lazy(() => import('./operator.tsx'));
const Account = lazy(() => import('./features/sign-in/account.tsx'));
const Team = lazy(() => import('./features/organisations/team.tsx'));
const Activity = lazy(() => import('./features/activity/activity.tsx'));
const Webhooks = lazy(() => import('./features/webhooks/webhooks.tsx'));
const Batches = lazy(() => import('./features/batches/batches.tsx'));
const Join = lazy(() => import('./features/organisations/join.tsx'));

export function App() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/sign-up" component={SignUp} />
        <Route path="/welcome" component={SignUp} />
        <Route path="/verified" component={Verified} />
        <Route path="/forgotten" component={Forgotten} />
        <Route path="/reset" component={Reset} />
        <Route path="/two-factor" component={TwoFactor} />
        <Route path="/join" component={Join} />
        <Route component={Inside} />
      </Switch>
    </Suspense>
  );
}

/** Where a signed-in person has a page. To others these are closed, and anything else is no page. */
const INSIDE = [
  '/',
  '/keys',
  '/tokens',
  '/usage',
  '/requests/:id',
  '/batches',
  '/billing/:part?',
  '/orders/:id',
  '/statements/:month',
  '/playground',
  '/quick-start',
  '/team',
  '/activity',
  '/webhooks',
  '/account',
  '/operator/*?',
];

function useIsInside(): boolean {
  const { parser } = useRouter();
  const [path] = useLocation();
  return INSIDE.some((pattern) => matchRoute(parser, pattern, path)[0]);
}

/** The account that was chosen last is not one of this person's, or takes another sign-in. */
const OUT_OF_REACH = ['not_found', 'own_sign_in_required', 'organisation_sign_in_required'];

/** Everything that needs a signed-in person. */
function Inside() {
  const isInside = useIsInside();
  const [isOperatorPage] = useRoute('/operator/*?');
  const { data, error, mutate } = useApi('GET /api/me');
  const { choose } = useLanguage();
  const isSignedIn = data !== undefined;
  useEffect(() => {
    // Only prolongs the session; whether there is one is known from above.
    if (isSignedIn) void currentSession().catch(() => {});
  }, [isSignedIn]);
  const email = data?.email;
  useEffect(() => {
    if (email !== undefined && viewedAccount() === null) greet(email);
  }, [email]);
  // What a person chose for their account holds on every device.
  useEffect(() => {
    if (data?.language) choose(data.language);
  }, [data?.language, choose]);
  if (error?.code === 'not_found' && viewedAccount() !== null) stopViewing();
  else if (error && OUT_OF_REACH.includes(error.code) && isActing()) forgetActing();
  if (error?.code === 'session_required') {
    forgetViewing();
    if (!isInside) return <NotFoundForVisitor />;
    const back = `${location.pathname}${location.search}`;
    return <Redirect to={back === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(back)}`} />;
  }
  if (error?.code === 'organisation_closed') return <OrganisationClosed />;
  if (error) {
    return (
      <div className="sign-in">
        <Problem error={error} retry={() => void mutate()} />
      </div>
    );
  }
  if (!data) return <Waiting />;
  if (data.role === 'operator' && isOperatorPage) return <Operator />;
  return (
    <Frame>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/">
            <Redirect to="/keys" />
          </Route>
          <Route path="/keys" component={Keys} />
          <Route path="/tokens" component={Tokens} />
          <Route path="/usage" component={Usage} />
          <Route path="/requests/:id">{({ id }) => <Receipt id={id} />}</Route>
          <Route path="/batches" component={Batches} />
          <Route path="/billing/:part?">{({ part }) => <Billing key={part} part={part} />}</Route>
          <Route path="/orders/:id">{({ id }) => <Order id={id} />}</Route>
          <Route path="/statements/:month">{({ month }) => <Statement month={month} />}</Route>
          <Route path="/playground" component={Playground} />
          <Route path="/quick-start" component={QuickStart} />
          <Route path="/team" component={Team} />
          <Route path="/activity" component={Activity} />
          <Route path="/webhooks" component={Webhooks} />
          <Route path="/account" component={Account} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Frame>
  );
}

function Waiting() {
  const texts = useTexts(frameTexts);
  return (
    <main className="page">
      <span className="visually-hidden" role="status">
        {texts.loading}
      </span>
    </main>
  );
}
