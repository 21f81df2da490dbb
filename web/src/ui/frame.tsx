/** Navigation around the pages of a signed-in person. */
import type { ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { useMay } from '../acting.ts';
import { useApi } from '../api.ts';
import { tokensLeft } from '../features/shop/tokens-left.ts';
import { useFormat } from '../format.ts';
import { useTexts } from '../language.tsx';
import { useServiceName } from '../service-name.ts';
import { frameTexts } from '../texts/frame.ts';
import { stopViewing, viewedAccount } from '../viewing.ts';
import { AccountChoice } from './account-choice.tsx';
import { Icon, type IconName } from './icons.tsx';

/** The pages that one comes to from a page of the navigation. */
const KEYS = ['/tokens'];
const USAGE = ['/requests/', '/batches'];
const BILLING = ['/orders/', '/statements/'];

export function Frame({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(frameTexts);
  const serviceName = useServiceName();
  const isViewing = viewedAccount() !== null;
  const me = useApi('GET /api/me').data;
  const isOperator = me?.role === 'operator';
  const may = useMay();
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <nav className="frame-nav" aria-label={texts.navigation}>
        <Link className="brand" href="/keys" aria-label={serviceName ? undefined : texts.toKeys}>
          <img src="/assets/icon.svg" alt="" />
          {serviceName}
        </Link>
        {me && !isViewing && me.accounts.length > 1 && (
          <div className="nav-account">
            <AccountChoice me={me} />
          </div>
        )}
        <NavLink href="/keys" below={KEYS} icon="key" text={texts.keys} />
        <NavLink href="/usage" below={USAGE} icon="chart" text={texts.usage} />
        {may('read-billing') && <NavLink href="/billing" below={BILLING} icon="card" text={texts.billing} />}
        {may('spend') && <NavLink href="/playground" icon="play" text={texts.playground} />}
        <NavLink href="/quick-start" icon="rocket" text={texts.quickStart} isSpare={isOperator} />
        <span className="nav-space" />
        {!isViewing && <NavLink href="/team" icon="people" text={texts.team} isSpare />}
        {isOperator && <NavLink href="/operator/*?" to="/operator" icon="gauge" text={texts.operator} />}
        {!isViewing && <NavLink href="/account" icon="person" text={texts.account} />}
        <Standing />
      </nav>
      <div className="frame-body">
        {isViewing && <ViewingBar />}
        {children}
      </div>
    </div>
  );
}

/** The person who is signed in, and what there is to spend: on a phone the pages of account and billing say it. */
function Standing() {
  const texts = useTexts(frameTexts);
  const format = useFormat();
  const email = useApi('GET /api/me').data?.email;
  const billing = useApi('GET /api/billing').data;
  const tokens = billing ? tokensLeft(billing) : 0;
  const may = useMay();
  const has = [
    billing ? format.czk(billing.freeCzk) : '…',
    ...(tokens > 0 ? [texts.tokens(tokens, format.short(tokens))] : []),
  ].join(' · ');
  return (
    <div className="standing small">
      <span className="standing-who" title={email}>
        {email}
      </span>
      {may('read-billing') ? (
        <Link href="/billing" className="standing-what">
          {has}
        </Link>
      ) : (
        <span className="standing-what">{has}</span>
      )}
    </div>
  );
}

/** Says whose pages these are, above all of them. */
function ViewingBar() {
  const texts = useTexts(frameTexts);
  const email = useApi('GET /api/me').data?.email ?? '';
  return (
    <div className="viewing no-print" role="status">
      <span>{texts.viewing(email)}</span>
      <button type="button" className="button compact" onClick={stopViewing}>
        {texts.stopViewing}
      </button>
    </div>
  );
}

type NavLinkProps = {
  /** The pages that it leads to. */
  readonly href: string;
  /** Where it leads, if that is not the same. */
  readonly to?: string;
  /** The pages one level below. */
  readonly below?: readonly string[];
  readonly icon: IconName;
  readonly text: string;
  /** Left out where there is little room. */
  readonly isSpare?: boolean;
};

function NavLink({ href, to = href, below = [], icon, text, isSpare = false }: NavLinkProps) {
  const [isHere] = useRoute(href);
  const [path] = useLocation();
  const isBelow = below.some((start) => path.startsWith(start));
  return (
    <Link
      className={isSpare ? 'nav-link spare' : 'nav-link'}
      href={to}
      aria-current={isHere ? 'page' : isBelow ? 'true' : undefined}
    >
      <Icon name={icon} />
      {text}
    </Link>
  );
}
