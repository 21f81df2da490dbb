/** Models: what there is, in which state, for how much; adding, changing and removing them. */
import { lazy, Suspense, useState } from 'react';
import type { ModelsView, OperatedModelView } from '../../../../src/features/catalogue/contract.ts';
import { call, useApi } from '../../api.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Badge, Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { operatorModelsTexts } from './model-texts.ts';
import { PresetQuestion } from './preset-question.tsx';

/** Loaded when it is opened: the page is looked at far more often than something is changed. */
const ModelDialog = lazy(async () => ({ default: (await import('./model-dialog.tsx')).ModelDialog }));

type Wish =
  | { readonly kind: 'add'; readonly view: ModelsView }
  | { readonly kind: 'change' | 'remove'; readonly model: OperatedModelView; readonly view: ModelsView };

export default function ModelsPage() {
  const texts = useTexts(operatorModelsTexts);
  const [wish, setWish] = useState<Wish>();
  const { data, error, mutate } = useApi('GET /api/operator/models');
  const keep = (view: ModelsView) => void mutate(view, false);
  const onClose = () => setWish(undefined);
  const add = (
    <button
      type="button"
      className="button primary"
      disabled={!data}
      onClick={() => data && setWish({ kind: 'add', view: data })}
    >
      {texts.add}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data?.isPresetAsked && <PresetQuestion view={data} onChosen={keep} />}
      {data && <Wrong problems={data.problems} />}
      {data?.models.some(({ isFromFile, isPriceFromFile }) => isFromFile || isPriceFromFile) && <FromFileHint />}
      {data && (
        <Card>
          {data.models.length === 0 ? (
            <Empty title={texts.none}>{texts.noneLead}</Empty>
          ) : (
            <ModelTable view={data} onWish={(kind, model) => setWish({ kind, model, view: data })} />
          )}
        </Card>
      )}
      {wish?.kind === 'remove' && <RemoveDialog {...wish} onChanged={keep} onClose={onClose} />}
      {wish && wish.kind !== 'remove' && (
        <Suspense fallback={null}>
          <ModelDialog
            view={wish.view}
            model={wish.kind === 'change' ? wish.model : undefined}
            onChanged={keep}
            onClose={onClose}
          />
        </Suspense>
      )}
    </Page>
  );
}

type ModelTableProps = {
  readonly view: ModelsView;
  readonly onWish: (kind: 'change' | 'remove', model: OperatedModelView) => void;
};

function ModelTable({ view: { models }, onWish }: ModelTableProps) {
  const texts = useTexts(operatorModelsTexts);
  const format = useFormat();
  const columns: readonly Column<OperatedModelView>[] = [
    { label: texts.model, kind: 'name', cell: ({ id }) => id },
    { label: texts.state, kind: 'words', cell: (model) => <State of={model} /> },
    {
      label: texts.price,
      kind: 'number',
      cell: ({ price }) => (price ? `${format.exactCzk(price.input)} / ${format.exactCzk(price.output)}` : '–'),
    },
    {
      label: texts.answer,
      kind: 'number',
      cell: ({ kind, maxOutputTokens }) => (kind === 'chat' ? format.count(maxOutputTokens) : '–'),
    },
    {
      label: texts.engine,
      kind: 'words',
      cell: ({ engines }) => engines.map(({ engine }) => engine).join(', ') || texts.noEngine,
    },
    {
      label: texts.actions,
      kind: 'buttons',
      cell: (model) => (model.isFromFile ? null : <Buttons of={model} onWish={onWish} />),
    },
  ];
  return <CardTable columns={columns} rows={models} keyOf={({ id }) => id} />;
}

type ButtonsProps = Pick<ModelTableProps, 'onWish'> & { readonly of: OperatedModelView };

function Buttons({ of: model, onWish }: ButtonsProps) {
  const texts = useTexts(operatorModelsTexts);
  return (
    <span className="row">
      <button
        type="button"
        className="button compact"
        aria-label={texts.changeOf(model.id)}
        onClick={() => onWish('change', model)}
      >
        {texts.change}
      </button>
      <button
        type="button"
        className="button compact"
        aria-label={texts.removeOf(model.id)}
        onClick={() => onWish('remove', model)}
      >
        {texts.remove}
      </button>
    </span>
  );
}

const KINDS = { served: 'good', hidden: 'plain', 'no-engine': 'bad', 'no-price': 'bad' } as const;

function State({ of }: { readonly of: OperatedModelView }) {
  const { state, isDefault, isFromFile } = of;
  const texts = useTexts(operatorModelsTexts);
  return (
    <span className="row">
      <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>
      {isDefault && <Badge>{texts.isDefault}</Badge>}
      <DemonstrationMark of={of} />
      {isFromFile && <FromFile />}
    </span>
  );
}

type RemoveDialogProps = {
  readonly view: ModelsView;
  readonly model: OperatedModelView;
  readonly onChanged: (view: ModelsView) => void;
  readonly onClose: () => void;
};

function RemoveDialog({ view, model, onChanged, onClose }: RemoveDialogProps) {
  const texts = useTexts(operatorModelsTexts);
  return (
    <OrderDialog
      title={texts.removeOf(model.id)}
      text={texts.removeText}
      send={async (order) => {
        const body = { ...order, revision: view.revision, model: model.id };
        onChanged(await call('POST /api/operator/models/remove', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

function Wrong({ problems }: { readonly problems: readonly string[] }) {
  const texts = useTexts(operatorModelsTexts);
  if (problems.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <strong>{texts.wrong}</strong>
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
