import { type FormEvent, useRef, useState } from 'react';
import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { ApiError, call } from '../../api.ts';
import { czkFromTyped, isZeroCzk } from '../../czk.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Problem, useErrorText } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { billingTexts } from './billing-texts.ts';

type AlertProps = {
  readonly belowCzk: string | null;
  readonly onChanged: (billing: BillingView) => void;
};

const SUGGESTED_CZK = '100';

export function LowBalanceAlert({ belowCzk, onChanged }: AlertProps) {
  const texts = useTexts(billingTexts);
  const { language } = useLanguage();
  const say = useNotice();
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [isOn, setIsOn] = useState(belowCzk !== null);
  const [typed, setTyped] = useState(() => asTyped(belowCzk ?? SUGGESTED_CZK, language));
  const [isWrong, setIsWrong] = useState(false);
  const { isBusy, error, run } = useSubmit(async (below: string | null) => {
    onChanged(await call('PATCH /api/billing/alert', { body: { belowCzk: below } }));
    say(below === null ? texts.alertOff : texts.alertSaved);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = czkFromTyped(typed);
    const isRefused = isOn && (!amount || isZeroCzk(amount));
    setIsWrong(isRefused);
    if (isRefused) field.current?.focus();
    else void run(isOn ? amount! : null);
  };
  const isAtField = error instanceof ApiError && error.param === 'belowCzk';
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="muted">{texts.alertLead}</p>
      <CheckField label={texts.alertOn} checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
      <TextField
        ref={field}
        label={texts.alertAmount}
        inputMode="decimal"
        autoComplete="off"
        disabled={!isOn}
        value={typed}
        problem={isWrong ? texts.alertWrong : isAtField ? errorText(error) : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWrong(false);
        }}
      />
      {!isAtField && <Problem error={error} />}
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          {texts.alertSave}
        </button>
      </div>
    </form>
  );
}

const asTyped = (czk: string, language: string): string => (language === 'cs' ? czk.replace('.', ',') : czk);
