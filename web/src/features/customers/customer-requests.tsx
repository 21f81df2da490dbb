import type { RequestRow } from '../../../../src/features/usage/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/when.tsx';
import { RequestCost } from '../usage/request-cost.tsx';

/** The last requests of a customer; all of them are on the customer's own pages. */
export function CustomerRequests({ requests }: { readonly requests: readonly RequestRow[] }) {
  const texts = useTexts(operatorTexts);
  const format = useFormat();
  const columns: readonly Column<RequestRow>[] = [
    { label: texts.time, cell: ({ atMs }) => <Ago atMs={atMs} /> },
    { label: texts.model, cell: ({ model }) => model },
    { label: texts.tokens, kind: 'number', cell: (row) => format.count(row.inputTokens + row.outputTokens) },
    { label: texts.cost, kind: 'number', cell: (row) => <RequestCost row={row} /> },
    { label: texts.outcome, cell: ({ outcome }) => texts.outcomes[outcome] },
  ];
  return (
    <Card title={texts.requests}>
      {requests.length === 0 && <p className="muted">{texts.noRequests}</p>}
      {requests.length > 0 && <CardTable columns={columns} rows={requests} keyOf={({ id }) => id} />}
    </Card>
  );
}
