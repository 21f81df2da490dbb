import { useTexts } from './language.tsx';
import { demonstrationTexts } from './texts/model-roles.ts';
import { Badge } from './ui/page.tsx';

/** Beside the name of a model for which only the small built-in one answers. */
export function DemonstrationMark({ of }: { readonly of: { readonly isDemonstration: boolean } | undefined }) {
  const { mark } = useTexts(demonstrationTexts);
  return of?.isDemonstration ? <Badge kind="warn">{mark}</Badge> : null;
}
