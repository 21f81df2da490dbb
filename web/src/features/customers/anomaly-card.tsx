import type { Anomaly } from '../../../../src/features/customers/contract.ts';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Ago } from '../../ui/when.tsx';
import { operatorServiceTexts } from '../overview/service-texts.ts';
import { CustomerLink, useEmails } from './customer-link.tsx';

/** Requests whose engine broke the rules of counting. Where there is none, there is nothing to see. */
export function AnomalyCard() {
  const texts = useTexts(operatorServiceTexts).anomalies;
  const { data, error, mutate } = useApi('GET /api/operator/anomalies');
  const emails = useEmails(data?.anomalies.map(({ accountId }) => accountId) ?? []);
  const columns: readonly Column<Anomaly>[] = [
    { label: texts.time, cell: ({ atMs }) => <Ago atMs={atMs} /> },
    { label: texts.model, kind: 'name', cell: ({ model }) => model },
    { label: texts.customer, kind: 'name', cell: ({ accountId }) => <CustomerLink id={accountId} emails={emails} /> },
    { label: texts.details, cell: (anomaly) => <Details of={anomaly} /> },
  ];
  if (!error && !data?.anomalies.length) return null;
  return (
    <Card title={texts.title}>
      <p className="muted">{texts.lead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {data && <CardTable columns={columns} rows={data.anomalies} keyOf={({ requestId }) => requestId} />}
    </Card>
  );
}

function Details({ of: { requestId, details } }: { readonly of: Anomaly }) {
  const texts = useTexts(operatorServiceTexts).anomalies;
  return (
    <details>
      <summary aria-label={`${texts.show}: ${requestId}`}>{texts.show}</summary>
      <code className="log-states">{`${requestId}\n${details}`}</code>
    </details>
  );
}
