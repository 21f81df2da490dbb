/** Navigation around the pages of a signed-in person. */
import type { ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { useApi } from '../api.ts';
import { useTexts } from '../language.tsx';
import { useServiceName } from '../service-name.ts';
import { frameTexts } from '../texts/frame.ts';
import { stopViewing, viewedAccount } from '../viewing.ts';
import { Icon, type IconName } from './icons.tsx';

/** The pages that one comes to from a page of the navigation. */
const USAGE = ['/requests/'];
const BILLING = ['/orders/', '/statements/'];

export function Frame({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(frameTexts);
  const name = useServiceName();
  const isViewing = viewedAccount() !== null;
  const isOperator = useApi('GET /api/me').data?.role === 'operator';
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <nav className="frame-nav" aria-label={texts.navigation}>
        <Link className="brand" href="/keys">
          <img src="/assets/icon.svg" alt="" />
          {name}
        </Link>
        <NavLink href="/keys" icon="key" text={texts.keys} />
        <NavLink href="/usage" below={USAGE} icon="chart" text={texts.usage} />
        <NavLink href="/billing" below={BILLING} icon="card" text={texts.billing} />
        <NavLink href="/playground" icon="play" text={texts.playground} />
        <NavLink href="/quick-start" icon="rocket" text={texts.quickStart} isSpare={isOperator} />
        <span className="nav-space" />
        {isOperator && <NavLink href="/operator/*?" to="/operator" icon="gauge" text={texts.operator} />}
        {!isViewing && <NavLink href="/account" icon="person" text={texts.account} />}
      </nav>
      <div className="frame-body">
        {isViewing && <ViewingBar />}
        {children}
      </div>
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
