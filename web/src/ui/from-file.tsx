/** Marks what the configuration file declares: it is shown, and changed only in the file. */
import { useTexts } from '../language.tsx';
import { operatorTexts } from '../texts/operator.ts';
import { Badge } from './page.tsx';

export function FromFile() {
  const { fromFile } = useTexts(operatorTexts);
  return <Badge>{fromFile}</Badge>;
}

/** Says what to do instead of changing it here. */
export function FromFileHint() {
  const { fromFileHint } = useTexts(operatorTexts);
  return <p className="muted small">{fromFileHint}</p>;
}
