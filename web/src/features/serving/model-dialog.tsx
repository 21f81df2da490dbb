/** Saying which engines answer for a model, and which model where none of them does. */
import { useState } from 'react';
import type { ServingView } from '../../../../src/features/serving/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { weightFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import type { SetModel } from './model-engines.tsx';
import { operatorEnginesTexts } from './texts.ts';

type ModelDialogProps = {
  readonly view: ServingView;
  readonly model: SetModel;
  readonly onChanged: (view: ServingView) => void;
  readonly onClose: () => void;
};

type Share = { readonly key: number; readonly engine: string; readonly weight: string; readonly model: string };

export function ModelDialog({ view, model, onChanged, onClose }: ModelDialogProps) {
  const texts = useTexts(operatorEnginesTexts);
  const checkTime = useTimeCheck();
  const [shares, setShares] = useState(() => sharesOf(model, view));
  const others = view.models.filter(({ id, kind }) => id !== model.id && kind === 'chat');
  return (
    <OrderDialog
      title={texts.changeOf(model.id)}
      text={texts.modelText}
      fields={['engines', 'choose', 'fallback', 'fromMs', ...shares.map(({ key }) => `weight-${key}`)]}
      check={(values) => ({
        ...Object.fromEntries(
          shares.map(({ key, weight }) => [`weight-${key}`, weightFrom(weight) ? undefined : texts.weightWrong]),
        ),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const engines = shares.map(({ engine, weight, model: there }) => ({
          engine,
          weight: weightFrom(weight)!,
          model: there.trim() || null,
        }));
        const fallback = textOf(values, 'fallback') || null;
        const choose = textOf(values, 'choose') === 'cheapest' ? ('cheapest' as const) : ('share' as const);
        const about = { model: model.id, choose, revision: view.revision, fromMs: startIn(values) };
        onChanged(await call('POST /api/operator/serving/models', { body: { ...order, ...about, engines, fallback } }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Shares shares={shares} setShares={setShares} problems={problems} choices={view.choices} />
          {shares.length > 1 && (
            <SelectField
              label={texts.choose}
              hint={texts.chooseHint}
              problem={problems.choose}
              name="choose"
              defaultValue={model.choose}
            >
              <option value="share">{texts.choices.share}</option>
              <option value="cheapest">{texts.choices.cheapest}</option>
            </SelectField>
          )}
          {model.kind === 'chat' && (
            <SelectField
              label={texts.fallback}
              hint={texts.fallbackHint}
              problem={problems.fallback}
              name="fallback"
              defaultValue={model.fallback ?? ''}
            >
              <option value="">{texts.noFallback}</option>
              <Options of={others.map(({ id }) => id)} />
            </SelectField>
          )}
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

/** A model without an engine begins with the first that there is. */
function sharesOf({ engines }: SetModel, { choices }: ServingView): readonly Share[] {
  const known = engines.map(({ engine, weight, model }, key) => ({
    key,
    engine,
    weight: String(weight),
    model: model ?? '',
  }));
  return known.length > 0 ? known : [{ key: 0, engine: choices[0] ?? '', weight: '1', model: '' }];
}

type SharesProps = {
  readonly shares: readonly Share[];
  readonly setShares: (shares: readonly Share[]) => void;
  readonly choices: readonly string[];
  readonly problems: Problems;
};

function Shares({ shares, setShares, choices, problems }: SharesProps) {
  const texts = useTexts(operatorEnginesTexts);
  const change = (key: number, changed: Partial<Share>) =>
    setShares(shares.map((share) => (share.key === key ? { ...share, ...changed } : share)));
  const free = choices.filter((name) => !shares.some(({ engine }) => engine === name));
  const add = () => {
    const key = Math.max(...shares.map((share) => share.key)) + 1;
    setShares([...shares, { key, engine: free[0]!, weight: '1', model: '' }]);
  };
  return (
    <>
      {shares.map(({ key, engine, weight, model }, at) => (
        <div key={key} className="price-fields">
          <SelectField
            label={texts.engineNumber(at + 1)}
            problem={at === 0 ? problems.engines : undefined}
            value={engine}
            onChange={(event) => change(key, { engine: event.currentTarget.value })}
          >
            {/* One that is missing by now is still what is set. */}
            <Options of={[...new Set([engine, ...choices])]} />
          </SelectField>
          <TextField
            label={texts.thereNumber(at + 1)}
            placeholder={texts.thereHint}
            autoComplete="off"
            value={model}
            onChange={(event) => change(key, { model: event.currentTarget.value })}
          />
          {shares.length > 1 && (
            <>
              <TextField
                label={texts.weightNumber(at + 1)}
                problem={problems[`weight-${key}`]}
                inputMode="decimal"
                autoComplete="off"
                value={weight}
                onChange={(event) => change(key, { weight: event.currentTarget.value })}
              />
              <button
                type="button"
                className="button"
                onClick={() => setShares(shares.filter((share) => share.key !== key))}
              >
                {texts.removeShare(at + 1)}
              </button>
            </>
          )}
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <button type="button" className="button compact" onClick={add}>
            {texts.addShare}
          </button>
        </div>
      )}
    </>
  );
}
