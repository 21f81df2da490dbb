import { Link } from 'wouter';
import type { OrderView } from '../../../../src/wire/settings-api.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { shopTexts } from '../../texts/shop.ts';
import { Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderState, useThingText } from '../order/order-words.tsx';

/** Drawn where something can be bought or has been. */
export function Orders() {
  const texts = useTexts(shopTexts);
  const { data, error, mutate } = useApi('GET /api/orders');
  const canBuy = (useApi('GET /api/offers').data?.offers.length ?? 0) > 0;
  if (data?.orders.length === 0 && !canBuy) return null;
  return (
    <Card title={texts.orders}>
      <p className="muted">{data?.orders.length === 0 ? texts.noOrders : texts.ordersLead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={3} />}
      {data && data.orders.length > 0 && <OrderTable orders={data.orders} />}
    </Card>
  );
}

function OrderTable({ orders }: { readonly orders: readonly OrderView[] }) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const thing = useThingText();
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.thing}</th>
          <th scope="col" className="number">
            {texts.amount}
          </th>
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.receipt}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td className="lead-cell">
              <Link href={`/orders/${order.id}`}>{format.dateTime(order.createdAtMs)}</Link>
            </td>
            <td data-label={texts.thing}>{thing(order)}</td>
            <td className="number" data-label={texts.amount}>
              {format.czk(order.czk)}
            </td>
            <td data-label={texts.state}>
              <OrderState order={order} />
            </td>
            <td data-label={texts.receipt}>{order.invoiceNumber ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
