import { useTexts } from '../../language.tsx';
import { asViewed } from '../../viewing.ts';
import { documentTexts } from './texts.ts';

type InvoiceLinkProps = { readonly number: string; readonly area: 'customer' | 'operator' };

/** The number of an invoice, which opens it. */
export function InvoiceLink({ number, area }: InvoiceLinkProps) {
  const { open } = useTexts(documentTexts);
  const documents = area === 'operator' ? '/api/operator/documents' : '/api/documents';
  const path = asViewed(`${documents}/${encodeURIComponent(number)}/pdf`);
  return (
    <a href={path} target="_blank" rel="noreferrer" aria-label={open(number)}>
      {number}
    </a>
  );
}
