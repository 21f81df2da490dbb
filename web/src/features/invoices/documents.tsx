import type { DocumentView } from '../../../../src/features/invoices/contract.ts';
import type { OrderView } from '../../../../src/features/shop/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { asViewed } from '../../viewing.ts';
import { documentTexts } from './texts.ts';

/** Files to open, print and give to an accountant: all of an order that is paid, else what to pay. */
export function OrderDocuments({ order }: { readonly order: OrderView }) {
  const texts = useTexts(documentTexts);
  const isPaid = order.paidAtMs !== null;
  const input = { params: { id: order.id } };
  const { data, error, mutate } = useApi(isPaid ? 'GET /api/orders/{id}/documents' : null, input);
  const documents = data?.documents ?? [];
  if (!error && documents.length === 0 && order.bank === null) return null;
  return (
    <Card title={texts.title}>
      <Problem error={error} retry={() => void mutate()} />
      <ul className="plain-list stack tight">
        {order.bank && (
          <li>
            <a href={asViewed(`/api/orders/${order.id}/proforma`)} target="_blank" rel="noreferrer">
              {texts.proforma(order.bank.variableSymbol)}
            </a>
          </li>
        )}
        {documents.map((one) => (
          <li key={one.number}>
            <DocumentLink made={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DocumentLink({ made: { kind, number, issuedAtMs, czk } }: { readonly made: DocumentView }) {
  const texts = useTexts(documentTexts);
  const format = useFormat();
  const path = `/api/documents/${encodeURIComponent(number)}`;
  return (
    <>
      <a href={asViewed(`${path}/pdf`)} target="_blank" rel="noreferrer">
        {texts.names[kind](number)}
      </a>{' '}
      <a href={asViewed(`${path}/isdoc`)} download aria-label={texts.isdoc(number)}>
        ISDOC
      </a>{' '}
      <span className="muted">
        {format.date(issuedAtMs)}, {format.czk(czk)}
      </span>
    </>
  );
}
