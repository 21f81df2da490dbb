/** The rules of a key as inputs. */
import { useState } from 'react';
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { useApi } from '../../api.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import type { Problems } from '../../ui/form.ts';
import { Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { keysTexts } from './texts.ts';

type FieldsProps = { readonly of: KeyView | undefined; readonly problems: Problems };

export function ExpiryField({ of, problems }: FieldsProps) {
  const texts = useTexts(keysTexts).form;
  const format = useFormat();
  const expiresAtMs = of?.expiresAtMs ?? null;
  const [choice, setChoice] = useState(expiresAtMs === null ? 'never' : 'keep');
  const isDate = choice === 'date';
  return (
    <div className="pair">
      <SelectField
        label={texts.expiry}
        problem={isDate ? undefined : problems.expiresAtMs}
        name="expiresAtMs"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      >
        {expiresAtMs !== null && <option value="keep">{texts.keepExpiry(format.dateTime(expiresAtMs))}</option>}
        <option value="never">{texts.never}</option>
        <option value="30">{texts.days(30)}</option>
        <option value="90">{texts.days(90)}</option>
        <option value="date">{texts.date}</option>
      </SelectField>
      {isDate && (
        <TextField
          label={texts.lastDay}
          problem={problems.expiresAtMs}
          name="lastDay"
          type="date"
          min={localDay(Date.now())}
        />
      )}
    </div>
  );
}

export function RangesField({ of, problems }: FieldsProps) {
  const texts = useTexts(keysTexts).form;
  return (
    <AreaField
      label={texts.ranges}
      hint={texts.rangesHint}
      problem={problems.allowedRanges}
      name="allowedRanges"
      rows={3}
      spellCheck={false}
      autoCapitalize="none"
      defaultValue={of?.allowedRanges.join('\n') ?? ''}
    />
  );
}

/** Also models that the catalogue has no more: a rule that holds must be seen to be removed. */
export function ModelsField({ of, problems }: FieldsProps) {
  const texts = useTexts(keysTexts).form;
  const { data, error, mutate } = useApi('GET /api/models');
  const allowed = of?.allowedModels ?? [];
  const known = data?.models.map(({ id }) => id) ?? [];
  return (
    <fieldset className="field">
      <legend>{texts.models}</legend>
      <span className="hint">{texts.modelsHint}</span>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={2} />}
      {data && (
        <div className="model-choices">
          {[...known, ...allowed.filter((id) => !known.includes(id))].map((id) => (
            <CheckField
              key={id}
              label={
                <>
                  <code>{id}</code> <DemonstrationMark of={data.models.find((model) => model.id === id)} />
                </>
              }
              name="allowedModels"
              value={id}
              defaultChecked={allowed.includes(id)}
            />
          ))}
        </div>
      )}
      {problems.allowedModels && (
        <span className="problem" role="alert">
          {problems.allowedModels}
        </span>
      )}
    </fieldset>
  );
}

/** A day of the viewer as calendars in forms write it. */
function localDay(atMs: number): string {
  const at = new Date(atMs);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
