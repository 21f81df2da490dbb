/** Limits as inputs: a row for each, in any form that has them. */
import { useId, useState } from 'react';
import type { LimitOwner } from '../../../../src/core/limit.ts';
import { useTexts } from '../../language.tsx';
import { LIMIT_INPUTS, type LimitBody, unitsFor, windowsFor } from './limit-values.ts';
import { limitTexts } from './texts.ts';

type LimitsFieldProps = {
  /** Whose limits they are: not every window is there for everyone. */
  readonly owner: LimitOwner;
  readonly of: readonly LimitBody[];
  readonly problem: string | undefined;
};

type Row = LimitBody & { readonly key: number };

export function LimitsField({ owner, of, problem }: LimitsFieldProps) {
  const texts = useTexts(limitTexts);
  const id = useId();
  const [rows, setRows] = useState<readonly Row[]>(() => of.map((limit, key) => ({ ...limit, key })));
  const add = () => setRows([...rows, { max: '', ...freeKind(owner, rows), key: (rows.at(-1)?.key ?? -1) + 1 }]);
  const change = (row: Row) => setRows(rows.map((one) => (one.key === row.key ? row : one)));
  const aria = { hint: `${id}-hint`, problem: problem && `${id}-problem` };
  return (
    <fieldset className="field limits" aria-describedby={[aria.hint, aria.problem].filter(Boolean).join(' ')}>
      <legend>{texts.title}</legend>
      {rows.map((row) => (
        <LimitRow
          key={row.key}
          owner={owner}
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
      {problem && (
        <span className="problem" id={aria.problem} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

type LimitRowProps = {
  readonly owner: LimitOwner;
  readonly row: Row;
  readonly isWrong: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
};

function LimitRow({ owner, row, isWrong, onChange, onRemove }: LimitRowProps) {
  const texts = useTexts(limitTexts);
  const windows = windowsFor(owner, row.unit);
  const units = unitsFor(owner);
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
          const unit = units.find((one) => one === target.value) ?? row.unit;
          const allowed = windowsFor(owner, unit);
          onChange({ ...row, unit, window: allowed.includes(row.window) ? row.window : allowed[0]! });
        }}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {texts.units[unit]}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.window}
        name={LIMIT_INPUTS.window}
        value={row.window}
        onChange={({ target }) =>
          onChange({ ...row, window: windows.find((one) => one === target.value) ?? row.window })
        }
      >
        {windows.map((window) => (
          <option key={window} value={window}>
            {texts.windows[window]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button compact"
        aria-label={texts.removeOf(`${texts.units[row.unit]}, ${texts.windows[row.window]}`)}
        onClick={onRemove}
      >
        {texts.remove}
      </button>
    </div>
  );
}

/** The kind of a new row: the first that is not there yet. A month is what most want. */
function freeKind(owner: LimitOwner, rows: readonly Row[]): Pick<Row, 'unit' | 'window'> {
  const kinds = unitsFor(owner).flatMap((unit) => windowsFor(owner, unit).map((window) => ({ unit, window })));
  const isFree = ({ unit, window }: Pick<Row, 'unit' | 'window'>) =>
    !rows.some((row) => row.unit === unit && row.window === window);
  return kinds.filter(({ window }) => window === 'month').find(isFree) ?? kinds.find(isFree) ?? kinds[0]!;
}
