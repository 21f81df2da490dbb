/** Which engines answer for each model. */
import type { ModelEnginesView, ServingView } from '../../../../src/features/serving/contract.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile } from '../../ui/from-file.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { operatorEnginesTexts } from './texts.ts';

export type SetModel = ServingView['models'][number];

type ModelEnginesProps = {
  readonly models: readonly SetModel[];
  readonly onChange: (model: SetModel) => void;
  readonly onBack: (model: SetModel) => void;
  readonly onWithdraw: (version: number) => void;
};

export function ModelEngines({ models, onChange, onBack, onWithdraw }: ModelEnginesProps) {
  const texts = useTexts(operatorEnginesTexts);
  const columns: readonly Column<SetModel>[] = [
    {
      label: texts.modelId,
      cell: (model) => (
        <span className="row">
          {model.id} <DemonstrationMark of={model} />
        </span>
      ),
    },
    { label: texts.engines, kind: 'words', cell: (model) => <Engines of={model} /> },
    { label: texts.fallback, kind: 'words', cell: ({ fallback }) => fallback ?? texts.noFallback },
    { label: texts.source, kind: 'words', cell: (model) => <Source of={model} /> },
    {
      label: texts.change,
      kind: 'buttons',
      cell: (model) =>
        !model.isFromFile && (
          <span className="row">
            <button
              type="button"
              className="button compact"
              aria-label={texts.changeOf(model.id)}
              onClick={() => onChange(model)}
            >
              {texts.change}
            </button>
            {model.isSetHere && (
              <button
                type="button"
                className="button compact"
                aria-label={`${texts.backToDefault}: ${model.id}`}
                onClick={() => onBack(model)}
              >
                {texts.backToDefault}
              </button>
            )}
          </span>
        ),
    },
  ];
  return (
    <Card title={texts.models}>
      <p className="muted">{texts.modelsLead}</p>
      <CardTable columns={columns} rows={models} keyOf={({ id }) => id} />
      {models.map(({ id, planned }) => (
        <PlannedChanges
          key={id}
          name={id}
          planned={planned}
          show={(value) => (
            <>
              {id}: <Engines of={value} />
            </>
          )}
          onWithdraw={onWithdraw}
        />
      ))}
    </Card>
  );
}

function Source({ of }: { readonly of: SetModel }) {
  const texts = useTexts(operatorEnginesTexts);
  if (of.isFromFile) return <FromFile />;
  return <Badge>{of.isSetHere ? texts.setHere : texts.byDefault}</Badge>;
}

const Engines = ({ of }: { readonly of: ModelEnginesView }) => useEnginesText()(of);

function useEnginesText(): (of: ModelEnginesView) => string {
  const texts = useTexts(operatorEnginesTexts);
  const format = useFormat();
  return ({ engines }) => {
    if (engines.length === 0) return texts.noEngine;
    const one = ({ engine, weight, model }: ModelEnginesView['engines'][number]) => {
      const about = [
        ...(model === null ? [] : [texts.calledThere(model)]),
        ...(engines.length === 1 || weight === 1 ? [] : [texts.weight(format.count(weight))]),
      ];
      return about.length > 0 ? `${engine} (${about.join(', ')})` : engine;
    };
    return engines.map(one).join(', ');
  };
}
