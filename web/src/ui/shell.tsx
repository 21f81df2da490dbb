/** The frame of the pages: the brand and the navigation beside them on wide screens, above and below them on phones. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { useTexts } from '../language.tsx';
import { useServiceName } from '../service-name.ts';
import { frameTexts } from '../texts/frame.ts';
import { Icon, type IconName } from './icons.tsx';

type ShellProps = {
  /** The page that the brand leads to. */
  readonly home: string;
  readonly navigation: ReactNode;
  /** The person who is signed in, and what belongs to them. */
  readonly standing: ReactNode;
  /** For an area whose pages look differently. */
  readonly className?: string;
  readonly children: ReactNode;
};

export function Shell({ home, navigation, standing, className = '', children }: ShellProps) {
  const texts = useTexts(frameTexts);
  const serviceName = useServiceName();
  return (
    <div className={`frame ${className}`}>
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <header className="frame-side">
        <Link className="brand" href={home} aria-label={serviceName ? undefined : texts.home}>
          <img src="/assets/icon.svg" alt="" />
          <span className="brand-name">{serviceName}</span>
        </Link>
        <nav className="frame-nav" aria-label={texts.navigation}>
          {navigation}
        </nav>
        {standing}
      </header>
      <div className="frame-body">{children}</div>
    </div>
  );
}

type NavLinkProps = {
  readonly href: string;
  /** Beginnings of the addresses of pages one level below. */
  readonly below?: readonly string[];
  readonly icon?: IconName;
  readonly text: string;
  readonly className?: string;
};

export function NavLink({ href, below = [], icon, text, className = '' }: NavLinkProps) {
  const [isHere] = useRoute(href);
  const [path] = useLocation();
  const isBelow = below.some((start) => path.startsWith(start));
  return (
    <Link className={`nav-link ${className}`} href={href} aria-current={isHere ? 'page' : isBelow ? 'true' : undefined}>
      {icon && <Icon name={icon} />}
      {text}
    </Link>
  );
}

/** Links for which a phone has no room beside the others: there they open above a button. */
export function MoreLinks({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(frameTexts);
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  // A link that was followed has changed the address, and so closed it.
  const isOpen = openAt === path;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Element && event.target.closest('.nav-more, .nav-more-button');
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isInside) return;
      setOpenAt(undefined);
      if (event instanceof KeyboardEvent) button.current?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="nav-link nav-more-button"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : path)}
      >
        <Icon name="more" />
        {texts.more}
      </button>
      <div className={isOpen ? 'nav-more open' : 'nav-more'}>{children}</div>
    </>
  );
}
