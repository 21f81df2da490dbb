/** Which model, and how it should answer. What a model does not take is switched off with the reason. */

import { useState } from 'react';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useModelRole } from '../../model-role.ts';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import type { Draft, Parameters, Problems } from './draft.ts';
import { playgroundTexts } from './texts.ts';

type SettingsProps = {
  readonly models: readonly ModelView[];
  readonly model: ModelView;
  readonly other: ModelView | undefined;
  readonly draft: Draft;
  readonly change: (changed: Partial<Draft>) => void;
  readonly problems: Problems;
};

export function Settings(props: SettingsProps) {
  const { change, draft } = props;
  const texts = useTexts(playgroundTexts);
  // Only at first: a fold that closes by itself would take the field away from under the fingers.
  const [isOpenAtFirst] = useState({
    parameters: Object.values(draft.parameters).some(Boolean),
    tools: draft.tools !== '',
  });
  return (
    <Card>
      <AreaField
        label={texts.system}
        hint={texts.systemHint}
        rows={2}
        value={draft.system}
        onChange={(event) => change({ system: event.target.value })}
      />
      <details className="fold" open={isOpenAtFirst.parameters || undefined}>
        <summary>{texts.parameters}</summary>
        <ParameterFields {...props} />
      </details>
      <details className="fold" open={isOpenAtFirst.tools || undefined}>
        <summary>{texts.tools}</summary>
        <Tools {...props} />
      </details>
    </Card>
  );
}

/** The model that answers, and a second one beside it. */
export function ModelChoice(props: SettingsProps) {
  const { models, model, change } = props;
  const texts = useTexts(playgroundTexts);
  return (
    <div className="stack tight">
      <div className="pick-models">
        <SelectField label={texts.model} value={model.id} onChange={(event) => change({ model: event.target.value })}>
          {models.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </SelectField>
        {models.length > 1 && <CompareWith {...props} />}
      </div>
      <AboutModel model={model} />
    </div>
  );
}

/** The model beside it begins with the same turns, and goes on with its own. */
function CompareWith({ models, model, other, draft, change }: SettingsProps) {
  const texts = useTexts(playgroundTexts);
  const choose = (id: string) => change({ other: id ? { model: id, turns: draft.other?.turns ?? draft.turns } : null });
  return (
    <SelectField label={texts.compare} value={other?.id ?? ''} onChange={(event) => choose(event.target.value)}>
      <option value="">{texts.compareNone}</option>
      {models
        .filter(({ id }) => id !== model.id)
        .map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
    </SelectField>
  );
}

function AboutModel({ model }: { readonly model: ModelView }) {
  const texts = useTexts(playgroundTexts);
  const roleOf = useModelRole();
  const format = useFormat();
  return (
    <div className="about-model stack tight small">
      {model.isDemonstration ? (
        <p>
          <DemonstrationMark of={model} />
        </p>
      ) : (
        <p>{roleOf(model.role, model.roleCs)}</p>
      )}
      {model.note && <p className="muted">{roleOf(model.note)}</p>}
      {model.aliases.length > 0 && <p className="muted">{texts.aliases(model.aliases.join(', '))}</p>}
      <p className="muted">{texts.prices(format.czk(model.price.input), format.czk(model.price.output))}</p>
    </div>
  );
}

function ParameterFields({ model, other, draft, change, problems }: SettingsProps) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  const max = format.count(Math.min(model.maxOutputTokens, other?.maxOutputTokens ?? Number.POSITIVE_INFINITY));
  const field = (name: Exclude<keyof Parameters, 'isJson'>) => ({
    value: draft.parameters[name],
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      change({ parameters: { ...draft.parameters, [name]: event.target.value } }),
  });
  return (
    <div className="stack">
      <TextField
        label={texts.temperature}
        inputMode="decimal"
        disabled={model.isReasoning}
        hint={model.isReasoning ? texts.temperatureOff : texts.temperatureHint}
        problem={problems.temperature && texts.temperatureWrong}
        {...field('temperature')}
      />
      <TextField
        label={texts.maxTokens}
        inputMode="numeric"
        hint={texts.maxTokensHint(max)}
        problem={problems.maxTokens && texts.maxTokensWrong(max)}
        {...field('maxTokens')}
      />
      <TextField
        label={texts.topP}
        inputMode="decimal"
        hint={texts.topPHint}
        problem={problems.topP && texts.topPWrong}
        {...field('topP')}
      />
      <TextField
        label={texts.seed}
        inputMode="numeric"
        hint={texts.seedHint}
        problem={problems.seed && texts.seedWrong}
        {...field('seed')}
      />
      <AreaField label={texts.stop} rows={2} hint={texts.stopHint} {...field('stop')} />
      <CheckField
        label={texts.json}
        checked={draft.parameters.isJson}
        onChange={(event) => change({ parameters: { ...draft.parameters, isJson: event.target.checked } })}
      />
    </div>
  );
}

const TOOLS_EXAMPLE = JSON.stringify(
  [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather in a city right now.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ],
  null,
  2,
);

function Tools({ model, draft, change, problems }: SettingsProps) {
  const texts = useTexts(playgroundTexts);
  return (
    <div className="stack">
      <AreaField
        label={texts.toolsLabel}
        className="code-area"
        rows={8}
        spellCheck={false}
        disabled={!model.takesTools}
        hint={model.takesTools ? texts.toolsHint : texts.toolsOff}
        problem={problems.tools && texts.toolsWrong}
        value={draft.tools}
        onChange={(event) => change({ tools: event.target.value })}
      />
      {model.takesTools && draft.tools === '' && (
        <div>
          <button type="button" className="button compact" onClick={() => change({ tools: TOOLS_EXAMPLE })}>
            {texts.toolsExample}
          </button>
        </div>
      )}
    </div>
  );
}
