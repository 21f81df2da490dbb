/** Engines: whether they answer and how they do; adding and changing them, and which of them answer for a model. */
import { lazy, Suspense, useState } from 'react';
import type { EngineView, ServingView } from '../../../../src/features/serving/contract.ts';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { FromFileHint } from '../../ui/from-file.tsx';
import { Card, Empty, Folded, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { AnomalyCard } from '../customers/anomaly-card.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { EngineCard, type EngineWish, type SetEngine } from './engine-card.tsx';
import { ModelEngines, type SetModel } from './model-engines.tsx';
import { operatorEnginesTexts } from './texts.ts';

/** Loaded when they are opened: the page is looked at far more often than something is changed. */
const EngineDialog = lazy(async () => ({ default: (await import('./engine-dialog.tsx')).EngineDialog }));
const ModelDialog = lazy(async () => ({ default: (await import('./model-dialog.tsx')).ModelDialog }));

const REFRESH_MS = 3000;

/** The change that the operator is about to make. */
type Wish =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'remove'; readonly engine: SetEngine }
  | { readonly kind: 'move'; readonly engine: EngineView }
  | { readonly kind: 'model' | 'model-back'; readonly model: SetModel }
  | { readonly kind: 'withdraw'; readonly version: number };

export default function EnginesPage() {
  const texts = useTexts(operatorEnginesTexts);
  const [wish, setWish] = useState<Wish>();
  const live = useApi('GET /api/operator/engines', undefined, { refreshInterval: REFRESH_MS });
  const set = useApi('GET /api/operator/serving', undefined, { refreshInterval: REFRESH_MS });
  const error = live.error ?? set.error;
  const retry = () => void Promise.all([live.mutate(), set.mutate()]);
  const names = new Set([...(live.data?.engines ?? []), ...(set.data?.engines ?? [])].map(({ name }) => name));
  const wishFor = (name: string) => (kind: EngineWish) => {
    const engine = engineOf(set.data?.engines, name);
    const moved = engineOf(live.data?.engines, name);
    if (kind === 'move' && moved) setWish({ kind, engine: moved });
    if (kind !== 'move' && engine) setWish({ kind, engine });
  };
  const withdraw = (version: number) => setWish({ kind: 'withdraw', version });
  const onClose = () => setWish(undefined);
  const onChanged = (view: ServingView) => {
    void set.mutate(view, false);
    void live.mutate();
  };
  const add = <AddEngine isReady={set.data !== undefined} onAdd={() => setWish({ kind: 'add' })} />;
  return (
    <Page title={texts.title} lead={texts.lead} actions={add}>
      <Problem error={error} retry={retry} />
      {!(live.data && set.data) && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {/* All of it at once, so that nothing jumps when the second answer comes. */}
      {live.data && set.data && (
        <>
          <Wrong problems={set.data.problems} />
          {hasDeclared(set.data) && <FromFileHint />}
          {names.size === 0 && (
            <Card>
              <Empty title={texts.none}>{texts.noneLead}</Empty>
            </Card>
          )}
          {[...names].map((name) => (
            <EngineCard
              key={name}
              name={name}
              live={engineOf(live.data?.engines, name)}
              set={engineOf(set.data?.engines, name)}
              onWish={wishFor(name)}
              onWithdraw={withdraw}
            />
          ))}
          <ModelEngines
            models={set.data.models}
            onChange={(model) => setWish({ kind: 'model', model })}
            onBack={(model) => setWish({ kind: 'model-back', model })}
            onWithdraw={withdraw}
          />
          <AsFile of={set.data.exported} />
          <AnomalyCard />
        </>
      )}
      {wish?.kind === 'move' && (
        <MoveDialog engine={wish.engine} onClose={onClose} onMoved={() => void live.mutate()} />
      )}
      {wish && wish.kind !== 'move' && set.data && (
        <Suspense fallback={null}>
          <ChangeDialog wish={wish} view={set.data} onChanged={onChanged} onClose={onClose} />
        </Suspense>
      )}
    </Page>
  );
}

function AddEngine({ isReady, onAdd }: { readonly isReady: boolean; readonly onAdd: () => void }) {
  const texts = useTexts(operatorEnginesTexts);
  return (
    <button type="button" className="button primary" disabled={!isReady} onClick={onAdd}>
      {texts.add}
    </button>
  );
}

const hasDeclared = ({ engines, models }: ServingView): boolean =>
  [...engines, ...models].some(({ isFromFile }) => isFromFile);

const engineOf = <Engine extends { readonly name: string }>(engines: readonly Engine[] | undefined, name: string) =>
  engines?.find((engine) => engine.name === name);

type ChangeDialogProps = {
  readonly wish: Exclude<Wish, { readonly kind: 'move' }>;
  readonly view: ServingView;
  readonly onChanged: (view: ServingView) => void;
  readonly onClose: () => void;
};

function ChangeDialog({ wish, view: current, onChanged, onClose }: ChangeDialogProps) {
  const texts = useTexts(operatorEnginesTexts);
  // What was looked at when the window opened: another change after that is not overwritten.
  const [view] = useState(current);
  const common = { view, onChanged, onClose };
  if (wish.kind === 'add') return <EngineDialog {...common} engine={undefined} />;
  if (wish.kind === 'change') return <EngineDialog {...common} engine={wish.engine} />;
  if (wish.kind === 'model') return <ModelDialog {...common} model={wish.model} />;
  const { title, text, send } = simpleChange(wish, texts);
  return (
    <OrderDialog
      title={title}
      text={text}
      send={async (order) => onChanged(await send({ ...order, revision: view.revision }))}
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

type Order = { readonly id: string; readonly reason: string; readonly revision: number };
type Simple = Exclude<ChangeDialogProps['wish'], { readonly kind: 'add' | 'change' | 'model' }>;

/** Those that need nothing but a reason. */
function simpleChange(wish: Simple, texts: ReturnType<typeof useTexts<typeof operatorEnginesTexts.en>>) {
  if (wish.kind === 'withdraw') {
    const params = { version: String(wish.version) };
    return {
      title: texts.withdraw,
      text: texts.withdrawText,
      send: (body: Order) => call('POST /api/operator/serving/changes/{version}/withdraw', { params, body }),
    };
  }
  if (wish.kind === 'model-back') {
    const about = { model: wish.model.id, engines: null, fromMs: null };
    return {
      title: texts.backToDefault,
      text: texts.backModelText,
      send: (order: Order) => call('POST /api/operator/serving/models', { body: { ...order, ...about } }),
    };
  }
  const { name } = (wish as { readonly engine: SetEngine }).engine;
  const about = { name, settings: null, fromMs: null };
  return {
    title: texts.remove,
    text: texts.removeText,
    send: (order: Order) => call('POST /api/operator/serving/engines', { body: { ...order, ...about } }),
  };
}

type MoveDialogProps = { readonly engine: EngineView; readonly onMoved: () => void; readonly onClose: () => void };

function MoveDialog({ engine: { name, isDraining }, onMoved, onClose }: MoveDialogProps) {
  const texts = useTexts(operatorEnginesTexts);
  return (
    <OrderDialog
      title={isDraining ? texts.resume : texts.drain}
      text={isDraining ? texts.resumeText : texts.drainText}
      send={(order) => {
        const body = { ...order, state: isDraining ? ('in-use' as const) : ('drained' as const) };
        return call('POST /api/operator/engines/{name}/drain', { params: { name }, body });
      }}
      onDone={onMoved}
      onClose={onClose}
    />
  );
}

function Wrong({ problems }: { readonly problems: readonly string[] }) {
  const texts = useTexts(operatorEnginesTexts);
  if (problems.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <strong>{texts.wrong}</strong>
      <span>{texts.wrongLead}</span>
      <ul className="plain-list">
        {problems.map((problem) => (
          <li key={problem}>
            <code className="log-states">{problem}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AsFile({ of }: { readonly of: ServingView['exported'] }) {
  const texts = useTexts(operatorEnginesTexts);
  return (
    <Folded title={texts.asFile}>
      <p className="muted">{texts.asFileLead}</p>
      <CodeBlock language="json" text={JSON.stringify(of, undefined, 2)} label={texts.asFile} />
    </Folded>
  );
}
