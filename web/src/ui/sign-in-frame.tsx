/** The one calm box of every page before sign-in. */
import type { ReactNode } from 'react';
import { useApi } from '../api.ts';
import { useLanguage, useTexts } from '../language.tsx';
import { useDocumentTitle, useServiceName } from '../service-name.ts';
import { frameTexts } from '../texts/frame.ts';
import { useFocusOnArrival } from './focus.ts';
import { Choice } from './page.tsx';

type SignInFrameProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Where else to go. */
  readonly foot?: ReactNode;
};

export function SignInFrame({ title, lead, children, foot }: SignInFrameProps) {
  const texts = useTexts(frameTexts);
  const { language, choose } = useLanguage();
  const serviceName = useServiceName();
  const heading = useFocusOnArrival(title);
  useDocumentTitle(title);
  return (
    <div className="entrance">
      <main className="sign-in-box">
        <span className="brand">
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          {serviceName}
        </span>
        <div className="card">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="muted">{lead}</p>}
          {children}
        </div>
        {foot && <div className="sign-in-foot">{foot}</div>}
      </main>
      <footer>
        <Choice
          label={texts.language}
          value={language}
          options={[
            ['cs', 'Čeština'],
            ['en', 'English'],
          ]}
          onChange={choose}
        />
      </footer>
    </div>
  );
}

/** The facts that a visitor may know. Fetched once: it does not change during sign-in. */
export function useService() {
  const { data, error } = useApi('GET /api/service', undefined, { revalidateOnFocus: false });
  return { service: data, isKnown: data !== undefined || error !== undefined };
}

/** The length of a password is the only rule; what is typed is checked here before the server does. */
export const PASSWORD_CHARS_MIN = 12;

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
