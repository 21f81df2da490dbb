/** Limits as inputs: a row for each, in any form that has them. */
import { useId, useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Options } from '../../ui/field.tsx';
import { LIMIT_INPUTS, type LimitBody, UNITS, windowsFor } from './limit-values.ts';
import { limitTexts } from './texts.ts';

type LimitsFieldProps = {
  readonly of: readonly LimitBody[];
  readonly problem: string | undefined;
};

type Row = LimitBody & { readonly key: number };

export function LimitsField({ of, problem }: LimitsFieldProps) {
  const texts = useTexts(limitTexts);
  const id = useId();
  const [rows, setRows] = useState<readonly Row[]>(() => of.map((limit, key) => ({ ...limit, key })));
  const models = useApi('GET /api/models').data?.models.map(({ id }) => id) ?? [];
  const add = () => setRows([...rows, { max: '', ...freeKind(rows), key: (rows.at(-1)?.key ?? -1) + 1 }]);
  const change = (row: Row) => setRows(rows.map((one) => (one.key === row.key ? row : one)));
  const aria = { hint: `${id}-hint`, problem: problem && `${id}-problem` };
  return (
    <fieldset className="field limits" aria-describedby={[aria.hint, aria.problem].filter(Boolean).join(' ')}>
      <legend>{texts.title}</legend>
      {rows.map((row) => (
        <LimitRow
          key={row.key}
          models={models}
          row={row}
          isWrong={problem !== undefined}
          onChange={change}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <button type="button" className="button compact" onClick={add}>
          {texts.add}
        </button>
      </div>
      <span className="hint" id={aria.hint}>
        {texts.hint}
      </span>
      <details className="small">
        <summary>{texts.how}</summary>
        <p className="muted">{texts.counting}</p>
      </details>
      {problem && (
        <span className="problem" id={aria.problem} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

type LimitRowProps = {
  readonly models: readonly string[];
  readonly row: Row;
  readonly isWrong: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
};

function LimitRow({ models, row, isWrong, onChange, onRemove }: LimitRowProps) {
  const texts = useTexts(limitTexts);
  const windows = windowsFor(row.unit);
  return (
    <div className="limit-row">
      <input
        aria-label={texts.max}
        aria-invalid={isWrong || undefined}
        name={LIMIT_INPUTS.max}
        inputMode={row.unit === 'CZK' ? 'decimal' : 'numeric'}
        autoComplete="off"
        defaultValue={row.max}
      />
      <select
        aria-label={texts.unit}
        name={LIMIT_INPUTS.unit}
        value={row.unit}
        onChange={({ target }) => {
          const unit = UNITS.find((one) => one === target.value) ?? row.unit;
          const allowed = windowsFor(unit);
          onChange({ ...row, unit, window: allowed.includes(row.window) ? row.window : allowed[0]! });
        }}
      >
        <Options of={UNITS.map((unit) => [unit, texts.units[unit]])} />
      </select>
      <select
        aria-label={texts.window}
        name={LIMIT_INPUTS.window}
        value={row.window}
        onChange={({ target }) =>
          onChange({ ...row, window: windows.find((one) => one === target.value) ?? row.window })
        }
      >
        <Options of={windows.map((per) => [per, texts.windows[per]])} />
      </select>
      <ModelChoice models={models} row={row} onChange={onChange} />
      <button
        type="button"
        className="button compact"
        aria-label={texts.removeOf(
          [texts.units[row.unit], texts.windows[row.window], row.model].filter(Boolean).join(', '),
        )}
        onClick={onRemove}
      >
        {texts.remove}
      </button>
    </div>
  );
}

/** Also a model that the catalogue has no more: a limit that holds must be seen to be removed. */
function ModelChoice({ models, row, onChange }: Pick<LimitRowProps, 'models' | 'row' | 'onChange'>) {
  const texts = useTexts(limitTexts);
  const { model = '', ...rest } = row;
  const listed = model === '' || models.includes(model) ? models : [...models, model];
  return (
    <select
      aria-label={texts.model}
      name={LIMIT_INPUTS.model}
      value={model}
      onChange={({ target }) => onChange(target.value === '' ? rest : { ...rest, model: target.value })}
    >
      <option value="">{texts.allModels}</option>
      <Options of={listed} />
    </select>
  );
}

/** The kind of a new row: the first that is not there yet. A month is what most want. */
function freeKind(rows: readonly Row[]): Pick<Row, 'unit' | 'window'> {
  const kinds = UNITS.flatMap((unit) => windowsFor(unit).map((per) => ({ unit, window: per })));
  const isFree = ({ unit, window: per }: Pick<Row, 'unit' | 'window'>) =>
    !rows.some((row) => row.unit === unit && row.window === per && row.model === undefined);
  return kinds.filter(({ window: per }) => per === 'month').find(isFree) ?? kinds.find(isFree) ?? kinds[0]!;
}
