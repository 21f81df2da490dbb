import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { signInErrorTexts } from '../features/sign-in/error-texts.ts';
import { useLanguage, useTexts } from '../language.tsx';
import { errorTexts } from '../texts/errors.ts';
import { waitText } from '../wait.ts';

/** Turns whatever was thrown into a sentence in the person's language; the server's own words where we have none. */
export function useErrorText(): (thrown: unknown) => string {
  const texts = useTexts(errorTexts);
  const byCode: Readonly<Record<string, unknown>> = { ...useTexts(signInErrorTexts), ...texts };
  const { language } = useLanguage();
  return (thrown) => {
    if (!(thrown instanceof ApiError)) return texts.unknown;
    const known = byCode[thrown.code];
    const said = thrown.isTranslated ? thrown.message : thrown.message && texts.said(thrown.message);
    const sentence = typeof known === 'string' ? known : said || texts.unknown;
    const seconds = thrown.retryAfterSeconds;
    return seconds && seconds > 1 ? texts.after(sentence, waitText(seconds, language)) : sentence;
  };
}

type ProblemProps = {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  readonly children?: ReactNode;
};

/** A sentence about what happened and what to do, where it happened. */
export function Problem({ error, retry, children }: ProblemProps) {
  const texts = useTexts(errorTexts);
  const textOf = useErrorText();
  if (!error) return null;
  return (
    <div className="notice bad" role="alert">
      <span>{textOf(error)}</span>
      {children}
      {retry && (
        <div>
          <button type="button" className="button compact" onClick={retry}>
            {texts.retry}
          </button>
        </div>
      )}
    </div>
  );
}
