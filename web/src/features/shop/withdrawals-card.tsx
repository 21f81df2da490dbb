/** Consumers who have withdrawn, for the operator who sends money back. Nothing where there are none. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { WithdrawalRow } from '../../../../src/features/shop/operator-contract.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { withdrawalTexts } from './withdrawal-texts.ts';

export function WithdrawalsCard() {
  const texts = useTexts(withdrawalTexts).operator;
  const format = useFormat();
  const { data, mutate } = useApi('GET /api/operator/withdrawals');
  const [sent, setSent] = useState<WithdrawalRow>();
  const columns = useColumns(setSent);
  if (!data || data.withdrawals.length === 0) return null;
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead}</p>
      <CardTable columns={columns} rows={data.withdrawals} keyOf={({ orderId }) => orderId} />
      {sent && (
        <OrderDialog
          title={texts.action}
          text={texts.text(format.czk(sent.refundCzk), sent.email)}
          send={(body) => call('POST /api/operator/withdrawals/{id}/sent', { params: { id: sent.orderId }, body })}
          onDone={() => void mutate()}
          onClose={() => setSent(undefined)}
        />
      )}
    </Card>
  );
}

function useColumns(onSent: (row: WithdrawalRow) => void): readonly Column<WithdrawalRow>[] {
  const texts = useTexts(withdrawalTexts).operator;
  const { actions } = useTexts(operatorTexts);
  const format = useFormat();
  return [
    {
      label: texts.customer,
      kind: 'name',
      cell: ({ accountId, email, atMs }) => (
        <TwoLines second={format.dateTime(atMs)}>
          <Link href={`/operator/customers/${encodeURIComponent(accountId)}`}>
            <Address email={email} />
          </Link>
        </TwoLines>
      ),
    },
    {
      label: texts.order,
      cell: ({ invoiceNumber, orderId, variableSymbol }) => (
        <TwoLines second={variableSymbol}>{invoiceNumber ?? orderId}</TwoLines>
      ),
    },
    { label: texts.refund, kind: 'number', cell: ({ refundCzk }) => format.czk(refundCzk) },
    {
      label: texts.state,
      cell: ({ sentAtMs, hasConsent }) => (
        <TwoLines second={hasConsent ? null : texts.noConsent}>
          <Badge kind={sentAtMs === null ? 'warn' : 'good'}>
            {sentAtMs === null ? texts.states.waiting : texts.states.sent}
          </Badge>
        </TwoLines>
      ),
    },
    {
      label: actions,
      kind: 'buttons',
      cell: (row) =>
        row.method === 'bank' &&
        row.sentAtMs === null && (
          <button type="button" className="button compact" onClick={() => onSent(row)}>
            {texts.action}
          </button>
        ),
    },
  ];
}
