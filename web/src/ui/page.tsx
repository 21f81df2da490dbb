/** The parts that every page is made of. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../language.tsx';
import { useDocumentTitle } from '../service-name.ts';
import { frameTexts } from '../texts/frame.ts';
import { useFocusOnArrival } from './focus.ts';

type PageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** Sets the document's title, and moves the focus to the page's own title when the page changes. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useFocusOnArrival();
  useDocumentTitle(title);
  return (
    <main className="page" id="page">
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="row no-print">{actions}</div>}
      </div>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </main>
  );
}

type CardProps = {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly flush?: boolean;
  /** For links that lead here. */
  readonly id?: string;
};

export function Card({ title, actions, children, flush = false, id }: CardProps) {
  return (
    <section id={id} className={flush ? 'card flush' : 'card'}>
      {(title || actions) && (
        <div className="card-head">
          {title && <h2>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

type PagePartsProps = { readonly label: string; readonly links: readonly (readonly [href: string, text: string])[] };

/** Links to the parts of a page that is too much for one. */
export function PageParts({ label, links }: PagePartsProps) {
  const [path] = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another part.
  useEffect(() => {
    // They may not all fit beside each other.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav ref={nav} className="page-parts no-print" aria-label={label}>
      {links.map(([href, text]) => (
        <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

type FoldedProps = Pick<CardProps, 'children'> & { readonly title: string; readonly isOpen?: boolean };

/** A card for what few need: it is closed until it is asked for, or holds something that is to be seen. */
export function Folded({ title, children, isOpen = false }: FoldedProps) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsUnfolded(true);
  }, [isOpen]);
  return (
    <details
      className="card folded"
      open={isUnfolded}
      onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}

/** Says what would be here and what to do next. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Takes the room of what is still being fetched, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const texts = useTexts(frameTexts);
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{texts.loading}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  );
}

export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: string;
  readonly note?: ReactNode;
}) {
  return (
    <div className="figure">
      <span className="muted">{label}</span>
      <strong>{value}</strong>
      {note && <span className="muted small">{note}</span>}
    </div>
  );
}

export function Badge({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return <span className={`badge ${kind}`}>{children}</span>;
}

type MeterProps = {
  readonly label: string;
  readonly share: number;
  readonly second?: number;
  readonly kind?: 'normal' | 'warn' | 'bad';
};

const METER_COLOURS = { normal: 'var(--accent)', warn: 'var(--warn)', bad: 'var(--bad)' };

/** A bar from empty to full; `second` is a paler part behind the first, such as what is held. */
export function Meter({ label, share, second = 0, kind = 'normal' }: MeterProps) {
  const first = Math.min(1, Math.max(0, share)) * 100;
  const behind = Math.min(100 - first, Math.max(0, second) * 100);
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(first)}
    >
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect x="0" y="0" width={first} height="10" fill={METER_COLOURS[kind]} />
        <rect x={first} y="0" width={behind} height="10" fill={METER_COLOURS[kind]} opacity="0.4" />
      </svg>
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
};

/** A few choices beside each other, one of which holds. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="tabs" aria-label={label}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
