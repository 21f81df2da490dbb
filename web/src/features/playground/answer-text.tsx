import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown-view.tsx'));

/** Models write Markdown. Its reader is fetched with the first answer, which is shown as it came until then. */
export const AnswerText = ({ text }: { readonly text: string }) => (
  <Suspense fallback={<div className="turn-text">{text}</div>}>
    <Markdown text={text} />
  </Suspense>
);
