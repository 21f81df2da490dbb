import { Link } from 'wouter';
import type { OrderView } from '../../../../src/features/shop/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Card } from '../../ui/page.tsx';
import { InvoiceLink } from '../invoices/invoice-link.tsx';
import { sells } from './any-amount.ts';
import { OrderState, useThingText } from './order-words.tsx';
import { shopTexts } from './texts.ts';
import { withdrawalTexts } from './withdrawal-texts.ts';

/** Drawn where something can be bought or has been. */
export function Orders() {
  const texts = useTexts(shopTexts);
  const { data } = useApi('GET /api/orders');
  const canBuy = sells(useApi('GET /api/offers').data);
  if (!data || (data.orders.length === 0 && !canBuy)) return null;
  return (
    <Card title={texts.orders}>
      <p className="muted">{data.orders.length === 0 ? texts.noOrders : texts.ordersLead}</p>
      {data.orders.length > 0 && <OrderTable {...data} />}
    </Card>
  );
}

type OrderTableProps = { readonly orders: readonly OrderView[]; readonly withdrawable: readonly string[] };

function OrderTable({ orders, withdrawable }: OrderTableProps) {
  return <CardTable columns={useColumns(withdrawable)} rows={orders} keyOf={({ id }) => id} />;
}

function useColumns(withdrawable: readonly string[]): readonly Column<OrderView>[] {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const thing = useThingText();
  const { action: withdraw } = useTexts(withdrawalTexts);
  return [
    {
      label: texts.date,
      cell: ({ id, createdAtMs }) => <Link href={`/orders/${id}`}>{format.dateTime(createdAtMs)}</Link>,
    },
    { label: texts.thing, cell: thing },
    { label: texts.amount, kind: 'number', cell: ({ czk }) => format.czk(czk) },
    {
      label: texts.state,
      cell: (order) => (
        <TwoLines second={withdrawable.includes(order.id) && <Link href={`/orders/${order.id}`}>{withdraw}</Link>}>
          <OrderState order={order} />
        </TwoLines>
      ),
    },
    {
      label: texts.receipt,
      cell: ({ invoiceNumber: number }) => (number === null ? '–' : <InvoiceLink number={number} area="customer" />),
    },
  ];
}
