/** What was paid to the operator in this month, and by whose tax numbers. */
import { Link } from 'wouter';
import type { StatementView } from '../../../../src/wire/settings-api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { shopTexts } from '../../texts/shop.ts';
import { statementTexts } from '../../texts/statement.ts';
import { Card } from '../../ui/page.tsx';

type InvoicesProps = { readonly statement: Pick<StatementView, 'invoices' | 'seller'> };

export function Invoices({ statement: { invoices, seller } }: InvoicesProps) {
  const texts = useTexts(statementTexts);
  const { things, refundedAmount } = useTexts(shopTexts);
  const format = useFormat();
  if (invoices.length === 0) return null;
  const about = seller ? [seller.name, seller.address, seller.companyId, seller.vatId].filter(Boolean).join(', ') : '';
  return (
    <Card title={texts.invoices}>
      {about && <p className="muted">{texts.seller(about)}</p>}
      <table className="card-table">
        <thead>
          <tr>
            <th scope="col">{texts.invoiceNumber}</th>
            <th scope="col">{texts.paidOn}</th>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.buyerVatId}</th>
            <th scope="col" className="number">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.orderId}>
              <td className="lead-cell">
                <Link href={`/orders/${invoice.orderId}`}>{invoice.number}</Link>
              </td>
              <td data-label={texts.paidOn}>{format.date(invoice.atMs)}</td>
              <td data-label={texts.what}>{things[invoice.kind]}</td>
              <td data-label={texts.buyerVatId}>{invoice.vatId ?? '–'}</td>
              <td className="number" data-label={texts.amount}>
                <span className="two-lines">
                  <span>{format.czk(invoice.czk)}</span>
                  {!isZeroCzk(invoice.refundedCzk) && (
                    <span className="muted small">{`${refundedAmount}: ${format.czk(invoice.refundedCzk)}`}</span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
