/** When the saved card is charged, how much, and how much at most in a month. */

import { type FormEvent, useState } from 'react';
import type { AmountRangeView, TopUpView } from '../../../../src/features/shop/contract.ts';
import { ApiError, call } from '../../api.ts';
import { czkFromTyped, isZeroCzk, nanosOf } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Problem, useErrorText } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { amountWithin } from './any-amount.ts';
import { autoTopUpTexts } from './auto-top-up-texts.ts';

type RuleProps = {
  readonly topUp: TopUpView;
  readonly limits: AmountRangeView;
  readonly onChanged: (topUp: TopUpView) => void;
};

const FIELDS = ['belowCzk', 'amountCzk', 'monthMaxCzk'] as const;
type FieldName = (typeof FIELDS)[number];
type Typed = Readonly<Record<FieldName, string>>;

export function TopUpRule({ topUp, limits, onChanged }: RuleProps) {
  const texts = useTexts(autoTopUpTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const say = useNotice();
  const errorText = useErrorText();
  const [isOn, setIsOn] = useState(topUp.rule?.isOn ?? true);
  const [typed, setTyped] = useState<Typed>(() => typedFrom(topUp.rule ?? suggestedBy(limits), language));
  const [wrong, setWrong] = useState<FieldName>();
  const { isBusy, error, run } = useSubmit(async (amounts: Typed) => {
    onChanged(await call('PATCH /api/billing/top-up', { body: { isOn, ...amounts } }));
    say(isOn ? texts.savedOn : texts.savedOff);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amounts = readTyped(typed, limits);
    const missing = FIELDS.find((name) => amounts[name] === undefined);
    setWrong(missing);
    if (missing === undefined) void run(amounts as Typed);
  };
  const range = [format.czk(limits.minCzk), format.czk(limits.maxCzk)] as const;
  const sentences = {
    belowCzk: texts.belowWrong,
    amountCzk: texts.amountWrong(...range),
    monthMaxCzk: texts.monthWrong,
  };
  const param = error instanceof ApiError ? error.param : undefined;
  const fieldOf = (name: FieldName, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={typed[name]}
      problem={wrong === name ? sentences[name] : param === name ? errorText(error) : undefined}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        setWrong(undefined);
      }}
    />
  );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <CheckField label={texts.on} checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
      {fieldOf('belowCzk', texts.below)}
      {fieldOf('amountCzk', texts.amount, texts.amountHint(...range))}
      {fieldOf('monthMaxCzk', texts.month, texts.monthHint)}
      <Progress topUp={topUp} />
      {!FIELDS.includes(param as FieldName) && <Problem error={error} />}
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {texts.save}
        </button>
      </div>
    </form>
  );
}

function Progress({ topUp: { rule, monthUsedCzk, inFlight } }: { readonly topUp: TopUpView }) {
  const texts = useTexts(autoTopUpTexts);
  const format = useFormat();
  if (!rule) return null;
  const isFull = nanosOf(monthUsedCzk) + nanosOf(rule.amountCzk) > nanosOf(rule.monthMaxCzk);
  return (
    <p className="muted">
      {texts.used(format.czk(monthUsedCzk), format.czk(rule.monthMaxCzk))}
      {rule.isOn && isFull && ` ${texts.full}`}
      {inFlight !== null && ` ${texts.charging}`}
    </p>
  );
}

/** The rule as the server would take it; a field that it would refuse is left out. */
function readTyped(typed: Typed, limits: AmountRangeView): Readonly<Partial<Typed>> {
  const amountCzk = amountWithin(typed.amountCzk, limits);
  const belowCzk = czkFromTyped(typed.belowCzk);
  const monthMaxCzk = czkFromTyped(typed.monthMaxCzk);
  const amount = nanosOf(amountCzk ?? limits.maxCzk);
  return {
    ...(belowCzk && !isZeroCzk(belowCzk) && nanosOf(belowCzk) <= amount && { belowCzk }),
    ...(amountCzk && { amountCzk }),
    ...(monthMaxCzk && nanosOf(monthMaxCzk) >= nanosOf(amountCzk ?? limits.minCzk) && { monthMaxCzk }),
  };
}

/** For those who have chosen nothing yet. */
function suggestedBy({ minCzk, maxCzk }: AmountRangeView): Typed {
  const amountCzk = nanosOf('500') < nanosOf(minCzk) ? minCzk : nanosOf('500') > nanosOf(maxCzk) ? maxCzk : '500';
  const monthMaxCzk = nanosOf('2000') < nanosOf(amountCzk) ? amountCzk : '2000';
  return { belowCzk: nanosOf(amountCzk) < nanosOf('100') ? amountCzk : '100', amountCzk, monthMaxCzk };
}

const typedFrom = (amounts: Typed, language: string): Typed => ({
  belowCzk: asTyped(amounts.belowCzk, language),
  amountCzk: asTyped(amounts.amountCzk, language),
  monthMaxCzk: asTyped(amounts.monthMaxCzk, language),
});

const asTyped = (czk: string, language: string): string => (language === 'cs' ? czk.replace('.', ',') : czk);
