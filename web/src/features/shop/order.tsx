/** One order: how to pay it, or what has become of it. After the card page it waits for the provider's word, honestly. */

import { useEffect, useState } from 'react';
import { mutate as refresh } from 'swr';
import { Link, useSearchParams } from 'wouter';
import type { OrderView } from '../../../../src/features/shop/contract.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDocuments } from '../invoices/documents.tsx';
import { BankTransfer } from './bank-transfer.tsx';
import { OrderState, useThingText } from './order-words.tsx';
import { shopTexts } from './texts.ts';
import { Withdrawal } from './withdrawal.tsx';

const LOOK_AGAIN_MS = 2000;
const LONG_MS = 60_000;

export default function Order({ id }: { readonly id: string }) {
  const texts = useTexts(shopTexts);
  const [search] = useSearchParams();
  const hasLeft = search.has('left');
  const { data, error, mutate } = useApi(
    'GET /api/orders/{id}',
    { params: { id } },
    { refreshInterval: (latest) => (latest && isWaiting(latest.order) ? LOOK_AGAIN_MS : 0) },
  );
  const order = data?.order;
  const hasChangedBilling = order?.status === 'paid' || order?.waitsForRenewal === true;
  useEffect(() => {
    if (hasChangedBilling) void refresh('/api/billing');
  }, [hasChangedBilling]);
  return (
    <Page title={texts.order} lead={<Link href="/billing">{texts.back}</Link>}>
      {error?.code === 'not_found' ? (
        <Card>
          <Empty title={texts.gone}>{texts.goneLead}</Empty>
        </Card>
      ) : (
        <Problem error={error} retry={() => void mutate()} />
      )}
      {!order && !error && <Skeleton lines={5} />}
      {order && <News order={order} hasLeft={hasLeft} />}
      {order?.bank && <BankTransfer order={order} bank={order.bank} />}
      {order && <About order={order} />}
      {order && order.paidAtMs !== null && <Withdrawal order={order} onWithdrawn={() => void mutate()} />}
      {order && <OrderDocuments order={order} />}
    </Page>
  );
}

/** For a payment that may come any moment. A change of a plan waits for weeks. */
const isWaiting = ({ status, waitsForRenewal }: OrderView): boolean => status === 'open' && !waitsForRenewal;

type NewsProps = { readonly order: OrderView; readonly hasLeft: boolean };

/** The state of the order in one sentence. Screen readers hear it when it changes. */
function News({ order, hasLeft }: NewsProps) {
  const texts = useTexts(shopTexts);
  const isLong = useIsLong(isWaiting(order) && order.method === 'stripe' && !hasLeft);
  const [kind, title, lead] = newsOf(texts, { order, hasLeft, isLong });
  return (
    <div role="status">
      {title && (
        <div className={`notice ${kind}`}>
          <strong>{title}</strong>
          <span>{lead}</span>
        </div>
      )}
    </div>
  );
}

type Texts = typeof shopTexts.en;
type Situation = NewsProps & { readonly isLong: boolean };

function newsOf(texts: Texts, { order, hasLeft, isLong }: Situation): readonly [string, string, string] {
  switch (order.status) {
    case 'open':
      if (order.method === 'bank') return ['', '', ''];
      if (order.waitsForRenewal) return ['good', texts.changes, texts.changesLead];
      if (hasLeft) return ['warn', texts.left, texts.leftLead];
      return ['', texts.waiting, isLong ? texts.waitingLong : texts.waitingLead];
    case 'expired':
      return ['warn', texts.expired, texts.expiredLead];
    case 'paid':
      return ['good', texts.paid, texts.paidLead];
    default:
      return ['warn', texts.returned, texts.returnedLead];
  }
}

/** True once the customer has been waiting here for long. */
function useIsLong(isWaiting: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLong;
}

function About({ order }: { readonly order: OrderView }) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const thing = useThingText();
  const rows = [
    [texts.thing, thing(order)],
    [texts.amount, format.czk(order.czk)],
    ...(isZeroCzk(order.refundedCzk) ? [] : [[texts.refundedAmount, format.czk(order.refundedCzk)]]),
    [texts.method, texts.methods[order.method]],
    [texts.ordered, format.dateTime(order.createdAtMs)],
    ...(order.paidAtMs === null ? [] : [[texts.paidOn, format.dateTime(order.paidAtMs)]]),
    ...(order.invoiceNumber === null ? [] : [[texts.receipt, order.invoiceNumber]]),
    ...(order.vatId === null ? [] : [[texts.yourVatId, order.vatId]]),
  ];
  return (
    <Card>
      <dl className="order-about">
        <dt>{texts.state}</dt>
        <dd>
          <OrderState order={order} />
        </dd>
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
