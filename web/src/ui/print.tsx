import { receiptTexts } from '../features/usage/receipt-texts.ts';
import { useTexts } from '../language.tsx';

/** What is printed has no buttons and no navigation: the print style leaves them out. */
export function PrintButton() {
  const texts = useTexts(receiptTexts);
  return (
    <button type="button" className="button compact no-print" onClick={() => window.print()}>
      {texts.print}
    </button>
  );
}
