/** Navigation around the pages of a signed-in person's own account. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMay } from '../acting.ts';
import { useApi } from '../api.ts';
import { tokensLeft } from '../features/shop/tokens-left.ts';
import { useFormat } from '../format.ts';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { stopViewing, viewedAccount } from '../viewing.ts';
import { AccountChoice } from './account-choice.tsx';
import { MoreLinks, NavLink, Shell } from './shell.tsx';

/** The pages that one comes to from a page of the navigation. */
const KEYS = ['/tokens'];
const USAGE = ['/requests/', '/batches'];
const TEAM = ['/activity'];
const BILLING = ['/billing/', '/orders/', '/statements/'];

export function Frame({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(frameTexts);
  const isViewing = viewedAccount() !== null;
  const me = useApi('GET /api/me').data;
  const may = useMay();
  const navigation = (
    <>
      {me && !isViewing && me.accounts.length > 1 && (
        <div className="nav-account">
          <AccountChoice me={me} />
        </div>
      )}
      <NavLink href="/keys" below={KEYS} icon="key" text={texts.keys} />
      <NavLink href="/usage" below={USAGE} icon="chart" text={texts.usage} />
      {may('read-billing') && <NavLink href="/billing" below={BILLING} icon="card" text={texts.billing} />}
      {may('spend') && <NavLink href="/playground" icon="play" text={texts.playground} />}
      <MoreLinks>
        <NavLink href="/quick-start" icon="rocket" text={texts.quickStart} />
        <span className="nav-space" />
        {!isViewing && <NavLink href="/team" below={TEAM} icon="people" text={texts.team} />}
        {!isViewing && <NavLink href="/account" icon="person" text={texts.account} />}
        {me?.role === 'operator' && <NavLink href="/operator" icon="gauge" text={texts.operator} />}
      </MoreLinks>
    </>
  );
  return (
    <Shell home="/keys" navigation={navigation} standing={<Standing />}>
      {isViewing && <ViewingBar />}
      {children}
    </Shell>
  );
}

/** The person who is signed in, and what there is to spend. */
function Standing() {
  const texts = useTexts(frameTexts);
  const format = useFormat();
  const email = useApi('GET /api/me').data?.email;
  const billing = useApi('GET /api/billing').data;
  const tokens = billing ? tokensLeft(billing) : 0;
  const may = useMay();
  const has = (
    <>
      {billing ? format.czk(billing.freeCzk) : '…'}
      {tokens > 0 && <span className="standing-more"> · {texts.tokens(tokens, format.short(tokens))}</span>}
    </>
  );
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
