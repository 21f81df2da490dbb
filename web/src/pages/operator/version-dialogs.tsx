/** Publishing a new version of a price or a plan: what, and from when. */
import { useState } from 'react';
import type { PricesView } from '../../../../src/wire/operator-api.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { PLAN_NAMES } from '../../plan-names.ts';
import { operatorTexts } from '../../texts/operator.ts';
import { operatorPricesTexts } from '../../texts/operator-prices.ts';
import { TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { OrderDialog } from './order-dialog.tsx';
import { priceFrom, timeFrom, tokensFrom, typedTime } from './typed.ts';

type DialogProps = { readonly onPublished: (prices: PricesView) => void; readonly onClose: () => void };

const TYPES = ['input', 'cachedInput', 'output', 'reasoning'] as const;
const DAY_MS = 86_400_000;

export function PriceVersionDialog({
  model,
  onPublished,
  onClose,
}: DialogProps & { readonly model: PricesView['models'][number] }) {
  const texts = useTexts(operatorPricesTexts);
  const { reasonPlain } = useTexts(operatorTexts);
  const { language } = useLanguage();
  const checkTime = useTimeCheck();
  const current = model.versions.find(({ state }) => state === 'now')?.price;
  const shown = (czk: string | undefined) => (language === 'cs' ? czk?.replace('.', ',') : czk);
  const priceIn = (values: FormData, type: (typeof TYPES)[number]) => priceFrom(textOf(values, type));
  return (
    <OrderDialog
      title={texts.addFor(model.id)}
      text={texts.addText}
      reasonHint={reasonPlain}
      fields={[...TYPES, 'fromMs']}
      check={(values) => ({
        ...Object.fromEntries(
          TYPES.map((type) => [type, priceIn(values, type) === undefined ? texts.priceWrong : undefined]),
        ),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const [input, cachedInput, output, reasoning] = TYPES.map((type) => priceIn(values, type)!);
        const price = { input: input!, cachedInput: cachedInput!, output: output!, reasoning: reasoning! };
        const body = { ...order, model: model.id, price, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/prices', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <fieldset className="field">
            <legend>{texts.unit}</legend>
            <div className="price-fields">
              {TYPES.map((type) => (
                <TextField
                  key={type}
                  label={texts[type]}
                  problem={problems[type]}
                  name={type}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={shown(current?.[type])}
                />
              ))}
            </div>
          </fieldset>
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

export function PlanVersionDialog({
  plan,
  onPublished,
  onClose,
}: DialogProps & { readonly plan: PricesView['plans'][number] }) {
  const texts = useTexts(operatorPricesTexts);
  const { reasonPlain, tokensWrong } = useTexts(operatorTexts);
  const checkTime = useTimeCheck();
  return (
    <OrderDialog
      title={texts.addFor(PLAN_NAMES[plan.id])}
      text={texts.planText}
      reasonHint={reasonPlain}
      fields={['tokens', 'fromMs']}
      check={(values) => ({
        tokens: tokensFrom(textOf(values, 'tokens')) ? undefined : tokensWrong,
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const tokens = tokensFrom(textOf(values, 'tokens'))!;
        const body = { ...order, plan: plan.id, tokens, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/plans', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <TextField
            label={texts.tokens}
            problem={problems.tokens}
            name="tokens"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={plan.tokens}
          />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

/** Null: at once. */
const startIn = (values: FormData): number | null =>
  textOf(values, 'when') === 'later' ? (timeFrom(textOf(values, 'fromMs')) ?? null) : null;

function useTimeCheck(): (values: FormData) => Problems {
  const { timeWrong } = useTexts(operatorPricesTexts);
  return (values) => {
    const isLater = textOf(values, 'when') === 'later';
    const atMs = timeFrom(textOf(values, 'fromMs'));
    return { fromMs: isLater && (atMs === undefined || atMs < Date.now()) ? timeWrong : undefined };
  };
}

function WhenField({ problems }: { readonly problems: Problems }) {
  const texts = useTexts(operatorPricesTexts);
  const [isLater, setIsLater] = useState(false);
  const option = (value: 'now' | 'later', text: string) => (
    <label className="choice">
      <input
        type="radio"
        name="when"
        value={value}
        checked={isLater === (value === 'later')}
        onChange={() => setIsLater(value === 'later')}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset className="field">
      <legend>{texts.when}</legend>
      {option('now', texts.atOnce)}
      {option('later', texts.later)}
      {isLater && (
        <TextField
          label={texts.time}
          problem={problems.fromMs}
          name="fromMs"
          type="datetime-local"
          defaultValue={typedTime(Date.now() + DAY_MS)}
        />
      )}
    </fieldset>
  );
}
