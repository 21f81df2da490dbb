/** Batches of all customers, and the pause of all of them, for operators. */
import { useState } from 'react';
import { Link } from 'wouter';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Address } from '../../ui/address.tsx';
import { Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { BatchTable } from './batch-table.tsx';
import { batchesTexts } from './texts.ts';

const REFRESH_MS = 3000;

export default function BatchesPage() {
  const texts = useTexts(batchesTexts);
  const { data, error, mutate } = useApi('GET /api/operator/batches', undefined, { refreshInterval: REFRESH_MS });
  const [isOpen, setIsOpen] = useState(false);
  const isPaused = data?.isPaused ?? false;
  const action = isPaused ? texts.resume : texts.pause;
  const change = data && (
    <button type="button" className="button" onClick={() => setIsOpen(true)}>
      {action}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.operatorLead} actions={change}>
      <Problem error={error} retry={() => void mutate()} />
      {data && <p className="muted">{isPaused ? texts.paused : texts.running}</p>}
      <Card flush={(data?.batches.length ?? 0) > 0}>
        {!data && !error && <Skeleton lines={6} />}
        {data?.batches.length === 0 && <p className="muted">{texts.none}</p>}
        {data && data.batches.length > 0 && (
          <BatchTable
            batches={data.batches}
            more={[
              {
                label: texts.customer,
                kind: 'name',
                cell: ({ accountId, email }) => (
                  <Link href={`/operator/customers/${accountId}`}>
                    <Address email={email} />
                  </Link>
                ),
              },
            ]}
          />
        )}
      </Card>
      {isOpen && (
        <OrderDialog
          title={action}
          text={isPaused ? texts.resumeText : texts.pauseText}
          reasonHint={texts.reasonHint}
          send={async (order) => {
            const next = await call('POST /api/operator/batches/pause', { body: { ...order, isPaused: !isPaused } });
            void mutate(next, { revalidate: false });
          }}
          onDone={() => {}}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Page>
  );
}
