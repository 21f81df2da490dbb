/** Batches of the account: how far they are, what they have cost, and their results. */
import { useState } from 'react';
import type { BatchesView } from '../../../../src/features/batches/contract.ts';
import { useMay } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { asViewed } from '../../viewing.ts';
import { BatchTable } from './batch-table.tsx';
import { batchesTexts } from './texts.ts';

type Batch = BatchesView['batches'][number];

const REFRESH_MS = 3000;
const CANCELLABLE: readonly Batch['status'][] = ['validating', 'in_progress'];

export default function Batches() {
  const texts = useTexts(batchesTexts);
  const { data, error, mutate } = useApi('GET /api/batches', undefined, { refreshInterval: REFRESH_MS });
  const [leaving, setLeaving] = useState<Batch>();
  const say = useNotice();
  const may = useMay();
  const buttons = (batch: Batch) => (
    <span className="row">
      {batch.endedAtMs !== null && batch.total > 0 && (
        <a
          className="button compact"
          href={asViewed(`/api/batches/${batch.id}/results`)}
          aria-label={`${texts.download}: ${batch.id}`}
          download
        >
          {texts.download}
        </a>
      )}
      {CANCELLABLE.includes(batch.status) && (
        <button
          type="button"
          className="button compact"
          aria-label={`${texts.cancel}: ${batch.id}`}
          onClick={() => setLeaving(batch)}
        >
          {texts.cancel}
        </button>
      )}
    </span>
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {data?.isPaused && <p className="muted">{texts.paused}</p>}
      <Card flush={(data?.batches.length ?? 0) > 0}>
        {!data && !error && <Skeleton lines={6} />}
        {data?.batches.length === 0 && <p className="muted">{texts.none}</p>}
        {data && data.batches.length > 0 && <BatchTable batches={data.batches} {...(may('spend') && { buttons })} />}
      </Card>
      {leaving && (
        <Confirm
          title={texts.cancelTitle}
          action={texts.cancel}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            const next = await call('POST /api/batches/{id}/cancel', { params: { id: leaving.id } });
            void mutate(next, { revalidate: false });
            say(texts.cancelled);
          }}
        >
          <p className="any-wrap">{texts.cancelLead}</p>
        </Confirm>
      )}
    </Page>
  );
}
