/** The operator's own navigation: pages in groups. On a phone the groups are below, and the pages of one group above. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useApi } from './api.ts';
import { useTexts } from './language.tsx';
import { frameTexts } from './texts/frame.ts';
import { operatorTexts } from './texts/operator.ts';
import type { IconName } from './ui/icons.tsx';
import { NavLink, Shell } from './ui/shell.tsx';

type PageName = keyof ReturnType<typeof useTexts<typeof operatorTexts.en>>['pages'];

type Group = {
  readonly name: 'overview' | 'customers' | 'money' | 'models' | 'system';
  readonly icon: IconName;
  /** The first is the one that the group leads to. */
  readonly pages: readonly PageName[];
};

const GROUPS: readonly Group[] = [
  { name: 'overview', icon: 'gauge', pages: ['overview'] },
  { name: 'customers', icon: 'people', pages: ['customers'] },
  { name: 'money', icon: 'card', pages: ['orders', 'bank', 'vouchers', 'invoices'] },
  { name: 'models', icon: 'cube', pages: ['models', 'prices', 'plans', 'price-groups', 'margins', 'engines'] },
  { name: 'system', icon: 'gear', pages: ['live', 'settings', 'batches', 'tokens', 'log', 'service'] },
];

const addressOf = (page: PageName): string => (page === 'overview' ? '/operator' : `/operator/${page}`);

const isOn = (page: PageName, path: string): boolean =>
  path === addressOf(page) || (page !== 'overview' && path.startsWith(`${addressOf(page)}/`));

export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const here = GROUPS.find(({ pages }) => pages.some((page) => isOn(page, path)));
  return (
    <Shell
      home="/operator"
      className="of-operator"
      navigation={GROUPS.map((group) => <GroupLinks key={group.name} group={group} isHere={group === here} />)}
      standing={<Standing />}
    >
      {here && here.pages.length > 1 && <PagesOfGroup group={here} />}
      {children}
    </Shell>
  );
}

function GroupLinks({ group, isHere }: { readonly group: Group; readonly isHere: boolean }) {
  const texts = useTexts(operatorTexts);
  const [first] = group.pages;
  const below = group.pages
    .filter((page) => addressOf(page) !== '/operator')
    .map((page) => addressOf(page).concat('/'));
  if (group.pages.length === 1)
    return <NavLink href={addressOf(first!)} below={below} icon={group.icon} text={texts.pages[first!]} />;
  return (
    <div className="nav-group">
      <span className="nav-heading">{texts.groups[group.name]}</span>
      {group.pages.map((page) => (
        <NavLink
          key={page}
          className="of-group"
          href={addressOf(page)}
          below={[`${addressOf(page)}/`]}
          text={texts.pages[page]}
        />
      ))}
      <NavLink
        className="to-group"
        href={addressOf(first!)}
        below={isHere ? group.pages.map(addressOf) : []}
        icon={group.icon}
        text={texts.groups[group.name]}
      />
    </div>
  );
}

/** The pages of the group that is open, where there is no room for them beside the page. */
function PagesOfGroup({ group }: { readonly group: Group }) {
  const texts = useTexts(operatorTexts);
  const [path] = useLocation();
  return (
    <nav className="parts no-print" aria-label={texts.groups[group.name]}>
      {group.pages.map((page) => (
        <Part key={page} href={addressOf(page)} text={texts.pages[page]} isCurrent={isOn(page, path)} />
      ))}
    </nav>
  );
}

type PartProps = { readonly href: string; readonly text: string; readonly isCurrent: boolean };

function Part({ href, text, isCurrent }: PartProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // They may not all fit beside each other.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  return (
    <Link ref={link} href={href} aria-current={isCurrent ? 'page' : undefined}>
      {text}
    </Link>
  );
}

/** The operator's private account is one click away. */
function Standing() {
  const texts = useTexts(frameTexts);
  const email = useApi('GET /api/me').data?.email;
  return (
    <div className="standing small">
      <span className="standing-who" title={email}>
        {email}
      </span>
      <Link href="/keys" className="standing-what">
        {texts.myAccount}
      </Link>
    </div>
  );
}
