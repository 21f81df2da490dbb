/** Engines: whether they answer, how busy they are, how often they fail; trying one, and taking one out. */
import { type FormEvent, useState } from 'react';
import type { EngineTestView, EngineView } from '../../../../src/wire/operator-api.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { operatorServiceTexts } from '../../texts/operator-service.ts';
import { SelectField } from '../../ui/field.tsx';
import { Badge, Card, Empty, Figure, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { AnomalyCard } from './anomaly-card.tsx';
import { OrderDialog } from './order-dialog.tsx';

const REFRESH_MS = 3000;

export function EnginesPage() {
  const texts = useTexts(operatorServiceTexts).engines;
  const { reasonPlain } = useTexts(operatorTexts);
  const [moved, setMoved] = useState<EngineView>();
  const { data, error, mutate } = useApi('GET /api/operator/engines', undefined, { refreshInterval: REFRESH_MS });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data?.engines.length === 0 && (
        <Card>
          <Empty title={texts.none}>{texts.noneLead}</Empty>
        </Card>
      )}
      {data?.engines.map((engine) => (
        <EngineCard key={engine.name} engine={engine} onMove={() => setMoved(engine)} />
      ))}
      <AnomalyCard />
      {moved && (
        <OrderDialog
          title={moved.isDraining ? texts.resume : texts.drain}
          text={moved.isDraining ? texts.resumeText : texts.drainText}
          reasonHint={reasonPlain}
          send={async (order) => {
            const body = { ...order, state: moved.isDraining ? ('in-use' as const) : ('drained' as const) };
            const params = { name: moved.name };
            await mutate(await call('POST /api/operator/engines/{name}/drain', { params, body }), false);
          }}
          onDone={() => {}}
          onClose={() => setMoved(undefined)}
        />
      )}
    </Page>
  );
}

function EngineCard({ engine, onMove }: { readonly engine: EngineView; readonly onMove: () => void }) {
  const texts = useTexts(operatorServiceTexts).engines;
  const format = useFormat();
  const ended = engine.answered + engine.failed;
  return (
    <Card title={engine.name} actions={<Health of={engine} />}>
      {!engine.ok && <p className="muted">{engine.detail}</p>}
      <div className="figures">
        <Figure label={texts.running} value={format.count(engine.running)} />
        <Figure label={texts.queued} value={format.count(engine.queued)} />
        <Figure
          label={texts.errors}
          value={ended > 0 ? format.percent(engine.failed / ended) : '–'}
          note={texts.answers(format.count(ended))}
        />
        <Figure
          label={texts.firstToken}
          value={engine.firstEventMs === null ? '–' : format.duration(engine.firstEventMs)}
        />
      </div>
      {engine.models.length === 0 ? <p className="muted">{texts.noModels}</p> : <EngineTest engine={engine} />}
      <div>
        <button
          type="button"
          className={engine.isDraining ? 'button compact' : 'button compact danger'}
          aria-label={`${engine.isDraining ? texts.resume : texts.drain}: ${engine.name}`}
          onClick={onMove}
        >
          {engine.isDraining ? texts.resume : texts.drain}
        </button>
      </div>
    </Card>
  );
}

function Health({ of }: { readonly of: EngineView }) {
  const texts = useTexts(operatorServiceTexts).engines;
  if (of.isDraining) return <Badge kind="warn">{texts.drained}</Badge>;
  return of.ok ? <Badge kind="good">{texts.up}</Badge> : <Badge kind="bad">{texts.down}</Badge>;
}

function EngineTest({ engine }: { readonly engine: EngineView }) {
  const texts = useTexts(operatorServiceTexts).engines;
  const [result, setResult] = useState<EngineTestView>();
  const { isBusy, error, run } = useSubmit(async (model: string) => {
    setResult(undefined);
    const params = { name: engine.name };
    setResult(await call('POST /api/operator/engines/{name}/test', { params, body: { model } }));
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(String(new FormData(event.currentTarget).get('model')));
  };
  return (
    <div className="stack">
      <form className="search" onSubmit={submit}>
        <SelectField label={texts.testModel} name="model">
          {engine.models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </SelectField>
        <button type="submit" className="button" disabled={isBusy} aria-label={`${texts.test}: ${engine.name}`}>
          {texts.test}
        </button>
      </form>
      <Problem error={error} />
      <div role="status">
        {isBusy && <p className="muted">{texts.testing}</p>}
        {result && <TestResult of={result} />}
      </div>
    </div>
  );
}

function TestResult({ of: { ok, text, firstEventMs, totalMs } }: { readonly of: EngineTestView }) {
  const texts = useTexts(operatorServiceTexts).engines;
  const format = useFormat();
  const total = format.duration(totalMs);
  return (
    <div className={ok ? 'notice good' : 'notice bad'}>
      <strong>{ok ? texts.tested(format.duration(firstEventMs ?? totalMs), total) : texts.failed(total)}</strong>
      <span className="engine-answer">{text}</span>
    </div>
  );
}
