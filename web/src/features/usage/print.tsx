import { useTexts } from '../../language.tsx';
import { receiptTexts } from './receipt-texts.ts';

/** Prints the page. The print style leaves buttons and navigation out. */
export function PrintButton() {
  const texts = useTexts(receiptTexts);
  return (
    <button type="button" className="button compact no-print" onClick={() => window.print()}>
      {texts.print}
    </button>
  );
}
