/** The rules of a key as inputs. */
import { type ComponentProps, useState } from 'react';
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import type { TokenLimitView } from '../../../../src/platform/api/schemas.ts';
import { useApi } from '../../api.ts';
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

export function LimitField({ of, problems }: FieldsProps) {
  const texts = useTexts(keysTexts).form;
  return (
    <LimitPair
      windowLabel={texts.limit}
      windowName="limitWindow"
      window={of?.limit?.window}
      problem={problems.limit}
      amount={{
        label: texts.amount,
        hint: texts.amountHint,
        name: 'limit',
        inputMode: 'decimal',
        defaultValue: of?.limit?.czk ?? '',
      }}
    />
  );
}

type TokenLimitFieldProps = { readonly of: TokenLimitView | null; readonly problem: string | undefined };

/** For a key, and for the whole account. */
export function TokenLimitField({ of, problem }: TokenLimitFieldProps) {
  const texts = useTexts(keysTexts).form;
  return (
    <LimitPair
      windowLabel={texts.tokenLimit}
      windowName="tokenWindow"
      window={of?.window}
      problem={problem}
      amount={{
        label: texts.tokens,
        hint: texts.tokensHint,
        name: 'tokenLimit',
        inputMode: 'numeric',
        defaultValue: of?.tokens ?? '',
      }}
    />
  );
}

type LimitPairProps = {
  readonly windowLabel: string;
  readonly windowName: string;
  readonly window: string | undefined;
  readonly problem: string | undefined;
  readonly amount: ComponentProps<typeof TextField>;
};

/** The window of a limit, and its amount where there is one. */
function LimitPair({ windowLabel, windowName, window: known, problem, amount }: LimitPairProps) {
  const texts = useTexts(keysTexts).form;
  const [chosen, setChosen] = useState(known ?? 'none');
  const hasLimit = chosen !== 'none';
  return (
    <div className="pair">
      <SelectField
        label={windowLabel}
        problem={hasLimit ? undefined : problem}
        name={windowName}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="none">{texts.noLimit}</option>
        <option value="month">{texts.limitMonth}</option>
        <option value="total">{texts.limitTotal}</option>
      </SelectField>
      {hasLimit && <TextField {...amount} problem={problem} autoComplete="off" />}
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
              label={<code>{id}</code>}
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
