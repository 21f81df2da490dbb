/** A text that people take elsewhere, with its name. */
import { CopyButton } from '../../ui/copy.tsx';

export const Copied = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className="stack">
    <span className="small muted">{label}</span>
    <div className="secret">
      <code className="any-wrap">{text}</code>
      <CopyButton text={text} about={label} />
    </div>
  </div>
);
