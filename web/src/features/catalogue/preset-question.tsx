/** Asks an operator, once, which models the service begins with. */
import { useState } from 'react';
import type { ModelsView } from '../../../../src/features/catalogue/contract.ts';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { newOrderId } from '../shop/order-id.ts';
import { operatorModelsTexts } from './model-texts.ts';

type Preset = ModelsView['preset'];

/** On a page that has nothing else of models. */
export function FirstModels() {
  const { data, mutate } = useApi('GET /api/operator/models');
  if (!data?.isPresetAsked) return null;
  return <PresetQuestion view={data} onChosen={(view) => void mutate(view, false)} />;
}

type PresetQuestionProps = { readonly view: ModelsView; readonly onChosen: (view: ModelsView) => void };

export function PresetQuestion({ view, onChosen }: PresetQuestionProps) {
  const texts = useTexts(operatorModelsTexts);
  const [id] = useState(newOrderId);
  const { isBusy, error, run } = useSubmit(async (preset: Preset) => {
    const body = { id: `${id}-${preset}`, reason: 'chose the first models', preset };
    onChosen(await call('POST /api/operator/models/preset', { body }));
  });
  return (
    <Card title={texts.presetTitle}>
      <p className="muted">{texts.presetLead}</p>
      <ul className="presets">
        {view.presets.map((preset) => (
          <li key={preset.id} className="preset">
            <strong>{texts.presetNames[preset.id]}</strong>
            <span>{texts.presetAbout[preset.id]}</span>
            <span className="muted">{preset.models.length > 0 ? preset.models.join(', ') : texts.presetEmpty}</span>
            <button
              type="button"
              className="button"
              aria-label={`${texts.choose}: ${texts.presetNames[preset.id]}`}
              disabled={isBusy}
              onClick={() => void run(preset.id)}
            >
              {texts.choose}
            </button>
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </Card>
  );
}
