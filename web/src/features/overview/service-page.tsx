/** The service as a whole: the configuration, and the audit. */
import type { AuditView } from '../../../../src/features/customers/contract.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { Card, Meter, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { ReloadCard } from './reload-card.tsx';
import { operatorServiceTexts } from './service-texts.ts';

export default function ServicePage() {
  const texts = useTexts(operatorServiceTexts).service;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ReloadCard />
      <Audit />
    </Page>
  );
}

const FOLLOW_MS = 1000;

function Audit() {
  const texts = useTexts(operatorServiceTexts).service;
  const { data, error, mutate } = useApi('GET /api/operator/audit', undefined, {
    refreshInterval: (latest?: AuditView) => (latest?.running ? FOLLOW_MS : 0),
  });
  const { isBusy, error: refused, run } = useSubmit(async () => mutate(await call('POST /api/operator/audit'), false));
  return (
    <Card title={texts.audit}>
      <p className="muted">{texts.auditLead}</p>
      <Problem error={error} retry={() => void mutate()} />
      <Problem error={refused} />
      {!data && !error && <Skeleton lines={3} />}
      {data && (
        <div className="stack" role="status">
          {data.running ? <Progress of={data.running} /> : <Last of={data.last} />}
        </div>
      )}
      <div>
        <button
          type="button"
          className="button"
          disabled={isBusy || !data || data.running !== null}
          onClick={() => void run()}
        >
          {texts.run}
        </button>
      </div>
    </Card>
  );
}

function Progress({ of: { done, of } }: { readonly of: NonNullable<AuditView['running']> }) {
  const texts = useTexts(operatorServiceTexts).service;
  const format = useFormat();
  return (
    <>
      <p>{texts.isRunning(format.count(done + 1), format.count(of))}</p>
      <Meter label={texts.progress} share={done / of} />
    </>
  );
}

function Last({ of: last }: { readonly of: AuditView['last'] }) {
  const words = useServiceWords();
  const texts = useTexts(operatorServiceTexts).service;
  const format = useFormat();
  if (!last) return <p>{texts.never}</p>;
  const took = format.duration(last.endedAtMs - last.startedAtMs);
  const checks = Object.values(last.checked).reduce((sum, rows) => sum + rows, 0);
  const title = last.ok ? texts.right : last.ok === false ? texts.broken : texts.unfinished;
  return (
    <div className={last.ok ? 'notice good' : 'notice bad'}>
      <strong>{title}</strong>
      <span>{texts.last(format.dateTime(last.endedAtMs), words.actor(last.actor), took)}</span>
      {last.ok !== null && <span>{texts.checked(format.count(checks))}</span>}
      {last.ok === false && <span>{texts.broke}</span>}
      {last.problems.length > 0 && (
        <ul className="plain-list">
          {last.problems.map((problem) => (
            <li key={problem}>
              <code className="log-states">{problem}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
