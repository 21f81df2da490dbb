/** The price group of one customer: now, before and later. */
import { lazy, Suspense, useState } from 'react';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Badge, Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { priceGroupTexts } from './texts.ts';

/** Loaded when they are opened: the page is looked at far more often than a group is changed. */
const JoinDialog = lazy(async () => ({ default: (await import('./group-dialogs.tsx')).JoinDialog }));
const OwnPricesDialog = lazy(async () => ({ default: (await import('./group-dialogs.tsx')).OwnPricesDialog }));

const KINDS = { now: 'good', planned: 'warn', past: 'plain' } as const;

type CustomerGroupProps = { readonly accountId: string; readonly email: string; readonly isClosed: boolean };

export function CustomerGroup({ accountId, email, isClosed }: CustomerGroupProps) {
  const texts = useTexts(priceGroupTexts);
  const format = useFormat();
  const [dialog, setDialog] = useState<'join' | 'own'>();
  const own = useApi('GET /api/operator/customers/{id}/price-group', { params: { id: accountId } });
  const { data: groups } = useApi('GET /api/operator/price-groups');
  const { changes } = own.data ?? {};
  const common = {
    accountId,
    onChanged: (changed: NonNullable<typeof own.data>) => void own.mutate(changed, false),
    onClose: () => setDialog(undefined),
  };
  const actions = !isClosed && groups && (
    <div className="row">
      <button type="button" className="button compact" onClick={() => setDialog('join')}>
        {texts.join}
      </button>
      <button type="button" className="button compact" onClick={() => setDialog('own')}>
        {texts.ownPrices}
      </button>
    </div>
  );
  return (
    <Card title={texts.customerTitle} actions={actions}>
      <Problem error={own.error} retry={() => void own.mutate()} />
      {!changes && !own.error && <Skeleton lines={2} />}
      {changes?.length === 0 && <p className="muted">{texts.listAlways}</p>}
      <ul className="plain-list">
        {changes?.map(({ name, fromMs, state }) => (
          <li key={`${fromMs} ${name} ${state}`}>
            <Badge kind={KINDS[state]}>{texts.states[state]}</Badge> {name ?? texts.list},{' '}
            {texts.since(format.dateTime(fromMs))}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {groups && dialog === 'join' && (
          <JoinDialog {...common} of={groups} current={changes?.find(({ state }) => state === 'now')?.group ?? ''} />
        )}
        {groups && dialog === 'own' && <OwnPricesDialog {...common} of={groups} email={email} />}
      </Suspense>
    </Card>
  );
}
