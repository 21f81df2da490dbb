/** Navigation around the pages of somebody who is signed in. */
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Icon, type IconName } from './icons.tsx';

export function Frame({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(frameTexts);
  return (
    <div className="frame">
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <nav className="frame-nav" aria-label={texts.navigation}>
        <Link className="brand" href="/keys">
          <img src="/assets/icon.svg" alt="" />
          Boreal
        </Link>
        <NavLink href="/keys" icon="key" text={texts.keys} />
        <NavLink href="/usage" icon="chart" text={texts.usage} />
        <NavLink href="/billing" icon="card" text={texts.billing} />
        <NavLink href="/playground" icon="play" text={texts.playground} />
        <NavLink href="/quick-start" icon="rocket" text={texts.quickStart} />
        <span className="nav-space" />
        <NavLink href="/account" icon="person" text={texts.account} />
      </nav>
      {children}
    </div>
  );
}

function NavLink({ href, icon, text }: { readonly href: string; readonly icon: IconName; readonly text: string }) {
  const [isHere] = useRoute(href);
  return (
    <Link className="nav-link" href={href} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {text}
    </Link>
  );
}
