/** Payments to the operator in this month, with the tax numbers on them. */

import { Link } from 'wouter';
import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Card } from '../../ui/page.tsx';
import { shopTexts } from '../shop/texts.ts';
import { statementTexts } from './statement-texts.ts';

type InvoicesProps = { readonly statement: Pick<StatementView, 'invoices' | 'seller'> };

export function Invoices({ statement: { invoices, seller } }: InvoicesProps) {
  const texts = useTexts(statementTexts);
  const columns = useColumns();
  if (invoices.length === 0) return null;
  const about = seller
    ? [
        seller.name,
        seller.address,
        seller.companyId && texts.companyId(seller.companyId),
        seller.vatId && texts.vatId(seller.vatId),
      ]
        .filter(Boolean)
        .join(', ')
    : '';
  return (
    <Card title={texts.invoices}>
      {about && <p className="muted">{texts.seller(about)}</p>}
      <CardTable columns={columns} rows={invoices} keyOf={({ orderId }) => orderId} />
    </Card>
  );
}

function useColumns(): readonly Column<StatementView['invoices'][number]>[] {
  const texts = useTexts(statementTexts);
  const { things, refundedAmount } = useTexts(shopTexts);
  const format = useFormat();
  return [
    { label: texts.invoiceNumber, cell: ({ orderId, number }) => <Link href={`/orders/${orderId}`}>{number}</Link> },
    { label: texts.paidOn, cell: ({ atMs }) => format.date(atMs) },
    { label: texts.what, cell: ({ kind }) => things[kind] },
    { label: texts.buyerVatId, cell: ({ vatId }) => vatId ?? '–' },
    {
      label: texts.amount,
      kind: 'number',
      cell: ({ czk, refundedCzk }) => (
        <TwoLines second={!isZeroCzk(refundedCzk) && `${refundedAmount}: ${format.czk(refundedCzk)}`}>
          {format.czk(czk)}
        </TwoLines>
      ),
    },
  ];
}
