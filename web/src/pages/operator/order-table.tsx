import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OrderRow } from '../../../../src/wire/operator-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { operatorSalesTexts } from '../../texts/operator-sales.ts';
import { shopTexts } from '../../texts/shop.ts';
import { OrderState, useThingText } from '../order/order-words.tsx';
import type { OrderDeed } from './bank-order-dialog.tsx';

type OrderTableProps = {
  readonly orders: readonly OrderRow[];
  /** On the page of the one customer whose they are. */
  readonly isOfOne?: boolean;
  readonly onDeed: (deed: OrderDeed) => void;
};

export function OrderTable({ orders, isOfOne = false, onDeed }: OrderTableProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  const { actions } = useTexts(operatorTexts);
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{isOfOne ? texts.date : texts.customer}</th>
          <th scope="col">{texts.thing}</th>
          <th scope="col" className="number">
            {texts.amount}
          </th>
          <th scope="col">{texts.method}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} {...{ order, isOfOne, onDeed }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<OrderTableProps, 'orders'> & { readonly order: OrderRow };

function Row({ order, isOfOne, onDeed }: RowProps) {
  const texts = useTexts(operatorSalesTexts).orders;
  const { methods } = useTexts(shopTexts);
  const format = useFormat();
  const thing = useThingText();
  return (
    <tr>
      <td className="lead-cell name-cell">
        {isOfOne ? (
          format.date(order.createdAtMs)
        ) : (
          <TwoLines second={format.date(order.createdAtMs)}>
            <Link href={`/operator/customers/${encodeURIComponent(order.accountId)}`}>{order.email}</Link>
          </TwoLines>
        )}
      </td>
      <td data-label={texts.thing}>{thing(order)}</td>
      <td data-label={texts.amount} className="number">
        {format.czk(order.czk)}
      </td>
      <td data-label={texts.method}>
        <TwoLines second={order.variableSymbol}>{methods[order.method]}</TwoLines>
      </td>
      <td data-label={texts.status}>
        <TwoLines second={order.invoiceNumber}>
          <OrderState order={order} />
        </TwoLines>
      </td>
      <td className="number">
        <Deeds order={order} onDeed={onDeed} />
      </td>
    </tr>
  );
}

function TwoLines({ children, second }: { readonly children: ReactNode; readonly second: string | null }) {
  return (
    <span className="two-lines">
      <span>{children}</span>
      {second && <span className="muted small">{second}</span>}
    </span>
  );
}

/** Only for bank transfers that are not paid. One that has expired can still be, when its money comes late. */
function Deeds({ order, onDeed }: { readonly order: OrderRow; readonly onDeed: OrderTableProps['onDeed'] }) {
  const texts = useTexts(operatorSalesTexts).orders;
  if (order.method !== 'bank' || order.paidAtMs !== null) return null;
  const button = (kind: OrderDeed['kind']) => (
    <button
      type="button"
      className="button compact"
      aria-label={`${texts[kind]}: ${order.variableSymbol}`}
      onClick={() => onDeed({ kind, order })}
    >
      {texts[kind]}
    </button>
  );
  return (
    <div className="row deeds">
      {button('confirm')}
      {order.status === 'open' && button('cancel')}
    </div>
  );
}
