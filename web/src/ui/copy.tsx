/** Things to be taken elsewhere: a code block, a secret, each with its button. */
import { useState } from 'react';
import { useTexts } from '../language.tsx';
import { frameTexts } from '../texts/frame.ts';

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const texts = useTexts(frameTexts);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" className="button compact" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.copied : (label ?? texts.copy)}</span>
    </button>
  );
}

/** `label` says what the code is; it is read out, not shown. A block that scrolls can be reached by keyboard. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the block. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

export function SecretBox({ secret }: { readonly secret: string }) {
  return (
    <div className="secret">
      <code>{secret}</code>
      <CopyButton text={secret} />
    </div>
  );
}
