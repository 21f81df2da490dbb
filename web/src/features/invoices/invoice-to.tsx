import { Link } from 'wouter';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { buyerTexts } from './buyer-texts.ts';

/** The buyer who will be on the invoice, before it is paid for. */
export function InvoiceTo() {
  const texts = useTexts(buyerTexts);
  const { data } = useApi('GET /api/buyer');
  if (!data) return null;
  const { buyer, vatCheck } = data;
  return (
    <p className="muted">
      {buyer ? texts.invoiceTo([buyer.name, buyer.vatId].filter(Boolean).join(', ')) : texts.noBuyer}{' '}
      <Link href="/account#buyer">{buyer ? texts.change : texts.add}</Link>
      {vatCheck && ` ${texts.vies[vatCheck.state]}`}
    </p>
  );
}
