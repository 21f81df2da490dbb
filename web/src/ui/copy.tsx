/** Things to be taken elsewhere: a code block, a secret, each with its button. */
import { Fragment, memo, useState } from 'react';
import { breakable, type CodeLanguage, highlighted } from '../../../src/lib/highlight.ts';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';

const SHOWN_MS = 2000;

type CopyProps = {
  readonly text: string;
  readonly label?: string;
  /** The name of what is copied, for people who hear the button apart from what is beside it. */
  readonly about?: string;
};

export function CopyButton({ text, label, about }: CopyProps) {
  const texts = useTexts(frameTexts);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => {
    setOutcome((await isCopied(text)) ? 'copied' : 'failed');
    setTimeout(() => setOutcome(undefined), SHOWN_MS);
  };
  const said = outcome === 'copied' ? texts.copied : outcome === 'failed' ? texts.copyFailed : (label ?? texts.copy);
  return (
    <button type="button" className="button compact" onClick={() => void copy()}>
      <span aria-live="polite">
        {said}
        {about && <span className="visually-hidden">: {about}</span>}
      </span>
    </button>
  );
}

/** Browsers hide the clipboard from pages on plain http; there the older way still works. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const onCopy = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy, { once: true });
    const isDone = document.execCommand('copy');
    document.removeEventListener('copy', onCopy);
    return isDone;
  }
}

type CodeBlockProps = {
  readonly text: string;
  /** What the code is; it is read out, not shown. */
  readonly label?: string;
  /** Without one, nothing is coloured. */
  readonly language?: CodeLanguage | undefined;
};

/** A block that scrolls can be reached by keyboard. */
export function CodeBlock({ text, label, language }: CodeBlockProps) {
  return (
    <div className="code">
      <div className="code-head">
        <span className="muted small">{language && NAMES[language]}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the block. */}
      <pre tabIndex={0} {...(label && { role: 'region', 'aria-label': label })}>
        <code>{language ? <Coloured text={text} language={language} /> : <WithBreaks text={text} />}</code>
      </pre>
    </div>
  );
}

/** Names of languages, the same in every language. */
const NAMES = { json: 'JSON', shell: 'Shell', python: 'Python', typescript: 'TypeScript' } as const;

const Coloured = memo(({ text, language }: { readonly text: string; readonly language: CodeLanguage }) =>
  highlighted(text, language).map(({ kind, text: piece }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place.
    <span key={at} className={kind === 'plain' ? undefined : `code-${kind}`}>
      <WithBreaks text={piece} />
    </span>
  )),
);

const WithBreaks = ({ text }: { readonly text: string }) =>
  breakable(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export function SecretBox({ secret, label }: { readonly secret: string; readonly label?: string }) {
  return (
    <div className="secret">
      <code>{secret}</code>
      <CopyButton text={secret} {...(label && { label })} />
    </div>
  );
}

type ShownOnceProps = {
  readonly secret: string;
  readonly texts: { readonly label: string; readonly copy: string; readonly once: string; readonly onceMore: string };
};

/** A secret that is shown once, and the warning that goes with it. */
export function ShownOnce({ secret, texts }: ShownOnceProps) {
  return (
    <>
      <div className="field">
        <span className="label">{texts.label}</span>
        <SecretBox secret={secret} label={texts.copy} />
      </div>
      <div className="notice warn">
        <strong>{texts.once}</strong>
        <span>{texts.onceMore}</span>
      </div>
    </>
  );
}
