import { Link } from 'wouter';
import type { OrderRow } from '../../../../src/features/shop/operator-contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { InvoiceLink } from '../invoices/invoice-link.tsx';
import type { OrderAction } from './bank-order-dialog.tsx';
import { operatorSalesTexts } from './operator-sales-texts.ts';
import { OrderState, useThingText } from './order-words.tsx';
import { shopTexts } from './texts.ts';

type OrderTableProps = {
  readonly orders: readonly OrderRow[];
  /** On the page of the one customer whose they are. */
  readonly isOfOne?: boolean;
  readonly onAction: (action: OrderAction) => void;
};

export function OrderTable({ orders, isOfOne = false, onAction }: OrderTableProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  const { actions } = useTexts(operatorTexts);
  const { methods } = useTexts(shopTexts);
  const format = useFormat();
  const thing = useThingText();
  const ordered: Column<OrderRow> = isOfOne
    ? { label: texts.date, kind: 'name', cell: ({ createdAtMs }) => format.date(createdAtMs) }
    : {
        label: texts.customer,
        kind: 'name',
        cell: ({ accountId, email, createdAtMs }) => (
          <TwoLines second={format.date(createdAtMs)}>
            <Link href={`/operator/customers/${encodeURIComponent(accountId)}`}>
              <Address email={email} />
            </Link>
          </TwoLines>
        ),
      };
  const columns: readonly Column<OrderRow>[] = [
    ordered,
    { label: texts.thing, cell: thing },
    { label: texts.amount, kind: 'number', cell: ({ czk }) => format.czk(czk) },
    {
      label: texts.method,
      cell: ({ method, variableSymbol }) => <TwoLines second={variableSymbol}>{methods[method]}</TwoLines>,
    },
    {
      label: texts.status,
      isOnLine: true,
      cell: (order) => (
        <TwoLines second={order.invoiceNumber && <InvoiceLink number={order.invoiceNumber} area="operator" />}>
          <OrderState order={order} />
        </TwoLines>
      ),
    },
    { label: actions, kind: 'buttons', cell: (order) => <Actions order={order} onAction={onAction} /> },
  ];
  return <CardTable columns={columns} rows={orders} keyOf={({ id }) => id} />;
}

/** Only for bank transfers that are not paid. One that has expired can still be, when its money comes late. */
function Actions({ order, onAction }: { readonly order: OrderRow; readonly onAction: OrderTableProps['onAction'] }) {
  const texts = useTexts(operatorSalesTexts).orders;
  if (order.method !== 'bank' || order.paidAtMs !== null) return null;
  const button = (kind: OrderAction['kind']) => (
    <button
      type="button"
      className="button compact"
      aria-label={`${texts[kind]}: ${order.variableSymbol}`}
      onClick={() => onAction({ kind, order })}
    >
      {texts[kind]}
    </button>
  );
  return (
    <div className="row action-buttons">
      {button('confirm')}
      {order.status === 'open' && button('cancel')}
    </div>
  );
}
