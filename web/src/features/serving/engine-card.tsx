/** One engine: how it does, how it is set, a test, and what can be done to it. */
import { type FormEvent, useState } from 'react';
import type { EngineTestView, EngineView, ServingView } from '../../../../src/features/serving/contract.ts';
import { call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { FromFile } from '../../ui/from-file.tsx';
import { Badge, Card, Figure } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { type EngineState, engineState } from './engine-state.ts';
import { TestOutcome } from './engine-test.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { operatorEnginesTexts } from './texts.ts';

export type SetEngine = ServingView['engines'][number];
export type EngineWish = 'change' | 'remove' | 'move';

type EngineCardProps = {
  readonly name: string;
  /** As it does on this server; missing where it is only planned. */
  readonly live: EngineView | undefined;
  /** As it is set; missing of the built-in engine. */
  readonly set: SetEngine | undefined;
  readonly onWish: (wish: EngineWish) => void;
  readonly onWithdraw: (version: number) => void;
};

export function EngineCard({ name, live, set, onWish, onWithdraw }: EngineCardProps) {
  const texts = useTexts(operatorEnginesTexts);
  return (
    <Card title={name} actions={<State of={live} />}>
      {live && !live.ok && <p className="muted">{live.detail}</p>}
      {set && <Setting of={set} />}
      {live && <Load of={live} />}
      {live && (live.models.length === 0 ? <p className="muted">{texts.noModels}</p> : <EngineTest engine={live} />)}
      {set && (
        <PlannedChanges
          name={name}
          planned={set.planned}
          show={({ model, baseUrl }) => `${model}, ${baseUrl}`}
          onWithdraw={onWithdraw}
        />
      )}
      <Buttons name={name} live={live} set={set} onWish={onWish} />
    </Card>
  );
}

const KINDS = { drained: 'warn', down: 'bad', fails: 'bad', someFail: 'warn', up: 'good' } as const satisfies Record<
  EngineState,
  string
>;

function State({ of }: { readonly of: EngineView | undefined }) {
  const texts = useTexts(operatorEnginesTexts);
  if (!of) return <Badge>{texts.notYet}</Badge>;
  const state = engineState(of);
  return <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>;
}

type Settings = NonNullable<SetEngine['settings']>;

function SettingText({ settings, hasKey }: { readonly settings: Settings; readonly hasKey: boolean }) {
  const texts = useTexts(operatorEnginesTexts);
  return texts.at(settings.model, settings.baseUrl, hasKey ? texts.withKey : texts.withoutKey);
}

function Setting({ of }: { readonly of: SetEngine }) {
  const texts = useTexts(operatorEnginesTexts);
  const { settings, hasKey, isFromFile } = of;
  return (
    <div className="stack engine-setting">
      {settings && (
        <span>
          {isFromFile && <FromFile />} <SettingText settings={settings} hasKey={hasKey} />
        </span>
      )}
      {settings?.supports?.length ? (
        <span className="muted small">{texts.alsoTakes(settings.supports.join(', '))}</span>
      ) : null}
    </div>
  );
}

function Load({ of: engine }: { readonly of: EngineView }) {
  const texts = useTexts(operatorEnginesTexts);
  const format = useFormat();
  const ended = engine.answered + engine.failed;
  return (
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
  );
}

function Buttons({ name, live, set, onWish }: Pick<EngineCardProps, 'name' | 'live' | 'set' | 'onWish'>) {
  const texts = useTexts(operatorEnginesTexts);
  const button = (text: string, wish: EngineWish, kind = '') => (
    <button
      type="button"
      className={`button compact ${kind}`}
      aria-label={`${text}: ${name}`}
      onClick={() => onWish(wish)}
    >
      {text}
    </button>
  );
  const isOurs = set !== undefined && !set.isFromFile;
  const isUsed = (set?.models.length ?? 0) > 0;
  return (
    <>
      <div className="row">
        {isOurs && set.settings && button(texts.change, 'change')}
        {isOurs && !isUsed && button(texts.remove, 'remove', 'danger')}
        {live && button(live.isDraining ? texts.resume : texts.drain, 'move', live.isDraining ? '' : 'danger')}
      </div>
      {isOurs && isUsed && <p className="muted small">{texts.inUse}</p>}
    </>
  );
}

function EngineTest({ engine }: { readonly engine: EngineView }) {
  const texts = useTexts(operatorEnginesTexts);
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
          <Options of={engine.models} />
        </SelectField>
        <button type="submit" className="button" disabled={isBusy} aria-label={`${texts.test}: ${engine.name}`}>
          {texts.test}
        </button>
      </form>
      <TestOutcome isBusy={isBusy} error={error} result={result} />
    </div>
  );
}
